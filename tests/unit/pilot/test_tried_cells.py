"""The cells on which it is tried how a window takes digits."""

import pytest
from fakes.sudoku_readings import PUZZLE, SOLUTION, reading

from gridpilot.games.sudoku.grid import peers
from gridpilot.pilot.way.tried_cells import TriedCells


@pytest.mark.parametrize("turned", range(4))
def test_one_that_is_clicked_to_leave_the_first_is_in_no_row_column_and_box_of_it(turned: int):
    puzzle, solution = list(PUZZLE), list(SOLUTION)
    for _ in range(turned):
        puzzle, solution = (
            [grid[9 * (8 - index % 9) + index // 9] for index in range(81)] for grid in (puzzle, solution)
        )
    cells = TriedCells(reading(puzzle), tuple(puzzle), tuple(solution), tuple(puzzle), pad=False)
    first, far = cells.first, cells.others(blanks=True)[-1]
    assert not puzzle[cells.index(far)]
    assert cells.index(far) not in peers()[cells.index(first)]


@pytest.mark.parametrize("pad", [False, True])
def test_a_digit_that_no_given_has_is_not_tried_on_a_pad(pad: bool):
    puzzle = [0 if digit == 1 else digit for digit in PUZZLE]
    cells = TriedCells(reading(puzzle), tuple(puzzle), tuple(SOLUTION), tuple(puzzle), pad=pad)
    digit = cells.digit(cells.first)
    assert (digit in puzzle, digit == 1) == (pad, not pad)
