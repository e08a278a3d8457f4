"""Sudoku's vocabulary, and boards as text.

    cell        a place on the board, here an index 0..80 in row order (`Cell` where people see it)
    digit       1..9; 0 stands for a blank cell
    house       a row, a column or a box: cells that hold each digit once
    peers       the cells that share a house with a cell
    clue        a digit that stands on the board, be it a given of the puzzle or entered by the user
    candidate   a digit that a cell may still hold
    board       the 81 digits in row order

The size is data: a `Shape` names the box, everything else follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gridpilot.errors import GridpilotError
from gridpilot.geometry import Cell

Board = tuple[int, ...]
House = tuple[int, ...]

BLANKS = ".0_*"
ART = "|-+=! \t\r\n,"


@dataclass(frozen=True, slots=True)
class Shape:
    """The box, in cells; a board has as many rows as a box has cells."""

    box_rows: int = 3
    box_cols: int = 3

    @property
    def size(self) -> int:
        return self.box_rows * self.box_cols

    def cell(self, index: int) -> Cell:
        return Cell(*divmod(index, self.size))

    def index(self, cell: Cell) -> int:
        return cell.row * self.size + cell.col


NINE = Shape(3, 3)
SHAPES = {4: Shape(2, 2), 6: Shape(2, 3), 9: NINE}


@lru_cache(maxsize=8)
def houses(shape: Shape = NINE) -> tuple[House, ...]:
    """All rows, then all columns, then all boxes."""
    size, high, wide = shape.size, shape.box_rows, shape.box_cols
    rows = [tuple(range(size * row, size * row + size)) for row in range(size)]
    columns = [tuple(range(column, size * size, size)) for column in range(size)]
    boxes = [
        tuple((top + row) * size + left + column for row in range(high) for column in range(wide))
        for top in range(0, size, high)
        for left in range(0, size, wide)
    ]
    return (*rows, *columns, *boxes)


@lru_cache(maxsize=8)
def peers(shape: Shape = NINE) -> tuple[frozenset[int], ...]:
    """The peers of each cell, without the cell itself."""
    seen: list[set[int]] = [set() for _ in range(shape.size**2)]
    for house in houses(shape):
        for cell in house:
            seen[cell].update(house)
    return tuple(frozenset(others - {cell}) for cell, others in enumerate(seen))


def conflicts(board: Board, shape: Shape = NINE) -> tuple[int, ...]:
    """The cells whose digit stands a second time in one of their houses, in row order."""
    clashing: set[int] = set()
    for house in houses(shape):
        first: dict[int, int] = {}
        for cell in house:
            digit = board[cell]
            if digit and first.setdefault(digit, cell) != cell:
                clashing.update((first[digit], cell))
    return tuple(sorted(clashing))


def complete(board: Board, shape: Shape = NINE) -> bool:
    """No cell is blank and no rule is broken."""
    return all(board) and not conflicts(board, shape)


def parse(text: str, shape: Shape = NINE) -> Board:
    """A board from text: digits, `.` `0` `_` or `*` for a blank; line breaks, spaces and drawn lines do not count.

    A line that lacks its trailing blanks is no board: say `.` for each. Raises GridpilotError with the position.
    """
    board: list[int] = []
    cells = shape.size**2
    for line_number, line in enumerate(text.splitlines() or [""], start=1):
        for position, sign in enumerate(line, start=1):
            if sign in ART:
                continue
            if sign not in BLANKS and not (sign in "123456789" and int(sign) <= shape.size):
                where = f"line {line_number}, character {position}"
                raise _no_board(f"{sign!r} at {where} is neither a digit 1 to {shape.size} nor a blank.")
            board.append(0 if sign in BLANKS else int(sign))
    if len(board) != cells:
        last = f" (the last one is {shape.cell(len(board) - 1)})" if 0 < len(board) < cells else ""
        raise _no_board(f"{len(board)} cells{last}, where {cells} are needed.")
    return tuple(board)


def _no_board(message: str) -> GridpilotError:
    return GridpilotError(
        "Not a sudoku board", message, "Write the cells row by row: digits, and a dot for each blank cell."
    )


def line(board: Board) -> str:
    """The board on one line, `.` for a blank."""
    return "".join(str(digit) if digit else "." for digit in board)


def picture(board: Board, shape: Shape = NINE) -> str:
    """The board drawn with its boxes; `parse` reads it back."""
    size, wide = shape.size, shape.box_cols
    rule = "+".join(["-" * (2 * wide + 1)] * (size // wide))
    rows = []
    for row in range(size):
        if row and row % shape.box_rows == 0:
            rows.append(rule)
        signs = [str(digit) if digit else "." for digit in board[row * size : row * size + size]]
        rows.append("|".join(" " + " ".join(signs[left : left + wide]) + " " for left in range(0, size, wide)).rstrip())
    return "\n".join(rows)
