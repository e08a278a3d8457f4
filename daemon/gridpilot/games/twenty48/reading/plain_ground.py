"""Finds boards that draw nothing but their tiles: no line and no gap shows between empty cells. The tiles, and how they
fit into the ground around them, give the cells, whether these touch or stand apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import numpy as np
from numpy import float64, uint8
from numpy.typing import NDArray

from gridpilot.games.twenty48.board import LARGEST, SMALLEST, USUAL
from gridpilot.vision.components import areas_of
from gridpilot.vision.lattice.free_regions import free_mask
from gridpilot.vision.lattice.whole_board import Sides

Boxes = NDArray[float64]
"""n x 4: left, top, right, bottom of each."""

# None of these is tuned: they were set on four programs and on drawn boards.
_STEPS = 7, 2  # grey levels between a tile and its ground, at first and then; round corners have half of it
_LEAST = 24  # pixels: a tile's side; smaller, its number could not be read
_SQUARE, _LIKE = 0.06, 0.05  # of a tile's side: how far it is from a square, and from the board's other tiles
_OBLONG = 2.0  # times as long as wide: a tile's limit; some are oblong in terminals
_FILLED = 0.5  # of its box that a tile fills: its number and round corners take less
_OFF = 0.1  # of a tile's side, off its place: rims, shadows
_APART = 1.5  # of a tile's side from one cell to the next, at most


def boards(pixels: NDArray[uint8]) -> list[tuple[Sides, Sides]]:
    """The columns and rows of each board. Faint edges count only where stronger ones give no board."""
    return next(filter(None, (_by_edges(pixels, step) for step in _STEPS)), [])


def _by_edges(pixels: NDArray[uint8], step: int) -> list[tuple[Sides, Sides]]:
    """The boards whose tiles differ from their ground by more than `step`. Tiles of one value that touch are
    one piece.
    """
    x, y, wide, high, area = areas_of(free_mask(pixels, step), 4).T
    boxes = np.stack([x, y, x + wide + 1, y + high + 1], axis=1).astype(float64)  # a step is marked on its left side
    solid = boxes[(np.minimum(wide, high) + 1 >= _LEAST) & (area >= _FILLED * wide * high)]
    sides, squares = _sides(solid), _squares(solid)
    small = sides.min(axis=1, keepdims=True)
    oblong = sides.max(axis=1) <= _OBLONG * small[:, 0]
    shapes = np.where(squares[:, None] > 1, small, sides)[oblong | (squares > 0)]
    for way in (_in_its_ground, _from_side_to_side):
        seen = dict.fromkeys(board for shape in np.unique(shapes, axis=0) for board in way(boxes, solid, shape))
        if seen:
            return [board for board in seen if not any(_is_part(board, other) for other in seen)]
    return []


def _in_its_ground(boxes: Boxes, solid: Boxes, shape: NDArray[float64]) -> Iterator[tuple[Sides, Sides]]:
    """The boards with tiles of that width and height, which are among the solid ones of these boxes."""
    size, sides, odd = float(shape.min()), _sides(boxes), _odd(boxes, shape)
    square = shape.max() <= (1 + _SQUARE) * size
    joined = square & (_squares(solid) > 0) & (np.abs(_sides(solid).min(axis=1) - size) <= _LIKE * size)
    tiles = solid[joined | _alike(solid, shape)]
    longest = sides.max(axis=1)
    around = (longest >= (1 + _OFF) * size) & (longest <= _APART * LARGEST * shape.max())
    for ground, own in _grounds(boxes[around], tiles):
        if square:
            more = boxes[around & _fit(boxes, ground[:2], size)]  # or a label as high as a row
            whole = _touching(ground, np.vstack([tiles, more]), size) or _touching(ground, tiles, size)
            if whole:
                yield whole
                continue
        yield from (board for board in _spaced(ground, own, shape) if _bare(board, own, odd))


def _sides(boxes: Boxes) -> Boxes:
    """The width and height of each box."""
    return boxes[:, 2:] - boxes[:, :2]


def _alike(boxes: Boxes, shape: NDArray[float64]) -> NDArray[np.bool_]:
    """For each box, whether it has that width and height."""
    return np.asarray((np.abs(_sides(boxes) - shape) <= _LIKE * shape).all(axis=1))


def _odd(boxes: Boxes, shape: NDArray[float64]) -> Boxes:
    """The boxes that are about as large as such a tile, and are no tile."""
    sides = _sides(boxes)
    return boxes[~_alike(boxes, shape) & ((sides >= shape / 2) & (sides <= (1 + _OFF) * shape)).all(axis=1)]


def _squares(boxes: Boxes) -> NDArray[float64]:
    """For each box, of how many squares in a line it has the sides; 0 where of none."""
    sides = _sides(boxes)
    parts = sides.max(axis=1) / sides.min(axis=1)
    return np.where(np.abs(parts - np.rint(parts)) <= _SQUARE, np.rint(parts), 0.0)


def _grounds(grounds: Boxes, tiles: Boxes) -> Iterator[tuple[NDArray[float64], Boxes]]:
    """Each ground, with the tiles that lie in it and in no smaller one."""
    areas, own = (_sides(each).prod(axis=1) for each in (grounds, tiles))
    inside = ((tiles[:, None, :2] >= grounds[:, :2]) & (tiles[:, None, 2:] <= grounds[:, 2:])).all(axis=2)
    inside &= areas > own[:, None]
    smallest = np.where(inside, areas, np.inf).min(axis=1, initial=np.inf)
    for ground, area, within in zip(grounds, areas, inside.T, strict=True):
        yield ground, tiles[within & (area == smallest)]


def _fit(boxes: Boxes, start: NDArray[float64], size: float) -> NDArray[np.bool_]:
    """For each box, whether its edges are a whole number of cells away from `start`."""
    places = (boxes - np.tile(start, 2)) / size
    return np.asarray((np.abs(places - np.rint(places)) <= _OFF).all(axis=1))


def _is_part(board: tuple[Sides, Sides], whole: tuple[Sides, Sides]) -> bool:
    """Whether the board has fewer cells than the other and lies within it: tiles of one value around an empty cell look
    like a ground.
    """
    pairs = zip(board, whole, strict=True)
    return len(board[0]) < len(whole[0]) and all(
        mine[0][0] >= theirs[0][0] - 1 and mine[-1][1] <= theirs[-1][1] + 1 for mine, theirs in pairs
    )


def _touching(ground: Boxes, pieces: Boxes, size: float) -> tuple[Sides, Sides] | None:
    """The square board of that ground, made of the pieces in it and beside it; None where they make none."""
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


def _spaced(ground: NDArray[float64], tiles: Boxes, shape: NDArray[float64]) -> list[tuple[Sides, Sides]]:
    """The square board on whose ground these tiles lie, by what is left between them: the distance from cell to cell is
    the same everywhere, and opposite margins are alike. Of several that fit, the one whose margins are most like its
    gaps.
    """
    if not len(tiles):
        return []
    start, room = ground[:2], (ground[2:] - ground[:2]) / shape - 1  # in tiles, from the first cell to the last one
    offsets = (tiles[:, :2] - start) / shape
    steps = [_steps(offsets[:, axis], float(room[axis])) for axis in (0, 1)]
    ways = [list(_cells(offsets[:, axis], float(room[axis]), steps[axis] or steps[1 - axis])) for axis in (0, 1)]
    found: list[tuple[float, tuple[Sides, Sides]]] = []
    for (misfit, across), (other, down) in product(*ways):
        if len(across) == len(down):
            columns, rows = (
                tuple((first + side * cell, first + side * (cell + 1)) for cell in each)
                for first, side, each in zip(start.tolist(), shape.tolist(), (across, down), strict=True)
            )
            found.append((misfit + other, (columns, rows)))
    return [board for _, board in sorted(found)[:1]]


def _from_side_to_side(boxes: Boxes, solid: Boxes, shape: NDArray[float64]) -> Iterator[tuple[Sides, Sides]]:
    """The board of the usual size that such tiles span. Its ground may go on beyond it, as a terminal's does. In each
    row and column there is a tile, or all tiles touch.
    """
    parts = _sides(solid) / shape
    whole = np.clip(np.rint(parts), 1, USUAL)  # tiles of one value that touch are of one piece
    tiles = solid[(np.abs(parts - whole) <= _LIKE).all(axis=1)]
    if len(tiles) < USUAL:
        return
    start, end = tiles[:, :2].min(axis=0), tiles[:, 2:].max(axis=0)
    pitch = np.maximum(end - start - shape, 1) / (USUAL - 1)
    places = (tiles - np.hstack([start, start + shape])) / np.tile(pitch, 2)
    lines = np.rint(places)
    touch = np.abs(pitch / shape - 1) <= _LIKE
    full = np.array([len({*lines[:, axis], *lines[:, axis + 2]}) == USUAL for axis in (0, 1)])
    apart = full & (pitch > shape) & (pitch <= _APART * shape)
    if (touch | apart).all() and np.abs(places - lines).max() <= _OFF:
        corners = np.arange(USUAL)[:, None] * pitch + start
        columns, rows = (
            tuple((first, first + side) for first in firsts)
            for firsts, side in zip(corners.T.tolist(), shape.tolist(), strict=True)
        )
        if _bare((columns, rows), tiles, _odd(boxes, shape)):
            yield columns, rows


def _bare(board: tuple[Sides, Sides], tiles: Boxes, odd: Boxes) -> bool:
    """Whether some cell is empty and the empty cells show nothing. In a sudoku's box each cell has lines around it."""
    columns, rows = board
    whole = np.array([[columns[0][0], rows[0][0], columns[-1][1], rows[-1][1]]])
    stray = _within(odd, whole) & ~_within(odd, tiles)
    return len(tiles) < len(columns) * len(rows) and not bool(stray.any())


