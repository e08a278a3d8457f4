"""Digits on badges: on discs or squares of their own, as some games show the givens, or those like the chosen one."""

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


def on_badges(board, cell, reach, corner, colours):
    """Each digit on a form of that reach from the cell's middle; its colour, the digits' and the page's."""
    badge, ink, paper = colours
    drawing = BoardDrawing((0,) * 81, boxes(3, 3), cell, paper=paper, line="black")
    for index, digit in enumerate(board):
        x, y = (at + cell / 2 for at in drawing.corner(index))
        if digit:
            form = (x - reach * cell, y - reach * cell, x + reach * cell, y + reach * cell)
            drawing.pen.rounded_rectangle(form, corner * reach * cell, badge)
            drawing.pen.text((x, y), str(digit), ink, ImageFont.load_default(0.3 * cell), "mm")
    return drawing


@pytest.mark.parametrize("colours", [("black", "#f8eabf", "#f8eabf"), ("#ffd080", "black", "white")])
@pytest.mark.parametrize("corner", [1, 0.5, 0], ids=["disc", "rounded", "square"])
@pytest.mark.parametrize("reach", [0.3, 0.37, 0.43])
@pytest.mark.parametrize("cell", [33, 40])
def test_digits_on_badges_are_read(cell, reach, corner, colours):
    board = thinned(solution(3, 3))
    found = reader.read(on_badges(board, cell, reach, corner, colours).capture())
    assert found is not None
    assert found.board == board
    assert not found.doubts


def test_a_one_in_a_ring_beside_badges_is_read():
    board = thinned(solution(3, 3))
    drawing = on_badges(board, 33, 0.38, 1, ("black", "#f8eabf", "#f8eabf"))
    index = next(index for index, digit in enumerate(solution(3, 3)) if digit == 1 and not board[index])
    x, y = (at + 16.5 for at in drawing.corner(index))
    drawing.pen.ellipse((x - 12, y - 12, x + 12, y + 12), None, "black", 2)
    drawing.pen.text((x, y), "1", "black", ImageFont.load_default(13), "mm")
    found = reader.read(drawing.capture())
    assert found is not None
    assert found.board == (*board[:index], 1, *board[index + 1 :])
    assert not found.doubts
