"""Monte Carlo: play each first move on at random many times, and take the move after which games last longest.

All games of a batch go one step at a time in numpy (see `playouts`), on boards of any size; no compiler is needed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48.engines.playouts import Playouts
from gridpilot.games.twenty48.engines.ranks import Ranks

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.games.twenty48.engines.playouts import Played
    from gridpilot.games.twenty48.engines.ranks import Cells
    from gridpilot.games.twenty48.rules import Rules
    from gridpilot.plan import Move

    Clock = Callable[[], float]

FIRST_BATCH, LARGEST_BATCH = 256, 4096  # games: below, numpy's calls cost more than their work; above, the cache


class MonteCarlo:
    name = "monte-carlo"

    def __init__(self, rules: Rules, seed: int, clock: Clock = time.perf_counter) -> None:
        self.rules, self.clock = rules, clock
        self.ranks, self.rng = Ranks(rules), np.random.default_rng(seed)

    def warm(self) -> None:
        """There is nothing to prepare."""

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        legal = self.rules.moves(board, columns)
        if len(legal) < 2:
            return legal[0] if legal else None
        lengths = self.lengths(board, columns, budget)
        return max(legal, key=lambda move: lengths[move])

    def lengths(self, board: tuple[int, ...], columns: int, budget: float) -> dict[Move, float]:
        """By legal move, how many more moves games last on average that are played on at random."""
        deadline = self.clock() + budget
        legal = self.rules.moves(board, columns)
        if not legal:
            return {}
        after = np.stack([self.ranks.of(self.rules.slide(board, columns, move)[0]) for move in legal], axis=1)
        totals, counts = np.zeros(len(legal)), np.zeros(len(legal))
        batch, in_time = FIRST_BATCH, True
        while in_time:
            first = np.arange(batch) % len(legal)
            played = self._play(after[:, first], columns, deadline)
            in_time = not played.cut_short
            if in_time or not counts.any():  # games that were cut short cannot be added to those that ended
                totals += np.bincount(first, played.moves)
                counts += np.bincount(first)
            batch = min(2 * batch, LARGEST_BATCH)
        return dict(zip(legal, (totals / counts).tolist(), strict=True))

    def _play(self, boards: Cells, columns: int, deadline: float) -> Played:
        before = self.clock()

        def late() -> bool:
            """Whether another step like the last one would end after the deadline."""
            nonlocal before
            before, step = (now := self.clock()), now - before
            return now + step >= deadline

        return Playouts(self.ranks, boards, columns, self.rng).run(late)
