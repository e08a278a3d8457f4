"""The engine for 4 x 4 boards: expectimax with iterative deepening, which stops on time whatever the position.

It thinks longest where games are lost (`Effort`), and never longer than the budget.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gridpilot.games.twenty48.engines import bitboard, heuristic
from gridpilot.games.twenty48.engines.ranks import Ranks
from gridpilot.plan import Move

if TYPE_CHECKING:
    from gridpilot.games.twenty48.rules import Rules

MOVES = tuple(Move)
ALIGNED = 64
"""Bytes of a cache line; a board that was seen lies in one."""

SEEN = 1 << 18
"""Boards remembered, 16 bytes each."""

BIT = 16
"""Fuel that one bit of improbability costs."""

PLY = 1.0
"""Bits that a ply costs besides."""

FIRST, STEP, LAST = 1, 32, 2000
"""Fuel of the searches of one move."""

SLACK, SLACK_FUEL, BEHIND = 30_000, 500, 50_000
"""How far behind the best a move may be (see `search`). On 1,500 boards of our own games, held against searches fifty
times as long, moves are as good with them as without them in three times the time.
"""

LONG = 11
"""Different tiles of a board that gets all the time, and uses it up: here games are lost, with hardly one move of
ten.
"""

CHAIN, CHAIN_COUNTS = 12, 1.5
"""Different tiles of a board that would get all the time; each one fewer divides it."""

CROWD = 1.0, 1.0, 0.45
ROOMY = 0.15
"""Shares of the time for boards with no, one, two, and more empty cells."""

SPEED = 130_000_000
"""Nodes that a core tries in a second, to turn time into nodes; a slower one is stopped by the clock."""

NEVER = 1 << 62
MARGIN = 0.0002
"""Seconds of the budget left for what happens outside the search."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think about a move: `nodes` (moves tried) at most, None for as many as the time allows. `timed` False
    lifts the limit of time, which makes choices repeatable.
    """

    nodes: int | None = None
    timed: bool = True

    def limit(self, board: tuple[int, ...], budget: float) -> int:
        """Nodes for this board: most where many different tiles fill it. Games end where a long chain of tiles waits to
        be merged and leaves no room; there a choice gains ten times as much from longer thought as in the opening.
        """
        most = self.nodes or round(budget * SPEED)
        chain, room = len(set(board) - {0}), board.count(0)
        share = (CROWD[room] if room < len(CROWD) else ROOMY) * CHAIN_COUNTS ** (chain - CHAIN)
        return most if chain >= LONG else max(round(most * share), 1)


class Expectimax:
    name = "expectimax"

    def __init__(
        self,
        rules: Rules,
        effort: Effort = Effort(),
        weights: heuristic.Weights = heuristic.BEST,
        opening: heuristic.Weights = heuristic.OPENING,
        ply: float = PLY,
    ) -> None:
        self._ranks = Ranks(rules)
        self._effort = effort
        self._weights = opening, weights
        self._stage: int | None = None
        self._ply = ply
        self._search: Any = None

    def warm(self) -> None:
        """Compiles the search, or loads it compiled, and makes its tables."""
        if self._search is None:
            from gridpilot.games.twenty48.engines import kernel_4x4 as search
            from gridpilot.games.twenty48.engines import numba_support

            self._ticks = numba_support.TICKS
            self._fill(search)
            self._search = search

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        """The best move found within `budget` seconds on a board of 4 columns and rows; None: there is none."""
        if columns != bitboard.SIDE:
            raise ValueError(f"This search is made for 4 columns, not {columns}.")
        self.warm()
        search, words = self._search, self._words
        limit = self._effort.limit(board, budget)
        words[search.NODES] = words[search.STOPPED] = 0
        words[search.LIMIT] = limit
        words[search.FILL] = len(set(board) - {0}) >= LONG
        words[search.POLL] = min(search.STRIDE, limit)
        clock = search.now(self._block + 8 * search.CLOCK)
        words[search.DEADLINE] = clock + int((budget - MARGIN) * self._ticks) if self._effort.timed else NEVER
        cells = bitboard.lowered(self._ranks.of(board).tolist())
        self._enter(int(max(cells) > heuristic.OPENING_ENDS))
        move = search.decide(self._block, bitboard.pack(cells), FIRST, STEP, LAST)
        return MOVES[move] if move >= 0 else None

    def forget(self) -> None:
        """Forgets the boards seen, which later searches would find again."""
        self._room[self._search.SEEN :] = 0

    def _enter(self, stage: int) -> None:
        """The weights of this stage of a game. What was searched with others is worth nothing then."""
        if stage == self._stage:
            return
        self._stage, search = stage, self._search
        self._room[search.LINES : search.LINES + search.TABLE].view(np.int32)[:] = self._lines[stage]
        self._words[search.RISK] = round(self._weights[stage].risk * heuristic.SCALE)
        self._words[search.DEATH] = -NEVER  # far from any board: it is set anew
        self.forget()

    @property
    def nodes(self) -> int:
        """Nodes (moves tried) of the last search."""
        return int(self._words[self._search.NODES])

    def _fill(self, search: Any) -> None:
        """The block of memory that the search works in."""
        size = search.SEEN + 16 * SEEN
        room = np.zeros(size + ALIGNED, np.uint8)
        start = -room.ctypes.data % ALIGNED
        room = room[start : start + size]
        self._room, self._block = room, room.ctypes.data
        self._words = words = room[: search.HEADER].view(np.int64)
        merged = np.minimum(self._ranks.merged[: bitboard.HIGHEST + 1, : bitboard.HIGHEST + 1], bitboard.HIGHEST)
        left = bitboard.slid_left(merged.astype(np.int64))
        slides = left | bitboard.slid_right(left) << 16
        room[search.SLIDE : search.SLIDE + search.TABLE].view(np.uint32)[:] = slides
        self._lines = [heuristic.worth(weights).astype(np.int32) for weights in self._weights]
        for word, worth in ((search.SLACK, SLACK), (search.BEHIND, BEHIND), (search.SLACK_FUEL, SLACK_FUEL)):
            words[word] = round(worth * heuristic.SCALE)
        words[search.SLOTS] = SEEN - 1
        kinds = sorted(zip(*(of.tolist() for of in self._ranks.spawns), strict=True), key=lambda kind: -kind[1])
        words[search.KINDS] = len(kinds)
        for kind, (rank, odds) in enumerate(kinds):
            words[search.RANK + kind] = rank
            words[search.ODDS + kind] = round(odds * 65536)
            for empty in range(1, 17):
                cost = round(BIT * (math.log2(empty / odds) + self._ply))
                words[search.COST + search.KIND_COSTS * kind + empty] = cost
