"""2048's vocabulary: exponents, rows, and the board as text."""

import pytest

from gridpilot.games.twenty48 import board


@pytest.mark.parametrize(("value", "exponent"), [(0, 0), (2, 1), (4, 2), (2048, 11), (131072, 17)])
def test_a_value_is_two_to_the_power_of_its_exponent(value, exponent):
    assert board.exponent(value) == exponent


def test_the_values_are_all_that_four_by_four_cells_can_hold():
    assert (board.VALUES[0], board.VALUES[-1], len(board.VALUES)) == (2, 131072, 17)


def test_rows_may_be_of_any_length():
    assert board.rows((2, 0, 4, 0, 0, 8), 3) == [[2, 0, 4], [0, 0, 8]]
    assert board.rows((2, 0, 4, 0, 0, 8), 2) == [[2, 0], [4, 0], [0, 8]]


def test_the_picture_of_a_board_stands_in_columns():
    assert board.picture((2, 0, 16, 1024), 2) == "     2     .\n    16  1024"
