"""Finds an on-screen digit pad: the digits 1 to n, each standing alone, in a row, a column or a block, or in any order
but of one size.

Text says nothing about what a click does, so only a complete set counts as a pad, unless some digits appear at a click.
Numbers of rows and columns along the board look like two pads and are recognised by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading import digit_sets, page_ink
from gridpilot.games.sudoku.reading.digit_sets import AS_HIGH, Sign
from gridpilot.geometry import Box, Pixel
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.blobs import Blob
from gridpilot.vision.glyphs.net import classify

# Not tuned, as far as is known.
# Which pixels are ink
AROUND = (1.0, 0.5, 0.25, 0.16)  # of a cell's side: the area whose prevailing colour is the ground, by kind of pad
SMALL = AROUND[2:3]  # the area for buttons that are hardly higher than their digits
FRAME = 0.1  # of a cell: so far around the board its own frame may reach
# Which pieces of ink are digits that stand alone
SURE = 0.9  # the net's probability
LOW, HIGH = 0.13, 1.1  # height of a pad's digit, in cells; what opens over a board may have smaller ones
LOWEST = 7  # pixels
FINE = LOWEST / LOW
"""Pixels a cell: finer pictures are shrunk, which is quicker and removes noise, as far as the lowest digits stay
readable; the small ones of a list do not. A finer search takes 60 ms instead of 25 on a page of 1270x1000 pixels.
"""
WIDEST = 1.1  # of its height: a digit's width
FEWEST = 4  # pixels of a piece: less is a speck
MOST_PIECES = 1500  # that are looked at
MOST_WITH_SPECKS = 4 * MOST_PIECES
REACH = 0.5  # of its height: nearer ink at its side makes a digit part of a longer text
LETTER = 0.3, 1.6  # of the digit's height: the height of letters of one text with it
ONE_COLOUR = 0.7  # of the digit's contrast: letters of one text with it differ less, thin ones are paler
LONGEST = 3  # of the digit's height: ink that is wider is a line or a frame, no letter
ON_A_LINE = 0.25  # of a cell: so near the middle of its column, or row, a digit is its label


def find(
    pixels: NDArray[np.uint8], board: Box, size: int, stands: Sequence[int] = (), *, closer: bool = False
) -> dict[int, Pixel]:
    """The centre of each digit of the pad beside the board, empty where there is no complete pad. `stands`: the digits
    on the board. `closer`: finds also a pad whose digits touch the frames of their buttons, or stand on small buttons.
    """
    cell = min(board.width, board.height) / size
    rest = cell, size, board, stands
    if closer:
        pads = complete(page_ink.without_lines(pixels, cell), *rest) or complete(pixels, *rest, SMALL)
    else:
        pads = complete(pixels, *rest)
    labels = [[pad for pad in pads if _labels(pad, board, size, across=across)] for across in (True, False)]
    if all(labels):
        pads = [pad for pad in pads if pad not in labels[0] + labels[1]]
    return centres(sorted(pads, key=lambda pad: _away(pad, board)))


def again(
    before: NDArray[np.uint8], now: NDArray[np.uint8], board: Box, size: int, pad: dict[int, Pixel]
) -> dict[int, Pixel]:
    """Where the digits of a pad are now that was found on the picture `before`, as far as they are seen: in one of its
    rows or columns, and as high as they were. The search is as fine as it takes to see all of them on `before`.
    """
    found = _followed(before, now, board, size, pad)
    if found.keys() != pad.keys():
        cell = min(board.width, board.height) / size
        old, new = (page_ink.without_lines(pixels, cell) for pixels in (before, now))
        found = _followed(old, new, board, size, pad) | found
    return {digit: Pixel(sign.x, sign.y) for digit, sign in found.items() if sign}


def _followed(
    before: NDArray[np.uint8], now: NDArray[np.uint8], board: Box, size: int, pad: dict[int, Pixel]
) -> dict[int, Sign | None]:
    """For each digit that is seen on the picture `before`: its sign now, None where it is not seen."""
    cell = min(board.width, board.height) / size
    places = np.array([(pixel.x, pixel.y) for pixel in pad.values()])
    area = Box(*np.maximum(places.min(axis=0) - cell, 0).astype(int), *(places.max(axis=0) + cell).astype(int))
    found: dict[int, Sign | None] = {}
    for around in (*AROUND[:2], *SMALL):
        if around in SMALL and len(found) == len(pad):
            break
        old, new = (signs_within(pixels, area, board, size, around, 1) for pixels in (before, now))
        there = [sign for sign in old if _is_at(sign, pad.get(sign.digit))]
        found |= {sign.digit: found.get(sign.digit) or _in_line(sign, new, places) for sign in there}
    return found


def signs_within(  # noqa: PLR0913, PLR0917 - what a search needs
    pixels: NDArray[np.uint8], area: Box, board: Box, size: int, around: float, fewest: int
) -> list[Sign]:
    """The signs beside the board in that area; empty where there cannot be `fewest`."""
    x0, y0, x1, y1 = (int(v) for v in (area.x0, area.y0, area.x1, area.y1))
    crop = np.ascontiguousarray(pixels[y0:y1, x0:x1])
    without = Box(board.x0 - x0, board.y0 - y0, board.x1 - x0, board.y1 - y0)
    signs = signs_on(crop, min(board.width, board.height) / size, size, without, around, fewest)
    return [replace(sign, x=sign.x + x0, y=sign.y + y0) for sign in signs]


def _in_line(one: Sign, signs: list[Sign], places: NDArray[np.float64]) -> Sign | None:
    """The only sign of that digit and height in a row or column of these places."""
    alike = [sign for sign in signs if sign.digit == one.digit and abs(sign.height / one.height - 1) < AS_HIGH]
    lined = [sign for sign in alike if (np.abs(places - (sign.x, sign.y)).min(axis=0) < one.height / 2).any()]
    return lined[0] if len(lined) == 1 else None


def _is_at(sign: Sign, place: Pixel | None) -> bool:
    return place is not None and hypot(sign.x - place.x, sign.y - place.y) < sign.height / 2


def centres(pads: list[tuple[Sign, ...]]) -> dict[int, Pixel]:
    """The centres of the first pad's digits; empty where there is no pad."""
    return {sign.digit: Pixel(sign.x, sign.y) for pad in pads[:1] for sign in pad}


