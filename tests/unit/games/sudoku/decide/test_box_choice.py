"""Boxes that the picture does not show: told by the rules alone, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fakes.board_drawing import BoardDrawing, boxes
from fakes.shaped import SHAPED

from gridpilot.games.sudoku.decide.box_choice import derived, fitting
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.grid import regions_of, shape_of
from gridpilot.games.sudoku.reading import reader
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.geometry import Box
from gridpilot.outcome import Ending, Hurdle
from gridpilot.reading import CellReading, Kind, Reading, Rival

SIXES = [(shape, board) for _, shape, board in SHAPED if shape.size == 6 and not shape.regions]
TALL, FLAT = boxes(3, 2), boxes(2, 3)


def untold(board, either):
    cells = tuple(CellReading(digit, Kind.GIVEN if digit else Kind.BLANK, 0.9999) for digit in board)
    box = Box(0, 0, 1, 1)
    size = round(len(board) ** 0.5)
    return Reading(size, cells, (box,) * len(board), box, regions=None, either=either)


def derive(reading):
    return derived(reading, fitting(reading))


@pytest.mark.parametrize(("shape", "board"), SIXES)
def test_the_only_boxes_that_leave_one_solution_are_those_of_the_board(shape, board):
    """Where others do as well, there is no answer."""
    others = [regions for regions in (FLAT, TALL) if regions != regions_of(shape)]
    both = any(unique_solution(board, shape_of(regions)) for regions in others)
    told = derive(untold(board, (FLAT, TALL)))
    assert told is None if both else told is not None and told.derived and told.regions == regions_of(shape)


def test_a_board_that_both_kinds_of_boxes_allow_is_left_in_doubt():
    full = (1, 2, 3, 4, 5, 6, 3, 4, 5, 6, 1, 2, 5, 6, 1, 2, 3, 4, 2, 1, 4, 3, 6, 5, 4, 3, 6, 5, 2, 1, 6, 5, 2, 1, 4, 3)
    shapes = [regions for regions in (FLAT, TALL) if unique_solution(full, shape_of(regions))]
    assert len(shapes) != 1 or derive(untold(full, tuple(shapes * 2))) is None


def board_of(text):
    return tuple(int(digit) for digit in text)


ALL_THE_SAME = board_of("000200504100040000030004001406003001")
"""Flat boxes and tall ones leave it the same solution."""
EITHER_WAY = board_of("054600010000020000000502030006040013")
"""Both leave it one, but not the same."""


def test_which_boxes_does_not_matter_where_all_leave_the_same_solution():
    decision = Sudoku().decide(untold(ALL_THE_SAME, (FLAT, TALL)))
    assert decision.solution == unique_solution(ALL_THE_SAME, shape_of(FLAT))
    assert decision.solution == unique_solution(ALL_THE_SAME, shape_of(TALL))
    assert (decision.reading.regions, decision.reading.derived) == (None, False)


def test_a_jigsaw_is_not_claimed_where_boxes_have_the_same_solution():
    """As highlights in a board of shaded boxes may look: two cells have changed their boxes."""
    solution = unique_solution(ALL_THE_SAME, shape_of(FLAT))
    (one, other) = next(
        (i, j) for i in range(36) for j in range(36) if FLAT[i] == 0 and FLAT[j] == 1 and solution[i] == solution[j]
    )
    told = list(FLAT)
    told[one], told[other] = told[other], told[one]
    decision = Sudoku().decide(replace(untold(ALL_THE_SAME, ()), regions=tuple(told)))
    assert (decision.solution, decision.reading.regions) == (solution, None)


def test_a_jigsaw_whose_solution_breaks_the_boxes_is_claimed():
    shape, board = next((shape, board) for _, shape, board in SHAPED if shape.regions and shape.size == 6)
    decision = Sudoku().decide(replace(untold(board, ()), regions=shape.regions))
    assert decision.reading.regions == shape.regions


def test_boxes_that_leave_different_solutions_are_asked_about():
    decision = Sudoku().decide(untold(EITHER_WAY, (FLAT, TALL)))
    assert (decision.ending, decision.hurdle) == (Ending.DOUBTFUL, Hurdle.REGIONS)


@pytest.mark.parametrize(("at", "rival", "boxes_with_it"), [(9, 6, [FLAT]), (13, 1, [TALL]), (3, 5, [FLAT, TALL])])
def test_a_digit_in_doubt_is_asked_about_if_its_rival_leaves_one_solution_in_any_of_the_boxes(at, rival, boxes_with_it):
    misread = (*ALL_THE_SAME[:at], rival, *ALL_THE_SAME[at + 1 :])
    assert [b for b in (FLAT, TALL) if unique_solution(misread, shape_of(b))] == boxes_with_it
    clear = untold(ALL_THE_SAME, (FLAT, TALL))
    cells = list(clear.cells)
    cells[at] = replace(cells[at], confidence=0.6, rivals=(Rival(rival, 0.39),))
    decision = Sudoku().decide(replace(clear, cells=tuple(cells), doubts=(shape_of(FLAT).cell(at),)))
    assert decision.ending is Ending.DOUBTFUL


def test_a_digit_that_must_be_corrected_first_leaves_the_boxes_in_doubt():
    shape, board = SIXES[0]
    clear = untold(board, (regions_of(shape),))
    assert derive(clear) is not None
    at = next(index for index, digit in enumerate(board) if digit)
    cells = list(clear.cells)
    cells[at] = replace(cells[at], value=0, kind=Kind.UNKNOWN, confidence=0.1)
    assert derive(replace(clear, cells=tuple(cells))) is None


def test_nothing_is_derived_where_the_picture_leaves_nothing_to_choose_from():
    assert derive(untold(SIXES[0][1], ())) is None


@pytest.mark.parametrize(("shape", "board"), SIXES[:1])
def test_a_drawn_board_of_six_with_equal_lines_is_solved_in_its_own_boxes(shape, board):
    reading = reader.read(BoardDrawing(board, regions_of(shape), thick=0).capture())
    assert reading is not None
    assert reading.regions is None
    assert set(reading.either) == {FLAT, TALL}
    decision = Sudoku().decide(reading)
    assert (decision.reading.derived, decision.reading.regions) == (True, regions_of(shape))
    assert decision.solution == unique_solution(board, shape)


def test_an_ambiguous_drawing_is_still_asked_about():
    decision = Sudoku().decide(untold((0,) * 36, (FLAT, TALL)))
    assert (decision.ending, decision.hurdle) == (Ending.DOUBTFUL, Hurdle.REGIONS)
