"""The engine for boards that are not 4 x 4: expectimax with iterative deepening, from 2 x 2 to 8 x 8."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48 import open_search as search
from gridpilot.games.twenty48.compiled import TICKS, now
from gridpilot.games.twenty48.ranks import LIMIT, Ranks
from gridpilot.games.twenty48.rules import lines
from gridpilot.plan import Move

if TYPE_CHECKING:
    from gridpilot.games.twenty48.rules import Rules

MOST_PLIES = 8
NEVER = 1 << 62
WEIGHTS = {search.ALIVE: 200_000.0, search.ROOM: 270.0, search.PAIR: 700.0, search.ORDER: 47.0, search.TOTAL: 11.0}
ORDER_POWER, TOTAL_POWER = 4.0, 3.5


class Wide:
    """`nodes`, the most slid boards to judge for a move, makes the choice repeatable where the budget allows them."""

    name = "expectimax"

    def __init__(self, rules: Rules, nodes: int | None = None) -> None:
        self.rules, self.ranks, self.nodes = rules, Ranks(rules), nodes
        self.judged = 0  # slid boards, for the last choice
        self._grounds: dict[tuple[int, int], search.Ground] = {}

    def warm(self) -> None:
        """Compiles: a few seconds, once on a machine."""
        self.choose((2, 2, 0, 0), 2, 0.0)

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        begun = time.perf_counter()
        cells = self.ranks.of(board).astype(np.int64)
        size = len(board) // columns, columns
        ground = self._grounds.get(size) or self._grounds.setdefault(size, self._ground(*size))
        words = ground.words
        words[:] = 0
        words[search.LIMIT] = self.nodes or NEVER
        words[search.POLL] = min(search.STRIDE, words[search.LIMIT])
        left = budget - (time.perf_counter() - begun)
        words[search.DEADLINE] = now(words[search.CLOCK :].ctypes.data) + int(left * TICKS)
        move = search.decide(ground, np.zeros((MOST_PLIES + 1, len(board)), np.int64), cells)
        self.judged = int(words[search.NODES])
        return tuple(Move)[move] if move >= 0 else None

    def _ground(self, rows: int, columns: int) -> search.Ground:
        ways = [lines(rows, columns, move) for move in Move]
        ranks, odds = self.ranks.spawns
        every = np.arange(LIMIT, dtype=np.float64)
        return search.Ground(
            orders=np.array([np.concatenate(way) for way in ways], np.int64),
            lengths=np.array([len(way[0]) for way in ways], np.int64),
            merged=self.ranks.merged.astype(np.int64),
            spawns=ranks.astype(np.int64),
            odds=odds,
            weights=np.array([WEIGHTS[key] for key in sorted(WEIGHTS)]),
            rise=every**ORDER_POWER,
            weight=every**TOTAL_POWER,
            words=np.zeros(search.WORDS, np.int64),
        )
