"""The engine for 4 x 4 boards by any rules: expectimax on how rows look (heuristic.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48.engines import bitboard, block, heuristic
from gridpilot.games.twenty48.engines.deepening import ALL_THE_TIME, LAST, NEVER, PLY, STEP, Deepening

if TYPE_CHECKING:
    from gridpilot.games.twenty48.engines.deepening import Effort
    from gridpilot.games.twenty48.rules import Rules

SLACK, SLACK_FUEL, BEHIND = 30_000, 500, 50_000
"""How far behind the best a move may be (see four_by_four.c). On 1,500 boards of our own games, held against searches
fifty times as long, moves are as good with them as without them in three times the time.
"""


class Expectimax(Deepening):
    name = "expectimax"
    speed = 130_000_000  # moves tried
    first = 1
    seen, stride = block.SEEN, block.STRIDE

    def __init__(
        self,
        rules: Rules,
        effort: Effort = ALL_THE_TIME,
        weights: heuristic.Weights = heuristic.BEST,
        opening: heuristic.Weights = heuristic.OPENING,
        ply: float = PLY,
    ) -> None:
        super().__init__(rules, effort, ply)
        self._weights = opening, weights
        self._stage: int | None = None

    def _decide(self, board: int) -> int:
        return int(self._search.decide(self._block, board, self.first, STEP, LAST))

    def _enter(self, cells: list[int]) -> None:
        """The weights of this stage of a game. What was searched with others is worth nothing then."""
        stage = int(max(cells) > heuristic.OPENING_ENDS)
        if stage == self._stage:
            return
        self._stage = stage
        self._room[block.LINES : block.LINES + block.TABLE].view(np.int32)[:] = self._lines[stage]
        self._words[block.RISK] = round(self._weights[stage].risk * heuristic.SCALE)
        self._words[block.DEATH] = -NEVER  # far from any board: it is set anew
        self.forget()

    def _fill(self) -> None:
        merged = np.minimum(self._ranks.merged[: bitboard.HIGHEST + 1, : bitboard.HIGHEST + 1], bitboard.HIGHEST)
        left = bitboard.slid_left(merged.astype(np.int64))
        slides = left | bitboard.slid_right(left) << 16
        self._room[block.SLIDE : block.SLIDE + block.TABLE].view(np.uint32)[:] = slides
        self._lines = [heuristic.worth(weights).astype(np.int32) for weights in self._weights]
        for word, worth in ((block.SLACK, SLACK), (block.BEHIND, BEHIND), (block.SLACK_FUEL, SLACK_FUEL)):
            self._words[word] = round(worth * heuristic.SCALE)
