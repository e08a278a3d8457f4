"""Tells pencil marks from a sign that stands in all blanks alike, as dots and question marks do, and knows noughts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from gridpilot.games.sudoku.reading.board_font import Candidate
from gridpilot.games.sudoku.reading.ink_contrast import STRAYS
from gridpilot.reading import CellReading, Kind
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.cut import Tiles

# Not tuned: seen on one program, and on drawn boards.
SIZE = 0.3  # of a cell, at most; all marks of a cell together take more room
ALIKE = 0.1  # of a cell, by which their places and sizes differ
SURE_NOUGHT = 0.99  # a nought by the net, which gives other digits no more than a trace
SURE = 0.99  # how surely such a cell is blank, however dark its sign


def blanked(tiles: Tiles, cells: Sequence[CellReading], looks: Mapping[int, Candidate]) -> list[CellReading]:
    """The cells, as blanks those with a nought, or with marks where all these are one small sign, if hardly a cell is
    without. `looks`: what the cells with ink look like.
    """
    if sum(cell.kind is Kind.BLANK for cell in cells) > STRAYS:
        return list(cells)
    noughts = {index for index, look in looks.items() if look.chances[0] >= SURE_NOUGHT}
    signed = noughts | _of_one_sign(tiles, [i for i in _marked(cells) if i not in noughts])
    blank = CellReading(0, Kind.BLANK, SURE)
    return [blank if index in signed and not cell.value else cell for index, cell in enumerate(cells)]


def _marked(cells: Sequence[CellReading]) -> list[int]:
    return [index for index, cell in enumerate(cells) if cell.kind is Kind.PENCIL]


def _of_one_sign(tiles: Tiles, marked: Sequence[int]) -> set[int]:
    """All of these cells, if they show one sign; else none."""
    return set(marked) if len(marked) > STRAYS and _are_one_sign(tiles, marked) else set()


def _are_one_sign(tiles: Tiles, marked: Sequence[int]) -> bool:
    boxes = [cut.union(tiles.blobs[index]) for index in marked if tiles.blobs[index]]
    places = np.array([(box.x, box.y, box.width, box.height) for box in boxes]) / max(tiles.ink.shape[1:])
    same = len(boxes) == len(marked) and np.ptp(places, axis=0).max() <= ALIKE
    return bool(same and places[:, 2:].max() <= SIZE)
