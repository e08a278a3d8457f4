"""Which digits a cell's pencil marks are: by their shapes, and by their places where a whole board keeps to these.

Most programs show each mark at a place of its own, as on a phone's keypad; others write them in a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.reading import LARGEST_DIGIT, Kind
from gridpilot.vision.glyphs import cut, net
from gridpilot.vision.glyphs.blobs import Blob, pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridpilot.capture import Capture
    from gridpilot.reading import Reading

SURE, PLACED = 0.9, 0.95
"""How sure a mark's shape is to count alone, and the share of such marks that must stand at their digits' places before
places count. Of 2,664 cells in fonts never seen 1,451 were read rightly, none wrongly, and 1,213 not at all:
`scripts/bench_read.py --part test --boards 0 --none 0 --marks 260 --seed 4713`.
"""

# None of these is tuned.
SMALLEST = 30  # pixels of a cell's side: in smaller ones a mark may leave no ink at all
LONG = 0.5  # of a cell's side: lines are longer; marks are a third of it
THIN = 0.1  # of a cell's height: digits that touch are higher
SIDE = 4 * cut.WORK  # pixels, to which larger cells are shrunk: marks are a quarter as high as digits, or less


@dataclass(frozen=True, slots=True)
class Mark:
    """One piece of ink: the index of its cell; its likeliest digit (0 where digits touch) and how sure that is; and its
    place, numbered like the keys of a keypad that begins at the top.
    """

    cell: int
    digit: int
    sure: float
    place: int


def read(capture: Capture, reading: Reading) -> dict[int, tuple[int, ...]]:
    """The digits of the marks in each cell whose marks are all known, by the cell's index."""
    boxes = reading.boxes
    marked = [i for i, cell in enumerate(reading.cells) if cell.kind is Kind.PENCIL and boxes[i].height >= SMALLEST]
    marks = _marks(capture, reading, marked) if marked and reading.size <= LARGEST_DIGIT else []
    sure = [mark for mark in marks if mark.sure >= SURE]
    placed = bool(sure) and sum(mark.digit == mark.place for mark in sure) >= PLACED * len(sure)
    found = {index: _digits([mark for mark in marks if mark.cell == index], placed=placed) for index in marked}
    return {index: digits for index, digits in found.items() if digits}


def _digits(marks: list[Mark], *, placed: bool) -> tuple[int, ...]:
    """The digits of one cell's marks; empty where one of them is not known or comes twice."""
    if not all(mark.digit for mark in marks):
        return ()
    if placed:
        known = {mark.place for mark in marks if mark.digit == mark.place or mark.sure < SURE}
    else:
        known = {mark.digit for mark in marks if mark.sure >= SURE}
    return tuple(sorted(known)) if len(known) == len(marks) else ()


def _marks(capture: Capture, reading: Reading, cells: list[int]) -> list[Mark]:
    tiles = cut.trace(cut.cut(capture.pixels, [reading.boxes[index] for index in cells], side=SIDE))
    parts = [(at, blob) for at, ink in enumerate(tiles.ink) for blob in _pieces(ink)]
    looks = net.classify(cut.stacked([cut.normalise(tiles.ink[at], blob) for at, blob in parts]))
    high, wide, side = *tiles.ink.shape[1:], isqrt(reading.size)
    found = []
    for (at, blob), look in zip(parts, looks, strict=True):
        digit = 0 if blob.width > blob.height else 1 + int(np.argmax(look[1 : reading.size + 1]))
        row, column = (blob.y + blob.height / 2) * side / high, (blob.x + blob.width / 2) * side / wide
        found.append(Mark(cells[at], digit, float(look[digit]), side * int(row) + int(column) + 1))
    return found


def _pieces(ink: NDArray[np.uint8]) -> list[Blob]:
    """The pieces of a cell's ink, without remains of the lines around it."""
    high, wide = ink.shape
    return [blob for blob in pieces(ink, cut.STROKE) if not _is_line(blob, high, wide)]


def _is_line(blob: Blob, high: int, wide: int) -> bool:
    return blob.height > LONG * high or (blob.width > LONG * wide and blob.height < THIN * high)
