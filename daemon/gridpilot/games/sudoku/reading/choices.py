"""Finds digits to choose from that a click has opened: a menu or a ring over the board, a dialog, or a few
beside it.
"""

from __future__ import annotations

from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading import pad
from gridpilot.games.sudoku.reading.digit_sets import ALIKE, Sign
from gridpilot.geometry import Box, Pixel
from gridpilot.reading import Reading
from gridpilot.vision.colour_distance import most_of
from gridpilot.vision.glyphs.ink import FLOOR

KEPT = 0.8  # correlation of the ink at a digit before and after; not tuned


def opened(before: NDArray[np.uint8] | None, after: NDArray[np.uint8], cell: float, size: int) -> dict[int, Pixel]:
    """The digits of a menu, ring or dialog that has opened since `before` (None: the picture is that of the whole
    dialog). `cell` is the size of the board's cells in pixels, `size` the number of digits.
    """
    if before is None:
        return pad.centres(pad.complete(after, cell, size))
    apart = most_of(cv2.split(cv2.absdiff(before, after)))
    found = (_opened_in(area, after, apart, cell, size) for area in _areas(np.greater(apart, FLOOR).astype(np.uint8)))
    digits = next(filter(None, found), {})
    reach = round(pad.LOW * cell)
    kept = sum(_is_kept(_patch(before, at, reach), _patch(after, at, reach)) for at in digits.values())
    return digits if kept <= len(digits) / 2 else {}


def _opened_in(
    area: tuple[int, int, int, int], after: NDArray[np.uint8], apart: NDArray[np.uint8], cell: float, size: int
) -> dict[int, Pixel]:
    """The digits that opened in an area (left, top, width, height), on a ground of their own or on the window's. They
    may lie right over the same digits of the board, as large as these: then the ground is another one, and most of the
    others are new.
    """
    left, top, width, height = area
    whole = np.ascontiguousarray(after[top : top + height, left : left + width])
    found = pad.centres(pad.complete(whole, cell, size))
    changes = [_change(apart, at, (left, top), cell) for at in found.values()]
    if found and min(changes) > 0 and np.median(changes) > FLOOR:
        return {digit: Pixel(left + at.x, top + at.y) for digit, at in found.items()}
    edges = left - cell, top - cell, left + width + cell, top + height + cell
    x0, y0, x1, y1 = (max(0, round(edge)) for edge in edges)
    shown = cv2.dilate(apart[y0:y1, x0:x1], np.ones((3, 3), np.uint8)) > FLOOR
    after = after[y0:y1, x0:x1]
    after = np.where(shown[:, :, None], after, _ground(after, shown)).astype(np.uint8)
    return {digit: Pixel(x0 + at.x, y0 + at.y) for digit, at in pad.centres(pad.complete(after, cell, size)).items()}


def _areas(changed: NDArray[np.uint8]) -> list[tuple[int, int, int, int]]:
    """Areas where something may have opened (left, top, width, height). First the largest part that has changed, as a
    cell that is no longer selected has changed, too; then all that has. The board's lines may divide it.
    """
    x0, y0, width, height = cv2.boundingRect(changed)
    if not width:
        return []
    new = changed[y0 : y0 + height, x0 : x0 + width]
    _, labels, parts, _ = cv2.connectedComponentsWithStats(cv2.dilate(new, np.ones((5, 5), np.uint8)))
    largest = labels == 1 + parts[1:, cv2.CC_STAT_AREA].argmax()
    x, y, wide, high = cv2.boundingRect(new * largest.astype(np.uint8))
    part = x0 + x, y0 + y, wide, high
    return [part] if part == (x0, y0, width, height) else [part, (x0, y0, width, height)]


def offered(before: NDArray[np.uint8], after: NDArray[np.uint8], board: Reading, fewest: int) -> dict[int, Pixel]:
    """The digits that have come beside the board, or over it, since `before`, the picture from which it was read;
    `fewest` at least, as some programs offer only possible ones. They are of one size and in reading order.
    """
    extent, size = board.extent, board.size
    cell = min(extent.width, extent.height) / size
    apart = most_of(cv2.split(cv2.absdiff(before, after)))
    x0, y0, width, height = cv2.boundingRect(np.greater(apart, FLOOR).astype(np.uint8))
    if not width:
        return {}
    area = Box(max(0, int(x0 - cell)), max(0, int(y0 - cell)), x0 + width + cell, y0 + height + cell)
    beside = pad.signs_within(after, area, extent, size, pad.AROUND[0], fewest)
    new = [sign for sign in beside if _change(apart, Pixel(sign.x, sign.y), (0, 0), cell) > FLOOR]
    if _is_choice(new, fewest):
        return pad.centres([tuple(new)])
    was, now = (np.ascontiguousarray(each[y0 : y0 + height, x0 : x0 + width]) for each in (before, after))
    own = [
        Sign(value, box.centre.x - x0, box.centre.y - y0, box.height)
        for value, box in zip(board.board, board.boxes, strict=True)
    ]
    over = _over(was, now, cell, size, fewest, own)
    return {sign.digit: Pixel(x0 + sign.x, y0 + sign.y) for sign in over}


def _over(  # noqa: PLR0913, PLR0917 - what a search needs
    before: NDArray[np.uint8], after: NDArray[np.uint8], cell: float, size: int, fewest: int, own: list[Sign]
) -> list[Sign]:
    """The digits that have come anywhere, also over cells. A cell's `own` digit does not count, even on another
    ground.
    """
    for around in pad.AROUND:
        old = own + pad.signs_on(before, cell, size, None, around, 1)
        signs = pad.signs_on(after, cell, size, None, around, fewest)
        new = [sign for sign in signs if not any(_is_same(sign, other) for other in old)]
        if _is_choice(new, fewest):
            return new
    return []


def _is_same(sign: Sign, other: Sign) -> bool:
    """Whether the other is the same digit at the same place, with another ground at most."""
    return sign.digit == other.digit and hypot(sign.x - other.x, sign.y - other.y) < sign.height


def _is_choice(signs: list[Sign], fewest: int) -> bool:
    """Whether these are enough digits, of one size, and rise from left to right and from row to row, or by columns."""
    if len(signs) < fewest:
        return False
    heights = [sign.height for sign in signs]
    rows = sorted(signs, key=lambda sign: (round(sign.y / heights[0]), sign.x))
    columns = sorted(signs, key=lambda sign: (round(sign.x / heights[0]), sign.y))
    orders = [[sign.digit for sign in order] for order in (rows, columns)]
    return max(heights) - min(heights) < ALIKE * heights[0] and any(each == sorted({*each}) for each in orders)


def _change(apart: NDArray[np.uint8], at: Pixel, corner: tuple[int, int], cell: float) -> int:
    """By how many grey levels the place of that digit has changed."""
    return int(_patch(apart, Pixel(corner[0] + at.x, corner[1] + at.y), round(pad.LOW * cell)).max(initial=0))


def _patch(pixels: NDArray[np.uint8], at: Pixel, reach: int) -> NDArray[np.uint8]:
    x, y = round(at.x), round(at.y)
    return pixels[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]


def _is_kept(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> bool:
    """Whether the same ink was there before, on another ground."""
    one, other = (cv2.cvtColor(np.ascontiguousarray(each), cv2.COLOR_BGR2GRAY) for each in (before, after))
    return bool(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED)[0, 0] > KEPT)


def _ground(pixels: NDArray[np.uint8], where: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The colour that prevails there."""
    ground: NDArray[np.uint8] = np.median(pixels[where], axis=0).astype(np.uint8)
    return ground
