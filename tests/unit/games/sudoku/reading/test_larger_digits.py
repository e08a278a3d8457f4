"""Pages that show digits like the selected one larger: these are read, and the others are no pencil marks for that."""

from __future__ import annotations

import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned

from gridpilot.games.sudoku.reading import reader

BOARD = thinned(solution(3, 3))


@pytest.mark.parametrize("value", range(1, 10))
def test_all_digits_are_read_while_those_of_one_value_are_larger(value: int) -> None:
    drawing = BoardDrawing(BOARD, boxes(3, 3))
    before = reader.read(drawing.capture())
    assert before is not None
    drawing.font *= 1.45
    for index, digit in enumerate(BOARD):
        if digit == value:
            drawing._digit(index, digit)
    seen = reader.reread(drawing.capture(), before)
    assert seen.board == BOARD
    assert not seen.doubts


@pytest.mark.parametrize("typed", [12, 24, 45])
def test_givens_are_read_beside_typed_digits_that_are_larger(typed: int) -> None:
    drawing = BoardDrawing(BOARD, boxes(3, 3))
    before = reader.read(drawing.capture())
    assert before is not None
    drawing.font *= 1.45
    now = list(BOARD)
    for index in [index for index, digit in enumerate(BOARD) if not digit][:typed]:
        now[index] = solution(3, 3)[index]
        drawing._digit(index, now[index])
    assert reader.reread(drawing.capture(), before).board == tuple(now)


@pytest.mark.parametrize("aside", [-12, 12])
@pytest.mark.parametrize(("size", "is_read"), [(1.0, True), (0.6, False)])
def test_typed_digits_may_stand_elsewhere_in_their_cells_but_marks_are_none(
    size: float, aside: int, *, is_read: bool
) -> None:
    drawing = BoardDrawing(BOARD, boxes(3, 3))
    before = reader.read(drawing.capture())
    assert before is not None
    drawing.font *= size
    drawing.across = [x + aside for x in drawing.across]
    now = list(BOARD)
    for index in [index for index, digit in enumerate(BOARD) if not digit][:9]:
        now[index] = solution(3, 3)[index]
        drawing._digit(index, now[index])
    assert reader.reread(drawing.capture(), before).board == tuple(now if is_read else BOARD)


@pytest.mark.parametrize("height", [1.9, 2.2])
def test_a_line_or_a_much_larger_sign_is_no_digit(height: float) -> None:
    drawing = BoardDrawing(BOARD, boxes(3, 3))
    before = reader.read(drawing.capture())
    assert before is not None
    blank = BOARD.index(0)
    x, y = drawing.corner(blank)
    drawing.pen.line((x + 22, y + 22 - 8 * height, x + 22, y + 22 + 8 * height), "black", 3)
    assert not reader.reread(drawing.capture(), before).cells[blank].value
