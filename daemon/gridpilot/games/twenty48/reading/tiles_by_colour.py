"""Reads cells by a palette that somebody wrote down, for games that draw no numbers or none that can be read.

A colour that stands for one value decides, unless a number in the cell clearly says another: then the palette is wrong
or the cell is covered, and the cell is in doubt. Where a colour stands for several values, or is not in the palette,
the number decides.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gridpilot.games.twenty48.reading import looks
from gridpilot.games.twenty48.reading import values as tile_values
from gridpilot.games.twenty48.reading.values import CLEAR, Readers, Seen, certain
from gridpilot.geometry import Box
from gridpilot.reading import CellReading, Kind, Reading, Rival, Shade

Bytes = NDArray[np.uint8]

REACH = 12.0  # grey levels off a colour of the palette, in the channel that differs most
TIE = 4.0  # grey levels within which two colours of the palette are as near


def look(
    pixels: Bytes, boxes: Sequence[Box], numerals: Sequence[int], readers: Readers, palette: Sequence[Shade]
) -> Seen:
    """Does what `values.look` does."""
    seen = tile_values.look(pixels, boxes, numerals, readers, of(pixels, boxes, palette))
    return Seen(decided(pixels, boxes, seen.cells, palette), seen.foreign)


def decided(
    pixels: Bytes, boxes: Sequence[Box], by_number: Sequence[CellReading], palette: Sequence[Shade]
) -> list[CellReading]:
    """What the cells are by their colours, and by the numbers read in them."""
    return [_judged(cell, values) for cell, values in zip(by_number, of(pixels, boxes, palette), strict=True)]


def of(pixels: Bytes, boxes: Sequence[Box], palette: Sequence[Shade]) -> list[frozenset[int]]:
    """The values for which each cell's colour stands; empty where it is not in the palette or the cell shows two
    colours.
    """
    grounds, even = looks.sample(pixels, boxes)
    known = np.array([shade.colour[::-1] for shade in palette], np.float64)
    away = np.abs(grounds[:, None] - known).max(axis=2)
    near = (away <= REACH) & (away <= away.min(axis=1, keepdims=True) + TIE) & even[:, None]
    return [frozenset(value for i in np.flatnonzero(row) for value in palette[int(i)].values) for row in near]


def seen(pixels: Bytes, reading: Reading) -> tuple[Shade, ...]:
    """The palette of a board that was read: the colours that stand for one value on it. Cells in doubt and sliding
    tiles do not count.
    """
    grounds, even = looks.sample(pixels, reading.boxes)
    doubtful = {cell.index(reading.size) for cell in reading.doubts}
    found: dict[tuple[int, int, int], set[int]] = {}
    for index, value in enumerate(reading.board):
        if even[index] and index not in doubtful:
            blue, green, red = (round(float(level)) for level in grounds[index])
            same = (old for old in found if max(abs(old[0] - red), abs(old[1] - green), abs(old[2] - blue)) <= TIE)
            found.setdefault(next(same, (red, green, blue)), set()).add(value)
    alone = [Shade(colour, tuple(values)) for colour, values in found.items() if len(values) == 1]
    return tuple(sorted(alone, key=lambda shade: shade.values))


def _judged(by_number: CellReading, meant: frozenset[int]) -> CellReading:
    """What a cell is by its colour and its number."""
    numbered = by_number.value > 0 and by_number.confidence >= CLEAR
    if len(meant) == 1:
        (value,) = meant
        if numbered and by_number.value != value:
            return CellReading(value, Kind.GIVEN, 0.5, (Rival(by_number.value, 0.5),))
        return certain(value)
    if not meant or by_number.value in meant:
        return by_number
    return CellReading(0, Kind.UNKNOWN, 0.0)
