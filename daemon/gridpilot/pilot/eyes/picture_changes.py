"""What differs between two pictures, and between the looks of a cell on them."""

from __future__ import annotations

from itertools import product
from math import ceil

import numpy as np
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Box

MIDDLE = 0.84
"""Share of a cell's width and height within which a change counts as the cell's own. A block cursor may reach into the
next row.
"""

AROUND, EDGE, SIDES, SHOWN = 1.06, 0.11, 3, 2
"""For cursors that are frames: the share of a cell's size in which such a frame lies; how much of that is its edge; and
how many of its sides must change. Each neighbour has one of these sides, and two frames side by side share one. For a
cell that was clicked two sides will do: thick lines around boxes may hide the others, and only one neighbour was
selected before.
"""

FAINT, FEW = 16, 0.002
"""Grey levels that do not count in this share of a picture: browsers round colours anew when they draw a part of a page
again (9 were seen, in a board's round corners, in 0.12 %). A cursor is either darker or larger.
"""

OUTLINES = 0.5
"""The least correlation of the edges of one thing in two colours. Not tuned: a digit in a ring that became a light one
on a dark disc had 0.7, another digit in its ring 0.65, a thing without edges 0.
"""

OWN = 0.005  # share of a cell that a look of its own has at least (a frame of a pixel: 0.08); not tuned

INNER, ALONG, HIGH = 0.7, 0.8, 0.15
"""Shares of a cell's size: where new ink is looked for, clear of frames; the length from which a line is a frame's or a
cursor's and no digit; and the least height of ink. Not tuned.
"""


def same_picture(one: Capture, other: Capture) -> bool:
    return one.view == other.view and np.array_equal(one.pixels, other.pixels)


def alike(one: Capture, other: Capture, but: Box | None = None) -> bool:
    """Whether the pictures are the same, but for faint differences in a few pixels, and for what is in the box
    `but`.
    """
    if same_picture(one, other):
        return True
    if one.view != other.view:
        return False
    rows = np.flatnonzero((one.pixels != other.pixels).any(axis=(1, 2)))
    apart = np.abs(one.pixels[rows].astype(np.int16) - other.pixels[rows]).max(axis=2)
    if but is not None:
        apart[(rows >= int(but.y0)) & (rows < but.y1), max(0, int(but.x0)) : ceil(but.x1)] = 0
    return bool(apart.max() <= FAINT and (apart > 0).sum() <= FEW * one.view.width * one.view.height)


def has_like_edges(one: Capture, other: Capture) -> bool:
    """Whether what is drawn has the same outlines, in whatever colours."""
    if one.view != other.view:
        return False
    drawn, now = _edges(one), _edges(other)
    scale = float(np.linalg.norm(drawn) * np.linalg.norm(now))
    return bool((drawn * now).sum() > OUTLINES * scale and scale > 0)


def _edges(picture: Capture) -> NDArray[np.float64]:
    """The strength of the edge at each pixel, less the mean."""
    grey = picture.pixels.mean(axis=2)
    strength: NDArray[np.float64] = np.hypot(np.diff(grey, axis=0)[:, 1:], np.diff(grey, axis=1)[1:])
    strength -= strength.mean()
    return strength


def changed_pixels(one: Capture, other: Capture) -> NDArray[np.bool_]:
    """The pixels that differ, channel by channel: any() along the last axis is slow."""
    blue, green, red = np.moveaxis(one.pixels != other.pixels, 2, 0)
    either: NDArray[np.bool_] = blue | green | red
    return either


def changed_part(one: Capture, other: Capture) -> Box | None:
    """The smallest box around all that differs. None where nothing does, or where the pictures are of different
    places.
    """
    if one.view != other.view:
        return None
    rows, columns = (np.flatnonzero(changed_pixels(one, other).any(axis=axis)) for axis in (1, 0))
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1) if rows.size else None


def is_touched(apart: NDArray[np.bool_] | None, cell: Box) -> bool:
    """Whether a pixel in or around the cell has changed. `apart` says so for each pixel; None: nobody knows."""
    if apart is None:
        return True
    box = cell.scaled(AROUND)
    return bool(apart[max(0, int(box.y0)) : ceil(box.y1), max(0, int(box.x0)) : ceil(box.x1)].any())


def has_changed(before: Capture, after: Capture, cell: Box) -> bool:
    """Whether a cell looks different: its middle, or a frame around it."""
    middle = cell.scaled(MIDDLE)
    if not alike(before.crop(middle), after.crop(middle)):
        return True
    around = cell.scaled(AROUND)
    return has_other_frame(before.crop(around), after.crop(around))


class Lost:
    """The pixels that a cell has lost from one picture to the next."""

    def __init__(self, before: Capture, after: Capture, cell: Box) -> None:
        look = before.crop(cell.scaled(AROUND))
        self._gone = changed_pixels(look, after.crop(cell.scaled(AROUND)))
        self._own = look.pixels[self._gone].astype(np.int16)
        self.least = OWN * self._gone.size

    def shown(self, picture: Capture, cell: Box, faint: int = FAINT) -> NDArray[np.bool_]:
        """For each of these pixels, whether that cell shows it in its place, or right beside, as the sides of cells are
        rounded. Up to `faint` grey levels may differ.
        """
        high, wide = self._gone.shape
        left, top = cell.scaled(AROUND).x0, cell.scaled(AROUND).y0
        pixels = picture.crop(Box(left, top, left + wide, top + high)).pixels
        beyond = (1, 1 + high - pixels.shape[0]), (1, 1 + wide - pixels.shape[1]), (0, 0)
        around = np.pad(pixels, beyond, "edge")
        there = (around[y : y + high, x : x + wide][self._gone] for y, x in product(range(3), repeat=2))
        near = [np.abs(each - self._own).max(axis=1) <= faint for each in there]
        return np.asarray(np.any(near, axis=0))


def has_other_frame(before: Capture, after: Capture, least: int = SIDES) -> bool:
    """Whether a frame has come or gone along at least that many sides of these pictures."""
    changed = changed_pixels(before, after)
    edge = max(1, round(EDGE * min(changed.shape)))
    sides = changed[:edge], changed[-edge:], changed[:, :edge].T, changed[:, -edge:].T
    return sum(bool(side.any(axis=0).mean() > 1 / 2) for side in sides) >= least


def shows_more(before: Capture, after: Capture, cell: Box) -> bool:
    """Whether a cell shows ink that it did not show before, whatever that is. A tint does not count, nor does a line
    from side to side.
    """
    inner = cell.scaled(INNER)
    one, other = before.crop(inner), after.crop(inner)
    if same_picture(one, other):  # of most looks that wait for it
        return False
    old, new = _inked(one), _inked(other)
    come = new & ~old
    come[come.mean(axis=1) > ALONG] = False
    come[:, come.mean(axis=0) > ALONG] = False
    rows = np.flatnonzero(come.any(axis=1))
    return bool(rows.size and np.ptp(rows) + 1 > HIGH * len(come))


def _inked(capture: Capture) -> NDArray[np.bool_]:
    """The pixels that do not have the usual colour."""
    pixels = capture.pixels.astype(np.int16)
    ink: NDArray[np.bool_] = np.abs(pixels - np.median(pixels, axis=(0, 1))).max(axis=2) > FAINT
    return ink
