"""What network.c computes of a board, for the training on processor cores: compiled by numba."""

from __future__ import annotations

from numba_support import compiled, part

from gridpilot.games.twenty48.engines.tuples import BEGINNINGS, GROUP


@part
def turned(board: int) -> int:
    """Rows become columns."""
    swap = (board ^ (board >> 12)) & 0x0000F0F00000F0F0
    half = board ^ swap ^ (swap << 12)
    swap = (half ^ (half >> 24)) & 0x00000000FF00FF00
    return half ^ swap ^ (swap << 24)


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
