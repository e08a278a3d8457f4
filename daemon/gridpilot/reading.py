"""What a reader saw: the board, where its cells are, and how sure it is. Shared by all games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import hypot
from pathlib import Path

from gridpilot.geometry import Box, Cell, Pixel, SpotRect, cells_where

_AS_LARGE = 0.8  # of the largest board's area

SIGNS = "123456789abcdefg"
"""The key of each value from 1 on, as most games have it."""

LARGEST_DIGIT = 9
"""Larger values are letters, or numbers of two digits."""

UNSURE = 0.5
"""What is marks with no more confidence is not known to be marks."""

RIVALS_NAMED = 3
RIVAL_NAMED_ABOVE = 1e-4
"""A reader names so many rivals of a cell at most, and none that is less likely than this."""


class Read(StrEnum):
    """Who says which digit a glyph is."""

    GLYPHS = "glyphs"  # the digit net
    TESSERACT = "tesseract"
    TEMPLATES = "templates"  # nine pictures of the game's digits
    COLOURS = "colours"  # each cell's colour stands for its value
    DOM = "dom"  # `gridpilot web` asks the page; off the screen they are read by the net


@dataclass(frozen=True, slots=True)
class Shade:
    """A colour (red, green, blue) of a game's cells and the value that it stands for, 0 = empty; of several values the
    number in the cell decides.
    """

    colour: tuple[int, int, int]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A profile's choice of who reads the digits; `templates` is the folder of their pictures, `shades` the palette."""

    read: Read = Read.GLYPHS
    templates: Path | None = None
    shades: tuple[Shade, ...] = ()


NET = Recogniser()


class Locate(StrEnum):
    """Where a board is looked for."""

    AUTO = "auto"  # found in the picture
    FIXED = "fixed"  # at a place that is given


@dataclass(frozen=True, slots=True)
class Tint:
    """The board is where the pixels of this colour (red, green, blue) are, `tolerance` levels more or less."""

    colour: tuple[int, int, int]
    tolerance: int = 8


@dataclass(frozen=True, slots=True)
class Place:
    """A profile's choice of where the board is; `area` is what the board's outer edges were when it was written.

    With AUTO that is a hint, for pictures in which no board is found. `rows` and `columns` 0: as many as is usual;
    `inset` is the share of a cell that is left out at each of its sides: a gap between tiles, a thick line.
    """

    locate: Locate | Tint = Locate.AUTO
    area: SpotRect | None = None
    rows: int = 0
    columns: int = 0
    inset: float = 0.0


FOUND = Place()


class Kind(StrEnum):
    """What stands in a cell."""

    BLANK = "blank"
    GIVEN = "given"
    ENTERED = "entered"
    PENCIL = "pencil"  # only pencil marks: blank, as far as the rules are concerned
    UNKNOWN = "unknown"  # ink that is neither a digit nor pencil marks


@dataclass(frozen=True, slots=True)
class Rival:
    """Another value that the same ink may be, with its probability; value 0 = blank."""

    value: int
    probability: float


@dataclass(frozen=True, slots=True)
class CellReading:
    """One cell: `value` 0 = blank; `confidence` is the calibrated probability of `value`; best rival first. Cells with
    the same `shape` look so much alike that they hardly differ in their value; 0 where no other looks like this one.
    """

    value: int
    kind: Kind
    confidence: float
    rivals: tuple[Rival, ...] = ()
    shape: int = 0

    @property
    def unread(self) -> bool:
        """Whether there is ink that is neither a digit nor known to be marks: nothing may be typed over it."""
        return self.kind is Kind.UNKNOWN or (self.kind is Kind.PENCIL and self.confidence <= UNSURE)


