"""Which weights of the value network a 4 x 4 board selects: an n-tuple network.

A *group* is a choice of six cells; the ranks in them, four bits each, number one weight of the group's 16 777 216.
Groups are laid over the board in its eight symmetries, and a board's value is the sum of the weights that it selects:
the points still to come after a slide. The first four groups are two rows' beginnings and two blocks of two by three
(Yeh and others 2016), the other four are crooked lines, of those that Matsuzaki (2016) found best.

A board's large tiles tell its *stage*, and each stage has weights of its own ("multi-stage", Yeh and others 2016). The
first one is for boards without a 16384; the others lead from there to the 32768. Boards with a 32768 are judged with
their largest tiles one rank lower ("tile downgrading").
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from gridpilot.games.twenty48.engines import bitboard

GROUP = 1 << 24

GROUPS = 4, 4, 8, 8
"""How many of the groups each stage has."""

BEGINNINGS = 0, 16384, 24576, 30720
"""What the tiles from 2048 on sum up to where each stage begins; from the second on, one of them is a 16384. The third
begins with the 8192 beside it, or as much in smaller tiles, and the last where one more 2048 makes the 32768.
"""

STAGES = len(GROUPS)
WEIGHTS = tuple(GROUP * groups for groups in GROUPS)
"""How many weights each stage has: those of its first group, then those of the next one."""

BASES = tuple(accumulate(WEIGHTS, initial=0))
"""Where each stage's weights begin when all stages lie one after the other, and how many weights these are."""


def row_table() -> bitboard.Table:
    """By a row's 16 bits: it slid left, slid right (<< 16), and the points that either earns (<< 32)."""
    ranks = np.arange(bitboard.HIGHEST + 1)
    merged = np.zeros((len(ranks), len(ranks)), np.int64)
    np.fill_diagonal(merged[1:, 1:], np.minimum(ranks[1:] + 1, bitboard.HIGHEST))
    left = bitboard.slid_left(merged)
    earned = np.maximum(ranks - 1, 0) << ranks  # by all merges that made a tile of that rank
    total = earned[bitboard.cells()].sum(axis=1)
    points = np.maximum(total[left] - total, 0)  # two 32768 become one: no rank is left for their sum
    table: bitboard.Table = left | bitboard.slid_right(left) << 16 | points << 32
    return table
