"""Looks between a board's cells: at rest the gaps show its ground; tiles that slide and things that lie over the board
show there.

A gap is judged by where it differs from most others; gaps between rows may all differ from those between columns. If
the difference is smooth and separate from the tiles on both sides, it is a glow or shade of the ground. If it has the
colour of a tile beside it and is joined to that, the tile reaches over the gap. Else something is drawn across:
letters, or a box's edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gridpilot.geometry import Box
from gridpilot.vision import colour_distance

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]

_ALONG = np.linspace(0.02, 0.98, 33)  # of a cell's side
_INSIDE = 0.07  # of a cell, off its side: there a tile shows its own ground, inside of bevels
_SAME = 10  # grey levels between neighbouring points of one surface
_OFF = (-2, -1, 0, 1, 2)  # pixels off a gap's middle: a line of one pixel is easily missed, and tiles' frames shift it
_OTHER = 16  # grey levels off the ground of most gaps
_INK = 24  # grey levels off the rest of the same gap
_LABEL = 0.3  # of a gap: a label of a tile is at least so wide; a letter's stroke is thinner
_NARROWEST = 1.6  # pixels; shadows of tiles cover a gap of one
_MOST = 0.7  # of a gap that a tile covers at least: tiles have rounded corners


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """`cells`: n x 2, the indexes of the cells on both sides of each gap. `left`: n x 2, whether the tile on that side
    reaches over the gap. `crossed`: n, whether something is drawn across it.
    """

    cells: NDArray[np.intp]
    left: Flags
    crossed: Flags

    def strayed(self) -> set[int]:
        """The indexes of the cells whose tiles reach over a gap."""
        return set(self.cells[self.left].tolist())


def look(pixels: Bytes, boxes: Sequence[Box], columns: int) -> Gaps:
    """Looks at every gap between two neighbouring cells; takes half a millisecond at most."""
    if len(boxes) == 1:
        return Gaps(np.zeros((0, 2), np.intp), np.zeros((0, 2), np.bool_), np.zeros(0, np.bool_))
    cells, places, wide = _places(tuple(boxes), columns, *pixels.shape[:2])
    seen = np.take(pixels.reshape(-1, 3), places, axis=0)
    around = seen[:, 1:-1]
    away = colour_distance.apart(around, _ground(around))
    nearest = away.argmin(axis=1)[:, None]
    off = np.take_along_axis(away, nearest, axis=1)[:, 0] > _OTHER
    for one_way in np.split(np.arange(len(cells)), [len(cells) - len(boxes) + columns]) if off.any() else ():
        off[one_way] &= not _alike(around[one_way])
    if not off.any():
        return Gaps(cells, np.zeros((len(cells), 2), np.bool_), np.zeros(len(cells), np.bool_))
    middle = np.take_along_axis(around, nearest[..., None], axis=1)
    own = seen[:, [0, -1]]
    joined = np.maximum(*(colour_distance.apart(own, there) for there in (middle, around[:, [0, -1]]))) <= _SAME
    rough = colour_distance.apart(middle[:, 0], _usual(middle[:, 0])[:, None]) > _INK
    left = ((joined & off[:, None]).mean(axis=2) >= _MOST) & wide[:, None]
    near, far = (colour_distance.apart(middle[:, 0], _usual(seen[:, side])[:, None]) <= _SAME for side in (0, -1))
    label = (off & (near ^ far)).mean(axis=1) >= _LABEL  # the tile's own, wider than the tile; a box has both sides
    crossed = np.asarray((off & rough).any(axis=1) & ~label)
    return Gaps(cells, left, crossed)


def _alike(around: Bytes) -> bool:
    """Whether these gaps have one colour all along. No set of tiles covers all gaps."""
    away = colour_distance.apart(around, _ground(around))
    return bool((away.min(axis=1) <= _OTHER).all())


def _ground(around: Bytes) -> Bytes:
    """The colour of the middles of most gaps."""
    ground: Bytes = _usual(around[:, len(_OFF) // 2].reshape(1, -1, 3))[0]
    return ground


def _usual(seen: Bytes) -> Bytes:
    """The median colour of each row of n x m x 3."""
    middle = seen.shape[1] // 2
    usual: Bytes = np.partition(seen, middle, axis=1)[:, middle]
    return usual


@lru_cache(maxsize=16)
def _places(
    boxes: tuple[Box, ...], columns: int, height: int, width: int
) -> tuple[NDArray[np.intp], NDArray[np.intp], Flags]:
    """The cells on both sides of each gap; the places in the flattened picture to look at along it (on the near tile,
    five within the gap, on the far tile: n x 7 x points); and whether the gap is wide enough for tiles to leave it
    free.
    """
    corners = np.array([(box.x0, box.y0, box.x1, box.y1) for box in boxes])
    number = np.arange(len(boxes)).reshape(-1, columns)
    beside = np.stack([number[:, :-1].ravel(), number[:, 1:].ravel()], axis=1)
    below = np.stack([number[:-1].ravel(), number[1:].ravel()], axis=1)
    x, y = _across(corners, beside)
    v, u = _across(corners[:, [1, 0, 3, 2]], below)
    xs, ys = (
        np.concatenate(pair).astype(np.intp).clip(0, most - 1) for pair, most in (((x, u), width), ((y, v), height))
    )
    across, down = corners[beside], corners[below]
    wide = np.concatenate([across[:, 1, 0] - across[:, 0, 2], down[:, 1, 1] - down[:, 0, 3]])
    return np.concatenate([beside, below]), ys * width + xs, wide >= _NARROWEST


def _across(corners: NDArray[np.float64], pairs: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The x and y of the places, for gaps that run down."""
    near, far = corners[pairs[:, 0]], corners[pairs[:, 1]]
    inside = np.maximum(3.0, _INSIDE * (near[:, 2] - near[:, 0]))
    middle = (near[:, 2] + far[:, 0]) / 2
    xs = np.stack([near[:, 2] - 1 - inside, *(middle + off for off in _OFF), far[:, 0] + inside], axis=1)[:, :, None]
    ys = (near[:, 1, None] + (near[:, 3] - near[:, 1])[:, None] * _ALONG)[:, None, :]
    whole = np.broadcast_shapes(xs.shape, ys.shape)
    return np.broadcast_to(xs, whole), np.broadcast_to(ys, whole)
