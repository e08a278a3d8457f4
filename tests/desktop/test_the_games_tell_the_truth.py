"""The games' own word on their board is right: a person types, without gridpilot, and the truth follows each key."""

import pytest
from games import start_gnome_sudoku, start_nudoku, start_solo
from truth import HARD, NO_SOLUTION, PUZZLES, TWO_SOLUTIONS, Puzzle, completes, solutions
from virtual import Desktop, desktop, wait_for

pytestmark = pytest.mark.gui


def type_solution(desk: Desktop, puzzle: Puzzle, upto: int = 81) -> None:
    """From the top left corner, in lines to and fro, arrows and digits; every digit as the present layout has it."""
    for row in range(9):
        columns = range(9) if row % 2 == 0 else range(8, -1, -1)
        for step, column in enumerate(columns):
            at = 9 * row + column
            if step:
                desk.hand.tap("right" if row % 2 == 0 else "left")
            if puzzle.givens[at] == "." and at < upto:
                desk.hand.text(puzzle.solution[at])
        desk.hand.tap("down")


def test_gnome_sudoku_saves_what_was_typed():
    with desktop(wm="xfwm4", layout="fr") as desk:
        game = start_gnome_sudoku(desk, PUZZLES[0])
        desk.focus(game.window)
        desk.hand.tap(*["up"] * 9, *["left"] * 9)
        type_solution(desk, PUZZLES[0])
        assert game.board() == PUZZLES[0].solution


def test_gnome_sudoku_saves_an_unfinished_game_with_a_wrong_digit():
    with desktop() as desk:
        game = start_gnome_sudoku(desk, PUZZLES[0])
        desk.focus(game.window)
        desk.hand.tap(*["up"] * 9, *["left"] * 9, "right", "4")
        assert game.board() == "34." + PUZZLES[0].givens[3:]


def test_solo_saves_what_was_typed():
    with desktop(layout="ru") as desk:
        game = start_solo(desk, PUZZLES[1])
        desk.focus(game.window)
        assert game.board() == PUZZLES[1].givens
        type_solution(desk, PUZZLES[1])
        assert game.board() == PUZZLES[1].solution


def test_nudoku_prints_what_was_typed():
    with desktop() as desk:
        game = start_nudoku(desk, PUZZLES[2])
        desk.focus(game.window)
        type_solution(desk, PUZZLES[2])
        wait_for(lambda: game.board() == PUZZLES[2].solution, 10)


@pytest.mark.parametrize("puzzle", [*PUZZLES, HARD])
def test_each_puzzle_has_exactly_the_solution_that_is_written_beside_it(puzzle: Puzzle):
    assert completes(puzzle.solution, puzzle.givens)
    assert solutions(puzzle.givens) == [puzzle.solution]


def test_the_odd_puzzles_have_two_solutions_and_none():
    assert len(solutions(TWO_SOLUTIONS.givens)) == 2
    assert solutions(NO_SOLUTION.givens) == []
