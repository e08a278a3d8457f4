"""Small boards as numbers: boards that are turned or mirrored are one *position*, and its *key* is 32 bits.

A key has one digit for each cell, in a base that takes every rank: 3 x 3 needs base 11, as no tile there beats 1024. Of
the keys of the board turned and mirrored in all ways, the least is the position's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gridpilot.games.twenty48.rules import lines
from gridpilot.plan import Move

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridpilot.games.twenty48.engines.ranks import Ranks

    Cells = NDArray[np.int64]
    Keys = NDArray[np.uint32]

MOST_CELLS = 9
"""Of a board whose keys fit 32 bits, and whose positions fit a user's memory."""


class Shape(NamedTuple):
    """A board's size, as compiled functions take it."""

    base: int
    weights: Cells
    """[turn, cell]: what one rank more in that cell adds to the key of the board turned or mirrored so."""
    orders: Cells
    """[move, place]: the cells line by line, each in the order in which the move fills them."""
    lengths: Cells
    """[move]: cells in a line."""

    @classmethod
    def of(cls, rows: int, columns: int) -> Shape:
        cells = np.arange(rows * columns).reshape(rows, columns)
        halves = [cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
        views = halves + ([view.T for view in halves] if rows == columns else [])
        base = rows * columns + 2
        powers = base ** np.arange(rows * columns, dtype=np.int64)
        ways = [lines(rows, columns, move) for move in Move]
        return cls(
            base,
            np.stack([powers[view.ravel()] for view in views]),
            np.array([np.concatenate(way) for way in ways], np.int64),
            np.array([len(way[0]) for way in ways], np.int64),
        )

    def key(self, cells: NDArray[np.integer]) -> int:
        return int((self.weights @ cells).min())

    def cells(self, key: int) -> Cells:
        """The board whose own key is the position's."""
        cells: Cells = key // self.weights[0] % self.base
        return cells


def odds(ranks: Ranks, rows: int, columns: int) -> tuple[float, float] | None:
    """How likely the two smallest tiles spawn; None where positions of that board, under those rules, have no keys."""
    share = {int(rank): float(one) for rank, one in zip(*ranks.spawns, strict=True)}
    if rows * columns > MOST_CELLS or not ranks.doubling or not {1, 2}.issuperset(share):
        return None
    return share.get(1, 0.0), share.get(2, 0.0)
