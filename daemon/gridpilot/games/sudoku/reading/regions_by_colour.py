"""Tells a jigsaw's regions by colours where highlights lie over them: a cursor's row and column, and digits like its
own.

A highlight mixes one colour into the cells that it covers. The covered row and column have hardly a colour in common
with the lines beside them; the mixture is the one by which most of their cells come out in a colour of the board. Cells
that still have no colour are left open: each way to give them to neighbouring regions so that all regions are whole is
possible, and the rules choose.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Map = NDArray[np.intp]
Region = tuple[int, ...]

_NEAR = (3.0, 6.0, 10.0)  # grey levels by which cells of one colour may differ, the last in compressed pictures
_IN_COMMON = 0.5  # share of a highlighted row's cells, at most, that have the colour of the cell above or below
_CROSSES = 8  # places of a highlight that are tried
_APART = 10.0  # grey levels between two colours from which a mixture can be measured
_SHARE = (0.08, 0.92)  # of the highlight's colour in the mixture
_EXPLAINED = 0.75  # of the highlighted cells at least must come out in a colour of the board
_MOST_OPEN = 1.5  # cells for each row that may be left open
_WAYS = 12  # ways to give these to regions; more is no answer
_STEPS = 4000  # steps of the search for these ways
_MOSTLY = 0.9  # share of the givens, and of the others, with one colour each: then colour only marks givens
_ALIKE = 6.0  # grey levels up to which these colours are one


def partitions(grounds: NDArray[np.uint8], size: int) -> tuple[Region, ...]:
    """What the regions may be, by the cells' background colours (n x 3, row order); empty where no regions come out."""
    colours = grounds.reshape(size, size, 3).astype(np.float64)
    for near in _NEAR:
        found: dict[Region, None] = {}
        for cross in _crosses(colours, near):
            labels = _labelled(colours, cross, near)
            if (labels < 0).sum() <= _MOST_OPEN * size:
                found.update(dict.fromkeys(_completed(labels)))
        if found:
            return tuple(found) if len(found) <= _WAYS else ()
    return ()


