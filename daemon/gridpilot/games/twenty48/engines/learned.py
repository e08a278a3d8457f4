"""The engine for 4 x 4 boards by the plain rules: expectimax on the value network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48.engines import block, tuples
from gridpilot.games.twenty48.engines.deepening import ALL_THE_TIME, LAST, STEP, Deepening

if TYPE_CHECKING:
    from gridpilot.games.twenty48.engines.deepening import Effort
    from gridpilot.games.twenty48.engines.network import Network
    from gridpilot.games.twenty48.rules import Rules

SLACK, SLACK_FUEL, BEHIND = 8000, 0, 25000
"""Points that a move may be behind the best and still be searched (see network.c). With 3000 and 6000, and
CHAIN_COUNTS at 1.5, 50 of 52 games came to an 8192; so, 21 of 21 (`arena_2048.py`, network=~100000, seed 7200).
"""


class NetworkSearch(Deepening):
    name = "network"
    speed = 5_000_000  # boards judged
    first = 0
    seen, stride = block.NETWORK_SEEN, block.NETWORK_STRIDE
    least = 5000  # 1 ms; in six games with no more the mean rose from 150,000 to 240,000 (arena_2048.py network=~5000)

    def __init__(self, rules: Rules, network: Network, effort: Effort = ALL_THE_TIME) -> None:
        super().__init__(rules, effort)
        self._network = network

    def _decide(self, board: int) -> int:
        return int(self._search.network_decide(self._block, board, self.first, STEP, LAST))

    def _fill(self) -> None:
        self._room[block.ROWS : block.NETWORK_SEEN].view(np.int64)[:] = tuples.row_table()
        for stage, table in enumerate(self._network.stages):
            self._words[block.TABLES + 2 * stage] = table.entries.ctypes.data
            self._words[block.TABLES + 2 * stage + 1] = table.numbers.ctypes.data
        self._words[block.STEP] = self._network.step
        for word, points in ((block.SLACK, SLACK), (block.BEHIND, BEHIND), (block.SLACK_FUEL, SLACK_FUEL)):
            self._words[word] = points
