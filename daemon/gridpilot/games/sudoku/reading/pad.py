"""Finds an on-screen digit pad: the digits 1 to n, each alone, in a row, a column, a block, or anyhow but of one size.

Text says nothing about what a click does, so only a complete set counts; half a pad is none. Row and column numbers
printed along the board look like two pads at once and are told by that.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import hypot
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from gridpilot.geometry import Pixel
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.cut import Blob
from gridpilot.vision.glyphs.ink import FLOOR
from gridpilot.vision.glyphs.net import classify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridpilot.geometry import Box

SURE = 0.9
LOW, HIGH = 0.13, 1.1  # height of a pad's digit, in cells; what opens over a board may have smaller ones
LOWEST = 7  # pixels
REACH = 0.5  # of its height: nearer ink at its side makes a digit part of a longer text
EVEN = 0.2  # of the pitch: how far a digit may stand from where an even spacing puts it
ALIKE, APART = 0.15, 8.0  # of its height: by how much the signs of one pad differ, and how far apart they stand
MOST_PIECES = 1500
AROUND = (1.0, 0.5, 0.25)  # of a cell's side: the colour that prevails there is the ground; the last for small lists
FINE = 40  # pixels a cell; finer pictures are folded, which also swallows noise


@dataclass(frozen=True, slots=True)
class Sign:
    """A digit that stands alone, with its centre."""

    digit: int
    x: float
    y: float
    height: float


def find(pixels: NDArray[np.uint8], board: Box, size: int) -> dict[int, Pixel]:
    """The centre of each digit of the pad beside the board, empty where there is no complete pad."""
    signs = _signs(pixels, min(board.width, board.height) / size, size, without=board)
    pads = list(_pads(signs, size)) or _scattered(signs, size)
    column_like = [pad for pad in pads if _labels(pad, board, size, across=True)]
    row_like = [pad for pad in pads if _labels(pad, board, size, across=False)]
    if column_like and row_like:
        pads = [pad for pad in pads if pad not in column_like and pad not in row_like]
    if not pads:
        return {}
    best = min(pads, key=lambda pad: _away(pad, board))
    return {sign.digit: Pixel(sign.x, sign.y) for sign in best}


def opened(before: NDArray[np.uint8] | None, after: NDArray[np.uint8], cell: float, size: int) -> dict[int, Pixel]:
    """The digits of what has opened since `before`, or of a whole window: a menu, a ring, a dialog. `cell` is the size
    of the board's cells.
    """
    if before is None:
        return _complete(after, cell, size)
    changed = np.greater(_strongest(cv2.absdiff(before, after)), FLOOR).astype(np.uint8)
    x0, y0, width, height = cv2.boundingRect(changed)
    if not width:
        return {}
    whole = after[y0 : y0 + height, x0 : x0 + width]
    found = _complete(np.ascontiguousarray(whole), cell, size)  # what opened has a ground of its own
    if not found or not all(_is_new(changed, at, (x0, y0), cell) for at in found.values()):
        x0, y0, x1, y1 = (max(0, round(v)) for v in (x0 - cell, y0 - cell, x0 + width + cell, y0 + height + cell))
        shown = cv2.dilate(changed[y0:y1, x0:x1], np.ones((3, 3), np.uint8)).astype(bool)
        after = after[y0:y1, x0:x1]
        after = np.where(shown[:, :, None], after, _ground(after, shown)).astype(np.uint8)
        found = _complete(after, cell, size)
    return {digit: Pixel(x0 + at.x, y0 + at.y) for digit, at in found.items()}


def _complete(pixels: NDArray[np.uint8], cell: float, size: int) -> dict[int, Pixel]:
    """The centres of a complete set of digits, where there is one: in a list, each may have a ground of its own."""
    for around in AROUND:
        signs = _signs(pixels, cell, size, around=around)
        pads = list(_pads(signs, size)) or _scattered(signs, size)
        if pads:
            return {sign.digit: Pixel(sign.x, sign.y) for sign in pads[0]}
    return {}


def _is_new(changed: NDArray[np.uint8], at: Pixel, corner: tuple[int, int], cell: float) -> bool:
    """Whether anything has changed at that digit."""
    x, y, reach = corner[0] + round(at.x), corner[1] + round(at.y), round(LOW * cell)
    return bool(changed[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach].any())


def _ground(pixels: NDArray[np.uint8], where: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The colour that prevails there."""
    ground: NDArray[np.uint8] = np.median(pixels[where], axis=0).astype(np.uint8)
    return ground


