"""Random games, all at once: arrays of rows x columns x games, so that every numpy call works on each game's cell.

A random move is a slide to the front along the rows or along the columns, of boards that are turned by half a circle
or not: so two slides serve all four moves, and what a game's boards mean is kept up to that turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gridpilot.games.twenty48.engines.ranks import Cells, Ranks


@dataclass(frozen=True, slots=True)
class Played:
    """`boards`: cells x games, turned by half a circle or not. `moves`: how many each game lasted. `cut_short`: the
    time was out before the games were.
    """

    boards: Cells
    moves: NDArray[np.int64]
    cut_short: bool


class Playouts:
    """`boards`: cells x games, in ranks, each after a slide: a tile spawns first."""

    def __init__(self, ranks: Ranks, boards: Cells, columns: int, rng: np.random.Generator) -> None:
        self.ranks, self.rng, self.columns = ranks, rng, columns
        self.boards = boards.copy()
        self.merge = _merge_equal if ranks.doubling else _merge_by(ranks.merged)
        self.tiles, odds = ranks.spawns
        self.steps = np.cumsum(odds)[:-1]

    def run(self, out_of_time: Callable[[], bool]) -> Played:
        """Plays until every game is over, or `out_of_time`, which is asked before each move."""
        games = self.boards.shape[-1]
        moves, alive = np.zeros(games, np.int64), np.arange(games)
        everywhere = np.ones(games, np.bool_)
        cells = self._spawned(self.boards.reshape(-1, self.columns, games), everywhere)
        done = 0
        late = out_of_time()
        while alive.size and not late:
            cells, over = self._moved(cells)
            done += 1
            if over.any():
                self.boards[:, alive[over]] = cells[:, :, over].reshape(len(self.boards), -1)
                moves[alive[over]] = done - 1
                cells, alive = np.ascontiguousarray(cells[:, :, ~over]), alive[~over]
            late = out_of_time()
        self.boards[:, alive] = cells.reshape(len(self.boards), alive.size)
        moves[alive] = done
        return Played(self.boards, moves, late and alive.size > 0)

    def _moved(self, cells: Cells) -> tuple[Cells, NDArray[np.bool_]]:
        """A random move in each game with the tile that spawns after it, and which games were over."""
        games = cells.shape[-1]
        turned = np.where(self.rng.random(games, np.float32) < 0.5, cells, cells[::-1, ::-1])
        across, down = turned.copy(), turned.copy()
        self._slide(list(across.swapaxes(0, 1)))
        self._slide(list(down))
        can_across = (across != turned).any(axis=(0, 1))
        can_down = (down != turned).any(axis=(0, 1))
        take_across = can_across & (~can_down | (self.rng.random(games, np.float32) < 0.5))
        can = can_across | can_down
        over = ~can & (turned != 0).all(axis=(0, 1))
        return self._spawned(np.where(take_across, across, down), can), over

    def _slide(self, lanes: list[Cells]) -> None:
        """Slides every line to its front, in place; `lanes[0]` holds the first cells of all lines."""
        _close_up(lanes)
        for near, far in pairwise(lanes):
            self.merge(near, far)
        _close_up(lanes)

    def _spawned(self, cells: Cells, where: NDArray[np.bool_]) -> Cells:
        """A new tile in a random empty cell of each of the games `where`."""
        rows, columns, games = cells.shape
        free = (cells == 0).reshape(-1, games)
        count = np.cumsum(free, axis=0, dtype=np.uint8)
        chosen = (self.rng.random(games, np.float32) * count[-1]).astype(np.uint8) + 1
        tile = self.tiles[np.searchsorted(self.steps, self.rng.random(games))] * where
        new: Cells = (free & (count == chosen)) * tile
        return cells + new.reshape(rows, columns, games)


def _close_up(lanes: list[Cells]) -> None:
    """Moves the tiles of every line to its front, past empty cells."""
    for end in range(len(lanes) - 1, 0, -1):
        for near, far in pairwise(lanes[: end + 1]):
            moving = far * (near == 0)
            np.bitwise_or(near, moving, out=near)
            np.bitwise_xor(far, moving, out=far)


def _merge_equal(near: Cells, far: Cells) -> None:
    """The plain rule. A merged pair leaves a gap, so that its tile meets no third one."""
    same = (near == far) & (near != 0)
    near += same
    far *= ~same


def _merge_by(merged: Cells) -> Callable[[Cells, Cells], None]:
    def merge(near: Cells, far: Cells) -> None:
        into = merged[near, far]
        near[...] = np.where(into, into, near)
        far *= into == 0

    return merge
