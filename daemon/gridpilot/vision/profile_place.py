"""The cells of a board whose place a profile names: a rectangle of the window, or the extent of a colour.

Nothing is searched for, so such a place is believed only as far as the reader finds a board's content in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Pixel
from gridpilot.reading import Locate, Place, Reading, Tint

BRIDGED = 0.012  # of the picture's shorter side: as wide as the digits' strokes and the lines between cells are
SMALLEST = 4  # pixels a cell
SLACK = 0.35  # of a cell: frames and gaps around a board may be taken as part of it, or not


@dataclass(frozen=True, slots=True)
class Cells:
    """`boxes` in row order, with the place's inset left out; `extent` is the whole board."""

    columns: int
    boxes: tuple[Box, ...]
    extent: Box


def read(
    capture: Capture,
    pointer: Pixel | None,
    place: Place,
    search: Callable[[Pixel | None], Reading | None],
    look: Callable[[Cells], tuple[Reading, bool, bool]],
) -> Reading | None:
    """The board that `search` finds or, where it finds none, at the place that a profile names: that is a hint, unless
    it leaves no choice. `look`: what is in these cells, whether it is a board, and
    whether that is beyond doubt.
    """
    if place.locate is Locate.AUTO and (found := search(pointer)):
        return found
    start = time.perf_counter()
    there = cells(capture, place)
    if there is None:
        return None
    detect = (time.perf_counter() - start) * 1000
    reading, board, clear = look(there)
    if not clear and place.locate is not Locate.AUTO:
        seen = search(None)  # even cells may cut through uneven lines: what is seen there wins
        if seen is not None and agree(seen.extent, there.extent, max(seen.size, reading.size)):
            return replace(seen, equals=())
    ms = {"detect": detect, "read": (time.perf_counter() - start) * 1000 - detect}
    return replace(reading, ms=ms) if board else None


def cells(capture: Capture, place: Place) -> Cells | None:
    """`place` says how many rows and columns there are. None where it names none, or nothing is there."""
    if isinstance(place.locate, Tint):
        extent = coloured(capture.pixels, place.locate)
    else:
        extent = capture.view.box_of(place.area) if place.area else None
    if extent is None:
        return None
    if min(extent.width / place.columns, extent.height / place.rows) < SMALLEST:
        return None
    return Cells(place.columns, extent.cells(place.rows, place.columns, place.inset), extent)


def coloured(pixels: NDArray[np.uint8], tint: Tint) -> Box | None:
    """The extent of the largest figure in that colour; other things of the same colour beside it do not count."""
    colour = np.array(tint.colour[::-1], np.int16)
    darkest, lightest = (np.clip(colour + far, 0, 255).astype(np.uint8) for far in (-tint.tolerance, tint.tolerance))
    mask = cv2.inRange(pixels, darkest, lightest)
    reach = max(3, int(BRIDGED * min(pixels.shape[:2])) | 1)
    joined = cv2.dilate(mask, np.ones((reach, reach), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    if len(stats) < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_WIDTH].astype(float) * stats[1:, cv2.CC_STAT_HEIGHT]))
    left, top, wide, high = cv2.boundingRect(np.where(labels == largest, mask, 0).astype(np.uint8))
    return Box(left, top, left + wide, top + high)


def agree(one: Box, other: Box, size: int) -> bool:
    """Whether two extents of a board of that size are the same but for a part of a cell."""
    slack = SLACK * min(other.width, other.height) / size
    pairs = ((one.x0, other.x0), (one.y0, other.y0), (one.x1, other.x1), (one.y1, other.y1))
    return all(abs(here - there) <= slack for here, there in pairs)
