"""The engine for 4 x 4 boards: expectimax with iterative deepening, which stops on time whatever the position.

It thinks longest where the board is crowded (`Effort`), and never longer than the budget.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gridpilot.games.twenty48 import bitboard, heuristic
from gridpilot.games.twenty48.ranks import Ranks
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

PLY = 2.0
"""Bits that a ply costs besides."""

FIRST, STEP, LAST = 1, 16, 2000
"""Fuel of the searches of one move."""

CROWDED = 2
SPEED = 130_000_000
"""Nodes that a core tries in a second, to turn time into nodes; a slower one is stopped by the clock."""

NEVER = 1 << 62
MARGIN = 0.0002
"""Seconds of the budget left for what happens outside the search."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think about a move: `nodes` (moves tried) on a crowded board, None for as many as the time allows.
    `timed` False lifts the limit of time, which makes choices repeatable.
    """

    nodes: int | None = None
    timed: bool = True

    def limit(self, board: tuple[int, ...], budget: float) -> int:
        """Nodes for this board, in proportion to 2 / (1 + empty cells). Room forgives: on some hundred boards of our
        own games a choice gained most from longer thought where at most one cell was empty.
        """
        most = self.nodes or round(budget * SPEED)
        return max(most * CROWDED // max(CROWDED, 1 + board.count(0)), 1)


class Expectimax:
    name = "expectimax"

    def __init__(
        self,
        rules: Rules,
        effort: Effort = Effort(),
        weights: tuple[heuristic.Weights, heuristic.Weights] = (heuristic.EARLY, heuristic.LATE),
        ply: float = PLY,
    ) -> None:
        self._ranks = Ranks(rules)
        self._effort = effort
        self._weights = weights
        self._ply = ply
        self._search: Any = None
        self._stage = -1

    def warm(self) -> None:
        """Compiles the search, or loads it compiled, and makes its tables."""
        if self._search is None:
            from gridpilot.games.twenty48 import compiled, search

            self._ticks = compiled.TICKS
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
        words[search.POLL] = min(search.STRIDE, limit)
        clock = search.now(self._block + 8 * search.CLOCK)
        words[search.DEADLINE] = clock + int((budget - MARGIN) * self._ticks) if self._effort.timed else NEVER
        ranks = self._ranks.of(board).tolist()
        self._enter(int(max(ranks) >= heuristic.LATE_FROM))
        number = bitboard.pack(bitboard.lowered(ranks))
        move = search.decide(self._block, number, FIRST, STEP, LAST)
        return MOVES[move] if move >= 0 else None

    def _enter(self, stage: int) -> None:
        """Judges by the weights of that stage from now on."""
        if stage != self._stage:
            self._stage = stage
            lines = self._search.LINES
            self._room[lines : lines + self._search.TABLE].view(np.int32)[:] = self._worths[stage]
            self._words[self._search.RISK] = round(self._weights[stage].risk * heuristic.SCALE)
            self.forget()

    def forget(self) -> None:
        """Forgets the boards seen, which later searches would find again."""
        self._room[self._search.SEEN :] = 0

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
        self._worths = [heuristic.worth(weights) for weights in self._weights]
        words[search.SLOTS] = SEEN - 1
        kinds = sorted(zip(*(of.tolist() for of in self._ranks.spawns), strict=True), key=lambda kind: -kind[1])
        words[search.KINDS] = len(kinds)
        for kind, (rank, odds) in enumerate(kinds):
            words[search.RANK + kind] = rank
            words[search.ODDS + kind] = round(odds * 65536)
            for empty in range(1, 17):
                cost = round(BIT * (math.log2(empty / odds) + self._ply))
                words[search.COST + search.KIND_COSTS * kind + empty] = cost
