"""Tells real pencil marks from what a pointer, a cursor's edge or noise leaves of a digit.

The marks of one board are alike, and each is a small digit. Ink that is neither, and lies where the digit stands, may
be the rest of a digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading.board_font import Norm
from gridpilot.games.sudoku.reading.ink_contrast import STRAY, STRAYS
from gridpilot.reading import UNSURE, CellReading, Kind
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.blobs import Blob, pieces
from gridpilot.vision.glyphs.cut import Tiles
from gridpilot.vision.glyphs.net import Recognise

OVER = 0.2  # share of the digit's place that one piece covers
BROAD = 1.25  # of the usual width of marks: one mark, or several one above the other, is no wider
NARROW, MIRRORED = 0.5, 0.2  # of a digit's height; of the peak: mirror images differ by less (0.15 seen)
THIN = 0.5  # share of its box that a cross inks at most: a third was seen
PARTED = 0.6  # of the ink's peak: marks that touch come apart
DIGITS = 0.8
"""How surely the pieces are digits, on average. Of 200 boards with a spoilt digit (`bench_spoilt.py --seed 2 --boards
50`) none was typed over, 29 without this; of 300 others (`bench_read.py --seed 7001`) 2 more were refused.
"""


def told(tiles: Tiles, cells: list[CellReading], norm: Norm, recognise: Recognise) -> list[CellReading]:
    """The cells; those whose marks may be something else are unsure."""
    marked = [i for i, cell in enumerate(cells) if cell.kind is Kind.PENCIL]
    found = list(cells)
    for index in filter(lambda i: _is_sign(tiles, i, norm), marked):
        found[index] = replace(cells[index], confidence=max(cells[index].confidence, STRAY))
    blobs = [(i, blob) for i in marked if found[i] is cells[i] for blob in tiles.blobs[i]]
    for index in _unlike_others(tiles, blobs, norm):
        if not _are_digits(tiles.ink[index], recognise):
            found[index] = replace(cells[index], confidence=min(cells[index].confidence, UNSURE))
    return found


def _unlike_others(tiles: Tiles, blobs: Sequence[tuple[int, Blob]], norm: Norm) -> set[int]:
    """The cells in which a piece lies where the digit stands and is not like the board's marks."""
    wide = BROAD * float(np.median([blob.width for _, blob in blobs])) if blobs else 0.0
    return {i for i, blob in blobs if _over_digit(tiles, blob, norm) and not _in_line(i, blob, blobs, wide)}


def _is_sign(tiles: Tiles, index: int, norm: Norm) -> bool:
    """Whether a cell shows only a cross or a star, such as a terminal's cursor: it is its own mirror image both ways
    and is inked in its middle. Remains of a digit are not, but for bars and dots, which are narrower.
    """
    blobs = tiles.blobs[index]
    ink = blobs[0].of(tiles.ink[index]).astype(float) if len(blobs) == 1 else np.zeros((1, 1))
    if min(ink.shape) < NARROW * norm.height or ink.mean() > THIN * ink.max():
        return False
    apart = max(float(np.abs(ink - other).mean()) for other in (ink[::-1], ink[:, ::-1]))
    height, width = ink.shape
    return bool(apart < MIRRORED * ink.max() and ink[height // 2, width // 2] > PARTED * ink.max())


def _are_digits(ink: NDArray[np.uint8], recognise: Recognise) -> bool:
    """Whether the pieces of a cell's ink look like digits."""
    looks = recognise(cut.stacked([cut.normalise(ink, part) for part in pieces(ink, PARTED)]))
    return bool(len(looks)) and float(looks[:, 1:-1].max(axis=1).mean()) >= DIGITS


def _over_digit(tiles: Tiles, blob: Blob, norm: Norm) -> bool:
    """Whether a piece of ink covers much of the place where the cell's digit stands."""
    height, width = tiles.ink.shape[1:]
    x, y = (0.5 + norm.across) * width - norm.width / 2, (0.5 + norm.down) * height - norm.height / 2
    wide = max(0.0, min(blob.x + blob.width, x + norm.width) - max(blob.x, x))
    high = max(0.0, min(blob.y + blob.height, y + norm.height) - max(blob.y, y))
    return bool(wide * high > OVER * norm.width * norm.height)


def _in_line(index: int, blob: Blob, blobs: Sequence[tuple[int, Blob]], wide: float) -> bool:
    """Whether a piece is one of the board's marks, or several that touch: in other cells marks stand as high and are as
    tall, or it is as narrow as they are.
    """
    like = {i for i, other in blobs if max(abs(other.y - blob.y), abs(other.height - blob.height)) <= 1} - {index}
    cells = {i for i, _ in blobs}
    return len(like) >= STRAYS or (len(cells) > STRAYS and blob.width <= wide)
