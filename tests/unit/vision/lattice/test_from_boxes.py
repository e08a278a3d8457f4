"""Boards of any size whose every other box is shaded, without a line, on a page as light as the other boxes."""

from __future__ import annotations

import numpy as np
import pytest
from fakes.board_drawing import LEFT, TOP, BoardDrawing, boxes, solution, thinned
from PIL import Image, ImageDraw, ImageFont

from gridpilot.capture import Capture
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Rect, View
from gridpilot.outcome import Ending
from gridpilot.vision.lattice import from_boxes
from gridpilot.vision.lattice.free_regions import halved_steps, steps

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]


def shaded(high: int, wide: int, blank: tuple[int, ...] = ()) -> BoardDrawing:
    """Boxes of that many rows and columns; the rows in `blank` hold nothing."""
    size = high * wide
    across = size // wide
    shades = tuple(("#ffffff", "#e4e4ec")[(box // across + box % across) % 2] for box in range(size))
    board = tuple(0 if at // size in blank else digit for at, digit in enumerate(thinned(solution(high, wide))))
    return BoardDrawing(board, boxes(high, wide), thin=0, thick=0, colours=shades)


def board(drawing: BoardDrawing) -> from_boxes.Bounds | None:
    return from_boxes.shaded_board(steps(drawing.pixels), 1)


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize(("high", "wide"), SHAPES)
def test_the_cells_are_where_they_were_drawn(high, wide, scale):
    drawing = shaded(high, wide)
    found = from_boxes.shaded_board(steps(drawing.pixels) if scale == 1 else halved_steps(drawing.pixels), scale)
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
    assert board(drawing) is None


def test_rectangles_at_odd_places_are_no_board():
    drawing = BoardDrawing((0,) * 81, boxes(3, 3), thin=0, thick=0)
    for x, y in ((70, 60), (190, 130), (260, 290), (110, 330)):
        drawing.pen.rectangle((x, y, x + 60, y + 60), "#dddddd")
    assert board(drawing) is None


def test_a_highlight_over_a_box_row_and_column_hides_no_board():
    drawing = shaded(3, 3)
    lit = [at for at in range(81) if at // 9 == 7 or at % 9 == 7 or (at // 9 > 5 and at % 9 > 5)]
    for at in lit:
        x, y = drawing.corner(at)
        drawing.pen.rectangle((x, y, x + drawing.cell - 1, y + drawing.cell - 1), "#c0d8ff")
    found = board(drawing)
    assert found is not None
    assert abs(found[0][0, 0] - LEFT) <= 2
    assert abs(found[1][0, 0] - TOP) <= 2
    assert len(found[0]) == 9


def test_digits_that_hang_over_a_box_s_side_hide_no_board():
    drawing = shaded(3, 3)
    for at in (2, 12, 30, 47, 66):
        x, y = drawing.corner(at)
        drawing.pen.line((x + 10, y + 20, x + 16, y + drawing.cell + 4), "black", 3)
    assert board(drawing) is not None


def test_keys_that_touch_one_another_are_no_board():
    drawing = BoardDrawing((0,) * 81, boxes(3, 3), thin=0, thick=0)
    for key in range(9):
        x, y = 80 + key % 3 * 60, 80 + key // 3 * 60
        drawing.pen.rectangle((x, y, x + 59, y + 59), "#dddddd", "#888888")
    assert board(drawing) is None


@pytest.mark.parametrize(("high", "wide"), SHAPES)
def test_nothing_is_typed_on_a_board_with_a_popup_over_one_of_its_dark_boxes(high, wide):
    """The digits beneath would be blanks, for there is no line that shows what is hidden."""
    drawing = shaded(high, wide)
    dark = next(at for at, region in enumerate(drawing.regions) if drawing.colours[region] != "#ffffff")
    x, y = drawing.corner(dark)
    drawing.pen.rectangle((x - 20, y + 12, x + 60, y + 64), "#ffffff", "#404040")
    reading = reader.read(drawing.capture())
    assert reading is None or Sudoku().decide(reading).ending is Ending.DOUBTFUL


@pytest.mark.parametrize("line", [16, 19, 24])
def test_lines_of_text_in_a_frame_of_characters_are_read(line):
    """As in a terminal: frames run along the middles of lines of text, with three such lines between two of them."""
    board = thinned(solution(3, 3))
    wide, left, top, font = round(0.6 * line), 40, 30, ImageFont.load_default(0.8 * line)
    picture = Image.new("RGB", (30 * wide, 18 * line), "black")
    pen = ImageDraw.Draw(picture)
    for frame in range(4):
        x, y = left + 6 * wide * frame, top + 4 * line * frame
        pen.line((x, top, x, top + 12 * line), "white", 2)
        pen.line((left, y, left + 18 * wide, y), "white", 2)
    for at, digit in enumerate(board):
        row, column = divmod(at, 9)
        place = left + (2 * column + 1) * wide, top + (row // 3 * 4 + row % 3 + 1) * line
        pen.text(place, str(digit or ""), "#40e0e0", font, "mm")
    pixels = np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])
    reading = reader.read(Capture(pixels, View(Rect(0, 0, *picture.size), *picture.size)))
    assert reading is not None
    assert (reading.board, reading.doubts) == (board, ())
