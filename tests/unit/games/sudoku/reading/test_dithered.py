"""A see-through fill of every second or fourth pixel, as a toolkit draws a selection that knows no transparency."""

from __future__ import annotations

import numpy as np
import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned

from gridpilot.capture import Capture
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Rect, View

FILLS = {"red": (255, 0, 0), "green": (0, 128, 0), "yellow": (255, 255, 0)}


@pytest.mark.parametrize("cell", [36, 49, 80])
@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("repeat", [2, 4])
def test_digits_and_blanks_are_read_below_it(cell, fill, repeat):
    board = thinned(solution(3, 3))
    drawing = BoardDrawing(board, boxes(3, 3), cell, font=0.45)
    place = reader.read(drawing.capture())
    pixels = drawing.pixels.copy()
    for index in (0, 1, 40, 61):
        x, y = drawing.corner(index)
        rows, columns = np.mgrid[y + 1 : y + cell, x + 1 : x + cell]
        woven = (columns + repeat // 2 * rows) % repeat == 0
        pixels[rows[woven], columns[woven]] = FILLS[fill][::-1]
    height, width = pixels.shape[:2]
    capture = Capture(pixels, View(Rect(0, 0, width, height), width, height))
    for found in (reader.read(capture), reader.reread(capture, place)):
        assert found is not None
        assert found.board == board
        assert not found.doubts
