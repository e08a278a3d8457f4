"""Each reason for which nothing is typed has a sentence: what, where, and the next step."""

from dataclasses import replace

import pytest
from fakes.sudoku_readings import PUZZLE, given, reading

from gridpilot.games.protocols import Decision
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Hurdle
from gridpilot.reading import CellReading, Kind
from gridpilot.texts.hurdles import refusal

OF_CELLS = [Hurdle.COVERED, Hurdle.UNREAD, Hurdle.FAINT, Hurdle.EITHER, Hurdle.MARKS]


def doubtful(hurdle, count=1):
    cells = tuple(Cell(3, col) for col in range(count))
    seen = reading(PUZZLE, {27 + col: given(3, 0.7, (8, 0.2), (0, 0.05), (5, 0.02), (1, 0.0002)) for col in range(9)})
    return Decision(seen, ending=Ending.DOUBTFUL, cells=cells, hurdle=hurdle)


@pytest.mark.parametrize("count", [1, 2, 9])
@pytest.mark.parametrize("hurdle", OF_CELLS)
def test_each_reason_names_the_cells_and_the_next_step_and_no_two_say_the_same(hurdle, count):
    told = refusal(doubtful(hurdle, count))
    assert "r4c1" in told
    assert "try again" in told
    assert "{" not in told
    assert [other for other in OF_CELLS if refusal(doubtful(other, count)) == told] == [hurdle]


def test_the_digits_that_a_cell_may_hold_are_named():
    assert refusal(doubtful(Hurdle.EITHER)).startswith("r4c1 may be 3, 8 or 5.")


def test_a_digit_without_a_rival_is_only_not_sure():
    seen = replace(doubtful(Hurdle.EITHER), reading=reading(PUZZLE, {27: CellReading(3, Kind.GIVEN, 0.7)}))
    assert refusal(seen).startswith("whether r4c1 is a 3 is not sure.")


@pytest.mark.parametrize("hurdle", OF_CELLS)
def test_a_window_over_the_board_is_named_whatever_is_read_below_it(hurdle):
    assert "the window 'Terminal' lies over the board. Move it away" in refusal(doubtful(hurdle), "Terminal")


def test_the_pointer_is_named_where_it_is_over_what_could_not_be_read():
    assert "pointer" in refusal(doubtful(Hurdle.UNREAD), pointed=True)
    assert "pointer" not in refusal(doubtful(Hurdle.COVERED), pointed=True)
    assert "pointer" not in refusal(doubtful(Hurdle.UNREAD))
