"""Reads one lattice of cells as a board: what stands in them, and whether that is a sudoku's.

Nothing here knows the rules beyond "mostly no digit twice in a house": doubts that only the rules can settle are left
to them.
"""

from __future__ import annotations

from dataclasses import replace
from math import isqrt
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.reading import cell_face
from gridpilot.games.sudoku.reading import cells as marks
from gridpilot.games.sudoku.reading import cover as overlaid
from gridpilot.games.sudoku.reading import entered as styles
from gridpilot.games.sudoku.reading import regions as partition
from gridpilot.geometry import Cell
from gridpilot.reading import CellReading, Kind, Reading, Repair
from gridpilot.vision.glyphs import recognisers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.capture import Capture
    from gridpilot.games.sudoku.reading.cell_face import Face
    from gridpilot.geometry import Box
    from gridpilot.reading import Recogniser
    from gridpilot.vision.glyphs.cut import Tiles

    Regions = tuple[int, ...] | None

DIFFERENT = {4: 3, 6: 5, 9: 4, 12: 9, 16: 12}
"""The sizes of boards, and how many different digits are seen on one at least."""
ACT = 0.97  # a cell below this confidence is in doubt
FEWEST = 0.17  # share of cells with digits: 14 of 81, so that a few unread ones do not hide a board
MOST_UNKNOWN = 0.3  # a popup may cover this share; more is no board
MOST_TO_DIGITS = 0.8  # and so many cells for each digit that is read: a crossword has more
MOST_CONFLICTS = 0.12  # share of cells in conflict: the user's slips, not a table of numbers
MOST_OF_DIGITS = 0.2  # the same as a share of the digits, but a slip or two may be on a board with few
SLIPS = 5
SIGNED_BLANK = CellReading(0, Kind.BLANK, 0.9995)  # looks like the blank cell, whatever that shows


def read_board(  # noqa: PLR0913, PLR0917 - where, by whom, and what is known already
    capture: Capture,
    boxes: tuple[Box, ...],
    extent: Box,
    recogniser: Recogniser,
    known: Regions = (),
    face: Face | None = None,
) -> Reading:
    """`known`: the regions, where they were seen before; a second look does not put them in question."""
    size = isqrt(len(boxes))
    if face is None:
        tiles, cells, alone, signs = marks.read_cells(capture.pixels, boxes, size, recognisers.of(recogniser, size))
    else:
        pixels, parts, blank = cell_face.bare(capture.pixels, boxes, face)
        tiles, cells, alone, signs = marks.read_cells(pixels, parts, size, recognisers.of(recogniser, size))
        cells = [SIGNED_BLANK if empty and not cell.value else cell for cell, empty in zip(cells, blank, strict=True)]
    if known == () and not _of_digits(cells, size):
        return Reading(size, tuple(cells), boxes, extent, recogniser=recogniser)  # no board, whatever else there is
    cells = _with_entered(tiles, cells, size)
    regions = partition.regions(capture.pixels, boxes, tiles.ground) if known == () else known
    cover = styles.cover(capture.pixels, boxes, regions)
    cells = _without_covered(cells, cover.whole)
    doubts = _doubts(cells, size)
    crossed = overlaid.crossed(capture.pixels, boxes)
    hidden = tuple(Cell(*divmod(i, size)) for i in range(len(boxes)) if cover.part[i] or crossed[i])
    repairs = tuple(Repair(Cell(*divmod(i, size)), was, cells[i].value) for i, was in alone.items() if cells[i].value)
    either = partition.possible(capture.pixels, boxes, tiles.ground) if regions is None else ()
    seen = Reading(size, tuple(cells), boxes, extent, doubts, repairs, hidden, recogniser, regions)
    return replace(seen, either=either, signs=signs, face=face)


def _with_entered(tiles: Tiles, cells: Sequence[CellReading], size: int) -> list[CellReading]:
    """The cells, with the user's own digits told from those that were given."""
    digits, blanks = [cell.value > 0 for cell in cells], [cell.kind is Kind.BLANK for cell in cells]
    kinds = styles.entered(tiles, digits, blanks, 2 * size - 1)
    return [
        replace(cell, kind=Kind.ENTERED) if cell.value and entered else cell
        for cell, entered in zip(cells, kinds, strict=True)
    ]


def _without_covered(cells: Sequence[CellReading], covered: Sequence[bool]) -> list[CellReading]:
    """The cells, with nothing said of those that something else lies over."""
    return [
        CellReading(0, Kind.UNKNOWN, 0.5, cell.rivals) if hidden else cell
        for cell, hidden in zip(cells, covered, strict=True)
    ]


def _doubts(cells: Sequence[CellReading], size: int) -> tuple[Cell, ...]:
    return tuple(
        Cell(*divmod(index, size))
        for index, cell in enumerate(cells)
        if cell.kind is Kind.UNKNOWN or cell.confidence < ACT
    )


def is_sudoku(reading: Reading) -> bool:
    """Whether the content is a board's: enough digits, several of them different, little else, few conflicts."""
    if not _of_digits(reading.cells, reading.size):
        return False
    values = sum(cell.value > 0 for cell in reading.cells)
    limit = 0 if reading.size < 9 else min(MOST_CONFLICTS * len(reading.cells), max(SLIPS, MOST_OF_DIGITS * values))
    return len(_conflicting(reading, of_one_shape=True)) <= limit


def strange(reading: Reading) -> int:
    """How many cells speak against this being the board; where no regions show, a row of cells does."""
    unknown = sum(cell.kind is Kind.UNKNOWN for cell in reading.cells)
    return len(_conflicting(reading)) + unknown + (reading.size if reading.regions is None else 0)


def _of_digits(cells: Sequence[CellReading], size: int) -> bool:
    count = len(cells)
    values = [cell.value for cell in cells if cell.value]
    if len(values) < FEWEST * count or len(set(values)) < DIFFERENT[size] or max(values) <= 9 < size:
        return False
    unknown = sum(cell.kind is Kind.UNKNOWN for cell in cells)
    return unknown <= (1 if size < 9 else min(MOST_UNKNOWN * count, MOST_TO_DIGITS * len(values)))


def _conflicting(reading: Reading, *, of_one_shape: bool = False) -> set[int]:
    """The cells whose digit stands a second time in their row, their column, or their region as far as that is told;
    `of_one_shape`: not where the two look so unlike that one of them is rather misread.
    """
    clashes: set[int] = set()
    before: dict[tuple[str, int, int], list[int]] = {}
    for index, cell in enumerate(reading.cells):
        row, col = divmod(index, reading.size)
        houses = [("row", row), ("column", col), *([("region", reading.regions[index])] if reading.regions else [])]
        for kind, house in houses if cell.value else ():
            others = before.setdefault((kind, house, cell.value), [])
            alike = [other for other in others if not of_one_shape or _of_one_shape(cell, reading.cells[other])]
            clashes.update([index, *alike] if alike else ())
            others.append(index)
    return clashes


def _of_one_shape(one: CellReading, other: CellReading) -> bool:
    return one.shape == other.shape or not (one.shape and other.shape)
