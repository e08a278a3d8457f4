"""Cuts 2048 tiles at full resolution: their ink, free of rim and shading, and the pieces into which it falls.

Nothing is shrunk to a common size as for sudoku cells: the digits of 131072 in a tile of 50 pixels would melt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.geometry import Box
from gridpilot.vision.colour_distance import most_of
from gridpilot.vision.glyphs.blobs import Blob, union

Bytes = NDArray[np.uint8]

STROKE = 0.30  # of the peak
FAINT = 16  # grey levels; fainter is noise, texture or JPEG's ringing
_FLAT, _EVEN = 3, 7  # grey levels within which half of a frame lies, or of a plain tile (with JPEG 5 was seen)
_MOST, _LIT = 0.5, 0.35  # share of all pixels that the ground has; of a frame around the number, which digits may touch
_AROUND = (0.2, 0.27), (0.25, 0.32)  # of the tile, off each side: frames between a wide glow and the number
_GLOWS, _GLOW = 0.15, 24  # of the tile, off each side: a glowing rim; its grey levels off the ground (neon: 102)
_BULGE = 0.04  # of the tile's width
_STEEPEST = 60  # grey levels from side to side; a steeper plane was fitted to the number
_HIGHEST = 200  # pixels: larger tiles are shrunk
_INSET = 0.025  # of the tile, off each side
_RIM = 0.09  # of the tile: pieces that keep to it are residue of frames, bevels and rounded corners
_LINE = 1.8  # of its height: a cell that is a piece of a line of text is no wider
_SOLID, _FULL = 0.95, 0.6  # a block cursor inks so much of a column of pixels, with so much of the strongest ink
_BLOCK = 0.4, 0.7  # of its height: a block cursor's width (10 x 19: 0.53); a 1 has 0.3, and ends no number
_SHORTEST, _READABLE = 0.08, 9
"""Pieces lower than both are specks: this share of the tile's shorter side, and these pixels. A digit was seen with
0.09, and one of 9 pixels with 0.064. Not tuned.
"""
_SPECKLED = 0.004  # of the tile's area in specks: something is there, though it is no number


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """`ink`: height x width, each pixel's distance from the tile's own shading, without remains at the rim.

    `pieces`: the blobs of ink above `STROKE`, left to right, without specks.
    """

    ink: Bytes
    peak: int
    pieces: tuple[Blob, ...]
    speckled: bool

    @property
    def blank(self) -> bool:
        return not self.pieces and not self.speckled


def cut(pixels: Bytes, box: Box) -> Bytes:
    """The picture of the tile inside `box`, which excludes gaps and lines."""
    inset = max(1.0, _INSET * min(box.width, box.height))
    x0, y0 = max(0, round(box.x0 + inset)), max(0, round(box.y0 + inset))
    return pixels[y0 : round(box.y1 - inset), x0 : round(box.x1 - inset)]


def trace(view: Bytes) -> Tile:
    """The ink of a cut-out tile."""
    if min(view.shape[:2]) < 8:
        return Tile(np.zeros((8, 8), np.uint8), 0, (), speckled=True)
    if view.shape[0] > _HIGHEST:
        scale = _HIGHEST / view.shape[0]
        view = np.asarray(cv2.resize(view, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    ink, lit = _ink(view)
    ink = _without_cursor(ink)
    height, width = ink.shape
    rim_y, rim_x = max(1, round(_RIM * height)), max(1, round(_RIM * width))
    peak = int(ink[rim_y:-rim_y, rim_x:-rim_x].max())
    if peak <= FAINT:
        return Tile(ink, peak, (), speckled=False)
    return _cleaned(ink, peak, rim_y, rim_x, lit=lit)


def _without_cursor(ink: Bytes) -> Bytes:
    """The ink without a terminal's block cursor, which is as high as its line and may touch the number before it."""
    height, width = ink.shape
    if width < _LINE * height:
        return ink
    block = (ink > max(FAINT, _FULL * int(ink.max()))).mean(axis=0) >= _SOLID
    beside = np.convolve(block, np.ones(3), "same") > 0
    return np.where(beside[None], 0, ink).astype(np.uint8)


