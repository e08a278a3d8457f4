"""The engine for boards that are not 4 x 4: expectimax with iterative deepening, from 2 x 2 to 8 x 8."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.errors import GridpilotError
from gridpilot.games.twenty48.engines import block_any_size as block
from gridpilot.games.twenty48.engines import native
from gridpilot.games.twenty48.engines.heuristic import BEST
from gridpilot.games.twenty48.engines.ranks import LIMIT, Ranks
from gridpilot.plan import Move

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridpilot.games.twenty48.rules import Rules

    Words = NDArray[np.int64]

MOST_PLIES = block.LEVELS - 1
NEVER = 1 << 62
WAYS = Move.LEFT, Move.RIGHT, Move.UP, Move.DOWN
"""How the search counts the moves."""


class Wide:
    """`nodes`, the most slid boards to judge for a move, makes the choice repeatable where the budget allows them."""

    name = "expectimax"

    def __init__(self, rules: Rules, nodes: int | None = None) -> None:
        self.rules, self.ranks, self.nodes = rules, Ranks(rules), nodes
        self.judged = self.plies = 0
        """Slid boards and spawns looked ahead, for the last choice."""
        self._words = self._block()
        self._search = native.library()

    def warm(self) -> None:
        """There is nothing to prepare."""

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        begun = time.perf_counter()
        words, address = self._words, self._words.ctypes.data
        cells = self.ranks.of(board).astype(np.int64).reshape(-1, columns)
        words[block.ROWS], words[block.COLUMNS] = cells.shape
        position = block.STACK + block.LEVEL * (block.LEVELS - 1)
        words[position : position + len(cells)] = (cells << 5 * np.arange(columns)).sum(axis=1)
        words[block.NODES] = words[block.STOPPED] = words[block.PLIES] = 0
        words[block.LIMIT] = self.nodes or NEVER
        words[block.POLL] = min(block.STRIDE, self.nodes or NEVER)
        left = budget - (time.perf_counter() - begun)
        words[block.DEADLINE] = self._search.now() + int(left * 1e9)
        way = self._search.any_size_decide(address, MOST_PLIES - 1)
        self.judged, self.plies = int(words[block.NODES]), int(words[block.PLIES])
        return WAYS[way] if way >= 0 else None

    def _block(self) -> Words:
        words = np.zeros(block.WORDS, np.int64)
        ranks, odds = self.ranks.spawns
        if len(ranks) > block.KINDS_AT_MOST:
            raise GridpilotError(
                "Rules beyond the search", f"{len(ranks)} kinds of tiles spawn.", "Play by Monte Carlo."
            )
        words[block.KINDS] = len(ranks)
        words[block.RANK : block.RANK + len(ranks)] = ranks
        words[block.ODDS : block.ODDS + len(odds)] = np.rint(odds * 65536)
        weights = BEST
        words[block.RISK], words[block.ROOM], words[block.PAIR] = weights.risk, weights.room, weights.pair
        every = np.arange(LIMIT, dtype=np.float64)
        words[block.RISE : block.RISE + LIMIT] = np.rint(weights.order * every**weights.order_power)
        words[block.WEIGHT : block.WEIGHT + LIMIT] = np.rint(weights.total * every**weights.total_power)
        words[block.MERGED : block.MERGED + LIMIT * LIMIT] = self.ranks.merged.ravel()
        return words
