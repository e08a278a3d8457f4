"""4 x 4 boards as one number of 64 bits, four to a cell, and tables of what every row becomes when it slides.

A cell holds a tile's rank (see ranks.py). Fifteen ranks are fewer than the tiles of a record game, where 65536 is the
sixteenth: `lowered` closes the largest gap below tiles that are too high.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int64]

SIDE = 4
HIGHEST = 15
"""The highest rank that a cell can hold."""

ROWS = 1 << 16


def lowered(ranks: list[int]) -> list[int]:
    """The same board with no rank above 15, and only one of that, if any.

    Tiles above the largest unused rank move down by one, as often as needed, which keeps their order: two tiles of
    32768 then merge into a 65536 that still has a rank.
    """
    while max(ranks) > HIGHEST or ranks.count(HIGHEST) > 1:
        unused = set(range(1, max(ranks))) - set(ranks)
        if not unused:
            return [min(rank, HIGHEST) for rank in ranks]
        gap = max(unused)
        ranks = [rank - (rank > gap) for rank in ranks]
    return ranks


def pack(ranks: list[int]) -> int:
    """The board's number, signed: the top left cell in the lowest four bits."""
    number = sum(rank << 4 * cell for cell, rank in enumerate(ranks))
    return number - (1 << 64) if number >> 63 else number


def unpack(number: int) -> list[int]:
    return [number >> 4 * cell & 15 for cell in range(SIDE * SIDE)]


def cells() -> Table:
    """The four ranks of every row, shape (65536, 4); the leftmost cell is in the lowest bits."""
    return np.arange(ROWS)[:, None] >> np.arange(0, 4 * SIDE, 4) & 15


def slid_left(merged: Table) -> Table:
    """What every row becomes when it slides to the left: a tile merges once a move, the leftmost pair first.

    `merged`: [one, other], the rank of what two tiles become, 0 where they do not merge. A pair whose sum has no rank
    becomes the highest that has one: nearer to the truth than two tiles that never merge.
    """
    rows = cells()
    slid = np.zeros_like(rows)
    every = np.arange(ROWS)
    filled = np.zeros(ROWS, np.int64)
    open_to_merge = np.zeros(ROWS, bool)
    for rank in rows.T:
        last = slid[every, filled - 1]
        made = np.where(open_to_merge, merged[last, rank], 0)
        merges = made > 0
        places = (rank > 0) & ~merges
        slid[every[merges], filled[merges] - 1] = made[merges]
        slid[every[places], filled[places]] = rank[places]
        filled += places
        open_to_merge = np.where(rank > 0, places, open_to_merge)
    return joined(slid)


def joined(rows: Table) -> Table:
    """Rows of four ranks as numbers of 16 bits."""
    number: Table = (rows << np.arange(0, 4 * SIDE, 4)).sum(axis=1)
    return number


def slid_right(left: Table) -> Table:
    """The mirror image of sliding to the left."""
    mirrored = joined(cells()[:, ::-1])
    right: Table = mirrored[left[mirrored]]
    return right
