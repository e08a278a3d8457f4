"""Which weights of the value network a 4 x 4 board selects: an n-tuple network.

A *group* is a choice of six cells; the ranks in them, four bits each, number one weight of the group's 16 777 216. Four
groups (two rows' beginnings, two blocks of two by three; Yeh and others 2016) are laid over the board in its eight
symmetries, and a board's value is the sum of those 32 weights: the points still to come after a slide. Boards that are
about to make a 32768 have weights of their own, a second *stage* ("multi-stage", Yeh and others 2016). Other boards
with more than a 16384 are judged with their largest tiles one rank lower ("tile downgrading").
"""

from __future__ import annotations

import numpy as np

from gridpilot.games.twenty48.engines import bitboard
from gridpilot.games.twenty48.engines.numba_support import compiled, part

GROUP = 1 << 24
GROUPS = 4
WEIGHTS = GROUPS * GROUP
"""Weights of one stage, and its groups' one after the other."""

SHARES = 8 * GROUPS
"""Weights that make up one value."""

STAGES = 2
"""1: the tiles from 2048 on make LAST or more, and a 32768 is made of them by one 2048 more; 0: the rest."""

LAST = 16384 + 8192 + 4096 + 2048


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
def group(board: int, number: int) -> int:
    """The weight that a group selects on a board as it lies."""
    if number == 0:
        return board & 0xFFFFFF
    if number == 1:
        return GROUP + ((board >> 16) & 0xFFFFFF)
    if number == 2:
        return 2 * GROUP + ((board & 0xFFF) | ((board >> 4) & 0xFFF000))
    return 3 * GROUP + (((board >> 16) & 0xFFF) | ((board >> 20) & 0xFFF000))


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
    """The stage of a board that is downgraded and has a 16384."""
    total = 0
    for cell in range(16):
        rank = (board >> (4 * cell)) & 15
        total += (rank > 10) << rank
    return total >= LAST


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
    """A board with a 32768, or with an 8192 beside its 16384 before the last stage: lowered until it has none.

    What was learnt with 16384 as the largest tile then holds for boards with a 32768, too. Hardly one of the games that
    the first stage learnt from had a 16384 and an 8192. Lowered until there is no 16384, such a board looks as if the
    next one were at hand, and twice as good as it is: with all points, 8192s were made too early and the last 2048 was
    put off. In the mean of 200 boards each the points to come were 69,000 before such an 8192, 117,000 after it,
    136,000 before the last 2048 and 63,000 after it (by hand, beside `scripts/train_2048.py`).
    """
    while has(board, 15) or (has(board, 14) and has(board, 13) and not stage(board)):
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
