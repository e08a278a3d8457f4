"""The engine for 4 x 4 boards by any rules: expectimax on how rows look (heuristic.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridpilot.games.twenty48.engines import bitboard, block, heuristic
from gridpilot.games.twenty48.engines.deepening import ALL_THE_TIME, NEVER, PLY, Deepening

if TYPE_CHECKING:
    from gridpilot.games.twenty48.engines.deepening import Effort
    from gridpilot.games.twenty48.rules import Rules

SLACK, SLACK_FUEL, BEHIND = 30_000, 500, 50_000
"""How far behind the best a move may be (see the kernel). On 1,500 boards of our own games, held against searches fifty
times as long, moves are as good with them as without them in three times the time.
"""


class Expectimax(Deepening):
    name = "expectimax"
    speed = 130_000_000  # moves tried
    first = 1

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

    def _load(self) -> Any:
        from gridpilot.games.twenty48.engines import kernel_4x4

        return kernel_4x4

    def _enter(self, cells: list[int]) -> None:
        """The weights of this stage of a game. What was searched with others is worth nothing then."""
        stage, kernel = int(max(cells) > heuristic.OPENING_ENDS), self._kernel
        if stage == self._stage:
            return
        self._stage = stage
        self._room[kernel.LINES : kernel.LINES + kernel.TABLE].view(np.int32)[:] = self._lines[stage]
        self._words[block.RISK] = round(self._weights[stage].risk * heuristic.SCALE)
        self._words[block.DEATH] = -NEVER  # far from any board: it is set anew
        self.forget()

    def _fill(self, kernel: Any) -> None:
        merged = np.minimum(self._ranks.merged[: bitboard.HIGHEST + 1, : bitboard.HIGHEST + 1], bitboard.HIGHEST)
        left = bitboard.slid_left(merged.astype(np.int64))
        slides = left | bitboard.slid_right(left) << 16
        self._room[kernel.SLIDE : kernel.SLIDE + kernel.TABLE].view(np.uint32)[:] = slides
        self._lines = [heuristic.worth(weights).astype(np.int32) for weights in self._weights]
        for word, worth in ((block.SLACK, SLACK), (block.BEHIND, BEHIND), (block.SLACK_FUEL, SLACK_FUEL)):
            self._words[word] = round(worth * heuristic.SCALE)
