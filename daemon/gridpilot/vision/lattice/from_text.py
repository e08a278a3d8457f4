"""Finds boards that are written as lines of text, as terminals show them: nine digits a line, three by three.

Between the boxes there may be a line drawn with characters, and then one box is a whole character or a whole line away
from the next. So the digits keep to no single pitch: they keep to a pitch within a box and to a gap between boxes. Both
are tried as they occur between the digits' middles, for the lines of text first and then for the columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy import float64, uint8
from numpy.typing import NDArray

from gridpilot.vision.lattice import from_digits

Floats = NDArray[float64]

_SIZE, _BOX = 9, 3
_THIN = 0.3  # of its height: a mark that is no wider is a 1, or a part of a line drawn with characters; not tuned
_FEWEST = 17  # digits: no sudoku has fewer
_NEAR = 0.2  # of the digits' height: how far a digit's middle may be from its column's
_PITCHES = 8  # of the commonest distances between lines that are tried as a pitch
_WIDEST = 1.4  # pitches: the gap between boxes, beyond the pitch
_NARROWEST = 0.15
_MISSING = 2  # of the nine lines may have no digit; boards where more than one has none come last
_MOST = 4  # boards that are worth a look, sparse ones besides
_WAYS = 24  # to lay nine lines
_SPARSE_WAYS = 8  # of these with more than one line empty; with 24 the search took up to 0.6 s of a page, not 0.1


class Written(NamedTuple):
    """A board: the bounds of its columns and rows, n x 2 pixels; `sparse`: more than one of them is empty."""

    columns: Floats
    rows: Floats
    sparse: bool


def boards(free: NDArray[uint8]) -> Iterator[Written]:
    """The boards, the sparse ones last, and before that those with boxes set apart first; `free`: 255 where is no step.
    Paragraphs look like boards, too: what the characters are is left to the reader.
    """
    found: list[tuple[float, Written, float]] = []
    for group in from_digits.of_one_height(from_digits.marks(free)):
        height = float(np.median(group[:, 3] - group[:, 1]))
        if np.median(group[:, 2] - group[:, 0]) <= _THIN * height:
            continue  # bars between the cells
        x, y = (group[:, 0] + group[:, 2]) / 2, (group[:, 1] + group[:, 3]) / 2
        found += [(likely, board, height) for likely, board in _boards(x, y, height)]
    kept: list[Written] = []
    count = Counter[bool]()
    for _, board, height in sorted(found, key=lambda one: (one[1].sparse, -one[0])):
        if count[board.sparse] < _MOST and not any(_same(board[:2], better[:2], height) for better in kept):
            kept.append(board)
            count[board.sparse] += 1
    for board in kept:
        columns, rows = (from_digits.around_middles(middles, middles[1] - middles[0]) for middles in board[:2])
        yield Written(columns, rows, board.sparse)


def _same(one: Sequence[Floats], other: Sequence[Floats], height: float) -> bool:
    return all(np.abs(mine - its).max() <= height for mine, its in zip(one, other, strict=True))


def _boards(x: Floats, y: Floats, height: float) -> Iterator[tuple[float, Written]]:
    """How likely each is, by its gaps and how many digits there are, and the middles of its columns and rows."""
    for rows in _lines(y, height):
        taken, row = _assigned(y, rows, height)
        for columns in _lines(x[taken], height):
            inside, column = _assigned(x[taken], columns, height)
            cells = row[taken][inside] * _SIZE + column[inside]
            count = len(cells)
            alone = len(np.unique(cells)) == count and not _others(x, y, columns, rows, count)
            empty = _SIZE - min(len(np.unique(cells // _SIZE)), len(np.unique(cells % _SIZE)))
            if count >= _FEWEST and alone and empty <= _MISSING:
                yield 100 * (_apart(columns) + _apart(rows)) + count, Written(columns, rows, empty > 1)


def _apart(lines: Floats) -> bool:
    """Whether the boxes are set apart from one another."""
    return bool(lines[_BOX] - lines[_BOX - 1] > (1 + _NARROWEST) * (lines[1] - lines[0]))


def _lines(middles: Floats, height: float) -> list[Floats]:
    """The nine places that many of `middles` keep to, for each pitch and gap that do: sparse ones last, and before that
    those with gaps, and of most, first.
    """
    places, weights = _clusters(middles, _NEAR * height)
    if len(places) < _SIZE - _MISSING:
        return []
    near = _NEAR * height
    numbers = np.arange(_SIZE)
    ways: dict[tuple[bool, bool, tuple[int, ...], tuple[int, ...]], int] = {}  # sparse, without gaps, places, of lines
    for pitch, gap in _spacings(places, near):
        starts = np.concatenate([places - missed * pitch for missed in range(_MISSING + 1)])
        lines = starts[:, None] + pitch * numbers + gap * (numbers // _BOX)
        apart = np.abs(lines[:, :, None] - places)
        hit = apart.min(axis=2) <= near
        for index in np.flatnonzero(hit.sum(axis=1) >= _SIZE - _MISSING):
            own, taken = apart[index].argmin(axis=1)[hit[index]], np.flatnonzero(hit[index])
            if gap or hit[index, [0, -1]].all():  # else it is open where the nine lines begin
                sparse = len(own) < _SIZE - 1
                ways[sparse, not gap, tuple(own), tuple(taken)] = int(weights[own].sum())
    likely = sorted(ways, key=lambda way: (way[:2], -ways[way]))
    full = sum(not sparse for sparse, *_ in likely)
    kept = likely[: min(full, _WAYS)] + likely[full : full + _SPARSE_WAYS]
    return [_fitted(places[list(own)], np.array(taken), not even) for _, even, own, taken in kept]


def _clusters(middles: Floats, near: float) -> tuple[Floats, NDArray[np.intp]]:
    """The places that some of `middles` share, from left to right, and how many each has."""
    order = np.sort(middles)
    if not len(order):
        return order, np.zeros(0, np.intp)
    parts = np.split(order, np.flatnonzero(np.diff(order) > near) + 1)
    return np.array([part.mean() for part in parts]), np.array([len(part) for part in parts])


def _spacings(places: Floats, near: float) -> list[tuple[float, float]]:
    """Each pitch within a box with each gap between boxes, as they occur between neighbours."""
    distances, counts = _clusters(np.diff(places), near / 2)
    common = distances[np.argsort(-counts, kind="stable")[:_PITCHES]]
    found = []
    for pitch in common.tolist():
        gaps = [other - pitch for other in common.tolist() if _NARROWEST * pitch < other - pitch < _WIDEST * pitch]
        found += [(pitch, gap) for gap in (0.0, pitch, *gaps)]  # other text may fill a line between boxes
    return found


def _fitted(places: Floats, numbers: NDArray[np.intp], gaps: bool) -> Floats:
    """The middles of all nine lines, by those that were seen."""
    terms = np.stack([np.ones(_SIZE), np.arange(_SIZE), np.arange(_SIZE) // _BOX], axis=1)[:, : 3 if gaps else 2]
    middles: Floats = terms @ np.linalg.lstsq(terms[numbers], places, rcond=None)[0]
    return middles


def _assigned(middles: Floats, lines: Floats, height: float) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Which of `middles` are on one of the lines, and on which."""
    apart = np.abs(middles[:, None] - lines)
    return apart.min(axis=1) <= _NEAR * height, apart.argmin(axis=1)


def _others(x: Floats, y: Floats, columns: Floats, rows: Floats, count: int) -> bool:
    """Whether more marks than the board's own `count` are on its ground."""
    half = (columns[1] - columns[0]) / 2, (rows[1] - rows[0]) / 2
    across = (x > columns[0] - half[0]) & (x < columns[-1] + half[0])
    down = (y > rows[0] - half[1]) & (y < rows[-1] + half[1])
    return int((across & down).sum()) > count
