"""Sudoku's vocabulary, and boards as text.

    cell        a place on the board, here an index in row order, 0..80 on nine by nine (`Cell` where people see it)
    digit       1..9, or as many as the board has rows; 0 stands for a blank cell
    house       a row, a column or a box: cells that hold each digit once
    jigsaw      a board whose boxes are regions of any form, as many cells each
    peers       the cells that share a house with a cell
    clue        a digit that stands on the board, be it a given of the puzzle or entered by the user
    candidate   a digit that a cell may still hold
    board       the digits in row order

The size is data: a `Shape` names the box or the regions, everything else follows from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from operator import itemgetter
from typing import TYPE_CHECKING

from gridpilot.errors import GridpilotError

if TYPE_CHECKING:
    from gridpilot.geometry import Cell

Board = tuple[int, ...]
House = tuple[int, ...]

BLANKS = ".0_*"
LETTERS = "123456789abcdefghijklmnop"
"""One sign for each digit, however many: games write 10 as a."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The box, in cells; a board has as many rows as a box has cells. `regions`, where given, take the boxes' place:
    the region of each cell, numbered in the order in which they come.
    """

    box_rows: int = 3
    box_cols: int = 3
    regions: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return self.box_rows * self.box_cols

    def cell(self, index: int) -> Cell:
        from gridpilot.geometry import Cell  # late: a puzzle as text has nothing to do with places

        return Cell.numbered(index, self.size)

    def index(self, cell: Cell) -> int:
        return cell.index(self.size)


NINE = Shape(3, 3)
SHAPES = {4: Shape(2, 2), 6: Shape(2, 3), 9: NINE, 12: Shape(3, 4), 16: Shape(4, 4)}
"""The usual boxes of each size."""


def shape_of(regions: Sequence[object]) -> Shape:
    """The shape with these regions, the region of each cell named in whatever way. Raises GridpilotError."""
    return _shape_of(tuple(regions))


@lru_cache(maxsize=8)  # of one board it is asked for each solution that is tried
def _shape_of(regions: tuple[object, ...]) -> Shape:
    size = isqrt(len(regions))
    counts = Counter(regions)
    if size not in SHAPES or size**2 != len(regions):
        raise _no_board(f"{len(regions)} cells have a region; a board has 16, 36, 81, 144 or 256 cells.")
    _check_even(counts, size)
    numbers = {name: number for number, name in enumerate(counts)}
    jigsaw = Shape(1, size, tuple(numbers[name] for name in regions))
    return next((usual for usual in boxed(size) if regions_of(usual) == jigsaw.regions), jigsaw)


def _check_even(counts: Counter[object], size: int) -> None:
    """Raises where there are not `size` regions of `size` cells. `counts`: cells by region."""
    if len(counts) != size or set(counts.values()) != {size}:
        uneven = ", ".join(f"{name} has {count}" for name, count in counts.items() if count != size)
        raise _no_board(f"{size} regions of {size} cells are needed; there are {len(counts)} ({uneven}).")


def boxed(size: int) -> Iterator[Shape]:
    """The shapes of a size that have boxes, the usual one first."""
    yield SHAPES[size]
    yield from (Shape(high, size // high) for high in range(2, size) if size % high == 0)


@lru_cache(maxsize=8)
def regions_of(shape: Shape) -> tuple[int, ...]:
    """The region, or box, of each cell."""
    if shape.regions:
        return shape.regions
    cells = (divmod(index, shape.size) for index in range(shape.size**2))
    return tuple(row // shape.box_rows * shape.box_rows + column // shape.box_cols for row, column in cells)


@lru_cache(maxsize=8)
def houses(shape: Shape = NINE) -> tuple[House, ...]:
    """All rows, then all columns, then all boxes."""
    size = shape.size
    rows = [tuple(range(size * row, size * row + size)) for row in range(size)]
    columns = [tuple(range(column, size * size, size)) for column in range(size)]
    boxes: list[list[int]] = [[] for _ in range(size)]
    for cell, region in enumerate(regions_of(shape)):
        boxes[region].append(cell)
    return (*rows, *columns, *map(tuple, boxes))


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


def broken(board: Board, shape: Shape = NINE) -> bool:
    """Whether a digit stands twice in a house, in a third of the time that it takes to say where."""
    for digits_of in _pickers(shape):
        digits = digits_of(board)
        blanks = digits.count(0)
        if len(set(digits)) - (blanks > 0) < len(digits) - blanks:
            return True
    return False


@lru_cache(maxsize=8)
def _pickers(shape: Shape) -> tuple[Callable[[Board], Board], ...]:
    """What takes the digits of each house out of a board."""
    return tuple(itemgetter(*house) for house in houses(shape))


def complete(board: Board, shape: Shape = NINE) -> bool:
    """No cell is blank and no rule is broken."""
    return all(board) and not broken(board, shape)


def parse(text: str, shape: Shape = NINE) -> Board:
    """A board from the signs that `line` writes, or one for each cell: digits, and `.` `0` `_` or `*` for a blank; line
    breaks and spaces do not count. Above nine a digit is a number that stands apart, or a letter: 10 is a.

    What people write is for `formats` to read. Raises GridpilotError with the cell.
    """
    cells = _cells(text)
    if len(cells) != shape.size**2:
        raise _no_board(f"{len(cells)} cells, where {shape.size**2} are needed.")
    board = [digit(sign) for sign in cells]
    for index, found in enumerate(board):
        if found is None or found > shape.size:
            raise _no_board(
                f"{cells[index]!r} in {shape.cell(index)} is neither a digit 1 to {shape.size} nor a blank."
            )
    return tuple(found or 0 for found in board)


def shape_in(text: str | Board) -> Shape:
    """The usual shape of as many cells; nine by nine where no size fits, and `parse` will complain."""
    cells = len(_cells(text)) if isinstance(text, str) else len(text)
    return next((shape for shape in SHAPES.values() if shape.size**2 == cells), NINE)


def _cells(text: str) -> Sequence[str]:
    words = text.split()
    return words if len(words) in (12**2, 16**2) else "".join(words)


def digit(sign: str, blanks: str = BLANKS) -> int | None:
    """0 for a blank, None where the sign is neither that nor a digit."""
    if len(sign) == 1 and sign in blanks:
        return 0
    if len(sign) == 1 and sign.lower() in LETTERS:
        return LETTERS.index(sign.lower()) + 1
    return int(sign) if sign.isascii() and sign.isdecimal() and len(sign) < 3 else None


def _no_board(message: str) -> GridpilotError:
    return GridpilotError(
        "Not a sudoku board", message, "Write the cells row by row: digits, and a dot for each blank cell."
    )


def line(board: Board) -> str:
    """The board on one line, `.` for a blank; numbers apart where there are more than nine digits."""
    return ("" if len(board) <= 81 else " ").join(str(digit) if digit else "." for digit in board)


def picture(board: Board, shape: Shape | None = NINE) -> str:
    """The board drawn with its boxes or regions, without any where its shape is not known; `formats` read it back."""
    size, regions = isqrt(len(board)), regions_of(shape) if shape else (0,) * len(board)
    width = len(str(size))
    lines = []
    for row in range(size):
        if row and _parted(regions, size, row):
            lines.append(_rule(regions, size, row, width).rstrip())
        cells = range(size * row, size * row + size)
        lines.append("".join(_wall(regions, size, cell) + f" {board[cell] or '.':>{width}}" for cell in cells))
    return "\n".join(lines)


def _parted(regions: Sequence[int], size: int, row: int) -> bool:
    """Whether a region ends above this row."""
    return any(regions[cell] != regions[cell - size] for cell in range(size * row, size * row + size))


def _wall(regions: Sequence[int], size: int, cell: int) -> str:
    """What stands left of a cell: nothing where no region of the whole board ends between these columns."""
    column = cell % size
    if not column or all(regions[at] == regions[at - 1] for at in range(column, size * size, size)):
        return ""
    return " |" if regions[cell] != regions[cell - 1] else "  "


def _rule(regions: Sequence[int], size: int, row: int, width: int) -> str:
    """The line above a row."""
    text, dash = "", ""
    for cell in range(size * row, size * row + size):
        before, dash = dash, "-" if regions[cell] != regions[cell - size] else " "
        if _wall(regions, size, cell):
            around = {regions[at] for at in (cell, cell - 1, cell - size, cell - size - 1)}
            text += before + ("+" if len(around) > 1 else " ")
        text += dash * (width + 1)
    return text + dash
