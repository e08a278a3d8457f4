"""Finds the ground of each cell, the colour that its ink stands on. Ink is how far a pixel differs from it."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.vision.colour_distance import apart, commonest, most_from

Bytes = NDArray[np.uint8]

Scalar = TypeVar("Scalar", bound=np.generic)

FLOOR = 20  # grey levels; fainter is background
RIM = 0.16  # ink that stays within this share of the rim is residue of lines, frames and rounded corners
LEAST_GROUND = 0.25  # of a tile within its rim has the ground's colour, or as much of the outermost pixels there
MOST_INK = 0.65
"""Of a tile, and of the outermost pixels within its rim, has a bold digit's colour; a block fills more. Not tuned: 0.5
in one program of handwritten digits, up to 0.63 of drawn ones.
"""
WAVE, CALM = 6, 0.2  # grey levels by which a photograph's ground varies on all tiles but this share
LEAST_WAVE = 24  # pixels: on smaller tiles the clouds of a photograph are no wave
UNEVEN = 0.1, 0.45  # of a tile's strongest ink: so much is a wave, more would be strokes
AROUND, WIDELY = 0.6, 0.8  # of a tile's side: what bold strokes fill, and what not even these do
STRONG = 0.5  # of a tile's strongest ink: strokes


def inked(tiles: Bytes) -> tuple[Bytes, Bytes]:
    """The ink of tiles (n x height x width), and the colour of each tile's ground (n x 3); `tiles`: n x height x width
    x 3.
    """
    ground = middle_colour(tiles[:, ::4, ::4].reshape(len(tiles), -1, 3))
    ink = _ink(tiles, ground)
    inside = within(ink)
    alien = _alien(ground, inside)
    if len(alien):
        ground[alien] = [commonest(ring, FLOOR) for ring in _ring(within(tiles[alien]))]
        ink[alien] = _ink(tiles[alien], ground[alien])
    bold = _bold(tiles, ground, inside)
    if len(bold):
        ground[bold] = middle_colour(ground[None])
        ink[bold] = _ink(tiles[bold], ground[bold])
    unrest = noise(ink)
    if min(inside.shape[1:]) >= LEAST_WAVE and np.quantile(unrest, CALM) > WAVE:
        uneven = unrest / np.maximum(inside.max(axis=(1, 2)), 1)
        for wavy in np.flatnonzero((uneven > UNEVEN[0]) & (uneven < UNEVEN[1])):
            ink[wavy] = _local_ink(tiles[wavy])
    return ink, ground


def within(tiles: NDArray[Scalar]) -> NDArray[Scalar]:
    """The middle of tiles or of their ink, without the rim."""
    height, width = tiles.shape[1:3]
    rim_y, rim_x = round(height * RIM), round(width * RIM)
    return tiles[:, rim_y : height - rim_y, rim_x : width - rim_x]


def noise(ink: Bytes) -> NDArray[np.float64]:
    """How many grey levels the ground of each tile varies by; more than half of a tile is ground."""
    points = within(ink)[:, ::3, ::3].reshape(len(ink), -1)
    middle = points.shape[1] // 2
    return np.partition(points, middle, axis=1)[:, middle].astype(np.float64)


def middle_colour(points: Bytes) -> Bytes:
    """The median of each channel; `points`: tiles x points x 3."""
    middle = points.shape[1] // 2
    return np.partition(points, middle, axis=1)[:, middle]


def _alien(ground: Bytes, inside: Bytes) -> NDArray[np.intp]:
    """The tiles whose `ground` is a frame's colour, or a mixture: it hardly occurs within their rim, and no ordinary
    tile has it.
    """
    rare = (inside <= FLOOR).mean(axis=(1, 2)) < LEAST_GROUND
    rare[rare] = (_ring(inside[rare]) <= FLOOR).mean(axis=1) < LEAST_GROUND
    ordinary = ground[~rare]
    return np.array([i for i in np.flatnonzero(rare) if not (apart(ordinary, ground[i]) <= FLOOR).any()], np.intp)


def _bold(tiles: Bytes, ground: Bytes, inside: Bytes) -> NDArray[np.intp]:
    """The tiles whose `ground` is the colour of a bold digit: it fills neither the tile nor its rim, which has the
    colour that most tiles stand on.
    """
    usual = middle_colour(ground[None])[0]
    other = apart(ground, usual) > FLOOR
    other[other] = (inside[other] <= FLOOR).mean(axis=(1, 2)) < MOST_INK
    other[other] = (_ring(inside[other]) <= FLOOR).mean(axis=1) < MOST_INK
    rims = _ring(tiles[other])
    other[other] = (apart(rims, usual) <= FLOOR).mean(axis=1) > MOST_INK
    return np.flatnonzero(other)


def _local_ink(tile: Bytes) -> Bytes:
    """How much each pixel of one tile differs from the ground around it. That ground is measured twice: first with the
    strokes in it, over a wide area, then closer by, without them.
    """
    side = min(tile.shape[:2])
    ground = _usual(tile, WIDELY * side)
    ink = apart(tile, ground)
    bare = np.where((ink > STRONG * int(ink.max()))[..., None], ground, tile)
    return apart(tile, _usual(bare, AROUND * side))


def _usual(tile: Bytes, reach: float) -> Bytes:
    """The median colour around each pixel."""
    return cv2.medianBlur(tile, round(reach) | 1).astype(np.uint8, copy=False)


def _ring(tiles: Bytes) -> Bytes:
    """The outermost pixels of each tile, in a row."""
    return np.concatenate((tiles[:, 0], tiles[:, -1], tiles[:, 1:-1, 0], tiles[:, 1:-1, -1]), axis=1)


def _ink(tiles: Bytes, ground: Bytes) -> Bytes:
    count, height, width = tiles.shape[:3]
    base = np.tile(np.tile(ground, width), height)  # of a row first: 5 times faster
    distance = cv2.absdiff(tiles.reshape(count, -1), base)
    return np.ascontiguousarray(most_from(distance)[:, ::3]).reshape(count, height, width)
