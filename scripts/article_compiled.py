"""article_2048.py's rule, compiled for 4 x 4 boards: whole games in seconds, so that the arena can play many.

It draws the same random numbers in the same order, and so chooses the same moves; a test holds the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from article_2048 import DEEP, GAMES, share
from numba import njit

from gridpilot.games.twenty48.engines import bitboard
from gridpilot.games.twenty48.engines.ranks import Ranks
from gridpilot.games.twenty48.rules import Rules

if TYPE_CHECKING:
    from gridpilot.plan import Move

compiled: Any = njit(cache=True)
LINE, CELL = np.uint64(0xFFFF), np.uint64(15)


class CompiledArticle:
    name = "compiled-article"

    def __init__(self, seed: int, games: int = GAMES) -> None:
        self.games, self.rules, self.ranks = games, Rules(), Ranks(Rules())
        size = bitboard.HIGHEST + 1
        left = bitboard.slid_left(np.minimum(self.ranks.merged[:size, :size], bitboard.HIGHEST).astype(np.int64))
        self.lines = np.stack([left, bitboard.slid_right(left)]).astype(np.uint64)
        begin(seed)

    def warm(self) -> None:
        """Compiles."""
        total(self.lines, np.uint64(0x11), 0)

    def choose(self, board: tuple[int, ...], columns: int, _budget: float) -> Move | None:
        legal = self.rules.moves(board, columns)
        if len(legal) < 2:
            return legal[0] if legal else None
        each = share(board, self.games, len(legal))
        return max(legal, key=lambda move: total(self.lines, self.number(board, columns, move), each))

    def number(self, board: tuple[int, ...], columns: int, move: Move) -> np.uint64:
        """The board after the move."""
        ranks = self.ranks.of(self.rules.slide(board, columns, move)[0])
        return np.uint64(bitboard.pack(ranks.tolist()) % (1 << 64))


@compiled
def begin(seed: int) -> None:
    """The random numbers are numpy's for this seed."""
    np.random.seed(seed)  # noqa: NPY002 - compiled code has this generator alone


@compiled
def total(lines: Any, board: Any, games: int) -> int:
    """The sum of the tiles after so many random games, each of which begins with a tile that appears."""
    found = 0
    for _ in range(games):
        found += played(lines, board)
    return found


@compiled
def played(lines: Any, board: Any) -> int:
    board = spawned(board)
    sides = np.empty(4, np.int64)
    for _ in range(DEEP):
        for side in range(4):
            sides[side] = side
        for last in range(3, 0, -1):
            other = int(np.random.random() * (last + 1))  # noqa: NPY002
            sides[last], sides[other] = sides[other], sides[last]
        moved = False
        for side in sides:
            after = turned(slid(lines[side & 1], turned(board))) if side > 1 else slid(lines[side], board)
            if after != board:
                board, moved = spawned(after), True
                break
        if not moved:
            break
    tiles = 0
    for cell in range(16):
        rank = (board >> np.uint64(4 * cell)) & CELL
        if rank:
            tiles += 1 << rank
    return tiles


@compiled
def slid(line: Any, board: Any) -> Any:
    after = np.uint64(0)
    for row in range(4):
        place = np.uint64(16 * row)
        after |= line[(board >> place) & LINE] << place
    return after


@compiled
def spawned(board: Any) -> Any:
    empty = 0
    for cell in range(16):
        empty += (board >> np.uint64(4 * cell)) & CELL == 0
    chosen = int(np.random.random() * empty)  # noqa: NPY002
    rank = np.uint64(2) if np.random.random() < 0.1 else np.uint64(1)  # noqa: NPY002
    for cell in range(16):
        if (board >> np.uint64(4 * cell)) & CELL == 0:
            if chosen == 0:
                return board | rank << np.uint64(4 * cell)
            chosen -= 1
    return board


@compiled
def turned(board: Any) -> Any:
    """Rows become columns."""
    swap = (board ^ (board >> np.uint64(12))) & np.uint64(0x0000F0F00000F0F0)
    half = board ^ swap ^ (swap << np.uint64(12))
    swap = (half ^ (half >> np.uint64(24))) & np.uint64(0x00000000FF00FF00)
    return half ^ swap ^ (swap << np.uint64(24))
