"""Finds boards that are written as lines of text, as terminals show them: nine digits a line, three by three.

Between the boxes there may be a line drawn with characters, and then one box is a whole character or a whole line away
from the next. So the digits keep to no single pitch: they keep to a pitch within a box and to a gap between boxes. Both
are tried as they occur between the digits' middles, for the lines of text first and then for the columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
_MISSING = 1  # of the nine lines may have no digit
_MOST = 4  # boards that are worth a look
_WAYS = 24  # to lay nine lines


def boards(free: NDArray[uint8]) -> Iterator[tuple[Floats, Floats]]:
    """The columns and the rows of each, n x 2 bounds in pixels, those with boxes set apart first; `free`: 255 where is
    no step. Paragraphs look like boards, too: what the characters are is left to the reader.
    """
    found: list[tuple[float, Floats, Floats, float]] = []
    for group in from_digits.of_one_height(from_digits.marks(free)):
        height = float(np.median(group[:, 3] - group[:, 1]))
        if np.median(group[:, 2] - group[:, 0]) <= _THIN * height:
            continue  # bars between the cells
        x, y = (group[:, 0] + group[:, 2]) / 2, (group[:, 1] + group[:, 3]) / 2
        found += [(*board, height) for board in _boards(x, y, height)]
    kept: list[tuple[Floats, Floats]] = []
    for _, columns, rows, height in sorted(found, key=lambda board: -board[0]):
        if len(kept) < _MOST and not any(_same((columns, rows), better, height) for better in kept):
            kept.append((columns, rows))
    for lines in kept:
        columns, rows = (from_digits.around_middles(middles, middles[1] - middles[0]) for middles in lines)
        yield columns, rows


def _same(one: Sequence[Floats], other: Sequence[Floats], height: float) -> bool:
    return all(np.abs(mine - its).max() <= height for mine, its in zip(one, other, strict=True))


def _boards(x: Floats, y: Floats, height: float) -> Iterator[tuple[float, Floats, Floats]]:
    """Columns and rows, the middles; first how likely they are, by their gaps and by how many digits there are."""
    for rows in _lines(y, height):
        taken, row = _assigned(y, rows, height)
        for columns in _lines(x[taken], height):
            inside, column = _assigned(x[taken], columns, height)
            cells = row[taken][inside] * _SIZE + column[inside]
            count = len(cells)
            alone = len(np.unique(cells)) == count and not _others(x, y, columns, rows, count)
            full = min(len(np.unique(cells // _SIZE)), len(np.unique(cells % _SIZE))) >= _SIZE - _MISSING
            if count >= _FEWEST and alone and full:
                yield 100 * (_apart(columns) + _apart(rows)) + count, columns, rows


def _apart(lines: Floats) -> bool:
    """Whether the boxes are set apart from one another."""
    return bool(lines[_BOX] - lines[_BOX - 1] > (1 + _NARROWEST) * (lines[1] - lines[0]))


def _lines(middles: Floats, height: float) -> list[Floats]:
    """The nine places that many of `middles` keep to, for each pitch and gap that do; those with gaps, and of most,
    come first.
    """
    places, weights = _clusters(middles, _NEAR * height)
    if len(places) < _SIZE - _MISSING:
        return []
    near, found = _NEAR * height, []
    for pitch, gap in _spacings(places, near):
        steps = pitch * np.arange(_SIZE) + gap * (np.arange(_SIZE) // _BOX)
        starts = np.concatenate([places, places - pitch])
        lines = starts[:, None] + steps
        apart = np.abs(lines[:, :, None] - places)
        hit = apart.min(axis=2) <= near
        for index in np.flatnonzero(hit.sum(axis=1) >= _SIZE - _MISSING):
            own = apart[index].argmin(axis=1)[hit[index]]
            if gap or hit[index, [0, -1]].all():  # else it is open where the nine lines begin
                found.append((int(weights[own].sum()), _fitted(places[own], np.flatnonzero(hit[index]), gap > 0)))
    found.sort(key=lambda one: (not _apart(one[1]), -one[0]))
    return [lines for _, lines in found[:_WAYS]]


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
