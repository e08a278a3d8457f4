"""What a row of four cells is worth when the search stops there: room, pairs, order, and big tiles not spread thin.

The features are those of the best known heuristic program (nneonneo's 2048-ai, MIT): room, mergeable pairs, monotonous
rows, and a penalty on the sum of tiles that falls when large ones merge. The weights are the best of some three dozen
tried in self-play: shortly before a tile of 16384, when a chain of all smaller ones fills the board, seven games of ten
survive with them, and two of ten with those that the program published. Near them none was found better.

The opening, up to the first tile of 2048, has weights of its own, which mind the order of small tiles more: of games
played with some 700 nodes a move, 3.5 % die in it with them, and 10.6 % with the others.

Death is worth `risk` less than the board at hand, whatever that is worth. Counted from a fixed point, as is common, it
becomes better than a living board with several large tiles out of order, and the search goes blind where it matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48.engines.bitboard import HIGHEST, cells

if TYPE_CHECKING:
    from gridpilot.games.twenty48.engines.bitboard import Table

SCALE = 16
"""Worth is counted in sixteenths, as whole numbers: sums then do not depend on their order."""


@dataclass(frozen=True, slots=True)
class Weights:
    risk: float = 600000
    room: float = 270
    pair: float = 700
    order: float = 15
    order_power: float = 4
    total: float = 20
    total_power: float = 3.5


BEST = Weights()

OPENING = Weights(order=150, order_power=3)
"""While the largest tile is at most the one of rank `OPENING_ENDS`."""

OPENING_ENDS = 10


def worth(weights: Weights) -> Table:
    """The worth of each of the 65536 rows."""
    ranks = cells()
    pairs = _pairs(ranks)
    every = np.arange(HIGHEST + 1, dtype=float)
    total = (every**weights.total_power)[ranks].sum(axis=1)
    powers = (every**weights.order_power)[ranks]
    steps = powers[:, :-1] - powers[:, 1:]
    falls, climbs = np.maximum(steps, 0).sum(axis=1), np.maximum(-steps, 0).sum(axis=1)
    value = (
        weights.room * (ranks == 0).sum(axis=1)
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