def _within(boxes: Boxes, others: Boxes) -> NDArray[np.bool_]:
    """For each box, whether its middle lies in one of the others."""
    middles = ((boxes[:, :2] + boxes[:, 2:]) / 2)[:, None]
    inside = (middles > others[:, :2]) & (middles < others[:, 2:])
    return np.asarray(np.asarray(inside.all(axis=2)).any(axis=1))


def _steps(places: NDArray[float64], room: float) -> list[float]:
    """The distances between these places, without those that are mere inexactness; or between them and their mirror
    images where all are in one line, as opposite margins are roughly alike.
    """
    both = (places, np.concatenate([places, room - places]))
    apart = ([step for step in np.abs(each[:, None] - each).ravel().tolist() if step > _OFF] for each in both)
    return next(filter(None, apart), [])


def _cells(places: NDArray[float64], room: float, steps: list[float]) -> Iterator[tuple[float, list[float]]]:
    """Where the cells may begin along one side, given the tiles' places, and how unlike the margins are to the gaps.
    All in tiles.
    """
    for parts in range(1, int(min(steps, default=0.0) / (1 - _OFF)) + 1):
        pitch = max(steps) / round(max(steps) * parts / min(steps))  # the longest is the most exact
        count = int((room + _OFF) / pitch) + 1
        margin = (room - (count - 1) * pitch) / 2
        off = places - margin - pitch * np.rint((places - margin) / pitch)
        if np.abs(off).max() <= _OFF and pitch <= _APART and SMALLEST <= count <= LARGEST:
            first = margin + float(np.median(off))
            yield abs(margin + 1 - pitch), [first + pitch * cell for cell in range(count)]
