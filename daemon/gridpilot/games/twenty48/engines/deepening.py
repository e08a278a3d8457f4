"""What the engines for 4 x 4 boards share: a search's block of memory, its clock, and how hard to think.

Both deepen a search step by step and stop on time whatever the position. They think longest where games are
lost (`Effort`), and never longer than the budget.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48.engines import bitboard, block, native
from gridpilot.games.twenty48.engines.ranks import Ranks
from gridpilot.plan import Move

if TYPE_CHECKING:
    import ctypes

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

STEP, LAST = 32, 2000
"""Fuel that each search of one move gets more than the one before, and the most."""

LONG = 11
"""A board with so many different tiles gets all the time and uses it up. Hardly one move in ten is made on such a
board, but there games are lost.
"""

CHAIN, CHAIN_COUNTS = 12, 1.1
"""A board with so many different tiles would get all the time; each tile fewer divides its time by the second number.
What a count of 1.5 cost is told at `learned.SLACK`; of the shares below, no figures of other values were kept.
"""

CROWD = 1.0, 1.0, 0.45
ROOMY = 0.15
"""Shares of the time for boards with no, one, two, and more empty cells."""

NEVER = 1 << 62
MARGIN = 0.0002
"""Seconds of the budget left for what happens outside the search."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think about a move: `nodes` (a search's own count) at most, None for as many as the time allows.
    `timed` False lifts the limit of time, which makes choices repeatable.
    """

    nodes: int | None = None
    timed: bool = True

    def limit(self, board: tuple[int, ...], budget: float, speed: int, least: int) -> int:
        """Nodes for this board: most where many different tiles fill it. Games end where a long chain of tiles waits to
        be merged and leaves no room; there a choice gains ten times as much from longer thought as in the opening.

        `speed`: nodes that a core tries in a second, to turn time into nodes; a slower one is stopped by the clock.
        `least`: nodes that any board gets, as far as the time allows.
        """
        most = self.nodes or round(budget * speed)
        chain, room = len(set(board) - {0}), board.count(0)
        share = (CROWD[room] if room < len(CROWD) else ROOMY) * CHAIN_COUNTS ** (chain - CHAIN)
        return most if chain >= LONG else max(round(most * share), min(most, least))


ALL_THE_TIME = Effort()


class Deepening(ABC):
    """An engine around a search in C for 4 x 4 boards. The searches share the words at the block's beginning."""

    name: str
    speed: int
    """Nodes that a core tries in a second."""

    first: int
    """Fuel of the first search."""

    seen: int
    """Where in the block the boards that were searched begin."""

    stride: int
    """Nodes between two looks at the clock."""

    least = 1
    """Nodes that any board gets."""

    def __init__(self, rules: Rules, effort: Effort, ply: float = PLY) -> None:
        self._ranks = Ranks(rules)
        self._effort = effort
        self._ply = ply
        self._ready = False

    def warm(self) -> None:
        """Loads the search, and makes its tables."""
        if not self._ready:
            self._search: ctypes.CDLL = native.library()
            size = self.seen + 16 * SEEN
            room = np.zeros(size + ALIGNED, np.uint8)
            start = -room.ctypes.data % ALIGNED
            self._room = room[start : start + size]
            self._block = self._room.ctypes.data
            self._words = self._room[: block.HEADER].view(np.int64)
            self._words[block.SLOTS] = SEEN - 1
            self._price_spawns()
            self._fill()
            self._ready = True

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        """The best move found within `budget` seconds on a board of 4 columns and rows; None: there is none."""
        if columns != bitboard.SIDE:
            raise ValueError(f"This search is made for 4 columns, not {columns}.")
        self.warm()
        words = self._words
        limit = self._effort.limit(board, budget, self.speed, self.least)
        words[block.NODES] = words[block.STOPPED] = 0
        words[block.LIMIT] = limit
        words[block.FILL] = len(set(board) - {0}) >= LONG
        words[block.POLL] = min(self.stride, limit)
        clock = self._search.now()
        words[block.DEADLINE] = clock + int((budget - MARGIN) * 1e9) if self._effort.timed else NEVER
        cells = bitboard.lowered(self._ranks.of(board).tolist())
        self._enter(cells)
        move = self._decide(bitboard.pack(cells))
        return MOVES[move] if move >= 0 else None

    def forget(self) -> None:
        """Forgets the boards seen, which later searches would find again."""
        self._room[self.seen :] = 0

    @property
    def nodes(self) -> int:
        """Nodes of the last search."""
        return int(self._words[block.NODES])

    @abstractmethod
    def _decide(self, board: int) -> int:
        """The best move on a board, as an index in MOVES; -1 when there is none."""

    @abstractmethod
    def _fill(self) -> None:
        """Writes the search's tables and limits into the block."""

    def _enter(self, cells: list[int]) -> None:  # noqa: B027 - most need not get ready
        """Gets ready for a board, given in ranks."""

    def _price_spawns(self) -> None:
        words = self._words
        kinds = sorted(zip(*(of.tolist() for of in self._ranks.spawns), strict=True), key=lambda kind: -kind[1])
        words[block.KINDS] = len(kinds)
        for kind, (rank, odds) in enumerate(kinds):
            words[block.RANK + kind] = rank
            words[block.ODDS + kind] = round(odds * 65536)
            for empty in range(1, 17):
                cost = round(BIT * (math.log2(empty / odds) + self._ply))
                words[block.COST + block.KIND_COSTS * kind + empty] = cost
