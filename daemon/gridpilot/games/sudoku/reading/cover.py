"""Finds what lies over a board: a popup, a menu, another window.

It hides lines of the board, where the board has lines. And it has edges of its own: whatever a board draws, be it only
shades, runs along the sides of its cells or ends within a cell. An edge that runs straight on from the middle of one
cell into the next belongs to something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading import regions as partition
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Cell
from gridpilot.reading import CellReading, Kind
from gridpilot.vision.colour_distance import most_of
from gridpilot.vision.medians import percentiles

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Floats = NDArray[np.floating]
Places = NDArray[np.intp]

_LINES = 24.0  # grey levels; a board with fainter lines does not show what is covered
_FAINT = 2.5  # grey levels; even such faint lines show what hides some of them, as nothing else is so even
_COARSE, _EVEN = 12.0, 1.25  # grey levels; uneven faint lines do not count, as compression makes such
_GONE = 0.25  # of the usual contrast of the board's lines: a border with less does not show, unless it has _COARSE
_FEWEST_GONE = 3  # borders that do not show, in both directions together: less may be a flaw of the picture
_BESIDE = 3.0  # pixels on either side of a line
_ALONG = np.linspace(0.25, 0.75, 7)  # of a cell: where the line at its side is looked at
_STEP = 16  # grey levels, in the channel that differs most; compression makes as much, but not all along a cell
_SPOTS = 8  # places that are looked at in each cell's length
_RUN = 11  # places in a row, more than a cell's length, that must all have the edge; a digit may have 10
_SIDE = 0.12  # of a cell, along its sides, that belongs to its lines, bevels and frames
_GRAIN = 4, 0.1
"""The ground itself has edges where they go through so many cells with digits, or through such a share of all cells,
while all lines show. Under 220 popups (`render_boards.py`, tune) lines were gone wherever there were edges.
"""
_DOTS, _BEYOND, _FRAME = 3, 0.3, 0.2
"""None is tuned: pixels along a line within which a dotted one shows (Qt's tables draw every third); share of a cell
by which the ground of a row that is not drawn goes on beyond its outer side; and the share of a cell, on either side of
its borders, within which a frame around it ends.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """For each cell: whether something in front hides all its inner borders, and whether something lies over it."""

    whole: Flags
    part: Flags

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that are covered wholly or in part."""
        return tuple(Cell(int(row), int(col)) for row, col in np.argwhere(self.part))

    def without(self, cells: Sequence[CellReading]) -> list[CellReading]:
        """The cell readings, with those that are wholly covered unknown."""
        return [
            CellReading(0, Kind.UNKNOWN, 0.5, cell.rivals) if hidden else cell
            for cell, hidden in zip(cells, self.whole.flat, strict=True)
        ]


def over(sheet: Sheet, regions: tuple[int, ...] | None, cells: Sequence[CellReading] = ()) -> Cover:
    """What lies over a board, by its missing lines and by edges that are not its own. Nothing lies between two `cells`
    that are seen: givens may have the colour of the lines.
    """
    (upright, upright_lines), (level, level_lines) = _contrasts(sheet), _contrasts(sheet, turned=True)
    level, level_lines = level.T, level_lines.T
    (typical,) = percentiles(np.concatenate([upright.ravel(), level.ravel()]), 30)
    upright, level = _shown_by_frames(sheet, upright, level, typical)
    lined = typical >= _LINES
    boxes = np.array(regions or [0] * len(sheet.boxes)).reshape(sheet.size, sheet.size)
    parted = partition.between(boxes)
    gone = _gone(upright, upright_lines, parted[0]), _gone(level, level_lines, parted[1])
    full = np.reshape(_seen(sheet, cells) if cells else np.zeros_like(boxes, bool), boxes.shape)
    clear = [np.logical_or(*borders) for borders in zip(_within(full), _within(_cross(*gone, boxes)), strict=True)]
    gone = gone[0] & ~clear[0], gone[1] & ~clear[1]
    whole = np.zeros_like(full)
    if lined:
        whole = ~_beside((upright > _hidden(typical)) | clear[0], (level > _hidden(typical)) | clear[1])
    part = _beside(*gone) if _is_covered(*gone, lined=lined) else whole
    return Cover(whole, part | whole | _edges(sheet, *gone, full, lined=lined) | _undrawn(sheet, *gone))


def _seen(sheet: Sheet, cells: Sequence[CellReading]) -> list[bool]:
    """Which cells show their digit, or what all blanks show, such as noughts."""
    blobs = sheet.tiles.blobs
    return [cell.value > 0 or (cell.kind is Kind.BLANK and bool(own)) for cell, own in zip(cells, blobs, strict=True)]


def _within(cells: Flags) -> tuple[Flags, Flags]:
    """The borders between columns, and between rows, that have these cells on both sides."""
    return cells[:, :-1] & cells[:, 1:], cells[:-1] & cells[1:]


def _cross(upright: Flags, level: Flags, boxes: NDArray[np.int64]) -> Flags:
    """The cells of one row, one column and boxes that are tinted together with their lines around a selected cell,
    which may have a frame.
    """
    tinted = np.zeros(boxes.shape, bool)
    most = len(boxes) - 1
    for row, col in product(*(np.flatnonzero(gone >= most - 2) for gone in (upright.sum(axis=1), level.sum(axis=0)))):
        across, down = upright.copy(), level.copy()
        across[row, max(col - 1, 0) : col + 1] = down[max(row - 1, 0) : row + 1, col] = True
        if tinted.any() or not (across[row].all() and down[:, col].all()):
            return np.zeros_like(tinted)  # more than one
        tinted[row] = tinted[:, col] = True
        beside, below = _within(boxes == boxes[row, col])
        if across[beside].all() and down[below].all():
            tinted |= boxes == boxes[row, col]
    return tinted


def _is_covered(upright: Flags, level: Flags, *, lined: bool) -> bool:
    """Whether enough lines are gone to say that something lies over them. `lined`: the board surely has lines."""
    counts = upright.sum(), level.sum()
    return (min(counts) > 0 and sum(counts) >= _FEWEST_GONE) or (lined and (_strip(upright) or _strip(level.T)))


def _strip(gone: Flags) -> bool:
    """Whether something narrow covers a part of one row. A highlight covers all of it."""
    return any(_FEWEST_GONE <= count < row.size - 1 for row in gone if (count := int(row.sum())))


def _undrawn(sheet: Sheet, upright: Flags, level: Flags) -> Flags:
    """The cells of a row or column at the board's edge of which nothing is drawn, so that nobody knows where they are:
    all lines within are missing, and the ground goes on beyond the board. (A highlight ends there.)
    """
    cells = np.zeros((sheet.size, sheet.size), bool)
    for gone, turned in ((upright, False), (level.T, True)):
        rows, columns = (sheet.columns, sheet.rows) if turned else (sheet.rows, sheet.columns)
        pixels = sheet.pixels.swapaxes(0, 1) if turned else sheet.pixels
        for at, outwards in ((0, -1), (-1, 1)):
            if gone[at].all() and _goes_on(pixels, rows[at], columns, outwards):
                (cells.T if turned else cells)[at] = True
    return cells


def _goes_on(pixels: Bytes, row: Floats, columns: Floats, outwards: int) -> bool:
    """Whether nothing divides a row's middle from what lies beyond its outer side."""
    start, end = row
    beyond = (end if outwards > 0 else start) + outwards * _BEYOND * (end - start)
    first, last = sorted((int((start + end) / 2), int(beyond)))
    if first < 0 or last >= len(pixels):
        return False
    strip = pixels[first : last + 1].take(_spots(columns, pixels.shape[1]), axis=1)
    return bool(np.ptp(strip, axis=0).max() <= _STEP)


def _beside(upright: Flags, level: Flags) -> Flags:
    """The cells on either side of the borders."""
    cells = np.zeros((len(upright), level.shape[1]), bool)
    for lines, axis in ((upright, 1), (level, 0)):
        edge = np.zeros((len(cells), 1) if axis else (1, len(cells)), bool)
        cells |= np.concatenate([edge, lines], axis=axis) | np.concatenate([lines, edge], axis=axis)
    return cells


def _gone(borders: Floats, lines: Floats, between: Flags) -> Flags:
    """The borders that do not show. Those between boxes, often the only strong ones, are compared with one another.

    Faint borders must be lines to count: the edge of a tinted cell is as even, but there is none between two cells
    without a tint.
    """
    gone = np.zeros(borders.shape, bool)
    for group in filter(np.any, (between, ~between)):
        (typical,), (faint, middle) = percentiles(borders[group], 30), percentiles(lines[group], 30, 50)
        if typical >= _COARSE or (faint >= _FAINT and middle < _EVEN * faint):
            gone[group] = borders[group] <= _hidden(typical)
    return gone


def _hidden(typical: float) -> float:
    """The contrast up to which a border does not show. Between tinted cells a strong line may be a faint one."""
    return min(_GONE * typical, _COARSE)


def _contrasts(sheet: Sheet, *, turned: bool = False) -> tuple[Floats, Floats]:
    """The contrast of the borders between columns, for each row: size x (size - 1); and how much of it comes from a
    line, not from the colours on either side. `turned`: between rows.
    """
    sides = sheet.columns if turned else sheet.rows
    dots = np.arange(_DOTS) / np.median(sides[:, 1] - sides[:, 0])
    strips = sheet.strips(_BESIDE, np.add.outer(_ALONG, dots).ravel(), turned=turned)
    steps = [np.ptp(strip, axis=0) for strip in strips]
    lines = [step - cv2.absdiff(strip[0], strip[-1]).ravel() for step, strip in zip(steps, strips, strict=True)]
    shape = len(_ALONG), _DOTS, sheet.size, -1
    shown = (most_of(each).reshape(shape).max(axis=1) for each in (steps, lines))
    border, line = (np.sort(each, axis=0)[0].astype(np.float64) for each in shown)  # text in front shows in places only
    return border, line


def _shown_by_frames(sheet: Sheet, upright: Floats, level: Floats, typical: float) -> tuple[Floats, Floats]:
    """The contrasts; where a thick frame around a single cell hides a border, the `typical` contrast."""
    if min(upright.min(), level.min()) > _hidden(typical):
        return upright, level
    bars, across = _bars(sheet), _bars(sheet, turned=True).swapaxes(0, 1)
    sides = np.full((4, sheet.size, sheet.size, 3), np.nan)
    sides[0, :, 1:], sides[1, :, :-1], sides[2, 1:], sides[3, :-1] = bars, bars, across, across
    inner = np.ones((4, sheet.size, sheet.size), bool)
    inner[0, :, 0] = inner[1, :, -1] = inner[2, 0] = inner[3, -1] = False
    drawn = ~np.isnan(sides[..., 0]) | ~inner
    apart = np.nan_to_num(np.nanmax(sides, axis=0, initial=0.0) - np.nanmin(sides, axis=0, initial=255.0))
    framed = drawn.all(axis=0) & (apart <= _STEP).all(axis=-1)
    upright, level = upright.copy(), level.copy()
    upright[framed[:, :-1] | framed[:, 1:]] = typical
    level[framed[:-1] | framed[1:]] = typical
    return upright, level


def _bars(sheet: Sheet, *, turned: bool = False) -> Floats:
    """Rows x lines x channels: the colour of what runs along each border between columns and ends on both sides of it;
    NaN where nothing does. `turned`: along the borders between rows, in columns.
    """
    lines = sheet.rows if turned else sheet.columns
    reach = _FRAME * float(np.median(lines[:, 1] - lines[:, 0]))
    bands = np.array(sheet.strips(reach, _ALONG, turned=turned), np.int16)
    bands = bands.reshape(3, bands.shape[1], len(_ALONG), sheet.size, -1)
    middle = ((lines[1:, 0] - lines[:-1, 1]) / 2 + reach).astype(np.intp)
    own = bands[:, middle, :, :, np.arange(len(middle))]  # lines x channels x places x rows
    ends = bands[:, (0, -1)].transpose(1, 4, 0, 2, 3)
    ended = (np.abs(ends - own).max(axis=2) > _STEP).all(axis=(0, 2))
    even = (np.ptp(own, axis=2) <= _STEP).all(axis=1)
    colours = np.median(own, axis=2)
    colours[~(ended & even)[:, None].repeat(3, axis=1)] = np.nan
    seen: Floats = colours.transpose(2, 0, 1)
    return seen


def _edges(sheet: Sheet, upright: Flags, level: Flags, full: Flags, *, lined: bool) -> Flags:
    """The cells that are crossed by an edge; none where all lines show and the ground has edges of its own, as wood
    has.
    """
    edges = crossed(sheet)
    shown = lined and not (upright.any() or level.any())
    grained = edges[full].sum() >= max(_GRAIN[0], _GRAIN[1] * full.sum())
    return np.zeros_like(edges) if shown and grained else edges


def crossed(sheet: Sheet) -> Flags:
    """For each cell, whether an edge goes through it that is not the board's."""
    height, width = sheet.pixels.shape[:2]
    (down, row), (across, column) = _inside(sheet.rows, height), _inside(sheet.columns, width)
    seen = sheet.pixels[down[0] : down[-1] + 1].take(_spots(sheet.columns, width), axis=1)
    through = _through(_parted(seen[1:], seen[:-1]), down, row)
    seen = sheet.pixels[_spots(sheet.rows, height), across[0] : across[-1] + 1]
    return through | _through(_parted(seen[:, 1:], seen[:, :-1]).T, across, column).T


def _inside(sides: Floats, length: int) -> tuple[Places, Places]:
    """The pixels within cells from side to side, and the number of the cell of each."""
    aside = _SIDE * (sides[:, 1] - sides[:, 0])
    inside = [
        np.arange(round(start), round(end)) for start, end in zip(sides[:, 0] + aside, sides[:, 1] - aside, strict=True)
    ]
    return np.concatenate(inside).clip(0, length - 1), np.repeat(np.arange(len(sides)), [len(part) for part in inside])


def _spots(sides: Floats, length: int) -> Places:
    """The pixels looked at along an edge."""
    spots = np.linspace(sides[0, 0], sides[-1, 1] - 1, _SPOTS * len(sides))
    return spots.astype(np.intp).clip(0, length - 1)


def _parted(one: Bytes, other: Bytes) -> Flags:
    if not one.size:  # the board is beyond the picture's rim
        return np.zeros(one.shape[:2], bool)
    return np.equal(cv2.inRange(cv2.absdiff(one, other), (0, 0, 0), (_STEP, _STEP, _STEP)), 0)


def _through(parted: Flags, lines: Places, row: Places) -> Flags:
    """Rows x columns: which cells have an edge that runs from left to right. `parted`: for all pixels from the first of
    `lines` on, whether they differ from those below.
    """
    size = int(row[-1]) + 1
    found = np.zeros((size, size), bool)
    upper = np.flatnonzero(np.diff(lines) == 1)
    edge = parted[lines[upper] - lines[0]]
    long = np.flatnonzero(edge.sum(axis=1, dtype=np.uint8) >= _RUN)
    if not len(long):
        return found
    count = np.pad(edge[long].cumsum(axis=1, dtype=np.int16), ((0, 0), (1, 0)))
    for at, first in np.argwhere(count[:, _RUN:] - count[:, :-_RUN] == _RUN):
        found[row[upper[long[at]]], first // _SPOTS : (first + _RUN - 1) // _SPOTS + 1] = True
    return found