def _signs(
    pixels: NDArray[np.uint8], cell: float, size: int, without: Box | None = None, around: float = AROUND[0]
) -> list[Sign]:
    fold = max(1, int(cell // FINE))
    if fold > 1:
        even = pixels[: pixels.shape[0] // fold * fold, : pixels.shape[1] // fold * fold]
        small = (even.shape[1] // fold, even.shape[0] // fold)
        pixels = cv2.resize(even, small, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    ink = _ink(pixels, around * cell / fold)
    if without is not None:
        _mask(ink, without, fold, 0.1 * cell)
    _, _, stats, _ = cv2.connectedComponentsWithStats((ink > 2 * FLOOR).astype(np.uint8), connectivity=8)
    pieces = [Blob(*(int(v) for v in row)) for row in stats[1 : MOST_PIECES * 4] if row[4] >= 4][:MOST_PIECES]
    boxes = np.array([(p.x, p.y, p.x + p.width, p.y + p.height) for p in pieces], float).reshape(-1, 4)
    fit = [
        piece
        for piece in pieces
        if piece.height <= HIGH * cell / fold and piece.width <= 1.1 * piece.height
        if piece.height >= max(LOWEST, LOW * cell / fold if without else 0) and _alone(piece, boxes)
    ]
    if len(fit) < size:
        return []
    chances = classify(np.stack([cut.normalise(ink, piece) for piece in fit]))
    return [
        Sign(
            int(row.argmax()),
            (piece.x + piece.width / 2) * fold - 0.5,
            (piece.y + piece.height / 2) * fold - 0.5,
            piece.height * fold,
        )
        for piece, row in zip(fit, chances, strict=True)
        if 1 <= row.argmax() <= size and row.max() >= SURE
    ]


def _ink(pixels: NDArray[np.uint8], around: float) -> NDArray[np.uint8]:
    """The distance from the colour that prevails around each pixel: text stands out, buttons and panels do not."""
    small = np.ascontiguousarray(pixels[::2, ::2])
    wide = max(3, int(around / 2) // 2 * 2 + 1)
    ground = cv2.medianBlur(small, min(wide, 101))
    ground = cv2.resize(ground, (pixels.shape[1], pixels.shape[0]), interpolation=cv2.INTER_NEAREST)
    return _strongest(cv2.absdiff(pixels, ground))


def _strongest(difference: NDArray[Any]) -> NDArray[np.uint8]:
    """Of each pixel the channel that differs most."""
    blue, green, red = cv2.split(difference)
    return cv2.max(cv2.max(blue, green), red).astype(np.uint8, copy=False)


def _mask(ink: NDArray[np.uint8], board: Box, fold: int, margin: float) -> None:
    x0, y0 = max(0, int((board.x0 - margin) / fold)), max(0, int((board.y0 - margin) / fold))
    ink[y0 : int((board.y1 + margin) / fold) + 1, x0 : int((board.x1 + margin) / fold) + 1] = 0


def _alone(piece: Blob, boxes: NDArray[np.float64]) -> bool:
    """No ink of like height beside it; what passes over or under it, as a part of a ring does, is not beside."""
    reach = REACH * piece.height
    x0, y0, x1, y1 = piece.x, piece.y, piece.x + piece.width, piece.y + piece.height
    beside = (boxes[:, 0] < x1 + reach) & (boxes[:, 2] > x0 - reach) & (boxes[:, 1] < y1) & (boxes[:, 3] > y0)
    heights, widths = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    texty = (heights > 0.3 * piece.height) & (heights < 1.6 * piece.height) & (widths < 3 * piece.height)
    across = (boxes[:, 0] < x0) & (boxes[:, 2] > x1)
    return int((beside & texty & ~across).sum()) <= 1  # itself


def _pads(signs: list[Sign], size: int) -> Iterator[tuple[Sign, ...]]:
    """Every complete set: from where 1 and the last digit stand, all others follow."""
    firsts = [sign for sign in signs if sign.digit == 1]
    lasts = [sign for sign in signs if sign.digit == size]
    for first, last in product(firsts, lasts):
        for rows in range(1, size + 1):
            columns = -(-size // rows)
            if (rows - 1) * columns >= size:
                continue
            pad = _laid_out(signs, first, last, columns, size)
            if pad:
                yield pad


def _scattered(signs: list[Sign], size: int) -> list[tuple[Sign, ...]]:
    """The complete set in no even order: of each digit the one sign whose size is the others', and none far away."""
    of = {digit: [sign for sign in signs if sign.digit == digit] for digit in range(1, size + 1)}
    if not all(of.values()):
        return []
    found = []
    for first in of[1]:
        alike = [[sign for sign in each if abs(sign.height / first.height - 1) < ALIKE] for each in of.values()]
        if any(len(each) != 1 for each in alike):
            continue
        pad = tuple(each[0] for each in alike)
        if all(min(hypot(s.x - o.x, s.y - o.y) for o in pad if o is not s) < APART * s.height for s in pad):
            found.append(pad)
    return found


def _laid_out(signs: list[Sign], first: Sign, last: Sign, columns: int, size: int) -> tuple[Sign, ...] | None:
    """The pad of so many columns between `first` and `last`; rows may run upwards, as on a calculator."""
    row, column = divmod(size - 1, columns)
    if (column == 0) != (abs(last.x - first.x) < first.height) or (row == 0) != (abs(last.y - first.y) < first.height):
        return None
    across = (last.x - first.x) / column if column else 0.0
    down = (last.y - first.y) / row if row else 0.0
    if (column and across < 0.9 * first.height) or (row and abs(down) < 0.9 * first.height):
        return None
    chosen: list[Sign] = []
    for digit in range(1, size + 1):
        r, c = divmod(digit - 1, columns)
        x, y = first.x + c * across, first.y + r * down
        slack = max(EVEN * max(across, abs(down)), 0.25 * first.height)
        near = [s for s in signs if s.digit == digit and abs(s.x - x) < slack and abs(s.y - y) < slack]
        near = [s for s in near if abs(s.height / first.height - 1) < 0.2]
        if not near:
            return None
        chosen.append(min(near, key=lambda s: abs(s.x - x) + abs(s.y - y)))
    return tuple(chosen)


def _labels(pad: tuple[Sign, ...], board: Box, size: int, *, across: bool) -> bool:
    """Whether the pad stands exactly over the columns (or beside the rows), one digit for each."""
    start, step = (board.x0, board.width / size) if across else (board.y0, board.height / size)
    return all(abs((sign.x if across else sign.y) - (start + (sign.digit - 0.5) * step)) < 0.25 * step for sign in pad)


def _away(pad: tuple[Sign, ...], board: Box) -> float:
    x, y = sum(sign.x for sign in pad) / len(pad), sum(sign.y for sign in pad) / len(pad)
    beside = max(board.x0 - x, 0.0, x - board.x1)
    below = max(board.y0 - y, 0.0, y - board.y1)
    return hypot(beside, below)
