"""Numbers with more than digits in them: ".0" at the end, a separator of thousands, or a K for three digits. And large
digits that are made of small signs, as programs in terminals draw them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.twenty48.reading.tiles import STROKE, Tile, labelled
from gridpilot.vision.glyphs.blobs import Blob

_LEVELS = 0.30, 0.45, 0.60, 0.72  # of the peak: at one of these levels a mark comes apart from its digit
_MARK, _FOOT, _DEEP = 0.35, 0.15, 0.4
"""Of a digit's height: the sides of a point at most, how far off its foot it ends, and how much deeper a comma may."""
_GROUP = 3  # digits behind a separator
_BAR, _SIDE, _ARM, _OPEN = 0.92, 0.35, 0.45, 0.2
"""Of a K's height: its upright, in this share of its width; how far from its foot, or top, an arm begins at least; and
how deep it is open between upright and arms. Set by eye on the fonts of one machine, which no script measures.
"""

_LINES, _SAME = 4, 1  # lines of text in a large digit at least (5 is usual); pixels by which heights and steps differ
_REACH = 0.75  # of the step from line to line: halfway from the next sign, half a step away, to the one behind a space


def fraction(tile: Tile) -> tuple[Tile, Blob] | None:
    """The tile without its decimal point and the one digit after it, and that digit's box; None where it has none."""
    for digits, marks in map(_parted, _LEVELS, [tile] * len(_LEVELS)):
        if marks and len(digits) > 1 and digits[-2].x < marks[0].x < digits[-1].x + digits[-1].width / 2:
            return _until(tile, marks[0].x - 1, digits[:-1]), digits[-1]
    return None


def without_separator(tile: Tile) -> Tile | None:
    """The tile without the comma or point before its last three digits; None where there is none."""
    for digits, marks in map(_parted, _LEVELS, [tile] * len(_LEVELS)):
        behind = [digit for digit in digits if marks and digit.x > marks[0].x]
        if len(marks) == 1 and len(behind) == _GROUP < len(digits):
            ink, mark = tile.ink.copy(), marks[0]
            ink[mark.y - 1 : mark.y + mark.height + 1, mark.x - 1 : mark.x + mark.width + 1] = 0
            return replace(tile, ink=ink, pieces=tuple(digits))
    return None


def made_of_signs(tile: Tile) -> Tile | None:
    """The tile with each large digit joined to one piece, where digits are made of lines of one small sign;
    else None.
    """
    solid = tile.ink > STROKE * tile.peak
    lines = _runs(solid, 1)
    heights, steps = lines[:, 1] - lines[:, 0], np.diff(lines[:, 0])
    if len(lines) < _LINES or np.ptp(heights) > _SAME or np.ptp(steps) > _SAME:
        return None
    signs = np.vstack([_runs(solid[top:low], 0) for top, low in lines.tolist()])
    step, narrowest = int(steps.max()), int((signs[:, 1] - signs[:, 0]).min())
    room = np.ones((step - int(heights.min()) + 3, max(1, round(_REACH * step) - narrowest)), np.uint8)
    ink = np.asarray(cv2.dilate(np.where(solid, 255, 0).astype(np.uint8), room), np.uint8)
    digits = [Blob(*row) for row in labelled(ink, 255, STROKE)[1][1:].tolist()]
    return replace(tile, ink=ink, peak=255, pieces=tuple(sorted(digits, key=_place)), speckled=False)


def thousands(tile: Tile) -> Tile | None:
    """The tile without its K; None where its last sign is no K."""
    for level in _LEVELS:
        labels, stats = labelled(tile.ink, tile.peak, level)
        blobs = sorted((Blob(*row) for row in stats[1:].tolist()), key=_place)
        if len(blobs) > 1 and _is_k(blobs[-1].of((labels > 0).astype(np.uint8)) > 0):
            return _until(tile, blobs[-1].x - 1, blobs[:-1])
    return None


def in_thousands(numerals: Sequence[int]) -> dict[int, int]:
    """What may stand before a K, and its value: 131072 is written 128K or 131K."""
    return {value // unit: value for unit in (1000, 1024) for value in numerals if value >= unit}


def _runs(solid: NDArray[np.bool_], axis: int) -> NDArray[np.intp]:
    """Where each stretch of rows or columns with ink begins and ends. `axis` is the one along them."""
    inked = np.asarray(solid.any(axis=axis))
    return np.flatnonzero(np.diff(np.pad(inked, 1).astype(np.int8))).reshape(-1, 2)


def _until(tile: Tile, x: int, digits: Sequence[Blob]) -> Tile:
    ink = tile.ink.copy()
    ink[:, max(0, x) :] = 0
    return replace(tile, ink=ink, pieces=tuple(digits))


def _parted(level: float, tile: Tile) -> tuple[list[Blob], list[Blob]]:
    """The digits, left to right, and the small marks at their feet."""
    blobs = sorted((Blob(*row) for row in labelled(tile.ink, tile.peak, level)[1][1:].tolist()), key=_place)
    highest = max((blob.height for blob in blobs), default=0)
    digits = [blob for blob in blobs if 2 * blob.height > highest]
    return digits, [blob for blob in blobs if blob not in digits and _is_at_the_foot(blob, digits)]


def _is_at_the_foot(blob: Blob, digits: list[Blob]) -> bool:
    """Whether the mark stands after one of the digits, at its foot."""
    before = [digit for digit in digits if digit.x + digit.width / 2 < blob.x]
    if not before:
        return False
    height = before[-1].height
    below = blob.y + blob.height - before[-1].y - height
    return blob.width <= _MARK * height and blob.y > before[-1].y + height / 2 and -_FOOT <= below / height <= _DEEP


def _place(blob: Blob) -> int:
    return blob.x


def _is_k(ink: NDArray[np.bool_]) -> bool:
    """Whether a sign has an upright at its left, nothing but two arms at its right, and gaps between these and the
    upright at top and bottom. No digit and no other letter is so.
    """
    height, width = ink.shape
    side = max(1, round(_SIDE * width))
    if width < max(3, height * _SIDE) or ink[:, :side].mean(axis=0).max() < _BAR:
        return False
    right = _runs(ink[:, -side:], 1)
    if len(right) != 2:
        return False
    (_, upper), (lower, end) = right
    arms = upper <= (1 - _ARM) * height and lower >= _ARM * height and end >= (1 - _FOOT) * height
    between = ink[:, side : width - side]
    from_above, from_below = (half.argmax(axis=0).max() >= _OPEN * height for half in (between, between[::-1]))
    return bool(arms and from_above and from_below)
