"""Where the tiles are at an instant of a turn: first all slide, then merged tiles swell and the new one appears.

Pure: cells and fractions, no pixels and no clock, so that the picture only has to draw.
"""

from __future__ import annotations

from dataclasses import dataclass

from gridpilot.gui.practice.twenty48_play import Turn

SWELL = 0.14  # of a tile's size, at most
FIRST_SEEN = 0.25  # size of a new tile at its first instant
SLIDING = 0.5  # share of a turn's time


@dataclass(frozen=True, slots=True)
class Sprite:
    """A tile: its place in cells (fractions on the way), and its size in tiles."""

    row: float
    column: float
    value: int
    size: float = 1.0


def still(board: tuple[int, ...], columns: int) -> list[Sprite]:
    return [Sprite(*divmod(cell, columns), value) for cell, value in enumerate(board) if value]


def at(turn: Turn, columns: int, time: float) -> list[Sprite]:
    """`time`: 0 at the turn's begin, 1 at its end. Tiles that are larger than their cell come last, to lie on top."""
    if time >= 1:
        return still(turn.board, columns)
    if time < SLIDING:
        way = _eased(time / SLIDING)
        moving = []
        for slide in turn.slides:
            (row, column), (to_row, to_column) = divmod(slide.source, columns), divmod(slide.goal, columns)
            moving.append(Sprite(row + way * (to_row - row), column + way * (to_column - column), slide.value))
        return moving
    late = (time - SLIDING) / (1 - SLIDING)
    tiles = []
    for cell, value in enumerate(turn.board):
        size = 1.0
        if cell == turn.spawned:
            size = FIRST_SEEN + (1 - FIRST_SEEN) * _eased(late)
        elif cell in turn.merged:
            size = 1 + SWELL * (1 - abs(2 * late - 1))
        if value:
            tiles.append(Sprite(*divmod(cell, columns), value, size))
    return sorted(tiles, key=lambda sprite: sprite.size)


def _eased(time: float) -> float:
    """Fast at first, then slower."""
    return 1 - (1 - time) ** 3
