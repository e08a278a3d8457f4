"""What every kind of file gives: puzzles, or why there is none, and by which line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku.grid import SHAPES, Board, Shape
from gridpilot.texts import puzzle_words


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`marks`: by cell the digits that its player has noted there; those of other cells are not known."""

    board: Board
    shape: Shape
    marks: Mapping[int, Collection[int]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Found:
    """One puzzle of a text; `line` is where it begins. What is wrong with one costs none of the others."""

    line: int
    puzzle: Puzzle | GridpilotError


def shaped(one: Found, shape: Shape) -> Found:
    """The same board with another shape."""
    if isinstance(one.puzzle, GridpilotError):
        return one
    cells = len(one.puzzle.board)
    if cells != shape.size**2:
        return Found(one.line, GridpilotError(*puzzle_words.other_cells(cells, shape.size**2)))
    return Found(one.line, replace(one.puzzle, shape=shape))


def found(line: int, read: Callable[[], Puzzle]) -> Found:
    try:
        return Found(line, read())
    except GridpilotError as fault:
        return Found(line, fault)


def of_values(kind: str, values: Iterable[object], shape: Shape) -> Puzzle:
    """From a digit for each cell, as a number or as text; what is empty or 0 is blank. Raises GridpilotError."""
    board = tuple(_digit(kind, value, index, shape) for index, value in enumerate(values))
    if len(board) != shape.size**2:
        raise GridpilotError(*puzzle_words.not_whole(kind))
    return Puzzle(board, shape)


def _digit(kind: str, value: object, index: int, shape: Shape) -> int:
    told = "" if value is None else str(value)
    digit = int(told) if told.isascii() and told.isdecimal() and len(told) < 3 else 0 if not told else -1
    if not 0 <= digit <= shape.size:
        raise GridpilotError(*puzzle_words.strange_value(kind, told, str(shape.cell(index)), shape.size))
    return digit


def clues(cells: Sequence[tuple[object, bool]]) -> list[object]:
    """The values that are the puzzle's own, None for the others: what its player has entered may be wrong. Where none
    is marked as given, all are: so are puzzles that somebody is typing in.
    """
    givens = any(value and given for value, given in cells)
    return [value if given or not givens else None for value, given in cells]


def usual(kind: str, size: object) -> Shape:
    """The usual shape of a size that a file tells. Raises GridpilotError."""
    told = str(size)
    if not (told.isascii() and told.isdecimal() and len(told) < 3 and int(told) in SHAPES):
        raise GridpilotError(*puzzle_words.not_that_size(kind, told))
    return SHAPES[int(told)]
