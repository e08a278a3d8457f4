"""Tells which cells form a region, a box or a jigsaw piece: by the lines between them, by colours or by gaps.

Regions count only if each has as many cells as a row. Where lines or colours show regions of some kind, but none of
that size come out, there is no answer. Where nothing shows any, boxes are assumed only if they can only be square.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import isqrt, log

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading import regions_by_colour
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.vision.colour_distance import most_of
from gridpilot.vision.medians import median, medians, percentiles

Bytes = NDArray[np.uint8]
Floats = NDArray[np.floating]
Map = NDArray[np.intp]
Region = tuple[int, ...]

_SAMPLES = np.array([0.08, 0.1, 0.12, 0.33, 0.36, 0.64, 0.67, 0.88, 0.9, 0.92])
"""Shares of a side at which a border is looked at: pencil marks, and mostly a block cursor, leave room there."""
_REACH = 0.1  # of a cell: how far into the cells a thick line may come
_GRAIN = 5.0  # grey levels that texture and compression make
_LEAST = (8.0, 4.0)  # grey levels x pixels, and grey levels: lines and steps below do not count
_RATIO = 1.35  # of the weights between regions to those within, at least
_TWO_KINDS = 1.8  # the same ratio, from which lines are drawn so on purpose
_LIGHT_AND_HEAVY, _FAR_APART = (40, 80), 1.9  # percentiles: over a third of a jigsaw's borders are heavy; their ratio
_FEWEST = 0.15  # share of the borders: the rarer kind has no fewer
_MISSED = 1  # border between boxes may not show, or those of one cell: on a jigsaw more do not
_KEPT = 0.75  # share of the borders within boxes that are light; those of highlighted cells need not be
_KEPT_BY_COLOUR = 0.5  # the same for colours: tinted rows and like digits have their own
_CHANGES = 0.3  # share of the borders at which the colour changes
_MAJORITY = 0.62  # share of the cells: one colour that so many have is the board's own, highlights leave it two thirds
_PLAIN = 0.75  # the same, of the cells outside the row and column of a cursor
_PLAIN_LINES = 0.5  # share of the lines: with fewer between cells of the board's own colour, the others count, too
_ALIKE, _EQUAL = 12.0, 6.0  # grey levels up to which colours are one; the second where nothing may be overlooked
_FRAGMENTS = 4  # pieces more than regions at most: a framed cell may part its region
_TELLING = 9  # of this size 2 of 400 jigsaws have one solution in regular boxes, and a wrong one; of size 6 one in five
_MOST_AGREE = 0.8  # of the pairs of a border between boxes and one within must be in favour of the boxes
_SPLITS = 4  # so many of the widest gaps between weights are tried


@dataclass(frozen=True, slots=True, eq=False)
class Borders:
    """One figure, as a logarithm, for each border between two cells: `right` n x (n - 1), `below` (n - 1) x n."""

    right: Floats
    below: Floats

    @property
    def every(self) -> Floats:
        return np.concatenate([self.right.ravel(), self.below.ravel()])


def told(sheet: Sheet, grounds: Bytes) -> tuple[Region | None, tuple[Region, ...]]:
    """The region of each cell in row order, and (). Where the picture does not tell: None, and what `possible` says.
    `grounds`: the cells' background colours, n x 3.
    """
    found = _spaced(sheet)
    if found is not None:
        return _flat(found), ()
    lines, colours = _borders(sheet)
    for borders, kept in ((lines, _KEPT), (colours, _KEPT_BY_COLOUR)):
        found = _exact(borders, sheet.size)
        found = _regular(borders, sheet.size, kept) if found is None else found
        if found is not None:
            return _flat(found), ()
    if not _of_two_kinds(_plain(lines, sheet.tiles.ground)) and not _many_coloured(colours, grounds):
        found = usual(sheet.size)
    return (None, possible(sheet, grounds)) if found is None else (_flat(found), ())


def possible(sheet: Sheet, grounds: Bytes) -> tuple[Region, ...]:
    """What the regions may be where the picture does not tell; the rules choose among them. Where nothing is shown:
    boxes of any shape. Else what the colours leave open, or the boxes for which most borders speak. On a large board
    whose lines or colours make no regions, as the faulty lines of some pages do: boxes of any shape.
    """
    (lines, colours), shapes = _borders(sheet), _shapes(sheet.size)
    many_coloured = _many_coloured(colours, grounds, _EQUAL)
    if not many_coloured and not _of_two_kinds(_plain(lines, sheet.tiles.ground)):
        return tuple(map(_flat, shapes))
    if sheet.size < _TELLING:
        return ()
    if many_coloured and (found := regions_by_colour.partitions(grounds, sheet.size)):
        return found
    agree = [each for each in shapes if max(_agreement(each, lines), _agreement(each, colours)) >= _MOST_AGREE]
    return tuple(map(_flat, agree or shapes))


def _shapes(size: int) -> list[Map]:
    """The boxes of equal shape that divide a board of that size."""
    return [_boxes(size, high) for high in range(2, size // 2 + 1) if size % high == 0]


def _flat(found: Map) -> Region:
    return tuple(int(number) for number in found.ravel())


def _agreement(found: Map, borders: Borders) -> float:
    """The probability that a border between regions has more weight than one within."""
    outer, inner = _sorted_by(found, _levelled(found, borders))
    more, equal = outer[:, None] > inner, outer[:, None] == inner
    return float(more.mean() + equal.mean() / 2)


def usual(size: int) -> Map | None:
    """The square boxes of a board of that size, None where it can have none."""
    side = isqrt(size)
    return _boxes(size, side) if side * side == size else None


def between(found: Map) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which borders part two regions: to the right of each cell, and below."""
    return found[:, :-1] != found[:, 1:], found[:-1] != found[1:]


