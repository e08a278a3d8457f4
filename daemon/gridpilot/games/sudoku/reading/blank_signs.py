"""Tells pencil marks from a sign that stands in all blanks alike, such as a dot or a question mark, and reads noughts
as blanks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

import numpy as np

from gridpilot.games.sudoku.reading.board_font import Candidate
from gridpilot.games.sudoku.reading.ink_contrast import STRAYS
from gridpilot.reading import CellReading, Kind
from gridpilot.vision.glyphs.blobs import Blob, union
from gridpilot.vision.glyphs.cut import Tiles
from gridpilot.vision.glyphs.ink import FLOOR, within

# Not tuned: seen on one program, and on drawn boards.
SIZE = 0.3  # of a cell, at most; all marks of a cell together take more room
ALIKE = 0.15  # of a cell: the signs' places and sizes differ by less: 0.12 was seen, marks differ by 0.33
AS_STRONG = 0.5  # of the contrast of the weakest one
SURE_NOUGHT = 0.99  # probability from which the net's nought counts
SURE = 0.99  # how surely such a cell is blank, however dark its sign


def blanked(tiles: Tiles, cells: Sequence[CellReading], looks: Mapping[int, Candidate]) -> list[CellReading]:
    """The cells, with those as blanks that show a nought; or those with marks, where all these are one small sign that
    hardly any blank lacks. `looks`: what the cells with ink look like.
    """
    noughts = {index for index, look in looks.items() if look.chances[0] >= SURE_NOUGHT}
    blanks, marked = _of_kind(cells, Kind.BLANK), _of_kind(cells, Kind.PENCIL)
    signed = noughts | _of_one_sign(
        tiles, sorted(marked - noughts), blanks, [i for i, c in enumerate(cells) if c.value]
    )
    if len(blanks - signed) > STRAYS:
        return list(cells)
    blank = CellReading(0, Kind.BLANK, SURE)
    return [blank if index in signed and not cell.value else cell for index, cell in enumerate(cells)]


def _of_kind(cells: Sequence[CellReading], kind: Kind) -> set[int]:
    return {index for index, cell in enumerate(cells) if cell.kind is kind}


def _of_one_sign(tiles: Tiles, marked: Sequence[int], blanks: Collection[int], digits: Collection[int]) -> set[int]:
    """All of these cells if they show one sign, else none; and the blanks that show the sign and nothing else, which
    was ignored at the rim, where a field's handle may stand. Where blanks are few, it stands beside `digits`, too.
    """
    if not (marked and all(tiles.blobs[index] for index in marked)):
        return set()
    boxes = [union(tiles.blobs[index]) for index in marked]
    if not _are_one_sign(tiles, boxes):
        return set()
    place = union(boxes)
    least = AS_STRONG * min(int(place.of(tiles.ink[index]).max()) for index in marked)
    found = {*marked, *filter(partial(_shows_only, tiles, place, least), blanks)}
    beside = sum(_stands_beside(tiles, index, place) for index in digits)
    return found if len(found) + beside > STRAYS else set()


def _are_one_sign(tiles: Tiles, boxes: Sequence[Blob]) -> bool:
    places = np.array([(box.x, box.y, box.width, box.height) for box in boxes]) / max(tiles.ink.shape[1:])
    return bool(np.ptp(places, axis=0).max() <= ALIKE and places[:, 2:].max() <= SIZE)


def _stands_beside(tiles: Tiles, index: int, place: Blob) -> bool:
    """Whether the cell shows such a sign at that place, apart from its digit."""
    most = max(place.width, place.height) + ALIKE * max(tiles.ink.shape[1:])
    both = [(blob, union([blob, place])) for blob in tiles.blobs[index]]
    parts = [blob for blob, box in both if max(box.width, box.height) <= most]
    return bool(parts) and _are_one_sign(tiles, [place, union(parts)])


def _shows_only(tiles: Tiles, place: Blob, least: float, index: int) -> bool:
    """Whether ink of that strength is in that place of the cell, and nowhere else but at the rim."""
    ink = tiles.ink[index]
    rest = ink.copy()
    place.of(rest)[:] = 0
    return bool(place.of(ink).max() >= least and within(rest[None]).max() <= FLOOR)
