"""Looks between a board's cells: at rest the gaps show its ground; what slides or lies over the board shows there.

A gap is judged by where it differs from most of the others. Smooth and parted from the tiles on both sides, it is but
a glow or a shade of the ground; smooth and of one piece with the tile beside it, that tile has left its cell; neither,
and something is drawn across: letters, the rim of a box.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridpilot.geometry import Box

    Bytes = NDArray[np.uint8]
    Flags = NDArray[np.bool_]

_ALONG = np.linspace(0.02, 0.98, 33)  # of a cell's side
_INSIDE = 0.04  # of a cell, off its side: what is a tile's own ground there
_SAME = 10  # grey levels between neighbouring points of one surface
_OTHER = 16  # grey levels off the ground of most gaps
_INK = 24  # grey levels off the rest of the same gap
_MOST = 0.7  # of a gap: tiles have rounded corners


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """`cells`: n x 2, the indexes of the cells on both sides of each gap. `left`: n x 2, whether the tile on that side
    reaches over the gap; `crossed`: n, whether something is drawn across it.
    """

    cells: NDArray[np.intp]
    left: Flags
    crossed: Flags


def look(pixels: Bytes, boxes: Sequence[Box], columns: int) -> Gaps:
    """Every gap between two neighbouring cells; half a millisecond at most."""
    corners = np.array([(box.x0, box.y0, box.x1, box.y1) for box in boxes])
    number = np.arange(len(boxes)).reshape(-1, columns)
    beside = np.stack([number[:, :-1].ravel(), number[:, 1:].ravel()], axis=1)
    below = np.stack([number[:-1].ravel(), number[1:].ravel()], axis=1)
    seen = np.concatenate(
        [_across(pixels, corners, beside), _across(pixels.transpose(1, 0, 2), corners[:, [1, 0, 3, 2]], below)]
    )
    around = seen[:, 1:-1]
    ground = np.median(around[:, 1], axis=(0, 1))
    nearest = np.abs(around - ground).max(axis=3).argmin(axis=1)
    middle = np.take_along_axis(around, nearest[:, None, :, None], axis=1)[:, 0]
    off = np.abs(middle - ground).max(axis=2) > _OTHER
    joined = np.abs(seen[:, [0, -1]] - middle[:, None]).max(axis=3) <= _SAME
    rough = np.abs(middle - np.median(middle, axis=1, keepdims=True)).max(axis=2) > _INK
    left = (joined & off[:, None]).mean(axis=2) >= _MOST
    return Gaps(np.concatenate([beside, below]), left, (off & rough).any(axis=1))


def _across(pixels: Bytes, corners: NDArray[np.float64], pairs: NDArray[np.intp]) -> NDArray[np.int16]:
    """What is seen on the near tile, in the gap and on the far tile along gaps that run down: n x 5 x points x 3. The
    gap is looked at in three places, since one of a pixel's width is easily missed.
    """
    near, far = corners[pairs[:, 0]], corners[pairs[:, 1]]
    inside = np.maximum(2.0, _INSIDE * (near[:, 2] - near[:, 0]))
    middle = (near[:, 2] + far[:, 0]) / 2
    xs = np.stack([near[:, 2] - 1 - inside, middle - 1, middle, middle + 1, far[:, 0] + inside], axis=1)
    ys = near[:, 1, None] + (near[:, 3] - near[:, 1])[:, None] * _ALONG
    x = xs.astype(np.intp).clip(0, pixels.shape[1] - 1)[:, :, None]
    y = ys.astype(np.intp).clip(0, pixels.shape[0] - 1)[:, None, :]
    seen: NDArray[np.int16] = pixels[y, x].astype(np.int16)
    return seen
