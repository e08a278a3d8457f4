"""Sudokus as text: a line of signs, in answers and in samples of profiles."""

from __future__ import annotations

from collections.abc import Sequence

from gridpilot.games.sudoku import grid
from gridpilot.games.sudoku.grid import Board
from gridpilot.reading import Reading


def told(values: Board, _columns: int) -> str:
    return grid.line(values)


def drawn(told: str, regions: Sequence[object] | None) -> str:
    return grid.picture(grid.parse(told, grid.shape_in(told)), grid.shape_of(regions) if regions else None)


def regions(reading: Reading) -> str | None:
    """As `solve --regions` takes them."""
    from gridpilot.games.sudoku.decide.plausible_boards import shape_read

    if reading.regions is None:
        return None
    return "".join(grid.LETTERS[region] for region in grid.regions_of(shape_read(reading)))


def written(values: Board, _columns: int) -> str:
    return grid.line(values) + "\n"


def parsed(text: str) -> tuple[Board, int]:
    shape = grid.shape_in(text)
    return grid.parse(text, shape), shape.size