def without_givens(grounds: NDArray[np.uint8], given: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The background colours (n x 3) without the difference between givens and others, which says nothing of
    regions.
    """
    if given.all() or not given.any():
        return grounds
    plain = np.median(grounds[~given], axis=0)
    for colour, cells in ((np.median(grounds[given], axis=0), given), (plain, ~given)):
        if (np.abs(grounds[cells] - colour).max(axis=1) <= _ALIKE).mean() < _MOSTLY:
            return grounds
    return np.broadcast_to(plain.astype(np.uint8), grounds.shape)


def _labelled(colours: Floats, cross: NDArray[np.bool_], near: float) -> Map:
    """A number for each cell, the same for cells of one colour; -1 where the colour is no region's."""
    tints = _tints(colours[~cross], near)
    labels = _nearest(colours, tints, near) if len(tints) else np.full(cross.shape, -1)
    if cross.any() and len(tints) > 1:
        mixed = _mixed(colours, cross, tints, labels, near)
        if mixed is None:
            return np.full(labels.shape, -1)
        through = _nearest(colours, mixed, near)
        labels = np.where(cross & (through >= 0), through, labels)
        same = _nearest(tints, mixed, near)  # the cursor's own region is highlighted beside its row and column, too
        labels = np.where((labels >= 0) & (same[labels] >= 0) & ~cross, same[labels], labels)
    return _without_singles(labels)


def _crosses(colours: Floats, near: float) -> Iterator[NDArray[np.bool_]]:
    """Which row and column may be highlighted: first none, then those that have least in common with the lines beside
    them.
    """
    size = len(colours)
    yield np.zeros((size, size), bool)
    rows, columns = _in_common(colours, near), _in_common(colours.transpose(1, 0, 2), near)
    likely = [
        (float(rows[row] + columns[col]), row, col)
        for row in np.flatnonzero(rows <= _IN_COMMON)
        for col in np.flatnonzero(columns <= _IN_COMMON)
    ]
    for _, row, col in sorted(likely)[:_CROSSES]:
        cross = np.zeros((size, size), bool)
        cross[row], cross[:, col] = True, True
        yield cross


def _in_common(lines: Floats, near: float) -> Floats:
    """For each line, the share of its borders to the next lines at which the colour stays the same."""
    same = (np.abs(np.diff(lines, axis=0)).max(axis=2) <= near).mean(axis=1)
    return np.concatenate([same[:1], (same[:-1] + same[1:]) / 2, same[-1:]])


def _tints(colours: Floats, near: float) -> Floats:
    """The colours that more than one cell has, the commonest first."""
    found: list[Floats] = []
    left = colours
    while len(left):
        alike = np.abs(left[:, None] - left[None]).max(axis=2) <= near
        common = alike[int(alike.sum(axis=1).argmax())]
        if common.sum() < 2:
            break
        found.append(np.median(left[common], axis=0))
        left = left[np.abs(left - found[-1]).max(axis=1) > near]
    return np.array(found).reshape(-1, 3)


def _nearest(colours: Floats, tints: Floats, near: float) -> Map:
    """The index of the tint that each colour is, -1 for none."""
    apart = np.abs(colours[..., None, :] - tints).max(axis=-1)
    nearest: Map = np.where(apart.min(axis=-1) <= near, apart.argmin(axis=-1), -1)
    return nearest


def _mixed(colours: Floats, cross: NDArray[np.bool_], tints: Floats, labels: Map, near: float) -> Floats | None:
    """What the highlight makes of each tint; None where no mixture explains the covered cells."""
    pairs = _beside(colours, cross, labels)
    best: Floats | None = None
    most = _EXPLAINED * cross.sum()
    covered = colours[cross]
    for (one, label), (other, unlike) in combinations(pairs, 2):
        step = tints[label] - tints[unlike]
        if np.abs(step).max() < _APART:
            continue
        share = 1 - float((one - other) @ step / (step @ step))
        if not _SHARE[0] < share < _SHARE[1]:
            continue
        highlight = (one - (1 - share) * tints[label]) / share
        if highlight.min() < -near / share or highlight.max() > 255 + near / share:
            continue
        mixture = (1 - share) * tints + share * highlight
        explained = float((_nearest(covered, mixture, near) >= 0).sum())
        if explained > most:
            best, most = mixture, explained
    return best


def _beside(colours: Floats, cross: NDArray[np.bool_], labels: Map) -> list[tuple[Floats, int]]:
    """The colour of each highlighted cell with the tint of an uncovered cell beside it: most of these are of its
    region.
    """
    found: dict[tuple[float, ...], tuple[Floats, int]] = {}
    for row, col in np.argwhere(cross):
        for r, c in neighbours(int(row), int(col), len(labels)):
            if not cross[r, c] and labels[r, c] >= 0:
                key = (*np.round(colours[row, col]), labels[r, c])
                found[key] = (colours[row, col], int(labels[r, c]))
    return list(found.values())


def _without_singles(labels: Map) -> Map:
    """The labels without those of single cells: a cell unlike all its neighbours has the colour of a highlight."""
    alone = np.ones(labels.shape, bool)
    across, down = labels[:, 1:] == labels[:, :-1], labels[1:] == labels[:-1]
    alone[:, 1:] &= ~across
    alone[:, :-1] &= ~across
    alone[1:] &= ~down
    alone[:-1] &= ~down
    return np.where(alone, -1, labels)


def _completed(labels: Map) -> Iterator[Region]:
    """Every way to give the open cells to regions beside them so that all regions are whole."""
    size = len(labels)
    board = labels.ravel().tolist()
    around = [[r * size + c for r, c in neighbours(*divmod(cell, size), size)] for cell in range(size * size)]
    if any(len(_piece(board, cell, around)) > size for cell in range(size * size) if board[cell] >= 0):
        return
    steps = iter(range(_STEPS))
    found: set[Region] = set()
    for filled in _filled(board, around, size, steps):
        regions = _numbered(filled, around, size)
        if regions and regions not in found:
            found.add(regions)
            yield regions


def _filled(board: list[int], around: list[list[int]], size: int, steps: Iterator[int]) -> Iterator[list[int]]:
    """The ways to fill in the open cells; none makes a region too large."""
    open_ = [cell for cell, label in enumerate(board) if label < 0]
    if not open_:
        yield board
        return
    ways = [(sorted(_reached(board, cell, around)), cell) for cell in open_]
    choices, cell = min(ways, key=lambda way: len(way[0]))
    for label in choices:
        if next(steps, None) is None:
            return
        tried = [*board]
        tried[cell] = label
        if len(_piece(tried, cell, around)) <= size:
            yield from _filled(tried, around, size, steps)


def _reached(board: list[int], cell: int, around: list[list[int]]) -> set[int]:
    """The colours beside an open cell, or beside the open cells that are connected with it."""
    return {board[other] for one in _piece(board, cell, around) for other in around[one]} - {-1}


def _piece(board: list[int], cell: int, around: list[list[int]]) -> set[int]:
    """The connected cells of one colour to which this one belongs."""
    piece, ahead = {cell}, [cell]
    while ahead:
        for other in around[ahead.pop()]:
            if other not in piece and board[other] == board[cell]:
                piece.add(other)
                ahead.append(other)
    return piece


def _numbered(board: list[int], around: list[list[int]], size: int) -> Region:
    """The region of each cell; empty unless all are whole and none is a row or a column, as a strip of the page would
    be.
    """
    regions = [-1] * len(board)
    count = 0
    for cell in range(len(board)):
        if regions[cell] < 0:
            piece = _piece(board, cell, around)
            if len(piece) != size or _straight(piece, size):
                return ()
            for other in piece:
                regions[other] = count
            count += 1
    return tuple(regions)


def _straight(piece: set[int], size: int) -> bool:
    return len({cell // size for cell in piece}) == 1 or len({cell % size for cell in piece}) == 1


def neighbours(row: int, col: int, size: int) -> Iterator[tuple[int, int]]:
    for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        if 0 <= r < size and 0 <= c < size:
            yield r, c