def _boxes(size: int, high: int) -> Map:
    row, col = np.indices((size, size))
    return row // high * high + col // (size // high)


def _borders(sheet: Sheet) -> tuple[Borders, Borders]:
    """The weights of the lines, and the steps of colour."""
    right, below = _measured(sheet), _measured(sheet, turned=True)
    lines, colours = ((np.log(right[kind] + least), np.log(below[kind].T + least)) for kind, least in enumerate(_LEAST))
    return Borders(*lines), Borders(*colours)


def _measured(sheet: Sheet, *, turned: bool = False) -> tuple[Floats, Floats]:
    """For the border at the right of each cell: the line's contrast times its width, which is 0 where two colours only
    meet; and how much the grounds on both sides differ. `turned`: for the border below each cell.
    """
    sides = sheet.rows if turned else sheet.columns
    reach = max(2.0, _REACH * median(sides[:, 1] - sides[:, 0]))  # ground on each side must be seen
    seen = sheet.strips(reach, _SAMPLES, turned=turned)
    left, right = ([_mean(band[one], band[other]) for band in seen] for one, other in ((0, 1), (-2, -1)))
    off = np.minimum(_apart(seen, left), _apart(seen, right)).astype(np.float32)
    weights = np.maximum(off - _GRAIN, 0).sum(axis=0)
    each = len(_SAMPLES), sheet.size, sheet.size - 1
    return medians(weights.reshape(each)), medians(_apart(left, right).reshape(each))


