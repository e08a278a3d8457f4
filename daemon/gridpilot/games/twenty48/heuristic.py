"""What a row of four cells is worth when the search stops there: room, pairs, order, and big tiles not spread thin.

The features are those of the best known heuristic programs (room, mergeable pairs, monotonous rows, a penalty on the
sum of tiles that falls as they merge); the weights come from our own self-play (scripts/bench_search.py).
A row on the rim of the board and one inside have weights of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48.bitboard import cells

if TYPE_CHECKING:
    from gridpilot.games.twenty48.bitboard import Table

SCALE = 16
"""Worth is counted in sixteenths, as whole numbers: sums then do not depend on their order."""


@dataclass(frozen=True, slots=True)
class Weights:
    alive: float = 200000
    room: float = 270
    pair: float = 700
    order: float = 47
    order_power: float = 4
    total: float = 11
    total_power: float = 3.5


RIM = Weights()
INSIDE = Weights()


def worth(weights: Weights) -> Table:
    """The worth of each of the 65536 rows."""
    ranks = cells()
    pairs = _pairs(ranks)
    total = (ranks.astype(float) ** weights.total_power).sum(axis=1)
    powers = ranks.astype(float) ** weights.order_power
    steps = powers[:, :-1] - powers[:, 1:]
    falls, climbs = np.maximum(steps, 0).sum(axis=1), np.maximum(-steps, 0).sum(axis=1)
    value = (
        weights.alive
        + weights.room * (ranks == 0).sum(axis=1)
        + weights.pair * pairs
        - weights.order * np.minimum(falls, climbs)
        - weights.total * total
    )
    whole: Table = np.rint(value * SCALE).astype(np.int64)
    return whole


def _pairs(ranks: Table) -> Table:
    """How many tiles of a row stand beside their equal, empty cells between them apart."""
    pairs = np.zeros(len(ranks), np.int64)
    last = np.zeros(len(ranks), np.int64)
    run = np.zeros(len(ranks), np.int64)
    for rank in ranks.T:
        same = (rank > 0) & (rank == last)
        ended = (rank > 0) & ~same
        pairs += np.where(ended & (run > 0), run + 1, 0)
        run = np.where(same, run + 1, np.where(ended, 0, run))
        last = np.where(rank > 0, rank, last)
    counted: Table = pairs + np.where(run > 0, run + 1, 0)
    return counted
