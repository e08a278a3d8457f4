"""A sign that stands in all blanks alike is no pencil mark."""

import random

import pytest
from fakes.board_drawing import LEFT, TOP, BoardDrawing, boxes, solution, thinned

from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Cell
from gridpilot.reading import Kind, Reading


def read(signs: dict[int, list[tuple[str, float, float]]], size: float = 13, ink: str = "#555555") -> Reading:
    """A board whose cells show these signs besides, each at its place in the cell, in shares of it."""
    drawing = BoardDrawing(BOARD, boxes(3, 3), cell=50)
    for index, own in signs.items():
        row, col = divmod(index, 9)
        for sign, across, down in own:
            at = LEFT + (col + across) * 50, TOP + (row + down) * 50
            drawing.pen.text(at, sign, fill=ink, font_size=size, anchor="mm")
    reading = reader.read(drawing.capture())
    assert reading is not None
    return reading


BOARD = thinned(solution(3, 3))
BLANKS = [index for index, digit in enumerate(BOARD) if not digit]


@pytest.mark.parametrize("sign", ["•", "?", "-", "+"])
def test_one_sign_in_all_blanks_stands_for_a_blank(sign: str):
    reading = read({index: [(sign, 0.5, 0.5)] for index in BLANKS})
    assert {reading.cells[index].kind for index in BLANKS} == {Kind.BLANK}
    assert reading.board == BOARD
    assert not reading.doubts


def test_noughts_are_blanks_wherever_they_stand_between_the_pixels():
    """As in columns whose widths differ by fractions of a pixel."""
    chance = random.Random(5)
    for _ in range(5):
        noughts = {i: [("0", 0.5 + chance.uniform(-0.02, 0.02), 0.5 + chance.uniform(-0.02, 0.02))] for i in BLANKS}
        reading = read(noughts, size=25, ink="black")
        assert {reading.cells[index].kind for index in BLANKS} == {Kind.BLANK}
        assert reading.board == BOARD
        assert not reading.doubts


def test_a_single_nought_among_blanks_is_in_doubt():
    """It may be another digit that is ill drawn."""
    reading = read({BLANKS[7]: [("0", 0.5, 0.5)]}, size=25, ink="black")
    assert reading.doubts == (Cell(*divmod(BLANKS[7], 9)),)


@pytest.mark.parametrize(("sway", "left"), [(2, len(BLANKS)), (5, len(BLANKS)), (0, 2), (0, 1)])
def test_the_handles_of_fields_are_no_marks(sway: int, left: int):
    """A handle stands in the corner of each, on the rim in some of them where columns differ by so many pixels. In
    fields that are filled, all but the last ones, it stands beside the digit.
    """
    fields, full = BLANKS[:left], solution(3, 3)
    board = [0 if index in fields else full[index] for index in range(81)]
    drawing = BoardDrawing(board, boxes(3, 3), cell=50)
    for index in BLANKS:
        row, col = divmod(index, 9)
        x, y = LEFT + col * 50 + 44 - col % 2 * sway, TOP + row * 50 + 44 - col % 2 * sway
        for length in (7, 3):
            drawing.pen.line((x - length, y, x, y - length), fill="#555555")
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert {reading.cells[index].kind for index in fields} == {Kind.BLANK}
    assert reading.board == tuple(board)
    assert not reading.doubts


def test_marks_in_their_places_are_marks():
    chance = random.Random(3)
    marks = {i: [(str(d), (d - 1) % 3 / 3 + 1 / 6, (d - 1) // 3 / 3 + 1 / 6) for d in range(1, 10)] for i in BLANKS}
    for own in (marks, {i: chance.sample(each, 4) for i, each in marks.items()}):
        reading = read(own)
        assert {reading.cells[index].kind for index in BLANKS} == {Kind.PENCIL}
        assert reading.board == BOARD
