"""Monte Carlo: play each first move on at random many times, and take the move whose games went best.

All games of a batch go one step at a time in numpy (see `playouts`), on boards of any size; no compiler is needed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48.engines.playouts import Playouts
from gridpilot.games.twenty48.engines.ranks import Ranks
from gridpilot.games.twenty48.rules import empty

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from gridpilot.games.twenty48.engines.playouts import Played
    from gridpilot.games.twenty48.engines.ranks import Cells
    from gridpilot.games.twenty48.rules import Rules
    from gridpilot.plan import Move

    Clock = Callable[[], float]

FIRST_BATCH, LARGEST_BATCH = 256, 4096  # games: below, numpy's calls cost more than their work; above, the cache


@dataclass(frozen=True, slots=True)
class Rule:
    """How random games are played and judged.

    `score` makes one number for each game; `horizon` is the most moves in one; `number` says how many games a board
    is worth, None for as many as the time allows.
    """

    score: Callable[[Ranks, Played], NDArray[np.float64]]
    horizon: int | None = None
    number: Callable[[tuple[int, ...]], int] | None = None


def corrected(rules: Rules, seed: int, _cache: Path | None) -> MonteCarlo:
    """The default: how long games last that are played to their end."""
    return MonteCarlo("monte-carlo", rules, seed, Rule(lambda _, played: played.moves.astype(np.float64)))


ARTICLE_GAMES, ARTICLE_MOVES = 5000, 50


def article(rules: Rules, seed: int, _cache: Path | None) -> MonteCarlo:
    """The rule of the article on 2048 that gridpilot began with, for comparison: 5000 random games of at most 50 moves,
    in proportion to the empty cells (a fifth of them at least), judged by the sum of the tiles.

    Its flaw: merging keeps that sum, which so grows by what spawns alone. The score says how many of the 50 moves were
    survived and nothing else; on an open board all games survive them, and the choice is left to chance.
    """

    def number(board: tuple[int, ...]) -> int:
        return ARTICLE_GAMES * max(5 * len(empty(board)), len(board)) // (5 * len(board))

    def tiles(ranks: Ranks, played: Played) -> NDArray[np.float64]:
        sums: NDArray[np.float64] = ranks.values[played.boards].sum(axis=0)
        return sums

    return MonteCarlo("article", rules, seed, Rule(tiles, ARTICLE_MOVES, number))


class MonteCarlo:
    def __init__(self, name: str, rules: Rules, seed: int, rule: Rule, clock: Clock = time.perf_counter) -> None:
        self.name, self.rules, self.rule, self.clock = name, rules, rule, clock
        self.ranks, self.rng = Ranks(rules), np.random.default_rng(seed)

    def warm(self) -> None:
        """There is nothing to prepare."""

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        deadline = self.clock() + budget
        legal = self.rules.moves(board, columns)
        if len(legal) < 2:
            return legal[0] if legal else None
        after = np.stack([self.ranks.of(self.rules.slide(board, columns, move)[0]) for move in legal], axis=1)
        totals, counts = np.zeros(len(legal)), np.zeros(len(legal))
        wanted = self.rule.number(board) if self.rule.number else inf
        batch = FIRST_BATCH
        while counts.sum() < wanted:
            size = int(min(batch, wanted - counts.sum()))
            first = np.arange(max(size, len(legal))) % len(legal)
            played = self._play(after[:, first], columns, deadline)
            if played.cut_short and counts.any():
                break  # the batches before were played to their ends, and cannot be added to this one
            totals += np.bincount(first, self.rule.score(self.ranks, played))
            counts += np.bincount(first)
            if played.cut_short:
                break
            batch = min(2 * batch, LARGEST_BATCH)
        return legal[int(np.argmax(totals / counts))]

    def _play(self, boards: Cells, columns: int, deadline: float) -> Played:
        before = self.clock()

        def late() -> bool:
            """Whether another step like the last one would end after the deadline."""
            nonlocal before
            before, step = (now := self.clock()), now - before
            return now + step >= deadline

        return Playouts(self.ranks, boards, columns, self.rng).run(self.rule.horizon, late)
