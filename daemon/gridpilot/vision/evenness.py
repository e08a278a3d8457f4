"""Evenness: a board's cells are evenly spaced but for the gaps between its boxes; a row of keys beside it is not.

Where but few cells of an outermost row or column were found, as on the open side of a board without a frame, they may
be keys or swatches beyond it, and the other rows say where its own cells are.
"""

from __future__ import annotations

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
    number = np.arange(len(bounds))
    terms = np.stack([np.ones(len(bounds)), number, number // box], axis=1)[:, : 3 if box < len(bounds) else 2]
    middles = bounds.mean(axis=1)
    for place in (0, -1):
        if seen[place] >= _FEW or len(number) - 1 <= terms.shape[1]:
            continue
        others = np.delete(number, place)
        fit = np.linalg.lstsq(terms[others], middles[others], rcond=None)[0]
        off = middles[place] - terms[place] @ fit
        regular = np.abs(terms[others] @ fit - middles[others]).max() < _OFF * fit[1]
        if regular and abs(off) > _OFF * fit[1]:
            half = float(np.median(bounds[:, 1] - bounds[:, 0])) / 2
            middles[place] -= off
            bounds = bounds.copy()
            bounds[place] = middles[place] - half, middles[place] + half
    fit = np.linalg.lstsq(terms, middles, rcond=None)[0]
    off = float(np.abs(terms @ fit - middles).max()) - _ROUNDED - 0.01 * fit[1]
    return bounds, float(np.clip(off / fit[1], 0.0, _MOST))
