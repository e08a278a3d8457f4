"""A cell that shows ink is never typed over, unless marks are known to stand there: it is read, or named."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Hurdle
from gridpilot.reading import Kind

BOARD = thinned(solution(3, 3))
DIGITS = [index for index, digit in enumerate(BOARD) if digit]
BLANKS = [index for index, digit in enumerate(BOARD) if not digit]
ARROW = [(0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12)]


def pointer(x: int, y: int) -> Callable[[BoardDrawing, int], None]:
    def drawn(drawing: BoardDrawing, index: int) -> None:
        left, top = drawing.corner(index)
        drawing.pen.polygon([(left + x + 1.6 * dx, top + y + 1.6 * dy) for dx, dy in ARROW], "white", "black", 2)

    return drawn


def cursor_beside(reach: int, width: int, colour: str) -> Callable[[BoardDrawing, int], None]:
    """The frame of a cursor on the cell before, which reaches over this one."""

    def drawn(drawing: BoardDrawing, index: int) -> None:
        x0, y0, x1, y1 = drawing.sides(index - 1 if index % 9 else index + 1)
        drawing.pen.rectangle((x0 - reach, y0 - reach, x1 + reach, y1 + reach), None, colour, width)

    return drawn


def noise(drawing: BoardDrawing, index: int) -> None:
    x, y = drawing.corner(index)
    chance = Random(index)
    for _ in range(9):
        dx, dy, grey = chance.randint(4, 36), chance.randint(4, 36), chance.randint(60, 200)
        drawing.pen.rectangle((x + dx, y + dy, x + dx + chance.randint(1, 5), y + dy + 2), (grey, grey, grey))


@pytest.mark.parametrize(
    "spoilt",
    [
        pointer(18, 12), pointer(12, 20), pointer(20, 20), pointer(14, 4),
        cursor_beside(13, 4, "#ff5a1e"), cursor_beside(16, 3, "black"), cursor_beside(9, 6, "#1e90ff"), noise,
    ],
    ids=["pointer", "low pointer", "right pointer", "high pointer", "frame", "black frame", "thick frame", "noise"],
)  # fmt: skip
@pytest.mark.parametrize("paper", ["white", "#202028"])
def test_a_digit_under_a_pointer_or_a_cursors_edge_or_beside_noise_is_read_or_named(spoilt, paper):
    for index in DIGITS[::3]:
        drawing = BoardDrawing(BOARD, boxes(3, 3), paper=paper, ink="black" if paper == "white" else "#e8e8e8")
        spoilt(drawing, index)
        reading = reader.read(drawing.capture())
        assert reading is not None
        decision = Sudoku().decide(reading, None)
        cell = Cell(*divmod(index, 9))
        told = decision.reading.at(cell)
        assert told.value == BOARD[index] or (decision.ending is Ending.DOUBTFUL and cell in decision.cells), (
            cell,
            told,
        )


def test_an_unread_cell_is_named_with_the_reason():
    drawing = BoardDrawing(BOARD, boxes(3, 3))
    x, y = drawing.corner(BLANKS[7])
    drawing.pen.ellipse((x + 8, y + 8, x + 35, y + 35), "black")
    reading = reader.read(drawing.capture())
    assert reading is not None
    decision = Sudoku().decide(reading, drawing.capture())
    assert (decision.ending, decision.hurdle) == (Ending.DOUBTFUL, Hurdle.UNREAD)
    assert decision.cells == (Cell(*divmod(BLANKS[7], 9)),)


def test_a_cross_alone_in_a_blank_is_a_cursor_as_terminals_have_it():
    drawing = BoardDrawing(BOARD, boxes(3, 3))
    x, y = drawing.corner(BLANKS[7])
    drawing.pen.rectangle((x + 21, y + 17, x + 22, y + 26), "#b08000")
    drawing.pen.rectangle((x + 17, y + 21, x + 26, y + 22), "#b08000")
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert Sudoku().decide(reading, drawing.capture()).ending is None


def noted(cells: list[int], places: list[tuple[int, int, str]]) -> BoardDrawing:
    """A board with small digits at these places of some blanks."""
    drawing = BoardDrawing(BOARD, boxes(3, 3))
    for index in cells:
        x, y = drawing.corner(index)
        for dx, dy, digit in places:
            drawing.pen.text((x + dx, y + dy), digit, "black", drawing.small, "mm")
    return drawing


@pytest.mark.parametrize("count", [1, 2, 3, 9])
@pytest.mark.parametrize(
    "places",
    [[(10, 10, "4")], [(10, 10, "1"), (22, 10, "2"), (34, 22, "6"), (22, 36, "8")], [(16, 22, "3"), (28, 22, "7")]],
    ids=["corner", "nine", "centre"],
)
def test_marks_are_known_however_few_cells_have_any(count, places):
    reading = reader.read(noted(BLANKS[3 : 3 + 2 * count : 2], places).capture())
    assert reading is not None
    assert Sudoku().decide(reading).ending is None
    assert {reading.cells[index].kind for index in BLANKS[3 : 3 + 2 * count : 2]} == {Kind.PENCIL}


def test_what_is_left_of_a_digit_under_a_pointer_is_no_marks_beside_a_boards_marks():
    places = [(10, 10, "1"), (22, 10, "2"), (34, 22, "6"), (22, 36, "8")]
    for index in DIGITS[::6]:
        drawing = noted(BLANKS[::2], places)
        pointer(16, 8)(drawing, index)
        reading = reader.read(drawing.capture())
        assert reading is not None
        decision, cell = Sudoku().decide(reading), Cell(*divmod(index, 9))
        told = decision.reading.at(cell)
        assert told.value == BOARD[index] or (decision.ending is Ending.DOUBTFUL and cell in decision.cells), cell