def _mean(one: Bytes, other: Bytes) -> Bytes:
    return ((one.astype(np.uint16) + other) // 2).astype(np.uint8)


def _apart(one: list[Bytes], other: list[Bytes]) -> Bytes:
    """The distance of colours that are given by channel: that of the channel in which they differ most."""
    return most_of([np.maximum(a, b) - np.minimum(a, b) for a, b in zip(one, other, strict=True)])


def _regular(borders: Borders, size: int, kept: float) -> Map | None:
    """The boxes of equal shape that the borders show."""
    for boxes in _shapes(size):
        levelled = _levelled(boxes, borders)
        outer, inner = _sorted_by(boxes, levelled)
        heavy, light = median(outer), median(inner)
        middle, apart = (heavy + light) / 2, heavy - light >= log(_RATIO)
        if apart and (inner < middle).mean() >= kept and _complete(boxes, levelled, middle):
            return boxes
    return None


def _spaced(sheet: Sheet) -> Map | None:
    """The boxes that gaps set apart. (Tiles of two colours have gaps of two weights, whatever their width.)"""
    across, down = (side[1:, 0] - side[:-1, 1] for side in (sheet.columns, sheet.rows))
    for boxes in _shapes(sheet.size):
        right, below = between(boxes)
        parted = (across, right[0]), (down, below[:, 0])
        if all(gaps[outer].min() >= max(_RATIO * gaps[~outer].max(), gaps[~outer].max() + 2) for gaps, outer in parted):
            return boxes
    return None


def _complete(boxes: Map, borders: Borders, level: float) -> bool:
    """Whether hardly any border between boxes is light: one at most, or those of one cell, which a cursor may cover."""
    right, below = between(boxes)
    missed = [
        {(int(row), int(col)), (int(row) + down, int(col) + 1 - down)}
        for down, light in enumerate((right & (borders.right <= level), below & (borders.below <= level)))
        for row, col in np.argwhere(light)
    ]
    return len(missed) <= _MISSED or bool(set.intersection(*missed))


def _sorted_by(found: Map, borders: Borders) -> tuple[Floats, Floats]:
    """The figures of the borders between regions, and of those within."""
    parted = np.concatenate([side.ravel() for side in between(found)])
    return borders.every[parted], borders.every[~parted]


def _levelled(found: Map, borders: Borders) -> Borders:
    """The borders without what makes all upright lines differ from all level ones, as bevels do that are lit from one
    side.
    """
    right, below = between(found)
    return Borders(borders.right - median(borders.right[~right]), borders.below - median(borders.below[~below]))


def _exact(borders: Borders, size: int) -> Map | None:
    """Regions of any shape, where the borders fall clearly into two kinds."""
    figures = np.sort(borders.every)
    gaps = np.diff(figures)
    for place in np.argsort(-gaps)[:_SPLITS]:
        if gaps[place] < log(_RATIO) / 2:
            break
        level = (figures[place] + figures[place + 1]) / 2
        found = _joined(borders.right < level, borders.below < level, size)
        if found is not None:
            outer, inner = _sorted_by(found, borders)
            if median(outer) - median(inner) >= log(_RATIO):
                return found
    return None


def _joined(right: NDArray[np.bool_], below: NDArray[np.bool_], size: int) -> Map | None:
    """The regions, if cells are joined across the given borders; None unless these are n regions of n cells."""
    drawn = np.zeros((2 * size - 1, 2 * size - 1), np.uint8)
    drawn[::2, ::2], drawn[::2, 1::2], drawn[1::2, ::2] = 1, right, below
    count, numbers = cv2.connectedComponents(drawn, connectivity=4)
    if not size <= count - 1 <= size + _FRAGMENTS:  # the walls are counted, too
        return None
    found = _with_singles_joined(numbers[::2, ::2].astype(np.intp), size)
    numbers, place, counts = np.unique(found, return_inverse=True, return_counts=True)
    result: Map = place.reshape(size, size)
    whole = len(numbers) == size and (counts == size).all()
    striped = not np.ptp(result, axis=0).any() or not np.ptp(result, axis=1).any()
    return result if whole and not striped else None


def _with_singles_joined(found: Map, size: int) -> Map:
    """Joins each single cell, which is framed because it is selected, to the neighbours with which it makes a whole
    region.
    """
    alone = found
    numbers, counts = np.unique(found, return_counts=True)
    cells = dict(zip(numbers.tolist(), counts.tolist(), strict=True))
    for number in numbers[counts == 1]:
        row, col = (int(place[0]) for place in np.nonzero(alone == number))
        beside = sorted({int(found[r, c]) for r, c in regions_by_colour.neighbours(row, col, size)})
        wholes = [
            parts
            for count in range(1, len(beside) + 1)
            for parts in combinations(beside, count)
            if sum(cells[part] for part in parts) == size - 1
        ]
        if len(wholes) == 1:
            found = np.where(np.isin(found, wholes[0]), number, found)
            cells[int(number)] = size
    return found


def _plain(lines: Borders, grounds: Bytes) -> Floats:
    """The figures of the lines between cells of the board's own colour. Where few cells have it, those of the other
    lines as well, each kind by its distance from its median: beside highlights and givens a line has another contrast.
    """
    alike = np.abs(grounds[:, None].astype(int) - grounds[None]).max(axis=2) <= _EQUAL
    own = alike[int(alike.sum(axis=1).argmax())].reshape(len(lines.right), -1)
    across, down = own[:, :-1] & own[:, 1:], own[:-1] & own[1:]
    plain, others = (np.concatenate([lines.right[a], lines.below[b]]) for a, b in ((across, down), (~across, ~down)))
    levelled = [figures - median(figures) for figures in (plain, others) if figures.size]
    return plain if len(plain) >= _PLAIN_LINES * lines.every.size else np.concatenate(levelled)


def _of_two_kinds(figures: Floats) -> bool:
    """Whether light and heavy lines are drawn."""
    figures = np.sort(figures)
    fewest = max(1, round(_FEWEST * len(figures)))
    gaps = np.diff(figures)[fewest - 1 : len(figures) - fewest]
    light, heavy = percentiles(figures, *_LIGHT_AND_HEAVY)
    return bool(len(gaps) and gaps.max() >= log(_TWO_KINDS)) or heavy - light >= log(_FAR_APART)


def _many_coloured(colours: Borders, grounds: Bytes, near: float = _ALIKE) -> bool:
    """Whether cells have colours that are not just highlights on a board of one colour. `near`: the difference up to
    which two colours count as one.
    """
    apart = np.abs(grounds[:, None].astype(int) - grounds[None]).max(axis=2)
    if (colours.every > log(_ALIKE)).mean() <= _CHANGES or (apart <= near).mean(axis=1).max() >= _MAJORITY:
        return False
    return not _all_but_a_cross(apart <= _EQUAL)


def _all_but_a_cross(alike: NDArray[np.bool_]) -> bool:
    """Whether hardly any cell has another colour outside some row, some column and, with square boxes, the box where
    they meet. These are a cursor's highlights; on a small board they are most of it.
    """
    size = isqrt(len(alike))
    rows, columns = np.indices((size, size)).reshape(2, -1)
    shown = usual(size)
    for cell in range(len(alike)):
        beyond = (rows != rows[cell]) & (columns != columns[cell])
        if shown is not None:
            beyond &= shown.ravel() != shown.flat[cell]
        if alike[np.ix_(beyond, beyond)].mean(axis=1).max() >= _PLAIN:
            return True
    return False
