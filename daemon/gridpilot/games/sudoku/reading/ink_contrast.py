"""Judges the cells of a board by the strength of their ink: a board draws all its digits alike, and all its marks. A
cell that does not fit is put in doubt, so that the rules consider every digit that may stand there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from gridpilot.reading import CellReading, Kind
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.blobs import union
from gridpilot.vision.glyphs.cut import Tiles
from gridpilot.vision.glyphs.ink import FLOOR, within

LIKELY = 0.97  # probability from which digits show how strong the board's digits are
WEAKER = 10  # one digit in so many may be weaker than the contrast that counts as a weak one's
GREY = 0.65  # of that at most: the contrast of marks that are told from digits by it
SPECK = 0.4  # of that: ink in a blank cell that may be the rest of a digit
STRAYS, STRAY = 3, 0.95  # so few cells with marks on a board, and how surely each is one: a faded digit leaves the same
PICTURE, MOST_ODD = 0.5, 8
"""Of the digits' contrast at most, and cells that cannot be read at most, for these to be something else than digits.
Not tuned: a program's picture had 0.4 of it in 20 cells; on 300 tune boards (`bench_read --boards 300 --none 60 --seed
91`) nothing changed.
"""
GRAIN = 2.0  # times the usual contrast beside digits; on wood that was 42, and up to 74 in blank cells
BLUR = 2  # pixels around a digit
HARDLY = 0.5  # of the weak digits' contrast; not tuned
FAINT = 0.6  # of the usual contrast of its marks: a fainter one is none of them


def shining_through(tiles: Tiles, cells: Sequence[CellReading]) -> int:
    """The contrast up to which something shines through a board, such as a picture below it; 0 where nothing does. What
    shines through is in many cells, cannot be read, and is far from the digits' contrast; or it is the ground's own
    grain.
    """
    unclear = [index for index, cell in enumerate(cells) if cell.kind in (Kind.UNKNOWN, Kind.PENCIL)]
    if not unclear:
        return 0
    contrasts = [_contrast(tiles, index) for index in range(len(cells))]
    weak = min(_weak(cells, contrasts), 255)
    most = round(PICTURE * weak)
    faint = sum(cell.kind is Kind.UNKNOWN and c <= most for cell, c in zip(cells, contrasts, strict=True))
    if faint > MOST_ODD:
        return most
    grain = round(min(GRAIN * _beside_digits(tiles, cells), SPECK * weak))
    return grain if np.median([contrasts[index] for index in unclear]) <= grain else 0


def _beside_digits(tiles: Tiles, cells: Sequence[CellReading]) -> float:
    """The strength of the ink beside most digits, where nobody writes marks; 0 where there is none."""
    beside = within(tiles.ink).copy()
    aside = (np.array(tiles.ink.shape) - beside.shape)[1:] // 2
    sure = [i for i, cell in enumerate(cells) if cell.value and cell.confidence > LIKELY and tiles.blobs[i]]
    for index in sure:
        digit = union(tiles.blobs[index])
        y, x = digit.y - int(aside[0]), digit.x - int(aside[1])
        beside[index, max(0, y - BLUR) : y + digit.height + BLUR, max(0, x - BLUR) : x + digit.width + BLUR] = 0
    usual = float(np.median(beside[sure].max(axis=(1, 2)))) if sure else 0.0
    return usual if usual > FLOOR else 0.0


def weighed(tiles: Tiles, cells: Sequence[CellReading]) -> list[CellReading]:
    """The cells, judged in view of the contrast of all."""
    contrasts = [
        int(tiles.peak[index]) if cell.kind is Kind.BLANK else _contrast(tiles, index)
        for index, cell in enumerate(cells)
    ]
    return specks(strays(touching(cells, contrasts), contrasts), contrasts)


def touching(cells: Sequence[CellReading], contrasts: Sequence[int]) -> list[CellReading]:
    """The cells; doubtful digits that are as faint as the marks, and fainter than other digits, are marks that
    touch.
    """
    parting = _parting(cells, contrasts)
    return [
        CellReading(0, Kind.PENCIL, STRAY)
        if cell.value and not cell.shape and cell.confidence <= LIKELY and contrast < parting
        else cell
        for cell, contrast in zip(cells, contrasts, strict=True)
    ]


def strays(cells: Sequence[CellReading], contrasts: Sequence[int]) -> list[CellReading]:
    """The cells with doubtful marks made unsure. A user of pencil marks has many of them, all alike; so marks are
    doubtful if they are few, as strong as digits, or so faint that a digit's strokes would come apart.
    """
    marks = sorted(contrasts[index] for index, cell in enumerate(cells) if cell.kind is Kind.PENCIL)
    if not marks:
        return list(cells)
    few, least = len(marks) <= STRAYS, min(FAINT * marks[len(marks) // 2], FLOOR / cut.STROKE)
    most = _parting(cells, contrasts) or inf
    return [
        stray(cell) if cell.kind is Kind.PENCIL and (few or not least <= contrast <= most) else cell
        for cell, contrast in zip(cells, contrasts, strict=True)
    ]


def specks(cells: Sequence[CellReading], contrasts: Sequence[int]) -> list[CellReading]:
    """The cells; where digits are hardly visible, a blank cell that is not quite empty is in doubt."""
    least = SPECK * _weak(cells, contrasts)
    return [
        replace(cell, confidence=min(cell.confidence, STRAY)) if cell.kind is Kind.BLANK and contrast > least else cell
        for cell, contrast in zip(cells, contrasts, strict=True)
    ]


def faint(tiles: Tiles, cells: Sequence[CellReading]) -> set[int]:
    """The cells whose ink hardly stands out: it is weaker by far than other digits, or than any good contrast."""
    contrasts = [_contrast(tiles, index) for index in range(len(cells))]
    least = max(HARDLY * _weak(cells, contrasts), 2 * FLOOR)
    return {index for index, contrast in enumerate(contrasts) if FLOOR // 2 < contrast < min(least, 255)}


def stray(mark: CellReading) -> CellReading:
    return replace(mark, confidence=min(mark.confidence, STRAY), rivals=())


def _parting(cells: Sequence[CellReading], contrasts: Sequence[int]) -> float:
    """The contrast between the board's marks and its digits, 0 where the marks are not weaker or are too few to
    tell.
    """
    marks = sorted(contrasts[index] for index, cell in enumerate(cells) if cell.kind is Kind.PENCIL)
    weak = _weak(cells, contrasts)
    if len(marks) <= STRAYS or weak == inf:
        return 0
    usual = marks[len(marks) // 2]
    return (usual + weak) / 2 if usual <= GREY * weak else 0


def _weak(cells: Sequence[CellReading], contrasts: Sequence[int]) -> float:
    """The contrast of the board's weak digits, infinite where none is sure."""
    digits = sorted(contrasts[index] for index, cell in enumerate(cells) if cell.value and cell.confidence > LIKELY)
    return digits[len(digits) // WEAKER] if digits else inf


def _contrast(tiles: Tiles, index: int) -> int:
    """The contrast of what is in a cell, wherever it is: marks stand at the rim."""
    if not tiles.blobs[index]:
        return int(tiles.peak[index])
    return int(union(tiles.blobs[index]).of(tiles.ink[index]).max())
