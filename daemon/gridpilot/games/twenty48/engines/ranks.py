"""Tiles counted by rank, as the table-driven searches need them: 0 is an empty cell, 1 the smallest tile, and so on.

In plain 2048 a tile's rank is its exponent. Other merge rules only change the tables.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.errors import GridpilotError
from gridpilot.games.twenty48.rules import KNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridpilot.games.twenty48.rules import Rules

    Cells = NDArray[np.uint8]

LIMIT = KNOWN + 1
"""Ranks, with the empty cell's: five bits."""


class Ranks:
    """The tables of one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.tiles = rules.tiles(LIMIT - 1)
        self._rank = {0: 0} | {value: rank for rank, value in enumerate(self.tiles, start=1)}

    def of(self, board: tuple[int, ...]) -> Cells:
        """The board in ranks, one for each cell in row order."""
        strange = [value for value in board if value not in self._rank]
        if strange:
            raise GridpilotError(
                "Not a board of this game",
                f"No tile has the value {strange[0]}.",
                f"Tiles are {', '.join(str(value) for value in self.tiles[:4])} and so on; 0 is an empty cell.",
            )
        return np.array([self._rank[value] for value in board], np.uint8)

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """Each rank's value; 0 for ranks that no tile has."""
        return np.array([0, *self.tiles, *(0,) * (LIMIT - 1 - len(self.tiles))], np.float64)

    @cached_property
    def merged(self) -> Cells:
        """[one, other]: the rank of what the two become, 0 where they do not merge."""
        table = np.zeros((LIMIT, LIMIT), np.uint8)
        for one in self.tiles:
            for other in self.tiles:
                table[self._rank[one], self._rank[other]] = self._rank.get(self.rules.merge(one, other), 0)
        return table

    @property
    def doubling(self) -> bool:
        """Whether two equal tiles, and no others, become the next: the plain rule, which needs no table."""
        plain = np.zeros((LIMIT, LIMIT), np.uint8)
        np.fill_diagonal(plain[1:, 1:], [*range(2, LIMIT), 0])
        return bool((plain == self.merged).all())

    @cached_property
    def spawns(self) -> tuple[Cells, NDArray[np.float64]]:
        """The ranks that spawn, and their probabilities."""
        ranks, odds = zip(*((self._rank[value], share) for value, share in self.rules.spawns), strict=True)
        return np.array(ranks, np.uint8), np.array(odds, np.float64)