def complete(  # noqa: PLR0913, PLR0917 - what a search needs
    pixels: NDArray[np.uint8],
    cell: float,
    size: int,
    without: Box | None = None,
    stands: Sequence[int] = (),
    grounds: Sequence[float] = (),
) -> list[tuple[Sign, ...]]:
    """The complete sets of digits, where these stand on the board. Those in a narrow frame may be lost on the page's
    ground, those of a list that opens have each a ground of its own. `grounds`: see `AROUND`.
    """
    needed = digit_sets.needed(size, stands)
    for around in grounds or AROUND[: 2 if without else None]:
        signs = signs_on(pixels, cell, size, without, around, len(needed) - 1)
        pads = digit_sets.complete(signs, size, needed)
        if pads:
            return pads
    return []


def signs_on(  # noqa: PLR0913, PLR0917 - what a search needs
    pixels: NDArray[np.uint8], cell: float, size: int, without: Box | None, around: float, fewest: int
) -> list[Sign]:
    """The digits that stand alone, but for those on the board `without`; also more than digits, `around` a cell's side.
    Empty where there cannot be `fewest`.
    """
    fold = 1 if without is None else max(1, int(cell // FINE))
    small = page_ink.folded(pixels, fold)
    ink = page_ink.ink(small, around * cell / fold, without and _framed(without, FRAME * cell, fold))
    least = float(LOWEST) if without is None else max(float(LOWEST), LOW * cell / fold)
    fit = _alone(small, ink, least, HIGH * cell / fold)
    if len(fit) < fewest:
        return []
    chances = classify(np.stack([cut.normalise(ink, piece) for piece in fit]))
    signs = (
        _sign(int(row.argmax()), piece, fold) for piece, row in zip(fit, chances, strict=True) if row.max() >= SURE
    )
    return [sign for sign in signs if 1 <= sign.digit <= size]


def _framed(board: Box, margin: float, fold: int) -> Box:
    """The board with its frame, on the shrunk picture."""
    x0, y0, x1, y1 = board.x0 - margin, board.y0 - margin, board.x1 + margin, board.y1 + margin
    return Box(x0 / fold, y0 / fold, x1 / fold, y1 / fold)


def _sign(digit: int, piece: Blob, fold: int) -> Sign:
    x, y = piece.x + piece.width / 2, piece.y + piece.height / 2
    return Sign(digit, x * fold - 0.5, y * fold - 0.5, piece.height * fold)


def _alone(pixels: NDArray[np.uint8], ink: NDArray[np.uint8], least: float, most: float) -> list[Blob]:
    """The pieces of ink that are as high as a digit, no wider than one, and have no others beside them."""
    _, _, stats, _ = cv2.connectedComponentsWithStats((ink > page_ink.INKED).astype(np.uint8), connectivity=8)
    pieces = [Blob(*(int(v) for v in row)) for row in stats[1:MOST_WITH_SPECKS] if row[4] >= FEWEST][:MOST_PIECES]
    boxes = np.array([(p.x, p.y, p.x + p.width, p.y + p.height) for p in pieces], float).reshape(-1, 4)
    fit = (piece for piece in pieces if least <= piece.height <= most and piece.width <= WIDEST * piece.height)
    return [piece for piece in fit if not _is_in_a_text(pixels, ink, piece, pieces, boxes)]


def _beside(piece: Blob, boxes: NDArray[np.float64]) -> NDArray[np.intp]:
    """Which ink of similar height stands beside the piece. What passes over or under it, like a part of a ring, does
    not count.
    """
    reach = REACH * piece.height
    x0, y0, x1, y1 = piece.x, piece.y, piece.x + piece.width, piece.y + piece.height
    beside = (boxes[:, 0] < x1 + reach) & (boxes[:, 2] > x0 - reach) & (boxes[:, 1] < y1) & (boxes[:, 3] > y0)
    heights, widths = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    low, high = (share * piece.height for share in LETTER)
    texty = (heights > low) & (heights < high) & (widths < LONGEST * piece.height)
    across = (boxes[:, 0] < x0) & (boxes[:, 2] > x1)
    itself = (boxes[:, 0] == x0) & (boxes[:, 1] == y0)
    return np.flatnonzero(beside & texty & ~across & ~itself)


def _is_in_a_text(
    pixels: NDArray[np.uint8], ink: NDArray[np.uint8], piece: Blob, pieces: list[Blob], boxes: NDArray[np.float64]
) -> bool:
    """Whether what stands beside the piece has its colour. The page that is seen between two buttons has not."""
    own, most = _strongest(pixels, ink, piece), ONE_COLOUR * int(piece.of(ink).max())
    others = (_strongest(pixels, ink, pieces[index]) for index in _beside(piece, boxes))
    return any(int(np.abs(own - other).max()) <= most for other in others)


def _strongest(pixels: NDArray[np.uint8], ink: NDArray[np.uint8], piece: Blob) -> NDArray[np.int16]:
    """The colour of a piece where it differs most from the ground."""
    row, column = divmod(int(piece.of(ink).argmax()), piece.width)
    colour: NDArray[np.int16] = pixels[piece.y + row, piece.x + column].astype(np.int16)
    return colour


def _labels(pad: tuple[Sign, ...], board: Box, size: int, *, across: bool) -> bool:
    """Whether the pad stands exactly over the columns (or beside the rows), one digit for each."""
    start, step = (board.x0, board.width / size) if across else (board.y0, board.height / size)
    aside = (abs((sign.x if across else sign.y) - (start + (sign.digit - 0.5) * step)) for sign in pad)
    return max(aside) < ON_A_LINE * step


def _away(pad: tuple[Sign, ...], board: Box) -> float:
    x, y = sum(sign.x for sign in pad) / len(pad), sum(sign.y for sign in pad) / len(pad)
    beside = max(board.x0 - x, 0.0, x - board.x1)
    below = max(board.y0 - y, 0.0, y - board.y1)
    return hypot(beside, below)
