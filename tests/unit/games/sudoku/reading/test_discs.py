"""Digits on filled discs in the colour of the others' ink, as some games show those like the chosen one."""

from __future__ import annotations

import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned
from PIL import ImageFont

from gridpilot.games.sudoku.reading import reader


@pytest.mark.parametrize("digit", range(1, 10))
@pytest.mark.parametrize("cell", [40, 62])
@pytest.mark.parametrize(("paper", "ink"), [("white", "black"), ("#20242a", "#d8e0e8")])
def test_they_are_read(digit, cell, paper, ink):
    board = thinned(solution(3, 3))
    drawing = BoardDrawing(board, boxes(3, 3), cell, paper=paper, ink=ink, font=0.38)
    for index, value in enumerate(board):
        if value == digit:
            x, y = (corner + cell / 2 for corner in drawing.corner(index))
            reach = 0.3 * cell
            drawing.pen.ellipse((x - reach, y - reach, x + reach, y + reach), ink)
            drawing.pen.text((x, y), str(digit), paper, ImageFont.load_default(0.38 * cell), "mm")
    found = reader.read(drawing.capture())
    assert found is not None
    assert found.board == board
    assert not found.doubts
