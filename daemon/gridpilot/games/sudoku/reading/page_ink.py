"""What stands out on the page around a board.

The board tells nothing about the ground beside it. Its cells' tints, which come and go with the selection, would be
taken for the page's ground up to half a cell away, and the page for ink that joins a button's digit to its frame.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.geometry import Box
from gridpilot.vision.colour_distance import most_of
from gridpilot.vision.glyphs.ink import FLOOR

# None of these is tuned.
WIDEST_MEDIAN = 101  # pixels of the halved picture: the widest area whose prevailing colour is asked for
INKED = 2 * FLOOR  # grey levels from the ground
WIDE = 0.5  # of a cell's side: what prevails there is the ground of a line
LONG = 0.45  # of a cell's side: a button's edge is straight for so long at least, and a digit's hardly


def folded(pixels: NDArray[np.uint8], fold: int) -> NDArray[np.uint8]:
    """The picture, made so many times smaller."""
    if fold == 1:
        return pixels
    even = pixels[: pixels.shape[0] // fold * fold, : pixels.shape[1] // fold * fold]
    small = (even.shape[1] // fold, even.shape[0] // fold)
    return cv2.resize(even, small, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def ink(pixels: NDArray[np.uint8], around: float, without: Box | None) -> NDArray[np.uint8]:
    """Each pixel's distance from the colour that prevails around it: text stands out, buttons and panels do not. 0 on
    the board `without` and its frame.
    """
    rows, columns = _covered(without, pixels) if without else (slice(0, 0), slice(0, 0))
    distance = most_of(cv2.split(cv2.absdiff(pixels, _ground(pixels, around, rows, columns))))
    distance[rows, columns] = 0
    return distance


def without_lines(pixels: NDArray[np.uint8], cell: float) -> NDArray[np.uint8]:
    """The picture without long lines and what joins them: a digit that touches the frame of its button stands alone
    then.
    """
    ground, least = _ground(pixels, WIDE * cell), max(1, round(LONG * cell))
    inked = (most_of(cv2.split(cv2.absdiff(pixels, ground))) > INKED).astype(np.uint8)
    lines = [cv2.morphologyEx(inked, cv2.MORPH_OPEN, np.ones(way, np.uint8)) for way in ((1, least), (least, 1))]
    both = cv2.bitwise_or(*lines)
    _, rest = cv2.connectedComponents(inked - both)
    across, down = (np.unique(rest[cv2.dilate(each, np.ones((3, 3), np.uint8)) > 0]) for each in lines)
    corners = np.isin(rest, np.intersect1d(across, down)) & (rest > 0)
    return np.where((corners | (both > 0))[..., None], ground, pixels).astype(np.uint8, copy=False)


def _ground(
    pixels: NDArray[np.uint8], around: float, rows: slice = slice(0, 0), columns: slice = slice(0, 0)
) -> NDArray[np.uint8]:
    """The colour that prevails around each pixel. What these rows and columns cover does not count beside it."""
    small = pixels[::2, ::2].copy()
    wide = min(max(3, int(around / 2) // 2 * 2 + 1), WIDEST_MEDIAN)
    _mirror(small, _halved(rows), _halved(columns), wide // 2)
    _mirror(small.swapaxes(0, 1), _halved(columns), _halved(rows), wide // 2)
    ground = cv2.resize(cv2.medianBlur(small, wide), pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return ground.astype(np.uint8, copy=False)


def _covered(board: Box, pixels: NDArray[np.uint8]) -> tuple[slice, slice]:
    """The rows and columns of the picture that the board touches."""
    high, wide = pixels.shape[:2]
    x0, x1 = (min(max(0, int(edge)), wide) for edge in (board.x0, board.x1 + 1))
    y0, y1 = (min(max(0, int(edge)), high) for edge in (board.y0, board.y1 + 1))
    return slice(y0, y1), slice(x0, x1)


def _halved(covered: slice) -> slice:
    return slice(covered.start // 2, (covered.stop + 1) // 2)


def _mirror(lines: NDArray[np.uint8], board: slice, along: slice, deep: int) -> None:
    """Fills a board's outer `deep` lines on each side with the mirror image of what is outside."""
    first, last = board.start, board.stop
    deep = min(deep, last - first)
    before, after = (
        lines[start:stop, along][::-1] for start, stop in ((max(0, first - deep), first), (last, last + deep))
    )
    lines[first : first + len(before), along], lines[last - len(after) : last, along] = before, after
