"""Fits a square lattice to the whole of a board that is no square, or of a size that the search does not try.

A row or column belongs to the board when most of its cells are parted from their neighbours: the ground beside a board
has no such edges, while a part of a board that passes for the whole, or a row too many, would be played wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridpilot.geometry import Box, Side
from gridpilot.vision.lattice.search import Lattice

Bytes = NDArray[np.uint8]
Parted = Callable[[Iterable[bool]], bool]
"""Whether a gap must be seen on both of its sides, or on any: cells with a gradient fade into the ground at one."""

Sides = tuple[tuple[float, float], ...]

_STEP = 6  # grey levels across a side, averaged along an eighth of it, so that texture makes no edge
_EDGE = 0.7  # of a side must show the step
_TAKE = 0.6  # of a row's cells must be parted for a row to be added
_LEAVE = 0.35  # fewer, and a row that was found is left out: in between, faint edges are the likelier cause
_FEWEST = 3
_SLIVER = 2  # pixels; what is left of a cell tells nothing if it is less
_NARROW = 0.05  # of a cell: by more the last one is narrower than the one before, if it is cut off
_ROOM = 0.5  # of a cell is beside a board whose further cells the picture cuts off, at most; not tuned
_LIKE = 0.4  # of the step between a board's rows is between those beyond, if they are of one board
_MIDDLE = (0.25, 0.75)  # of a side, clear of rounded corners


def fitted(pixels: Bytes, found: Lattice, most: int, parted: Parted = all) -> tuple[Sides, Sides] | None:
    """Columns and rows of the whole board, at most `most` + 1 of each; None when too little of it is cells."""
    columns, rows = found.columns, found.rows
    turned = pixels.transpose(1, 0, 2)
    for _ in range(3):
        before = columns, rows
        columns = _fitted(pixels, columns, rows, most, parted)
        if len(columns) < _FEWEST:
            return None
        rows = _fitted(turned, rows, columns, most, parted)
        if len(rows) < _FEWEST:
            return None
        if (columns, rows) == before:
            break
    return columns, rows


def _fitted(pixels: Bytes, columns: Sides, rows: Sides, most: int, parted: Parted) -> Sides:
    """The columns without the outer ones that hold no cells, and with those beside them that do."""
    gap = columns[1][0] - columns[0][1]
    while len(columns) >= _FEWEST and _parted(pixels, columns[0], rows, gap, 1, parted) < _LEAVE:
        columns = columns[1:]
    while len(columns) >= _FEWEST and _parted(pixels, columns[-1], rows, gap, 0, parted) < _LEAVE:
        columns = columns[:-1]
    while _FEWEST <= len(columns) <= most:
        before, *_, after = _with_one_more(columns)
        if _parted(pixels, before, rows, gap, 1, all) >= _TAKE:
            columns = (before, *columns)
        elif _parted(pixels, after, rows, gap, 0, all) >= _TAKE:
            columns = (*columns, after)
        else:
            break
    return columns


def _parted(  # noqa: PLR0913, PLR0917 - a place, its surroundings, and how strictly
    pixels: Bytes, column: tuple[float, float], rows: Sides, gap: float, near: int, parted: Parted
) -> float:
    """The share of a column's cells that are parted from one another and, on side `near`, from their neighbours. The
    outer sides do not count: a board without a frame may lie on a ground that looks like its empty cells.
    """
    start, end = column
    if start < -2 or end > pixels.shape[1] + 2:
        return 0.0
    reach = max(2, round(gap / 2) + 1)
    across = max(0.0, start), min(end, pixels.shape[1])
    turned = pixels.transpose(1, 0, 2)
    between = [
        parted(_edge(turned, at, across, reach) for at in (above[1], below[0])) for above, below in pairwise(rows)
    ]
    beside = [_edge(pixels, column[near], row, reach) for row in rows]
    return float(min(np.mean(between), np.mean(beside)))


def _edge(pixels: Bytes, x: float, down: tuple[float, float], reach: int) -> bool:
    """Whether there is a step at column `x` along most of the rows `down`."""
    low, high = (down[0] + (down[1] - down[0]) * share for share in _MIDDLE)
    if x - reach < 0 or x + reach > pixels.shape[1]:
        return True  # the picture's rim
    band = pixels[max(0, round(low)) : round(high), round(x) - reach : round(x) + reach]
    if band.shape[0] < 8 or band.shape[1] < 2:
        return False
    parts = band[: len(band) // 8 * 8].reshape(8, -1, *band.shape[1:]).mean(axis=1)
    return bool((np.ptp(parts, axis=1).max(axis=1) > _STEP).mean() >= _EDGE)


def edged(pixels: Bytes, box: Box, gap: float) -> bool:
    """Whether a place where a cell may be has a ground of its own, other than what lies beyond most of its sides: a
    number on the bare page is no tile.
    """
    (x0, x1), (y0, y1) = ((box.x0, box.x1), (box.y0, box.y1))
    ground = _median(pixels, (x0, x1), (y0, y1))
    between = gap / 4, 3 * gap / 4
    across, down = (
        (low + (high - low) * _MIDDLE[0], low + (high - low) * _MIDDLE[1]) for low, high in ((x0, x1), (y0, y1))
    )
    beyond = [
        _median(pixels, (x0 - between[1], x0 - between[0]), down),
        _median(pixels, (x1 + between[0], x1 + between[1]), down),
        _median(pixels, across, (y0 - between[1], y0 - between[0])),
        _median(pixels, across, (y1 + between[0], y1 + between[1])),
    ]
    steps = (side is None or ground is None or float(np.abs(side - ground).max()) > _STEP for side in beyond)
    return sum(steps) >= 3


def _median(pixels: Bytes, across: tuple[float, float], down: tuple[float, float]) -> NDArray[np.float64] | None:
    """The usual colour of a part of the picture; None where that is beyond its rim."""
    part = pixels[max(0, round(down[0])) : max(round(down[0]) + 1, round(down[1]))]
    part = part[:, max(0, round(across[0])) : max(round(across[0]) + 1, round(across[1]))]
    return None if not part.size or min(*across, *down) < 0 else np.median(part.reshape(-1, 3), axis=0)


def beside(columns: Sides, rows: Sides) -> list[tuple[Box, tuple[int, int]]]:
    """The places of the cells around a board, each with the row and column of the cell next to it."""
    across, down = _with_one_more(columns), _with_one_more(rows)
    inside = range(1, len(across) - 1), range(1, len(down) - 1)
    around = [(r, c) for r in (0, len(down) - 1) for c in inside[0]] + [
        (r, c) for r in inside[1] for c in (0, len(across) - 1)
    ]
    return [
        (
            Box(across[c][0], down[r][0], across[c][1], down[r][1]),
            (min(max(r - 1, 0), len(rows) - 1), min(max(c - 1, 0), len(columns) - 1)),
        )
        for r, c in around
    ]


def cut_off(pixels: Bytes, columns: Sides, rows: Sides) -> frozenset[Side]:
    """The sides on which the picture ends within the last row or column, or within a further one that is parted like
    the others.

    A part of a small board may pass for a whole one, and would be played wrongly.
    """
    turned = pixels.transpose(1, 0, 2)
    ends = {
        Side.RIGHT: _ends_within(pixels, columns, rows),
        Side.LEFT: _ends_within(pixels[:, ::-1], _mirrored(columns, pixels.shape[1]), rows),
        Side.BOTTOM: _ends_within(turned, rows, columns),
        Side.TOP: _ends_within(turned[:, ::-1], _mirrored(rows, pixels.shape[0]), columns),
    }
    return frozenset(side for side, there in ends.items() if there)


def lacking(pixels: Bytes, columns: Sides, rows: Sides) -> frozenset[Side]:
    """The sides on which the picture ends beside a board that has fewer columns than rows there, or fewer rows, both
    where it ends as close to either: it may be cut along a line, so that no part of a cell is left of what lies beyond.
    """
    height, width = pixels.shape[:2]
    sides, length, first, last = (columns, width, Side.LEFT, Side.RIGHT)
    if len(rows) < len(columns):
        sides, length, first, last = (rows, height, Side.TOP, Side.BOTTOM)
    if len(rows) == len(columns):
        return frozenset()
    ends = {first: sides[0][0], last: length - sides[-1][1]}
    room = min(_ROOM * (sides[0][1] - sides[0][0]), min(ends.values()) + _SLIVER)
    return frozenset(side for side, beside in ends.items() if beside <= room)


def _ends_within(pixels: Bytes, columns: Sides, rows: Sides) -> bool:
    """The same for a column on the right."""
    gap, pitch = columns[-1][0] - columns[-2][1], columns[-1][0] - columns[-2][0]
    first, width = round(columns[-1][1] + max(gap, 1)), pixels.shape[1]
    if width - columns[-1][1] <= 1 and pitch - gap - (columns[-1][1] - columns[-1][0]) > _NARROW * pitch:
        return True
    if width - first < _SLIVER or width - first >= pitch:
        return False
    own = _partings(pixels[:, round(columns[-1][0]) : round(columns[-1][1])], rows)
    beyond = _partings(pixels[:, first:width], rows)
    return bool((beyond > np.maximum(_LIKE * own, _STEP)).mean() >= _TAKE)


def _partings(strip: Bytes, rows: Sides) -> NDArray[np.float64]:
    """By how many grey levels a strip changes between each two rows, beyond what it does within these."""
    line = strip.astype(np.float64).mean(axis=1)
    steps = np.abs(np.diff(line, axis=0)).max(axis=1)
    found = []
    for (start, end), (after, _) in pairwise(rows):
        between = steps[max(0, round(end) - 2) : max(1, round(after) + 2)]
        within = steps[round(start + (end - start) * _MIDDLE[0]) : round(start + (end - start) * _MIDDLE[1])]
        found.append(float(between.max(initial=0)) - float(within.max(initial=0)))
    return np.array(found)


def _mirrored(sides: Sides, length: int) -> Sides:
    return tuple((length - end, length - start) for start, end in reversed(sides))


def _with_one_more(sides: Sides) -> Sides:
    pitch = (sides[-1][0] - sides[0][0]) / (len(sides) - 1)
    return ((sides[0][0] - pitch, sides[0][1] - pitch), *sides, (sides[-1][0] + pitch, sides[-1][1] + pitch))
