"""Boards of any size whose every other box is shaded, without a line, on a page as light as the other boxes."""

from __future__ import annotations

import numpy as np
import pytest
from fakes.board_drawing import LEFT, TOP, BoardDrawing, boxes, solution, thinned

from gridpilot.games.sudoku import reader
from gridpilot.vision import checkers

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]


def shaded(high: int, wide: int, blank: tuple[int, ...] = ()) -> BoardDrawing:
    """Boxes of that many rows and columns; the rows in `blank` hold nothing."""
    size = high * wide
    across = size // wide
    shades = tuple(("#ffffff", "#e4e4ec")[(box // across + box % across) % 2] for box in range(size))
    board = tuple(0 if at // size in blank else digit for at, digit in enumerate(thinned(solution(high, wide))))
    return BoardDrawing(board, boxes(high, wide), thin=0, thick=0, colours=shades)


@pytest.mark.parametrize(("high", "wide"), SHAPES)
def test_the_cells_are_where_they_were_drawn(high, wide):
    drawing = shaded(high, wide)
    found = checkers.board(drawing.pixels)
    assert found is not None
    columns, rows = found
    starts = np.arange(high * wide) * drawing.cell
    assert len(columns) == len(rows) == high * wide
    assert np.abs(columns[:, 0] - LEFT - starts).max() <= 2
    assert np.abs(rows[:, 0] - TOP - starts).max() <= 2


@pytest.mark.parametrize(("high", "wide"), SHAPES)
def test_an_outermost_row_without_a_digit_belongs_to_the_board(high, wide):
    drawing = shaded(high, wide, blank=(high * wide - 1,))
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert reading.board == drawing.board
    assert reading.regions == boxes(high, wide)


def test_one_rectangle_is_no_board():
    drawing = BoardDrawing((0,) * 16, boxes(2, 2), thin=0, thick=0)
    drawing.pen.rectangle((80, 80, 160, 160), "#dddddd")
    assert checkers.board(drawing.pixels) is None


def test_rectangles_at_odd_places_are_no_board():
    drawing = BoardDrawing((0,) * 81, boxes(3, 3), thin=0, thick=0)
    for x, y in ((70, 60), (190, 130), (260, 290), (110, 330)):
        drawing.pen.rectangle((x, y, x + 60, y + 60), "#dddddd")
    assert checkers.board(drawing.pixels) is None


@pytest.mark.parametrize(("high", "wide"), SHAPES)
def test_a_board_with_a_popup_over_one_of_its_dark_boxes_is_not_taken_for_a_whole_one(high, wide):
    """The digits beneath would be blanks, for there is no line that shows what is hidden."""
    drawing = shaded(high, wide)
    dark = next(at for at, region in enumerate(drawing.regions) if drawing.colours[region] != "#ffffff")
    x, y = drawing.corner(dark)
    drawing.pen.rectangle((x - 20, y + 12, x + 60, y + 64), "#ffffff", "#404040")
    assert checkers.board(drawing.pixels) is None
