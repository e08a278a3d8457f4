"""Rulings: which cells of a mesh are bounded by lines although no free region of their own was found there.

A cell on the rim of a board without a frame runs into the page around it, and a digit may touch its cell's side; both
are cells all the same where the lines between their neighbours and them are seen. Lines also tell to the pixel where
cells end that were found in a reduced picture.
"""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy import bool_, float64, int64, uint8
from numpy.typing import NDArray

from gridpilot.vision.medians import median

_SAMPLES = 12  # of each cell's side suffice to see where its neighbour begins
_SEEN = 0.75  # of a cell's side; the rest may be hidden by a digit's or a neighbour's highlight


def ruled(mask: NDArray[uint8], across: NDArray[float64], down: NDArray[float64]) -> NDArray[bool_]:
    """Rows x columns: which cells have a line on every side where the board would go on.

    `across` and `down`, n x 2, are the bounds of columns and rows in pixels of `mask` (255 where free). The outermost
    row or column on each side is a guess beyond the cells found; towards it no line is asked for: a board may have no
    frame.
    """
    right = _sides(mask, across, down, 1)
    below = _sides(mask, down, across, 0).T
    cells = _bounded(right, below)
    cells[1:-1, 1:-1] = _bounded(right[1:-1, 1:-1], below[1:-1, 1:-1])
    return cells


def _bounded(right: NDArray[bool_], below: NDArray[bool_]) -> NDArray[bool_]:
    cells = np.ones((right.shape[0], below.shape[1]), bool)
    cells[:, :-1] &= right
    cells[:, 1:] &= right
    cells[:-1] &= below
    cells[1:] &= below
    return cells


def _sides(mask: NDArray[uint8], across: NDArray[float64], down: NDArray[float64], axis: int) -> NDArray[bool_]:
    """Rows x (columns - 1): whether a line is seen between each cell and its right neighbour; with `axis` 0, columns x
    (rows - 1), below it.
    """
    length, width = mask.shape[1 - axis], mask.shape[axis]
    crossed = np.zeros((len(across) - 1, length + 1), np.intp)
    for line, (near, far) in zip(crossed, pairwise(across), strict=True):
        left, right = int(near[1]) - 2, int(far[0]) + 2
        if 0 <= left < right <= width:
            band = mask[:, left:right] if axis else mask[left:right]
            np.cumsum(cv2.reduce(band, axis, cv2.REDUCE_MIN).ravel() == 0, out=line[1:])
    tops, ends = np.rint(down).astype(int).clip(0, length).T
    return (crossed[:, ends] - crossed[:, tops] >= np.maximum(_SEEN * (down[:, 1] - down[:, 0]), 1)).T


def sharpened(  # noqa: PLR0913, PLR0917 - a lattice, how far it is known, and in which direction
    pixels: NDArray[uint8],
    threshold: int,
    across: NDArray[float64],
    down: NDArray[float64],
    reach: int,
    axis: int = 1,
) -> NDArray[float64]:
    """`across`, known to `reach` pixels, with each bound moved to where the cells of this column begin or end: `pixels`
    (full size) step by more than `threshold` there. `axis` 0: of this row.
    """
    inside = np.rint(np.linspace(down[:, 0], down[:, 1] - 1, _SAMPLES)).astype(int).ravel()
    inside = inside[(inside >= 0) & (inside < pixels.shape[1 - axis] - 1)]
    start = max(0, int(across[0, 0]) - reach - 2)
    share = _still(pixels, inside, slice(start, int(across[-1, 1]) + reach + 3), threshold, axis)
    result = np.full_like(across, np.nan)
    for bounds, guess in zip(result, across - start, strict=True):
        first, last = (int(v) for v in np.rint(guess))
        cell = share > 0.5 * median(share[max(0, first) : last])
        bounds[0] = _wall(cell, range(first + reach, first - reach - 1, -1)) + 1
        # A step is marked on the cell's last pixel, and the end is exclusive.
        bounds[1] = _wall(cell, range(last - 2 - reach, last + reach - 1)) + 1
    # At the picture's own rim there is no step to be marked.
    return _completed(result + start, across).clip(0, pixels.shape[axis])


def _still(pixels: NDArray[uint8], lines: NDArray[int64], along: slice, threshold: int, axis: int) -> NDArray[float64]:
    """For each pixel `along` the axis, in how many of these lines no step to the next one, or to the next line, is
    larger than the threshold.
    """
    if axis:
        here, beside = pixels[lines, along], pixels[lines + 1, along]
        onward = cv2.absdiff(here[:, 1:], here[:, :-1]), cv2.absdiff(beside, here)[:, :-1]
    else:
        here, beside = pixels[along].take(lines, axis=1), pixels[along].take(lines + 1, axis=1)
        onward = cv2.absdiff(here[1:], here[:-1]), cv2.absdiff(beside, here)[:-1]
    still = cv2.inRange(cv2.max(*onward), (0, 0, 0), (threshold, threshold, threshold))
    share: NDArray[float64] = cv2.reduce(still, 1 - axis, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel() / (255 * len(lines))
    return share


def _wall(cell: NDArray[bool_], way: range) -> float:
    """The first place on the way that is outside of the cell."""
    return next((at for at in way if not 0 <= at < len(cell) or not cell[at]), float("nan"))


def _completed(bounds: NDArray[float64], guess: NDArray[float64]) -> NDArray[float64]:
    """Bounds without a wall, as on the open side of a board without a frame: the cell is as long as the others."""
    length = bounds[:, 1] - bounds[:, 0]
    if np.isnan(length).all():
        return guess
    usual = median(length[~np.isnan(length)])
    starts = np.where(np.isnan(bounds[:, 0]), bounds[:, 1] - usual, bounds[:, 0])
    ends = np.where(np.isnan(bounds[:, 1]), bounds[:, 0] + usual, bounds[:, 1])
    whole = np.stack([starts, ends], axis=1)
    result: NDArray[float64] = np.where(np.isnan(whole), guess, whole)
    return result