def _cleaned(ink: Bytes, peak: int, rim_y: int, rim_x: int, *, lit: bool) -> Tile:
    """The tile without remains at its rim: pieces that touch the rim and lie mostly in it. Where these were the
    strongest ink, as of a button that reaches over the tile, the rest is measured by its own strength. Nothing is read
    of a tile that is `lit` from its rim where a number may have run into the glow: the rest would be another number.
    """
    height, width = ink.shape
    labels, stats = labelled(ink, peak, STROKE)
    deep = np.bincount(labels[rim_y:-rim_y, rim_x:-rim_x].ravel(), minlength=len(stats))
    x, y, wide, high = stats[:, 0], stats[:, 1], stats[:, 2], stats[:, 3]
    touching = (x <= 1) | (y <= 1) | (x + wide >= width - 1) | (y + high >= height - 1)
    digit = (y > 0.2 * height) & (y + high < 0.8 * height)  # the 1 of a number as wide as its tile
    residue = touching & ~digit & (_is_glow(labels, stats) if lit else deep < 0.35 * stats[:, 4])
    residue[0] = False
    if lit and ((touching & ~residue)[1:].any() or _bulges(residue[labels], ~touching, stats)):
        return Tile(ink, peak, (), speckled=True)
    ink = np.where(cv2.dilate(residue[labels].astype(np.uint8), np.ones((3, 3), np.uint8)) > 0, 0, ink).astype(np.uint8)
    left = int(ink[rim_y:-rim_y, rim_x:-rim_x].max())
    if residue[1:].all() and FAINT < left < STROKE * peak:
        return _cleaned(ink, left, rim_y, rim_x, lit=lit)
    rest = stats[~residue][1:]
    large = (rest[:, 3] >= min(_READABLE, _SHORTEST * min(height, width))) & (rest[:, 4] >= 6)
    kept = sorted((Blob(*row) for row in rest[large].tolist()), key=_place)
    if before := _before_a_cursor(ink, peak, kept):
        ink = np.where(np.arange(width) >= before, 0, ink).astype(np.uint8)
        return _cleaned(ink, int(ink[rim_y:-rim_y, rim_x:-rim_x].max()), rim_y, rim_x, lit=lit)
    return Tile(ink, peak, tuple(kept), speckled=bool(rest[~large, 4].sum() > _SPECKLED * width * height))


def _before_a_cursor(ink: Bytes, peak: int, pieces: Sequence[Blob]) -> int:
    """Where a terminal's block cursor begins that follows a number and may touch it; 0 where none does. A block that
    reaches the tile's rim may cover digits and does not count.
    """
    if not pieces or pieces[-1].height < union(pieces).height:  # as the dot within a zero
        return 0
    last, (height, width) = pieces[-1], ink.shape
    end, low = last.x + last.width, last.y + last.height
    columns = np.asarray((ink[last.y : low, last.x : end] > STROKE * peak).all(axis=0))
    block = int(np.argmin(columns[::-1])) or int(columns.all()) * last.width
    is_cursor = _BLOCK[0] * last.height <= block <= _BLOCK[1] * last.height
    alone = len(pieces) == 1 and block == last.width
    inside = last.y > 1 and end < width - 1 and low < height - 1
    return end - block if is_cursor and inside and not alone else 0


def _is_glow(labels: NDArray[np.int32], stats: NDArray[np.int32]) -> NDArray[np.bool_]:
    """For each piece, whether it keeps to the rim on more than one side, as digits do not."""
    height, width = labels.shape
    y, x = (round(_AROUND[0][1] * length) for length in labels.shape)
    inner = np.bincount(labels[y:-y, x:-x].ravel(), minlength=len(stats))
    ends = stats[:, :2] + stats[:, 2:4] >= np.array([width, height]) - 1
    return np.asarray((inner == 0) & ((stats[:, :2] <= 1).sum(axis=1) + ends.sum(axis=1) > 1))


def _bulges(glow: NDArray[np.bool_], free: NDArray[np.bool_], stats: NDArray[np.int32]) -> bool:
    """Whether the glow is wider beside the rest of the ink than above and below it: then the number's outer digits are
    in it.
    """
    pieces = [Blob(*row) for row in stats[1:][free[1:]].tolist()]
    if not pieces:
        return False
    number = union(pieces)
    beside = glow[number.y : number.y + number.height].sum(axis=1).max()
    above = glow[:, number.x : number.x + number.width].sum(axis=0).max()
    return bool(beside > above + _BULGE * glow.shape[1])


