"""Why cells are in doubt: what they show, the worst first, and which of them show that."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gridpilot.games.sudoku.decide.plausible_boards import cells_of, indexes_of
from gridpilot.geometry import Cell
from gridpilot.outcome import Hurdle
from gridpilot.reading import Kind, Reading


def blamed(reading: Reading, faint: Collection[int]) -> tuple[Hurdle, tuple[Cell, ...]]:
    """The reason that a user is told for the doubts of a reading. `faint`: the cells whose ink hardly stands out."""
    if reading.hidden:
        return Hurdle.COVERED, reading.hidden
    named = indexes_of(reading.doubts, reading.size)
    hurdle, cells = next((hurdle, cells) for hurdle, cells in _reasons(reading, named, faint) if cells)
    return hurdle, cells_of(cells, reading.size)


def _reasons(reading: Reading, named: set[int], faint: Collection[int]) -> Iterator[tuple[Hurdle, set[int]]]:
    cells = reading.cells
    yield Hurdle.UNREAD, {index for index in named.difference(faint) if cells[index].unread}
    yield Hurdle.FAINT, {index for index in named.intersection(faint) if cells[index].unread or cells[index].value}
    yield Hurdle.EITHER, {index for index in named if cells[index].value}
    yield Hurdle.MARKS, {index for index in named if cells[index].kind is Kind.PENCIL}
    yield Hurdle.UNREAD, named
