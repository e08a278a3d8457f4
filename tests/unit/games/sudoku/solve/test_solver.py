from pathlib import Path

import pytest
from fakes.shaped import SHAPED, TOO_HARD

from gridpilot.games.sudoku.grid import NINE, SHAPES, complete, conflicts, parse
from gridpilot.games.sudoku.solve import solver
from gridpilot.games.sudoku.solve.solver import (
    GaveUp,
    Invalid,
    Multiple,
    NoSolution,
    Unique,
    Unsettled,
    core,
    solutions,
    solve,
    unique_solution,
)

BOARDS = Path(__file__).parents[4] / "corpus" / "sudoku" / "boards"
HARD = "...6...3.5.....6...9...5.....4.1...6...4.3...8...9.5.....7...4...5.....8.3...8..."
SOLVED = "741629835582341697396875421924517386657483219813296574168752943275934168439168752"


def boards(name):
    return [parse(text) for text in (BOARDS / f"{name}.txt").read_text("ascii").split()]


def completes(solution, puzzle, shape=NINE):
    return complete(solution, shape) and all(clue in (0, digit) for clue, digit in zip(puzzle, solution, strict=True))


def test_a_known_hard_puzzle_has_its_known_solution():
    assert solve(parse(HARD)) == Unique(parse(SOLVED))


@pytest.mark.parametrize("name", ["easy", "minimal", "seventeen_clues", "top1465", "hardest_1106"])
def test_proper_puzzles_have_one_solution(name):
    for puzzle in boards(name):
        verdict = solve(puzzle)
        assert isinstance(verdict, Unique)
        assert completes(verdict.solution, puzzle)
        assert unique_solution(puzzle) == verdict.solution


def test_two_solutions_are_shown_with_the_cells_in_which_they_differ():
    for puzzle in boards("many_solutions"):
        verdict = solve(puzzle)
        assert isinstance(verdict, Multiple)
        assert completes(verdict.one, puzzle)
        assert completes(verdict.other, puzzle)
        assert verdict.differing == tuple(cell for cell in range(81) if verdict.one[cell] != verdict.other[cell]) != ()
        assert unique_solution(puzzle) is None


def test_clues_that_cannot_hold_together_are_named():
    for puzzle in boards("no_solution"):
        verdict = solve(puzzle)
        assert isinstance(verdict, NoSolution)
        alone = tuple(digit if cell in verdict.core else 0 for cell, digit in enumerate(puzzle))
        assert all(puzzle[cell] for cell in verdict.core)
        assert next(solutions(alone), None) is None


def test_a_core_names_no_clue_that_has_no_part_in_the_contradiction():
    # Row 1 has room for its 9 in box 3 only, where r2c9 is a 9 already: 7, 8 and the 3 far off are innocent.
    puzzle = parse("12345678." + "........9" + "." * 54 + "...3.....")
    assert core(puzzle) == (0, 1, 2, 3, 4, 5, 17)


def test_a_visible_conflict_is_told_from_a_puzzle_without_solution():
    assert solve(parse("11" + "." * 79)) == Invalid((0, 1))
    assert unique_solution(parse("11" + "." * 79)) is None


def test_every_misread_puzzle_gets_a_verdict_that_can_be_checked():
    kinds = set()
    for puzzle in boards("misread"):
        verdict = solve(puzzle)
        kinds.add(type(verdict))
        if isinstance(verdict, Unique):
            assert completes(verdict.solution, puzzle)
    assert kinds == {Invalid, NoSolution, Unique, Multiple}


def test_a_full_board_is_its_own_solution():
    assert solve(parse(SOLVED)) == Unique(parse(SOLVED))


def test_an_empty_board_has_more_than_one_solution():
    assert isinstance(solve((0,) * 81), Multiple)


def test_all_solutions_are_found_once_each():
    """A deadly rectangle in two bands: the two digits may change places, once."""
    solved = list(parse(SOLVED))
    rectangle = next(
        (a, b, c, d)
        for row in range(9)
        for other in range(row + 1, 9)
        for left in range(9)
        for right in range(left + 1, 9)
        for a, b, c, d in [(9 * row + left, 9 * row + right, 9 * other + left, 9 * other + right)]
        if solved[a] == solved[d] and solved[b] == solved[c] and (row // 3 == other // 3) != (left // 3 == right // 3)
    )
    open_board = tuple(0 if cell in rectangle else digit for cell, digit in enumerate(solved))
    found = list(solutions(open_board))
    assert len(found) == len(set(found)) == 2


def test_a_board_that_asks_for_too_many_guesses_is_given_up_and_never_called_unique():
    """Peter Norvig's board of 17 clues without a solution, found by chance: plain search takes very long over it."""
    impossible = parse(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........")
    with pytest.raises(GaveUp):
        list(solutions(impossible, share=0.0006))
    assert isinstance(solve(impossible), NoSolution)
    assert unique_solution(impossible) is None


@pytest.mark.parametrize(("name", "shape", "puzzle"), SHAPED)
def test_proper_puzzles_of_every_size_and_form_have_one_solution(name, shape, puzzle):
    verdict = solve(puzzle, shape)
    assert isinstance(verdict, Unique)
    assert completes(verdict.solution, puzzle, shape)
    assert unique_solution(puzzle, shape) == verdict.solution


@pytest.mark.parametrize(("name", "shape", "puzzle"), SHAPED)
def test_every_size_and_form_gets_every_verdict(name, shape, puzzle):
    solved = unique_solution(puzzle, shape)
    assert solve(solved, shape) == Unique(solved)
    two = next(verdict for thin in _thinner(puzzle) if isinstance(verdict := solve(thin, shape), Multiple))
    assert all(complete(one, shape) for one in (two.one, two.other))
    assert two.differing
    first, second = [cell for cell in range(shape.size) if not puzzle[cell]][:2]
    twice = [*puzzle]
    twice[first] = twice[second] = solved[first]
    invalid = solve(tuple(twice), shape)
    assert isinstance(invalid, Invalid)
    assert {first, second} <= {*invalid.conflicts}
    impossible = _without_solution(puzzle, solved, shape)
    none = solve(impossible, shape)
    assert isinstance(none, NoSolution)
    alone = tuple(digit if cell in none.core else 0 for cell, digit in enumerate(impossible))
    assert not conflicts(alone, shape)
    assert next(solutions(alone, shape), None) is None


def _thinner(puzzle):
    """With one clue after the other taken away."""
    left = [*puzzle]
    for cell in range(len(left)):
        left[cell] = 0
        yield tuple(left)


def _without_solution(puzzle, solved, shape):
    """One clue more, which no rule forbids at first sight."""
    return next(
        changed
        for cell in range(len(puzzle))
        for digit in range(1, shape.size + 1)
        if not puzzle[cell] and digit != solved[cell]
        for changed in [(*puzzle[:cell], digit, *puzzle[cell + 1 :])]
        if not conflicts(changed, shape)
    )


def test_a_board_that_takes_too_long_is_given_up_and_nothing_is_claimed_of_it(monkeypatch):
    monkeypatch.setattr(solver, "CELLS_GUESSED", 0)
    assert solve(TOO_HARD, SHAPES[16]) == Unsettled()
    assert unique_solution(TOO_HARD, SHAPES[16]) is None
