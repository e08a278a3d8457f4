"""Finds boards that draw nothing but their tiles: no line and no gap shows between empty cells. The tiles, and how they
fit into the ground around them, tell the cells, whether these touch or stand apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy import float64, uint8
from numpy.typing import NDArray

from gridpilot.games.twenty48.board import LARGEST, SMALLEST
from gridpilot.vision.components import areas_of
from gridpilot.vision.lattice.free_regions import free_mask
from gridpilot.vision.lattice.whole_board import Sides

Boxes = NDArray[float64]
"""n x 4: left, top, right, bottom of each."""

# Not tuned: seen on four programs and on drawn boards.
_STEP = 7  # grey levels between a tile and its ground, as of a lattice's cells
_LEAST = 24  # pixels: a tile's side; smaller, its number could not be read
_SQUARE, _LIKE = 0.06, 0.05  # of a tile's side, by which its sides differ from whole ones, and tiles of one board
_FILLED = 0.5  # of its box; its number and its round corners take less than the rest
_OFF = 0.1  # of a tile's side, off its place: rims, shadows
_APART = 1.5  # of a tile's side from one cell to the next, at most


def boards(pixels: NDArray[uint8]) -> Iterator[tuple[Sides, Sides]]:
    """The columns and rows of each. Tiles of one value are of one piece where they touch."""
    x, y, wide, high, area = areas_of(free_mask(pixels, _STEP), 4).T
    boxes = np.stack([x, y, x + wide + 1, y + high + 1], axis=1).astype(float64)  # a step is marked on its left side
    sizes, longest = np.minimum(wide, high) + 1.0, np.maximum(wide, high) + 1.0
    even = np.abs(longest / sizes - np.rint(longest / sizes)) <= _SQUARE
    tile = even & (sizes >= _LEAST) & (area >= _FILLED * wide * high)
    seen: list[tuple[Sides, Sides]] = []
    for size in np.unique(sizes[tile]):
        tiles = tile & (np.abs(sizes - size) <= _LIKE * size)
        grounds = (longest >= (1 + _OFF) * size) & (longest <= _APART * LARGEST * size)
        for ground in boxes[grounds]:
            more = boxes[tiles | (grounds & _fit(boxes, ground[:2], float(size)))]  # or a label as high as a row
            whole = _touching(ground, more, float(size)) or _touching(ground, boxes[tiles], float(size))
            found = [whole] if whole else _spaced(ground, boxes[tiles], float(size))
            seen += [board for board in found if board not in seen]
    return (board for board in seen if not any(_is_part(board, other) for other in seen))


def _fit(boxes: Boxes, start: NDArray[float64], size: float) -> NDArray[np.bool_]:
    """Of each whether its edges are whole cells away from there."""
    places = (boxes - np.tile(start, 2)) / size
    return np.asarray((np.abs(places - np.rint(places)) <= _OFF).all(axis=1))


def _is_part(board: tuple[Sides, Sides], whole: tuple[Sides, Sides]) -> bool:
    """Whether it has fewer cells, and lies in the other: tiles of one value around an empty cell look like ground."""
    pairs = zip(board, whole, strict=True)
    return len(board[0]) < len(whole[0]) and all(
        mine[0][0] >= theirs[0][0] - 1 and mine[-1][1] <= theirs[-1][1] + 1 for mine, theirs in pairs
    )


def _touching(ground: Boxes, pieces: Boxes, size: float) -> tuple[Sides, Sides] | None:
    """The square board of that ground, the tiles and more ground in it and right beside it, and those beside them; None
    where they make none.
    """
    reach = (1 + _OFF) * size
    start, end, own, known = ground[:2], ground[2:], pieces[:0], -1
    while len(own) > known:
        known = len(own)
        own = pieces[((pieces[:, :2] >= start - reach) & (pieces[:, 2:] <= end + reach)).all(axis=1)]
        start, end = np.vstack([own[:, :2], ground[:2]]).min(axis=0), np.vstack([own[:, 2:], ground[2:]]).max(axis=0)
    count = round(float(end[0] - start[0]) / size)
    square = np.abs(end - start - count * size).max() <= _OFF * size
    if not (SMALLEST <= count <= LARGEST and square and _fit(own, start, size).all()):
        return None
    columns, rows = (np.linspace(first, last, count + 1).tolist() for first, last in zip(start, end, strict=True))
    return tuple(pairwise(columns)), tuple(pairwise(rows))


def _spaced(ground: Boxes, tiles: Boxes, size: float) -> list[tuple[Sides, Sides]]:
    """The square board whose ground encloses these tiles, by what is left between them: from cell to cell it is the
    same everywhere, and the margins are alike. Of several that fit, the one whose margins are most like its gaps.
    """
    start, (wide, high) = ground[:2], ground[2:] - ground[:2]
    own = tiles[((tiles[:, :2] >= start) & (tiles[:, 2:] <= ground[2:])).all(axis=1)]
    room, slack = (wide + high) / 2 - size, _OFF * size  # room: from the first cell's beginning to the last one's
    offsets = (own[:, :2] - start).ravel()
    places = np.concatenate([offsets, room - offsets])  # as the margins are alike
    steps = np.abs(places[:, None] - places[None]).ravel()
    steps = steps[steps > slack]
    if not len(steps) or abs(wide - high) > slack:
        return []
    found: list[tuple[float, tuple[Sides, Sides]]] = []
    for parts in range(1, int(steps.min() / (size - slack)) + 1):
        pitch = steps.max() / np.rint(steps.max() * parts / steps.min())  # the longest is the most exact
        count = int((room + slack) / pitch) + 1
        margin = (room - (count - 1) * pitch) / 2
        off = np.abs(places - margin - pitch * np.rint((places - margin) / pitch)).max()
        if off <= slack and pitch <= _APART * size and SMALLEST <= count <= LARGEST:
            firsts = start[:, None] + margin + pitch * np.arange(count)
            columns, rows = (tuple((each, each + size) for each in axis.tolist()) for axis in firsts)
            found.append((abs(margin + size - pitch), (columns, rows)))
    return [board for _, board in sorted(found)[:1]]
