"""Tells a digit that is only sketched, as some games show it until it is confirmed, from one that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridpilot.geometry import Box

INSET = 0.1  # of the cell at each side: lines and frames of a selection
INK = 48  # levels from the ground
SMALL, ASIDE = 0.75, 0.12  # of the other one's height; of the cell


def sketched(pixels: NDArray[np.uint8], cell: Box, like: Box) -> bool:
    """Whether the ink in `cell` is much smaller than that in `like`, the same digit, or stands beside its place."""
    one, other = _place(pixels, cell), _place(pixels, like)
    if one is None or other is None:
        return False
    aside = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
    return bool(one[2] < SMALL * other[2] or aside > ASIDE)


def _place(pixels: NDArray[np.uint8], box: Box) -> tuple[float, float, float] | None:
    """The ink's middle and its height, as shares of the cell; None where there is none."""
    dx, dy = INSET * box.width, INSET * box.height
    tile = pixels[int(box.y0 + dy) : int(box.y1 - dy), int(box.x0 + dx) : int(box.x1 - dx)].astype(np.int16)
    if not tile.size:
        return None
    ground = np.median(tile.reshape(-1, tile.shape[2]), axis=0)
    ink = np.abs(tile - ground).max(axis=2) > INK
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not rows.size:
        return None
    height, width = ink.shape
    middle = (columns[0] + columns[-1] + 1) / 2 / width, (rows[0] + rows[-1] + 1) / 2 / height
    return middle[0], middle[1], (rows[-1] + 1 - rows[0]) / height
