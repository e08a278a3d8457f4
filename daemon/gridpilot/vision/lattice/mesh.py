"""Links free regions to a mesh of rows and columns, and tells which of its further cells lines bound.

Regions of one size are linked at one pitch. Those of a table, whose columns and rows may each have a size of their own,
are linked where they stand side by side between the same two lines.

A cell on the rim of a board without a frame runs into the page around it, and a digit may touch its cell's side: no
free region is found there. Both are cells all the same where the lines between their neighbours and them are seen.
Lines also tell to the pixel where cells end that were found in a reduced picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy import bool_, float64, int64, uint8
from numpy.typing import NDArray

from gridpilot.vision.medians import median

_Link = tuple[int, int, int, int]  # from, to, steps down, steps right

_LEVEL = float(np.log(1.08))  # one level of size is 8 % larger than the one below
_FEWEST = 4  # regions that make a mesh worth a look: all that a 4 x 4 board without a frame has
_CROWD = 900  # regions of one size that are looked at, the topmost ones; links cost their square
_ASIDE = 0.14  # of a pitch: how far off a row or column a neighbour may be
_SIZES = 12  # sizes of regions that are looked at, the commonest first
_NEXT = 0.9, 1.8  # of a region's size: how far off its next neighbour may be
_OFF = 0.2  # of a cell, by which a region's sides may be off those of its row and column, or its size off theirs
IN_LINE = 0.08  # of a cell, by which the middle of a field may be off its column and row; not tuned
_UNEVEN = 0.4  # of a pitch: how much further or nearer a neighbour may be because of thick lines and box gaps
_TABLE = 3  # the number of a table's last row, and column, is that at least, as on the smallest board
_SIDE_BY_SIDE = 0.3  # of the narrower one is between two cells of a table; not tuned
_OF_ONE_SIZE = 0.05  # of the largest cell's size, by which others may differ; not tuned
_SAMPLES = 12  # of each cell's side suffice to see where its neighbour begins
_SEEN = 0.75  # of a cell's side; the rest may be hidden by a digit's or a neighbour's highlight


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """`taken`: rows x columns, where a region was found; `across` and `down`: n x 2 bounds of columns and rows.

    `fields`: rows x columns x 4, the box of the region of each cell, however far off it stands; NaN where none is, or
    one that is not as large as others. None where all are in line.

    `closed`: what looked like rows or columns without any region are gaps. `any_size`: each has a size of its own.

    On each side there is one row or column more than was found, which is guessed and empty.
    """

    taken: NDArray[bool_]
    fields: NDArray[float64] | None
    across: NDArray[float64]
    down: NDArray[float64]
    closed: bool = False
    any_size: bool = False


def meshes(boxes: NDArray[float64]) -> Iterator[Mesh]:
    """Every mesh of at least 2 x 2 regions of about one size, and every table of several; a region may be in some."""
    for group in _of_one_size(boxes):
        yield from _meshes_of(group)
    yield from _tables(boxes)


def _tables(boxes: NDArray[float64]) -> Iterator[Mesh]:
    for members, rows, cols in _numbered(len(boxes), _side_by_side(boxes, 0) + _side_by_side(boxes, 1)):
        sizes = (cells := boxes[members])[:, 2:] - cells[:, :2]
        uneven = (np.ptp(sizes, axis=0) > _OF_ONE_SIZE * sizes.max(axis=0)).any()
        if uneven and min(rows.max(), cols.max()) >= _TABLE:
            yield replace(_fitted(cells, rows, cols), any_size=True)


def _side_by_side(boxes: NDArray[float64], axis: int) -> list[_Link]:
    """The neighbour of each region in one direction that stands right beside it, between the same two lines."""
    start, end, above, below = boxes[:, [1, 3, 0, 2] if axis else [0, 2, 1, 3]].T
    order = np.lexsort((start, below, above))
    one, other = order[:-1], order[1:]
    gap, length = start[other] - end[one], end - start
    linked = (above[one] == above[other]) & (below[one] == below[other])
    linked &= (gap >= 0) & (gap < _SIDE_BY_SIDE * np.minimum(length[one], length[other]))
    return [(i, j, axis, 1 - axis) for i, j in zip(one[linked].tolist(), other[linked].tolist(), strict=True)]


def _of_one_size(boxes: NDArray[float64]) -> Iterator[NDArray[float64]]:
    if len(boxes) < _FEWEST:
        return
    sizes = boxes[:, 2:] - boxes[:, :2]
    level = np.round(np.log(sizes) / _LEVEL).astype(np.int64)
    level -= level.min(axis=0)
    seeds = np.ones(len(boxes), bool)
    for _ in range(_SIZES):
        counts = np.zeros(level.max(axis=0) + 1, np.float32)
        np.add.at(counts, (level[seeds, 0], level[seeds, 1]), 1)
        near = cv2.boxFilter(counts, -1, (5, 5), normalize=False, borderType=cv2.BORDER_CONSTANT)
        peak = np.unravel_index(int(np.argmax((near + 0.01 * counts) * (counts > 0))), near.shape)
        if counts[peak] == 0 or near[peak] < _FEWEST:
            return
        away = np.abs(level - np.array(peak)).max(axis=1)
        yield boxes[away <= 2][:_CROWD]
        seeds &= away > 1


def _meshes_of(group: NDArray[float64]) -> Iterator[Mesh]:
    centres = ((group[:, :2] + group[:, 2:]) / 2).T
    wide, high = (median(length) for length in (group[:, 2:] - group[:, :2]).T)
    right, down = (middles - middles[:, None] for middles in centres)
    links = _links(right, down, (wide, high), 0) + _links(down, right, (high, wide), 1)
    for members, rows, cols in _numbered(len(group), links):
        if len(members) >= _FEWEST and rows.max() >= 1 and cols.max() >= 1:
            yield _fitted(group[members], rows, cols)
            closed_rows, closed_cols = _closed(rows), _closed(cols)
            if closed_rows.max() < rows.max() or closed_cols.max() < cols.max():
                yield replace(_fitted(group[members], closed_rows, closed_cols), closed=True)


def _closed(number: NDArray[int64]) -> NDArray[int64]:
    """The numbers without those that none has: a gap between boxes may be as wide as cells."""
    return np.unique(number, return_inverse=True)[1]


def _links(ahead: NDArray[float64], aside: NDArray[float64], size: tuple[float, float], axis: int) -> list[_Link]:
    """The nearest neighbour of each region in one direction, one or two pitches away."""
    straight = np.abs(aside) < _ASIDE * size[1]
    beside = straight & (ahead > _NEXT[0] * size[0]) & (ahead < _NEXT[1] * size[0])
    nearest = np.where(beside, ahead, np.inf).min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    if not len(nearest):
        return []
    pitch = median(nearest)
    distance = np.where(straight & (ahead > (1 - _UNEVEN) * pitch) & (ahead < (2 + _UNEVEN) * pitch), ahead, np.inf)
    to = distance.argmin(axis=1)
    nearest = distance[np.arange(len(to)), to]
    linked = np.flatnonzero(np.isfinite(nearest))
    count = np.where(nearest[linked] < 1.5 * pitch, 1, 2)
    return list(
        zip(linked.tolist(), to[linked].tolist(), (count * axis).tolist(), (count * (1 - axis)).tolist(), strict=True)
    )


def _numbered(count: int, links: list[_Link]) -> Iterator[tuple[NDArray[int64], NDArray[int64], NDArray[int64]]]:
    """The linked groups: members, their rows, their columns, both counted from 0."""
    neighbours: list[list[tuple[int, int, int]]] = [[] for _ in range(count)]
    for i, j, down, right in links:
        neighbours[i].append((j, down, right))
        neighbours[j].append((i, -down, -right))
    place: dict[int, tuple[int, int]] = {}
    for seed in range(count):
        if seed in place or not neighbours[seed]:
            continue
        place[seed] = (0, 0)
        queue = [seed]
        for i in queue:
            row, col = place[i]
            for j, down, right in neighbours[i]:
                if j not in place:
                    place[j] = (row + down, col + right)
                    queue.append(j)
        spots = np.array([place[i] for i in queue])
        spots -= spots.min(axis=0)
        yield np.array(queue), spots[:, 0], spots[:, 1]


def _fitted(boxes: NDArray[float64], rows: NDArray[int64], cols: NDArray[int64]) -> Mesh:
    across, down = _medians(boxes[:, [0, 2]], cols), _medians(boxes[:, [1, 3]], rows)
    expected = np.stack([across[cols, 0], down[rows, 0], across[cols, 1], down[rows, 1]], axis=1)
    off = (boxes - expected) / np.tile(expected[:, 2:] - expected[:, :2], 2)
    furthest = np.abs(off).max(axis=1)
    fits = furthest < _OFF
    rows, cols = rows + 1, cols + 1
    taken = np.zeros((len(down) + 2, len(across) + 2), bool)
    taken[rows[fits], cols[fits]] = True
    fields, alike = None, np.abs(off[:, 2:] - off[:, :2]).max(axis=1) < _OFF
    if (np.abs(off[:, 2:] + off[:, :2])[alike] > 2 * IN_LINE).any():
        fields = np.full((*taken.shape, 4), np.nan)
        nearest_last = np.flatnonzero(alike)[np.argsort(-furthest[alike])]
        fields[rows[nearest_last], cols[nearest_last]] = boxes[nearest_last]
    return Mesh(taken, fields, _widened(across), _widened(down))


def _widened(bounds: NDArray[float64]) -> NDArray[float64]:
    """The bounds with one more before and one after."""
    size = median(bounds[:, 1] - bounds[:, 0])
    gap = median(bounds[1:, 0] - bounds[:-1, 1])
    before = (bounds[0, 0] - gap - size, bounds[0, 0] - gap)
    after = (bounds[-1, 1] + gap, bounds[-1, 1] + gap + size)
    return np.array([before, *bounds.tolist(), after])


def _medians(bounds: NDArray[float64], number: NDArray[int64]) -> NDArray[float64]:
    """The median bounds of each number; those without a member lie evenly between their neighbours."""
    count = np.bincount(number)
    seen = np.flatnonzero(count)
    first, wanted = (count.cumsum() - count)[seen], np.arange(len(count))
    low, high = first + (count[seen] - 1) // 2, first + count[seen] // 2
    sides = []
    for side in bounds.T:
        ranked = side[np.lexsort((side, number))]
        sides.append(np.interp(wanted, seen, (ranked[low] + ranked[high]) / 2))
    return np.stack(sides, axis=1)


def ruled(mask: NDArray[uint8], across: NDArray[float64], down: NDArray[float64]) -> NDArray[bool_]:
    """Rows x columns: which cells have a line on every side where the board would go on.

    `across` and `down`, n x 2, are the bounds of columns and rows in pixels of `mask` (255 where free). The outermost
    row or column on each side is a guess beyond the cells found; towards it no line is asked for: a board may have no
    frame.
    """
    right = _sides(mask, across, down, 1)
    below = _sides(mask, down, across, 0).T
    cells = _bounded(right, below)
    cells[1:-1, 1:-1] = _bounded(right[1:-1, 1:-1], below[1:-1, 1:-1])
    return cells


def _bounded(right: NDArray[bool_], below: NDArray[bool_]) -> NDArray[bool_]:
    cells = np.ones((right.shape[0], below.shape[1]), bool)
    cells[:, :-1] &= right
    cells[:, 1:] &= right
    cells[:-1] &= below
    cells[1:] &= below
    return cells


def _sides(mask: NDArray[uint8], across: NDArray[float64], down: NDArray[float64], axis: int) -> NDArray[bool_]:
    """Rows x (columns - 1): whether a line is seen between each cell and its right neighbour; with `axis` 0, columns x
    (rows - 1), below it.
    """
    length, width = mask.shape[1 - axis], mask.shape[axis]
    crossed = np.zeros((len(across) - 1, length + 1), np.intp)
    for line, (near, far) in zip(crossed, pairwise(across), strict=True):
        left, right = int(near[1]) - 2, int(far[0]) + 2
        if 0 <= left < right <= width:
            band = mask[:, left:right] if axis else mask[left:right]
            np.cumsum(cv2.reduce(band, axis, cv2.REDUCE_MIN).ravel() == 0, out=line[1:])
    tops, ends = np.rint(down).astype(int).clip(0, length).T
    return (crossed[:, ends] - crossed[:, tops] >= np.maximum(_SEEN * (down[:, 1] - down[:, 0]), 1)).T


def sharpened(  # noqa: PLR0913, PLR0917 - a lattice, how far it is known, and in which direction
    pixels: NDArray[uint8],
    threshold: int,
    across: NDArray[float64],
    down: NDArray[float64],
    reach: int,
    axis: int = 1,
) -> NDArray[float64]:
    """`across`, known to `reach` pixels, with each bound moved to where the cells of this column begin or end: `pixels`
    (full size) step by more than `threshold` there. `axis` 0: of this row.
    """
    inside = np.rint(np.linspace(down[:, 0], down[:, 1] - 1, _SAMPLES)).astype(int).ravel()
    inside = inside[(inside >= 0) & (inside < pixels.shape[1 - axis] - 1)]
    start = max(0, int(across[0, 0]) - reach - 2)
    share = _still(pixels, inside, slice(start, int(across[-1, 1]) + reach + 3), threshold, axis)
    result = np.full_like(across, np.nan)
    for bounds, guess in zip(result, across - start, strict=True):
        first, last = (int(v) for v in np.rint(guess))
        cell = share > 0.5 * median(share[max(0, first) : last])
        bounds[0] = _wall(cell, range(first + reach, first - reach - 1, -1)) + 1
        # A step is marked on the cell's last pixel, and the end is exclusive.
        bounds[1] = _wall(cell, range(last - 2 - reach, last + reach - 1)) + 1
    # At the picture's own rim there is no step to be marked.
    return _completed(result + start, across).clip(0, pixels.shape[axis])


def _still(pixels: NDArray[uint8], lines: NDArray[int64], along: slice, threshold: int, axis: int) -> NDArray[float64]:
    """For each pixel `along` the axis, in how many of these lines no step to the next one, or to the next line, is
    larger than the threshold.
    """
    if axis:
        here, beside = pixels[lines, along], pixels[lines + 1, along]
        onward = cv2.absdiff(here[:, 1:], here[:, :-1]), cv2.absdiff(beside, here)[:, :-1]
    else:
        here, beside = pixels[along].take(lines, axis=1), pixels[along].take(lines + 1, axis=1)
        onward = cv2.absdiff(here[1:], here[:-1]), cv2.absdiff(beside, here)[:-1]
    still = cv2.inRange(cv2.max(*onward), (0, 0, 0), (threshold, threshold, threshold))
    share: NDArray[float64] = cv2.reduce(still, 1 - axis, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel() / (255 * len(lines))
    return share


def _wall(cell: NDArray[bool_], way: range) -> float:
    """The first place on the way that is outside of the cell."""
    return next((at for at in way if not 0 <= at < len(cell) or not cell[at]), float("nan"))


def _completed(bounds: NDArray[float64], guess: NDArray[float64]) -> NDArray[float64]:
    """Bounds without a wall, as on the open side of a board without a frame: the cell is as long as the others."""
    length = bounds[:, 1] - bounds[:, 0]
    if np.isnan(length).all():
        return guess
    usual = median(length[~np.isnan(length)])
    starts = np.where(np.isnan(bounds[:, 0]), bounds[:, 1] - usual, bounds[:, 0])
    ends = np.where(np.isnan(bounds[:, 1]), bounds[:, 0] + usual, bounds[:, 1])
    whole = np.stack([starts, ends], axis=1)
    result: NDArray[float64] = np.where(np.isnan(whole), guess, whole)
    return result
