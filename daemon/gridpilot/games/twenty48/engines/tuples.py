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
from gridpilot.games.twenty48.engines.numba_support import compiled, part

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


@part
def mirrored(board: int) -> int:
    """Each row backwards."""
    return (
        ((board & 0x000F000F000F000F) << 12)
        | ((board & 0x00F000F000F000F0) << 4)
        | ((board >> 4) & 0x00F000F000F000F0)
        | ((board >> 12) & 0x000F000F000F000F)
    )


@part
def flipped(board: int) -> int:
    """The rows in reverse order."""
    return (
        ((board & 0xFFFF) << 48)
        | ((board & 0xFFFF0000) << 16)
        | ((board >> 16) & 0xFFFF0000)
        | ((board >> 48) & 0xFFFF)
    )


@part
def group(board: int, number: int) -> int:  # noqa: PLR0911 - a table: which cells
    """The weight that a group selects on a board as it lies."""
    if number == 0:
        return board & 0xFFFFFF
    if number == 1:
        return GROUP + ((board >> 16) & 0xFFFFFF)
    if number == 2:
        return 2 * GROUP + ((board & 0xFFF) | ((board >> 4) & 0xFFF000))
    if number == 3:
        return 3 * GROUP + (((board >> 16) & 0xFFF) | ((board >> 20) & 0xFFF000))
    if number == 4:
        return 4 * GROUP + ((board & 0xFF) | ((board >> 12) & 0xFFF00) | ((board >> 20) & 0xF00000))
    if number == 5:
        return 5 * GROUP + ((board & 0xFFF) | ((board >> 8) & 0xF000) | ((board >> 20) & 0xFF0000))
    two = (board & 0xFF) | ((board >> 12) & 0xF00)
    if number == 6:
        return 6 * GROUP + (two | ((board >> 24) & 0xF000) | ((board >> 36) & 0xFF0000))
    return 7 * GROUP + (two | ((board >> 20) & 0xFF000) | ((board >> 32) & 0xF00000))


@part
def late(board: int) -> bool:
    """Whether a tile of 16384 or more is on the board."""
    return (board & (board << 1) & (board << 2) & -0x7777777777777778) != 0


@part
def has(board: int, rank: int) -> bool:
    """Whether a tile of that rank is on the board."""
    differing = board ^ (rank * 0x1111111111111111)
    return ((differing - 0x1111111111111111) & ~differing & -0x7777777777777778) != 0


@part
def stage(board: int) -> int:
    """The stage of a board that is downgraded."""
    if not late(board):
        return 0
    total = 0
    for cell in range(16):
        rank = (board >> (4 * cell)) & 15
        total += (rank > 10) << rank
    return 1 + (total >= BEGINNINGS[2]) + (total >= BEGINNINGS[3])


@compiled("i8(i8)")
def lowered(board: int) -> int:
    """The board with all tiles above its highest gap one rank lower; as it is, if it has none."""
    present = 0
    for cell in range(16):
        present |= 1 << ((board >> (4 * cell)) & 15)
    gap = 14
    while gap > 0 and (present >> gap) & 1:
        gap -= 1
    for cell in range(16 if gap > 1 else 0):
        if ((board >> (4 * cell)) & 15) > gap:
            board -= 1 << (4 * cell)
    return board


@compiled("i8(i8)")
def downgraded(board: int) -> int:
    """A board with a 32768 lowered until it has none, if it can be: the training ends with the first 32768."""
    while has(board, 15):
        lower = lowered(board)
        if lower == board:
            break
        board = lower
    return board


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
