from dataclasses import replace

import numpy as np
import pytest
from fakes.shaped import FIRSTS, TOO_HARD

from gridpilot.capture import Capture
from gridpilot.games import game
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.grid import NINE, SHAPES, parse, regions_of
from gridpilot.games.sudoku.solve import solver
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.outcome import Ending, Hurdle, Outcome
from gridpilot.plan import Click, Fill, Way
from gridpilot.reading import CellReading, Kind, Reading, Rival
from gridpilot.texts import hurdles, messages
from gridpilot.vision.glyphs import tesseract

PUZZLE = parse(".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4")
SOLUTION = unique_solution(PUZZLE)
BLANK = PUZZLE.index(0)


def reading(givens, entered=(), confidence=0.9999, doubts=()):
    """`entered`: index -> digit, by the user's hand."""
    cells = [CellReading(digit, Kind.GIVEN if digit else Kind.BLANK, confidence) for digit in givens]
    for index, digit in dict(entered).items():
        cells[index] = CellReading(digit, Kind.ENTERED, confidence)
    box = Box(0, 0, 1, 1)
    return Reading(9, tuple(cells), (box,) * 81, box, doubts)


def of_shape(board, shape, entered=()):
    seen = reading(board, entered)
    boxes = (seen.extent,) * len(board)
    return replace(seen, size=shape.size, boxes=boxes, regions=shape.regions or regions_of(shape))


def without(board, *cells):
    return tuple(0 if index in cells else digit for index, digit in enumerate(board))


def test_the_registry_knows_sudoku():
    assert isinstance(game("sudoku"), Sudoku)


def test_a_proper_puzzle_may_be_typed():
    decision = Sudoku().decide(reading(PUZZLE))
    assert (decision.ending, decision.solution, decision.cells) == (None, SOLUTION, ())


def test_right_digits_of_the_user_stay():
    decision = Sudoku().decide(reading(PUZZLE, {BLANK: SOLUTION[BLANK]}))
    assert (decision.ending, decision.solution) == (None, SOLUTION)


def test_a_full_and_right_board_needs_nothing():
    decision = Sudoku().decide(reading(SOLUTION))
    assert (decision.ending, decision.solution) == (None, decision.reading.board)


def test_conflicting_givens_are_named():
    clash = (1, *PUZZLE[1:])  # 1 stands in r1c2 and r4c1 already
    decision = Sudoku().decide(reading(clash))
    assert (decision.ending, decision.cells) == (Ending.UNSOLVABLE, (Cell(0, 0), Cell(0, 1), Cell(3, 0)))
    assert decision.solution == ()


def test_givens_that_cannot_hold_together_are_named():
    decision = Sudoku().decide(reading(parse("12345678." + "........9" + "." * 63)))
    assert decision.ending is Ending.UNSOLVABLE
    assert Cell(1, 8) in decision.cells


def test_a_wrong_entry_is_told_as_the_users_digit_in_its_cell():
    wrong = SOLUTION[BLANK] % 9 + 1
    decision = Sudoku().decide(reading(PUZZLE, {BLANK: wrong}))
    told = messages.outcome_sentence(Outcome(decision.ending, "sudoku", detail=hurdles.refusal(decision)))
    assert told.startswith(f"Nothing was typed: your {wrong} in {Cell(*divmod(BLANK, 9))} cannot be right.")
    assert "misread" not in told


@pytest.mark.parametrize("wrong", [digit for digit in range(1, 10) if digit != SOLUTION[BLANK]])
def test_a_wrong_digit_of_the_user_is_the_cell_that_is_named(wrong):
    """Also when it clashes with a given: the given is not to blame."""
    decision = Sudoku().decide(reading(PUZZLE, {BLANK: wrong}))
    assert (decision.ending, decision.cells) == (Ending.UNSOLVABLE, (NINE.cell(BLANK),))


def test_a_full_board_with_a_slip_names_the_slip():
    entered = {index: SOLUTION[index] for index, digit in enumerate(PUZZLE) if not digit}
    entered[BLANK] = SOLUTION[BLANK] % 9 + 1
    decision = Sudoku().decide(reading(PUZZLE, entered))
    assert (decision.ending, decision.cells) == (Ending.UNSOLVABLE, (NINE.cell(BLANK),))


def test_a_puzzle_with_more_than_one_solution_is_not_typed():
    thin = without(SOLUTION, *range(36))
    decision = Sudoku().decide(reading(thin))
    assert decision.ending is Ending.AMBIGUOUS
    assert decision.cells
    assert all(not thin[NINE.index(cell)] for cell in decision.cells)


def test_an_empty_board_is_ambiguous():
    assert Sudoku().decide(reading((0,) * 81)).ending is Ending.AMBIGUOUS


