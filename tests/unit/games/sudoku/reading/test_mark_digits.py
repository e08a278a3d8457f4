"""What the marks of a board are, as far as it can be told."""

import random

import pytest
from fakes.board_drawing import BoardDrawing, boxes, noted, solution, thinned

from gridpilot.games.sudoku.reading import mark_digits, reader
from gridpilot.reading import Kind

BOARD = thinned(solution(3, 3))
BLANKS = [index for index, digit in enumerate(BOARD) if not digit]


@pytest.mark.parametrize("kind", ["keypad", "row"])
@pytest.mark.parametrize(("cell", "size", "share"), [(44, 11, 0.2), (50, 12, 0.3), (64, 16, 0.9)])
def test_marks_are_read_or_left_and_never_taken_for_others(kind: str, cell: int, size: int, share: float) -> None:
    known, most = 0, 3 * len(BLANKS)
    for seed in range(3):
        chance = random.Random(seed)
        marks = {index: sorted(chance.sample(range(1, 10), chance.randint(2, 4))) for index in BLANKS}
        capture = noted(BoardDrawing(BOARD, boxes(3, 3), cell=cell), marks, size, kind)
        reading = reader.read(capture)
        assert reading is not None
        found = mark_digits.read(capture, reading)
        assert {index: list(digits) for index, digits in found.items()} == {i: marks[i] for i in found}
        known += len(found)
    assert known > share * most


def test_marks_that_touch_leave_their_cell_unread() -> None:
    drawing = BoardDrawing(BOARD, boxes(3, 3), cell=50)
    for index in BLANKS:
        x, y = drawing.corner(index)
        drawing.pen.text((x + 8, y + 25), "1", fill="#333333", font_size=14, anchor="mm")
        for order, digit in enumerate("34689" if index % 2 else "4"):
            drawing.pen.text((x + 19 + 6 * order, y + 25), digit, fill="#333333", font_size=14, anchor="mm")
    capture = drawing.capture()
    reading = reader.read(capture)
    assert reading is not None
    found = mark_digits.read(capture, reading)
    assert {found.get(index) for index in BLANKS if index % 2} == {None}
    assert {found[index] for index in BLANKS if index in found} == {(1, 4)}


def test_a_board_without_marks_has_none() -> None:
    capture = BoardDrawing(BOARD, boxes(3, 3), cell=50).capture()
    reading = reader.read(capture)
    assert reading is not None
    assert Kind.PENCIL not in {cell.kind for cell in reading.cells}
    assert mark_digits.read(capture, reading) == {}
