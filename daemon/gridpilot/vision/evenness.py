"""Evenness: a board's cells are evenly spaced but for the gaps between its boxes; a row of keys beside it is not.

Where but few cells of an outermost row or column were found, as on the open side of a board without a frame, they may
be keys or swatches beyond it, and the other rows say where its own cells are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

_ROUNDED = 0.75  # pixels by which even cells are uneven in a rescaled picture
_FEW = 0.5  # of the cells of a column
_OFF = 0.05  # of the pitch: nearer, a column is where it was seen
_MOST = 0.2  # of the pitch: that uneven, more does not make it worse


def evened(bounds: NDArray[float64], seen: NDArray[float64], box: int) -> tuple[NDArray[float64], float]:
    """`bounds`: n x 2 of columns (or rows); `seen`: the share of each one's cells that was found; `box`: after how many
    there is a gap. The bounds with the outer ones put right, and by what share of the pitch the worst is off.
    """
    count = len(bounds)
    fit = _fit(count, box)
    middles = (bounds[:, 0] + bounds[:, 1]) / 2
    for place in (0, count - 1):
        if seen[place] >= _FEW or count - 1 <= fit.terms:
            continue
        others = _fit(count, box, place)
        pitch, off = others.pitch @ middles, others.off @ middles
        regular = np.abs(np.delete(off, place)).max() < _OFF * pitch
        if regular and abs(off[place]) > _OFF * pitch:
            half = float(np.median(bounds[:, 1] - bounds[:, 0])) / 2
            middles[place] += off[place]
            bounds = bounds.copy()
            bounds[place] = middles[place] - half, middles[place] + half
    pitch, off = fit.pitch @ middles, fit.off @ middles
    worst = max(off.max(), -off.min()) - _ROUNDED - 0.01 * pitch
    return bounds, min(max(float(worst / pitch), 0.0), _MOST)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """What makes of the middles of columns, by least squares, their pitch, and by how much each is off (fitted less
    seen). The same for all boards of a size: a hundred windows of a picture are looked at. `terms`: the unknowns.
    """

    pitch: NDArray[float64]
    off: NDArray[float64]
    terms: int


@lru_cache(maxsize=64)
def _fit(count: int, box: int, left_out: int | None = None) -> _Fit:
    """`left_out`: the column that says nothing of the others."""
    number = np.arange(count, dtype=np.float64)
    terms = np.stack([np.ones(count), number, number // box], axis=1)[:, : 3 if box < count else 2]
    others = [column for column in range(count) if column != left_out]
    solve = np.zeros((terms.shape[1], count))
    solve[:, others] = np.linalg.pinv(terms[others])
    return _Fit(solve[1], terms @ solve - np.eye(count), terms.shape[1])
