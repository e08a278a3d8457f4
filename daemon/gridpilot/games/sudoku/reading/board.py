"""Reads one lattice of cells as a board: what stands in the cells, and whether that is a sudoku's.

Of the rules it knows only that a digit hardly stands twice in a house: doubts that need the rules are left to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from gridpilot.games.sudoku.reading import cell_face, cover, entered, ink_contrast, regions
from gridpilot.games.sudoku.reading.cell_face import Face
from gridpilot.games.sudoku.reading.cells import Seen, read_cells
from gridpilot.games.sudoku.reading.regions_by_colour import without_givens
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box, Cell, cells_where
from gridpilot.reading import NET, CellReading, Kind, Reading, Recogniser, Repair
from gridpilot.vision.glyphs import cut, recognisers

DIFFERENT = {4: 3, 6: 5, 9: 4, 12: 9, 16: 12}
"""The sizes of boards, and how many different digits are seen on one at least."""
ACT = 0.97  # a cell below this confidence is in doubt
FEWEST = 0.17  # share of cells with digits: 14 of 81, so that a few unread ones do not hide a board
MOST_UNKNOWN = 0.3  # a popup may cover this share; more is no board
MOST_TO_DIGITS = 0.8  # unknown cells for each digit that is read, at most: a crossword has more
MOST_CONFLICTS = 0.12  # share of cells in conflict: the user's slips, not a table of numbers
MOST_OF_DIGITS = 0.2  # the same as a share of the digits; a board with few may have `SLIPS`
SLIPS = 5
SIGNED_BLANK = CellReading(0, Kind.BLANK, 0.9995)  # looks like the blank cell, whatever that shows


def read_board(
    sheet: Sheet, extent: Box, recogniser: Recogniser, face: Face | None = None, like: Reading | None = None
) -> Reading:
    """`like`: what was seen in these cells before; a second look does not doubt its regions."""
    size = sheet.size
    content, blank = (sheet, None) if face is None else cell_face.bare(sheet, face)
    seen, shines = _seen(content, recogniser, like)
    cells = seen.cells if blank is None else _signed(seen.cells, blank)
    reading = Reading(size, tuple(cells), tuple(sheet.boxes), extent, recogniser=recogniser)
    if like is None and not _of_digits(cells, size):
        return reading  # no board, whatever else there is
    cells = entered.told(content, cells)
    given = np.array([cell.kind is Kind.GIVEN for cell in cells])
    grounds = without_givens(content.tiles.ground, given)
    known, either = regions.told(sheet, grounds) if like is None else (like.regions, ())
    if like is not None and known is None:
        either = regions.possible(sheet, grounds)
    over = cover.over(sheet, known, cells)
    cells = over.without(cells)
    return replace(
        reading,
        cells=tuple(cells),
        doubts=_doubts(cells, size),
        repairs=_repairs(seen.alone, cells, size),
        hidden=over.cells,
        regions=known,
        either=either,
        signs=seen.signs,
        shines=shines,
        face=face,
        lists=face is not None and face.lists,
    )


def _seen(sheet: Sheet, recogniser: Recogniser, like: Reading | None) -> tuple[Seen, int]:
    """What stands in the cells, and the contrast up to which something shines through the board; once that was seen, it
    holds. Typed digits may be larger than the givens and in the end outnumber them.
    """
    recognise, shines = recognisers.of(recogniser, sheet.size), like.shines if like else 0
    givens = {index for index, cell in enumerate(like.cells) if cell.kind is Kind.GIVEN} if like else set[int]()
    if not shines:
        seen = read_cells(sheet.tiles, sheet.size, recognise, givens)
        shines = ink_contrast.shining_through(sheet.tiles, seen.cells)
        if not shines:
            return seen, 0
    return read_cells(cut.flattened(sheet.tiles, shines), sheet.size, recognise, givens), shines


def _signed(cells: Sequence[CellReading], blank: Iterable[bool]) -> list[CellReading]:
    """The cells; those without a digit are surely blank if they look like the blank one."""
    return [SIGNED_BLANK if empty and not cell.value else cell for cell, empty in zip(cells, blank, strict=True)]


def _repairs(alone: dict[int, int], cells: Sequence[CellReading], size: int) -> tuple[Repair, ...]:
    """The cells that were read differently in view of the others. `alone`: the values of these by themselves,
    by index.
    """
    return tuple(Repair(Cell.numbered(i, size), was, cells[i].value) for i, was in alone.items() if cells[i].value)


def _doubts(cells: Sequence[CellReading], size: int) -> tuple[Cell, ...]:
    return tuple(cells_where((cell.kind is Kind.UNKNOWN or cell.confidence < ACT for cell in cells), size))


def is_sudoku(reading: Reading) -> bool:
    """Whether the content is a sudoku's: enough digits, several different ones, little else, few conflicts."""
    if not _of_digits(reading.cells, reading.size):
        return False
    values = sum(cell.value > 0 for cell in reading.cells)
    limit = 0 if reading.size < 9 else min(MOST_CONFLICTS * len(reading.cells), max(SLIPS, MOST_OF_DIGITS * values))
    return len(_conflicting(reading, of_one_shape=True)) <= limit


def strange(reading: Reading) -> int:
    """How many cells speak against this being the board. Where no regions show, that counts as many as a row has."""
    unknown = sum(cell.kind is Kind.UNKNOWN for cell in reading.cells)
    return len(_conflicting(reading)) + unknown + (reading.size if reading.regions is None else 0)


def shows_digits(sheet: Sheet, size: int) -> bool:
    """Whether these cells may be some of a board of that size."""
    return _of_digits(read_cells(sheet.tiles, size, recognisers.of(NET, size)).cells, size)


def _of_digits(cells: Sequence[CellReading], size: int) -> bool:
    count = len(cells)
    values = [cell.value for cell in cells if cell.value]
    if len(values) < FEWEST * count or len(set(values)) < DIFFERENT[size] or max(values) <= 9 < size:
        return False
    unknown = sum(cell.kind is Kind.UNKNOWN for cell in cells)
    return unknown <= (1 if size < 9 else min(MOST_UNKNOWN * count, MOST_TO_DIGITS * len(values)))


def _conflicting(reading: Reading, *, of_one_shape: bool = False) -> set[int]:
    """The cells whose digit stands twice in their row, column or known region. `of_one_shape`: only pairs that look
    alike, as of two unlike ones one is probably misread.
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
