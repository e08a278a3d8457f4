"""Evenness: a board's cells are evenly spaced but for the gaps between its boxes; a row of keys beside it is not.

Where but few cells of an outermost row or column were found, as on the open side of a board without a frame, they may
be keys or swatches beyond it, and the other rows say where its own cells are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy import float64
from numpy.typing import NDArray

_ROUNDED = 0.75  # pixels by which even cells are uneven in a rescaled picture
_FEW = 0.5  # of the cells of a column
_OFF = 0.05  # of the pitch: nearer, a column is where it was seen
_MOST = 0.2  # of the pitch: that uneven, more does not make it worse
_HALVES = np.array([0.5, 0.5])


def evened(bounds: NDArray[float64], seen: Sequence[float], box: int) -> tuple[NDArray[float64], float]:
    """`bounds`: n x 2 of columns (or rows); `seen`: the share of the cells that was found of each one, or of the two
    outer ones; `box`: after how many there is a gap. The bounds with the outer ones put right, and by what share of the
    pitch the worst is off.
    """
    count = len(bounds)
    fit = _fit(count, box)
    middles = bounds @ _HALVES
    for place in (0, -1):
        if seen[place] >= _FEW or count - 1 <= fit.terms:
            continue
        *off, pitch = (_fit(count, box, place % count).made_of @ middles).tolist()
        aside = off.pop(place)
        if max(map(abs, off)) < _OFF * pitch < abs(aside):
            half = float(np.median(bounds[:, 1] - bounds[:, 0])) / 2
            middles[place] += aside
            bounds = bounds.copy()
            bounds[place] = middles[place] - half, middles[place] + half
    *off, pitch = (fit.made_of @ middles).tolist()
    worst = max(map(abs, off)) - _ROUNDED - 0.01 * pitch
    return bounds, min(max(worst / pitch, 0.0), _MOST) if pitch else _MOST


def spread(sides: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Columns (or rows) that all reach as near to the lines halfway between them as the nearest does."""
    gaps = [after - end for (_, end), (after, _) in pairwise(sides)]
    lines = [(end + after) / 2 for (_, end), (after, _) in pairwise(sides)]
    aside = min(gaps) / 2
    lines = [sides[0][0] - aside, *lines, sides[-1][1] + aside]
    return tuple((start + aside, end - aside) for start, end in pairwise(lines))


def of_one_length(bounds: NDArray[float64]) -> NDArray[float64]:
    """Columns (or rows) of several sizes as they would stand if all were as wide as most: only the gaps are as seen."""
    length = bounds[:, 1] - bounds[:, 0]
    usual = float(np.median(length))
    gaps = bounds[1:, 0] - bounds[:-1, 1]
    starts = np.concatenate([[0.0], np.cumsum(gaps + usual)])
    return np.stack([starts, starts + usual], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """What makes, of the middles of columns, by how much each is off (fitted by least squares, less seen), and, last,
    their pitch. The same for all boards of a size: a hundred windows of a picture are looked at. `terms`: the unknowns.
    """

    made_of: NDArray[float64]
    terms: int


@lru_cache(maxsize=64)
def _fit(count: int, box: int, left_out: int | None = None) -> _Fit:
    """`left_out`: the column that says nothing of the others."""
    number = np.arange(count, dtype=np.float64)
    terms = np.stack([np.ones(count), number, number // box], axis=1)[:, : 3 if box < count else 2]
    others = [column for column in range(count) if column != left_out]
    solve = np.zeros((terms.shape[1], count))
    solve[:, others] = np.linalg.pinv(terms[others])
    return _Fit(np.vstack([terms @ solve - np.eye(count), solve[1]]), terms.shape[1])