def blurred():
    """Each digit of the puzzle may be any other."""
    seen = reading(PUZZLE)
    rivals = tuple(Rival(digit, 0.05) for digit in range(1, 10))
    cells = (replace(cell, confidence=0.4, rivals=rivals) if cell.value else cell for cell in seen.cells)
    return replace(seen, cells=tuple(cells), doubts=tuple(Cell(*divmod(i, 9)) for i in range(81) if PUZZLE[i]))


def test_a_doubt_that_the_rules_cannot_settle_stops_the_job():
    decision = Sudoku().decide(blurred())
    assert decision.ending is Ending.DOUBTFUL
    assert decision.cells == decision.reading.doubts != ()
    assert decision.solution == ()


def test_where_a_picture_is_there_tesseract_is_asked_about_such_a_doubt(monkeypatch):
    pixels = np.zeros((9, 9, 3), np.uint8)
    asked = []

    def confirmed(seen_pixels, seen, _clear):
        asked.append(seen_pixels is pixels)
        return reading(seen.board)

    monkeypatch.setattr(tesseract, "second_opinion", confirmed)
    picture = Capture(pixels, View(Rect(0, 0, 9, 9), 9, 9))
    assert Sudoku().decide(blurred(), picture).solution == SOLUTION
    assert Sudoku().decide(reading(PUZZLE), picture).solution == SOLUTION
    assert asked == [True]


def test_nothing_is_typed_while_something_covers_a_cell_even_where_the_rest_has_one_solution():
    covered = replace(reading(PUZZLE), hidden=(Cell(4, 4),))
    decision = Sudoku().decide(covered)
    assert (decision.ending, decision.cells, decision.solution) == (Ending.DOUBTFUL, (Cell(4, 4),), ())


@pytest.mark.parametrize(("name", "shape", "board"), FIRSTS)
def test_boards_of_every_size_and_form_are_decided_and_planned(name, shape, board):
    decision = Sudoku().decide(of_shape(board, shape))
    assert decision.ending is None
    assert decision.solution == unique_solution(board, shape)
    made = Sudoku().plan(board, decision.solution, Way(Fill.CLICK_KEY))
    assert sum(isinstance(step, Click) for step in made.steps) == board.count(0)


@pytest.mark.parametrize(("name", "shape", "board"), FIRSTS)
def test_a_wrong_entry_is_named_on_boards_of_every_size_and_form(name, shape, board):
    solution, blank = unique_solution(board, shape), board.index(0)
    wrong = solution[blank] % shape.size + 1
    decision = Sudoku().decide(of_shape(board, shape, {blank: wrong}))
    assert (decision.ending, decision.cells) == (Ending.UNSOLVABLE, (shape.cell(blank),))


def test_nothing_is_typed_while_it_is_not_known_which_cells_make_up_a_box():
    decision = Sudoku().decide(replace(reading(PUZZLE), regions=None))
    assert (decision.ending, decision.solution) == (Ending.DOUBTFUL, ())
    assert decision.hurdle is Hurdle.REGIONS
    sentence = messages.outcome_sentence(Outcome(decision.ending, "sudoku", detail=hurdles.hurdle(decision.hurdle)))
    assert "which cells make up a box" in sentence


def test_nothing_is_typed_while_it_is_not_known_which_of_several_boards_is_meant():
    decision = Sudoku().decide(replace(reading(PUZZLE), equals=(Box(500, 0, 900, 400),)))
    assert (decision.ending, decision.solution) == (Ending.DOUBTFUL, ())
    assert decision.hurdle is Hurdle.SEVERAL
    sentence = messages.outcome_sentence(Outcome(decision.ending, "sudoku", detail=hurdles.hurdle(decision.hurdle)))
    assert "Put the pointer over the one that you mean" in sentence


def test_a_board_that_is_too_hard_for_the_solver_is_said_to_be_that_and_nothing_else(monkeypatch):
    monkeypatch.setattr(solver, "CELLS_GUESSED", 0)
    decision = Sudoku().decide(of_shape(TOO_HARD, SHAPES[16]))
    assert (decision.ending, decision.solution) == (Ending.UNSOLVABLE, ())
    assert decision.hurdle is Hurdle.TOO_HARD
    assert "could not be found out" in hurdles.hurdle(decision.hurdle)


def test_a_decision_can_be_planned_at_once():
    decision = Sudoku().decide(reading(PUZZLE))
    made = Sudoku().plan(decision.reading.board, decision.solution, Way(Fill.CLICK_KEY))
    assert made.expect == SOLUTION
    assert sum(isinstance(step, Click) for step in made.steps) == PUZZLE.count(0)
