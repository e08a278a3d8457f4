"""Whether some cell of a board looks different from its like, as a cell does that has a cursor or is selected."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridpilot.geometry import Box
from gridpilot.reading import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.capture import Capture
    from gridpilot.reading import Reading

Colours = NDArray[np.float64]  # [..., 3]

APART = 4
"""Grey levels up to which colours count as one. Not tuned: the faintest tint of our test pages differs by 15, and the
plain grounds of 26 programs that were pictured differ by 4 at most.
"""

MIDDLE, EDGE, ALONG, FLANK = 0.8, 0.12, 0.9, 0.1
"""Shares of a cell: the middle, where a blank is empty; how far a frame reaches into the cell; how much of a side
counts, as its ends may be round; and the least width of the empty space beside a digit. Not tuned.
"""


def cell_stands_out(capture: Capture, reading: Reading) -> bool:
    """Whether a cell stands out, or may. It does if the blanks or the givens of a box have several grounds, a blank is
    not empty, one given alone is between brackets, or a line between cells, with what lies along it, does not look the
    same all along.
    """
    if reading.regions is None or reading.hidden:
        return True
    pixels, size = capture.pixels.astype(np.float64), reading.size
    inner = [_cut(pixels, box.scaled(MIDDLE)).reshape(-1, 3) for box in reading.boxes]
    grounds = np.array([np.median(colours, axis=0) for colours in inner])
    if _grounds_differ(inner, grounds, reading) or _one_is_flanked(pixels, reading):
        return True
    order = np.arange(size * size).reshape(size, size)
    turned = [Box(box.y0, box.x0, box.y1, box.x1) for box in (reading.boxes[i] for i in order.T.flat)]
    sides = (pixels, reading.boxes, grounds[order]), (pixels.swapaxes(0, 1), turned, grounds[order.T])
    return any(_lines_differ(*side) for side in sides)


def _alike(colours: Colours) -> bool:
    return bool(np.ptp(colours, axis=0).max() <= APART)


def _grounds_differ(inner: Sequence[Colours], grounds: Colours, reading: Reading) -> bool:
    """Whether the grounds of one region's blanks differ, or those of its givens (of all, where no regions are told), or
    a blank shows something.
    """
    blank = np.array([cell.kind is Kind.BLANK for cell in reading.cells])
    if not all(_alike(inner[index]) for index in np.flatnonzero(blank).tolist()):
        return True
    regions = np.array(reading.regions or [0] * len(blank))
    parts = [(regions == region) & (blank == kind) for region in {*regions.tolist()} for kind in (True, False)]
    return not all(_alike(grounds[part]) for part in parts if part.any())


def _one_is_flanked(pixels: Colours, reading: Reading) -> bool:
    """Whether exactly one given shows something on both sides of its digit, such as brackets."""
    boxes = [box for box, cell in zip(reading.boxes, reading.cells, strict=True) if cell.kind is not Kind.BLANK]
    flanked = [not any(map(_alike, _flanks(pixels, box))) for box in boxes]
    return sum(flanked) == 1


def _flanks(pixels: Colours, box: Box) -> tuple[Colours, Colours]:
    """What is at the left and at the right of a digit."""
    inner = box.scaled(MIDDLE)
    part = FLANK * box.width
    left, right = Box(inner.x0, inner.y0, inner.x0 + part, inner.y1), Box(inner.x1 - part, inner.y0, inner.x1, inner.y1)
    return _cut(pixels, left).reshape(-1, 3), _cut(pixels, right).reshape(-1, 3)


def _lines_differ(pixels: Colours, boxes: Sequence[Box], grounds: Colours) -> bool:
    """Whether a cell's left or right side looks different from those of the cells above and below it, both by itself
    and in relation to the cell's ground.
    """
    size = len(grounds)
    for column, box in enumerate(boxes[:size]):
        before = boxes[column - 1].x1 if column else box.x0
        after = boxes[column + 1].x0 if column + 1 < size else box.x1
        for left, right in ((before, box.x0 + EDGE * box.width), (box.x1 - EDGE * box.width, after)):
            rows = [boxes[row * size] for row in range(size)]
            parts = [_middle(Box(left, row.y0, right, row.y1)) for row in rows]
            sides = np.array([np.median(_cut(pixels, part), axis=0) for part in parts])
            beside = sides - grounds[:, column, None]
            if np.minimum(np.ptp(sides, axis=0), np.ptp(beside, axis=0)).max() > APART:
                return True
    return False


def _middle(side: Box) -> Box:
    """The middle part of an upright side."""
    rest = side.height * (1 - ALONG) / 2
    return Box(side.x0, side.y0 + rest, side.x1, side.y1 - rest)


def _cut(pixels: Colours, box: Box) -> Colours:
    left, top = max(0, int(box.x0)), max(0, int(box.y0))
    return pixels[top : max(top + 1, ceil(box.y1)), left : max(left + 1, ceil(box.x1))]
