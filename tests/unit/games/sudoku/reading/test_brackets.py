"""The selected cell between brackets, or with a frame in it, as programs in terminals show it."""

from __future__ import annotations

import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned
from PIL import ImageFont

from gridpilot.games.sudoku.reading import reader

BOARD = thinned(solution(3, 3))
FONT = 0.5


def drawn(index: int, signs: str, cell: int) -> BoardDrawing:
    drawing = BoardDrawing(BOARD, boxes(3, 3), cell, font=FONT)
    x, y = drawing.corner(index)
    for sign, place in zip(signs, (0.22, 0.78), strict=True):
        drawing.pen.text((x + place * cell, y + cell / 2), sign, "black", ImageFont.load_default(FONT * cell), "mm")
    return drawing


@pytest.mark.parametrize("signs", ["[]", "()", "||"])
@pytest.mark.parametrize("cell", [30, 40, 62])
@pytest.mark.parametrize("blank", [True, False])
def test_a_cell_between_brackets_is_read(signs, cell, blank):
    index = next(index for index, value in enumerate(BOARD) if (not value) is blank and index > 20)
    found = reader.read(drawn(index, signs, cell).capture())
    assert found is not None
    assert (found.board, found.doubts) == (BOARD, ())


@pytest.mark.parametrize(("aside", "above", "width"), [(0.2, 0.2, 2), (0.25, 0.1, 1), (0.1, 0.22, 1)])
@pytest.mark.parametrize("cell", [40, 62])
@pytest.mark.parametrize("blank", [True, False])
def test_a_cell_with_a_thin_frame_in_it_is_read(cell, blank, aside, above, width):
    index = next(index for index, value in enumerate(BOARD) if (not value) is blank and index > 20)
    drawing = drawn(index, "  ", cell)
    x, y = drawing.corner(index)
    far = x + (1 - aside) * cell, y + (1 - above) * cell
    drawing.pen.rectangle((x + aside * cell, y + above * cell, *far), outline="black", width=width)
    found = reader.read(drawing.capture())
    assert found is not None
    assert (found.board, found.doubts) == (BOARD, ())


@pytest.mark.parametrize("signs", ["25", "68", "83", "88"])
def test_two_marks_are_no_brackets(signs):
    index = BOARD.index(0)
    found = reader.read(drawn(index, signs, 62).capture())
    assert found is not None
    assert found.cells[index].confidence < 0.97 or found.cells[index].kind.name != "BLANK"