def labelled(ink: Bytes, peak: int, level: float) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The pieces of the ink above `level` of its peak: the label of each pixel; and x, y, width, height and area of
    each piece.
    """
    solid = (ink > max(FAINT * 0.75, level * peak)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8 if level <= STROKE else 4)
    return np.asarray(labels, np.int32), np.asarray(stats, np.int32)


def _place(blob: Blob) -> int:
    return blob.x


def frame(tile: Tile) -> Blob:
    """The smallest box around the number."""
    return union(tile.pieces)


def _ink(view: Bytes) -> tuple[Bytes, bool]:
    """Each pixel's distance from the tile's ground, in the channel that differs most; and whether the ground was
    measured around the number because a glow from the rim covers most of the tile.
    """
    step_y, step_x = max(1, view.shape[0] // 24), max(1, view.shape[1] // 24)
    sample = view[step_y // 2 :: step_y, step_x // 2 :: step_x]
    ground = np.median(sample.reshape(-1, 3), axis=0)
    if _is_ground(ground, sample):
        return _apart(view, ground), False
    shaded = _is_ground(_shading(sample, ground, sample.shape[:2]), sample)
    rim, *frames = _frames(sample)
    for frame_ in () if shaded else frames:
        near = np.abs(frame_[:, None].astype(np.int16) - frame_).max(axis=2) <= _FLAT
        usual = int(near.sum(axis=1).argmax())
        lit = np.median(frame_[near[usual]], axis=0)
        if near[usual].mean() >= _LIT and np.median(np.abs(rim - lit).max(axis=1)) >= _GLOW:
            return _apart(view, lit), True
    distance = np.abs(view - _shading(sample, ground, view.shape[:2])).clip(0, 255).astype(np.uint8)
    return most_of(np.moveaxis(distance, -1, 0)), False


def _is_ground(ground: NDArray[np.floating], sample: Bytes) -> bool:
    return bool((np.abs(sample - ground).max(axis=2) <= _EVEN).mean() >= _MOST)


def _apart(view: Bytes, ground: NDArray[np.floating]) -> Bytes:
    return most_of(np.moveaxis(cv2.absdiff(view, np.full(view.shape, ground, np.uint8)), -1, 0))


def _frames(sample: Bytes) -> Iterator[Bytes]:
    """The pixels of the rim, n x 3, and of frames around the number, the inner one inside a wide glow."""
    down, across = (np.abs((np.arange(count) + 0.5) / count - 0.5) for count in sample.shape[:2])
    off = 0.5 - np.maximum(down[:, None], across)  # of the tile, off its nearest side
    for outer, inner in ((0.0, _GLOWS), *_AROUND):
        yield np.asarray(sample[(off >= outer) & (off <= inner)])


def _shading(sample: Bytes, median: NDArray[np.floating], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """The ground as a plane in each channel, fitted to the pixels near the median, so that a gradient is no ink."""
    down, across = (np.arange(count, dtype=np.float32) / count - 0.5 for count in sample.shape[:2])
    where = np.stack([np.ones(sample.shape[:2]), *np.meshgrid(down, across, indexing="ij")], axis=2).reshape(-1, 3)
    seen = sample.reshape(-1, 3).astype(np.float64)
    plane = np.zeros((3, 3))
    plane[0] = median
    for reach in (24, 12):
        near = np.abs(seen - where @ plane).max(axis=1) < reach
        if near.sum() < 0.3 * len(seen):
            break
        fitted = np.linalg.lstsq(where[near], seen[near], rcond=None)[0]
        if np.abs(fitted[1:]).max() > _STEEPEST:
            break
        plane = fitted
    y, x = (np.arange(count, dtype=np.float32) / count - 0.5 for count in shape)
    plane = plane.astype(np.float32)
    ground: NDArray[np.float32] = plane[0] + y[:, None, None] * plane[1] + x[None, :, None] * plane[2]
    return ground