@dataclass(frozen=True, slots=True)
class Repair:
    """A cell whose reading the rules corrected, or the board's other glyphs did."""

    cell: Cell
    read: int
    value: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A board on a picture. All per-cell tuples are in row order; `boxes` in pixels of the capture.

    `doubts` are the cells in unresolved doubt: nothing may be typed while there are any. `hidden` are those that
    something in front covers, wholly or in part: a click there would hit that.
    `extent` is the board's outer frame; `recogniser` is who read the digits, and reads them on a second look.
    `regions` are the boxes, regular or jigsaw: for each cell the number of its region, from 0 on. None where the
    picture does not tell them for certain, and nothing may be typed then; empty where nothing was said of any, which
    means the usual boxes of a sudoku of that size, and none at all in other games.
    `either`: where they are None, what they may be; the rules may choose. `derived`: they did.
    `signs` are the keys of the values from 1 on, as the board writes them: the largest one may be a nought.
    `face` is what the cells show besides digits, as the game's reader has it; None where they show nothing else.
    `lists`: blank cells and full ones show something alike in them, as drop-down lists show an arrow. `shines`: up to
    that contrast something shines through the board, as a picture below it; 0: nothing does.
    """

    size: int
    cells: tuple[CellReading, ...]
    boxes: tuple[Box, ...]
    extent: Box
    doubts: tuple[Cell, ...] = ()
    repairs: tuple[Repair, ...] = ()
    hidden: tuple[Cell, ...] = ()
    recogniser: Recogniser = NET
    regions: tuple[int, ...] | None = ()
    equals: tuple[Box, ...] = ()
    either: tuple[tuple[int, ...], ...] = ()
    derived: bool = False
    signs: str = SIGNS
    face: object = field(default=None, compare=False)
    lists: bool = field(default=False, compare=False)
    shines: int = field(default=0, compare=False)
    ms: dict[str, float] = field(default_factory=dict, compare=False)

    @property
    def board(self) -> tuple[int, ...]:
        return tuple(cell.value for cell in self.cells)

    @property
    def places(self) -> tuple[Cell, ...]:
        """Where each of `cells` is, in the same order."""
        return tuple(Cell.numbered(index, self.size) for index in range(len(self.cells)))

    def at(self, cell: Cell) -> CellReading:
        return self.cells[cell.index(self.size)]

    def box_at(self, cell: Cell) -> Box:
        return self.boxes[cell.index(self.size)]

    def differing(self, board: tuple[int, ...]) -> tuple[Cell, ...]:
        """The cells that do not show, or cannot be seen to show, what `board` says."""
        shown = zip(self.cells, board, strict=True)
        return tuple(
            cells_where((cell.value != value or cell.kind is Kind.UNKNOWN for cell, value in shown), self.size)
        )

    def contradicting(self, board: tuple[int, ...]) -> tuple[Cell, ...]:
        """Those that can be seen to show something else; a popup over a cell says nothing of it."""
        return tuple(
            Cell(*divmod(index, self.size))
            for index, (cell, value) in enumerate(zip(self.cells, board, strict=True))
            if cell.value != value and cell.kind is not Kind.UNKNOWN
        )

    def unclaimed(self) -> frozenset[Cell]:
        """The cells of which nothing is known."""
        return frozenset(cells_where((cell.kind is Kind.UNKNOWN for cell in self.cells), self.size))

    def changed(self, now: Reading) -> bool:
        """Whether a cell of which something is known shows something else now."""
        cells = zip(self.cells, now.cells, strict=True)
        return any(old.value != new.value and old.kind is not Kind.UNKNOWN for old, new in cells)

    def corrected_as(self, before: Reading) -> Reading:
        """A later reading of the same cells: what was corrected before stays so where it is read as it was then."""
        if not before.repairs:
            return self
        cells = list(self.cells)
        for repair in before.repairs:
            if self.at(repair.cell).value == repair.read:
                cells[repair.cell.index(self.size)] = before.at(repair.cell)
        return replace(self, cells=tuple(cells), repairs=before.repairs)


def best_of(boards: Sequence[Reading], pointer: Pixel | None) -> Reading:
    """Of several boards on one picture the largest; within 20 % of it they are equals, and the nearest to `pointer` is
    meant if it is over it. Over none of them it says nothing, and the others are named in the reading.
    """
    largest = max(board.extent.area for board in boards)
    equals = [board for board in boards if board.extent.area > _AS_LARGE * largest]

    def away(board: Reading) -> float:
        centre = board.extent.centre
        return hypot(centre.x - pointer.x, centre.y - pointer.y) if pointer else -board.extent.area

    best = min(equals, key=away)
    if pointer and pointer in best.extent:
        return best
    return replace(best, equals=tuple(board.extent for board in equals if board is not best))
