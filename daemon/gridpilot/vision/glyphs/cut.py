"""Cuts cells into ink, blobs and normalised glyphs; the training corpus goes through these very functions.

Ink is the distance from a cell's own background, so polarity, hue and tint do not matter. Terms: a *tile* is a cut-out
cell, a *blob* a connected piece of its ink, a *glyph* a blob group fitted into 28 x 28 for the net.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.geometry import Box
from gridpilot.vision.glyphs import dither
from gridpilot.vision.glyphs import ink as grounds
from gridpilot.vision.glyphs.blobs import Blob, union
from gridpilot.vision.glyphs.ink import FLOOR, noise, within
from gridpilot.vision.medians import medians

Bytes = NDArray[np.uint8]

SIDE = 28  # a glyph's picture
FIT = 22  # the glyph inside it
WORK = 48  # tiles larger than this are shrunk: no font needs more, and time goes with the area
LOW, MOST, ENOUGH = 10, 0.85, 16
"""Pixels: digits are too low where so many cells have none that is higher, and what is high enough. Not tuned: at 6 the
digits of one page, 10 high in cells of 90, were taken for others.
"""
INSET = 0.06  # of the cell, off each side: grid lines and their blur
STROKE, FAINT_STROKE = 0.30, 0.2  # of the peak: higher breaks thin anti-aliased strokes into pieces
FAINT, UNREST = 6, 4  # grey levels, for each level by which the ground varies: the same, where all ink is faint
HAIR = 0.12  # of the peak: what is left of the thinnest strokes
BLUR = 1  # pixels, around a stroke
DEEP = 0.05  # of a piece's area that is off the rim: with less it may be residue
LONG, THIN, AROUND = 0.4, 0.08, 0.7  # of a tile's side: what lies along one; a line's width; a frame's sides
COARSE = 20  # pixels: on tiles that are not higher, four pixels are no speck
UNDER = 0.25  # of the height of what stands over it: an underline; 0.19 was one's on a page; not tuned
EDGE, LEAST_EDGE = 0.12, 8  # of the peak, grey levels: strokes have steps between two pixels that are larger


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """`pixels`: n x height x width x 3; `ink`: n x height x width; `ground`: n x 3, each tile's background colour;
    `peak`: n, the strongest ink away from the rim; `blobs`: for each tile, rim residue and specks
    left out.
    """

    pixels: Bytes
    ink: Bytes
    ground: Bytes
    peak: Bytes
    blobs: tuple[tuple[Blob, ...], ...]

    def filled_by(self, blob: Blob) -> bool:
        """Whether it reaches to all sides of its tile, as a thick frame does, or the paper around a block."""
        height, width = self.ink.shape[1:]
        return bool(blob.width >= width - 1 and blob.height >= height - 1)


def traced(pixels: Bytes, boxes: Sequence[Box]) -> Tiles:
    """The tiles of `boxes` and their ink. They are shrunk less where the board's digits would be too low to be read."""
    tiles = trace(cut(pixels, boxes))
    tallest = [max(blob.height for blob in blobs) for blobs in tiles.blobs if blobs]
    low = float(np.quantile(tallest, MOST)) if tallest else LOW
    is_shrunk = max(tiles.ink.shape[1:]) >= WORK - 1
    return trace(cut(pixels, boxes, side=WORK * ENOUGH / low)) if is_shrunk and low < LOW else tiles


def cut(pixels: Bytes, boxes: Sequence[Box], inset: float = INSET, side: float = WORK) -> Bytes:
    """The tiles of `boxes`, all of one size (n x height x width x 3), shrunk together to `side` when they are larger.
    Around a cell that is narrower or lower than that its ground goes on: the lines beside it, and what is beyond, are
    not its own.
    """
    corners = np.array([(b.x0, b.y0, b.x1, b.y1) for b in boxes])
    x0, y0 = np.maximum(np.floor(corners[:, :2].min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(corners[:, 2:].max(axis=0)).astype(int)
    view = dither.mixed(pixels[y0:y1, x0:x1], np.round(corners - (x0, y0, x0, y0)).astype(int))
    sizes = corners[:, 2:] - corners[:, :2]
    width, height = medians(sizes) * (1 - 2 * inset)
    shrink = min(1.0, side / max(width, height))
    view = _shrunk(view, shrink)
    across, down = max(4, int(width * shrink)), max(4, int(height * shrink))
    if view.shape[0] < down or view.shape[1] < across:
        return np.zeros((len(boxes), down, across, 3), np.uint8)
    tiles = np.empty((len(boxes), down, across, 3), np.uint8)
    middles = ((corners[:, :2] + corners[:, 2:]) / 2 - (x0, y0)) * shrink
    lefts = np.clip(np.round(middles[:, 0] - across / 2).astype(int), 0, view.shape[1] - across)
    tops = np.clip(np.round(middles[:, 1] - down / 2).astype(int), 0, view.shape[0] - down)
    for index, (left, top) in enumerate(zip(lefts, tops, strict=True)):
        tiles[index] = view[top : top + down, left : left + across]
    for small in np.flatnonzero((sizes < (width, height)).any(axis=1)):
        half = np.minimum(sizes[small] * (1 - 2 * inset) * shrink, (across, down)) / 2
        (x, y), (right, bottom) = np.round([middles[small] - half, middles[small] + half]).clip(0).astype(int)
        if (own := view[y:bottom, x:right]).size:
            tiles[small] = _on_its_ground(own, down, across)
    return tiles


def _on_its_ground(cell: Bytes, down: int, across: int) -> Bytes:
    """A cell in the middle of a tile that is all of its ground's colour."""
    tile, cell = np.empty((down, across, 3), np.uint8), cell[:down, :across]
    tile[:] = grounds.middle_colour(cell[::2, ::2].reshape(1, -1, 3))
    top, left = (down - cell.shape[0]) // 2, (across - cell.shape[1]) // 2
    tile[top : top + cell.shape[0], left : left + cell.shape[1]] = cell
    return tile


def _shrunk(view: Bytes, shrink: float) -> Bytes:
    """By halves while that is possible, then bilinear: as smooth as area averaging, in a fifth of its time."""
    target = round(view.shape[1] * shrink), round(view.shape[0] * shrink)
    if shrink == 1.0 or min(target) < 1:
        return view
    while view.shape[1] >= 2 * target[0] and view.shape[0] >= 2 * target[1]:
        even = view[: view.shape[0] // 2 * 2, : view.shape[1] // 2 * 2]
        view = cv2.resize(even, (even.shape[1] // 2, even.shape[0] // 2), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return cv2.resize(view, target, interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)


def trace(tiles: Bytes) -> Tiles:
    """Ink and blobs of all tiles, with one call for the connected components of the whole strip."""
    ink, ground = grounds.inked(tiles)
    peak = within(ink).max(axis=(1, 2))
    strongest = np.where(peak > FLOOR, peak, ink.max(axis=(1, 2)))
    sharp = _sharp(ink, strongest)
    blobs = _blobs(ink > _limits(ink, peak, strongest)[:, None, None], sharp)
    still = ~within(sharp).any(axis=(1, 2))
    return Tiles(tiles, ink, ground, np.where(still, np.minimum(peak, FLOOR), peak), blobs)


def flattened(tiles: Tiles, floor: int) -> Tiles:
    """The tiles with all ink up to `floor` in their ground's colour."""
    faint = (tiles.ink <= floor)[..., None]
    return trace(np.where(faint, tiles.ground[:, None, None], tiles.pixels).astype(np.uint8, copy=False))


def followed(tiles: Tiles, which: Sequence[int]) -> dict[int, tuple[Blob, ...]]:
    """Blobs of faint thin strokes: of those tiles `which` where more than blur shows below the usual limit, on calm
    ground.
    """
    ink, peak = tiles.ink[which], tiles.peak[which]
    limits = np.clip(FAINT + UNREST * noise(ink), peak * HAIR, 255).astype(np.uint8)
    blobs = _blobs(ink > limits[:, None, None], _sharp(ink, peak))
    found = {index: more for index, more in zip(which, blobs, strict=True) if more and tiles.blobs[index]}
    return {index: more for index, more in found.items() if _larger(union(more), union(tiles.blobs[index]))}


def _larger(box: Blob, than: Blob) -> bool:
    """Whether a box reaches further on some side, by more than what the blur of a stroke makes."""
    left, top = than.x - box.x, than.y - box.y
    right, bottom = box.x + box.width - than.x - than.width, box.y + box.height - than.y - than.height
    return max(left, top, right, bottom) > BLUR


def _limits(ink: Bytes, peak: Bytes, strongest: Bytes) -> Bytes:
    """The grey level above which each tile has ink. Faint thin strokes nearly vanish in places; where the ground is
    calm, a lower limit follows them.
    """
    limits = np.maximum(FLOOR, strongest * STROKE)
    faint = (peak > FAINT) & (peak * STROKE < FLOOR)
    if faint.any():
        limits[faint] = np.clip(FAINT + UNREST * noise(ink[faint]), peak[faint] * FAINT_STROKE, FLOOR)
    whole: Bytes = limits.astype(np.uint8)
    return whole


def _steps(ink: Bytes) -> Bytes:
    """By how much each pixel differs from its left or upper neighbour."""
    count, height, width = ink.shape
    step, rows = np.zeros_like(ink), ink.reshape(-1, width)
    cv2.absdiff(rows[:, 1:], rows[:, :-1], step.reshape(-1, width)[:, 1:])
    down = cv2.absdiff(ink[:, 1:].reshape(count, -1), ink[:, :-1].reshape(count, -1))
    np.maximum(step[:, 1:], down.reshape(count, height - 1, width), out=step[:, 1:])
    return step


def _sharp(ink: Bytes, strongest: Bytes) -> NDArray[np.bool_]:
    """Where there are edges, in view of each tile's `strongest` ink."""
    sharp: NDArray[np.bool_] = _steps(ink) > np.maximum(EDGE * strongest, LEAST_EDGE).astype(np.uint8)[:, None, None]
    return sharp


def _blobs(solid: NDArray[np.bool_], sharp: NDArray[np.bool_]) -> tuple[tuple[Blob, ...], ...]:
    """The blobs of each tile. `sharp` marks edges: a piece without any is a cloud of the ground, as photographs have
    them.
    """
    count, height, width = solid.shape
    strip = np.zeros((count, step := height + 1, width), np.uint8)  # the spare row keeps neighbours apart
    strip[:, :height] = solid
    total, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        strip.reshape(-1, width), 8, cv2.CV_16U, cv2.CCL_SPAGHETTI
    )
    labels = labels.reshape(count, step, width)[:, :height]
    inside = within(labels)
    deep = np.bincount(inside[inside > 0], minlength=total)
    edges = np.bincount(labels[sharp], minlength=total)
    inner = np.bincount(inside[within(sharp)], minlength=total)
    edges[deep > 0] = inner[deep > 0]  # where a cloud ends at a line there is an edge as well
    found: list[list[Blob]] = [[] for _ in range(count)]
    for (x, y, w, h, area), depth, edge in zip(stats[1:].tolist(), deep[1:].tolist(), edges[1:].tolist(), strict=True):
        tile, top = divmod(y, step)
        blob = Blob(x, top, w, h, area)
        if edge and not _speck(blob, height) and not (depth <= DEEP * area and _residue(blob, height, width)):
            found[tile].append(blob)
    return tuple(tuple(_not_underlined(blobs)) for blobs in found)


def _not_underlined(blobs: list[Blob]) -> list[Blob]:
    """Without the underline of what a user has typed: a flat piece right below all others, and as wide. The lowest
    segment of a digit on a display is narrower than that digit, and beside its upright ones.
    """
    if len(blobs) < 2:
        return blobs
    line = max(blobs, key=lambda blob: blob.y)
    others = [blob for blob in blobs if blob is not line]
    over = union(others)
    flat = line.height <= UNDER * over.height and line.width >= over.width
    return others if flat and line.y > over.y + over.height else blobs


def _speck(blob: Blob, height: int) -> bool:
    return blob.area < 3 or (blob.width <= 2 and blob.height <= 2 and height > COARSE)


def _residue(blob: Blob, height: int, width: int) -> bool:
    """Whether a piece is what is left of lines, frames or corners; asked only of pieces that stay near the rim."""
    right, bottom = blob.x + blob.width >= width - 1, blob.y + blob.height >= height - 1
    sides = (blob.x <= 1) + (blob.y <= 1) + right + bottom
    long = blob.width > LONG * width or blob.height > LONG * height
    thin = min(blob.width, blob.height) <= THIN * width
    frame = blob.width > AROUND * width and blob.height > AROUND * height
    return frame or sides > 1 or (sides == 1 and (long or thin))


def normalise(ink: Bytes, blob: Blob) -> Bytes:
    """The grey ink of one tile inside `blob`, aspect kept, its longer side fitted to 22 of 28 pixels, peak at 255."""
    crop = blob.of(ink)
    scale = FIT / max(crop.shape)
    size = (max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    fitted = cv2.resize(crop, size, interpolation=way)
    picture = np.zeros((SIDE, SIDE), np.uint8)
    left, top = (SIDE - size[0]) // 2, (SIDE - size[1]) // 2
    picture[top : top + size[1], left : left + size[0]] = cv2.convertScaleAbs(fitted, alpha=255 / max(1, fitted.max()))
    return picture


def whole(tiles: Tiles, blobs: Mapping[int, Sequence[Blob]] | None = None) -> tuple[list[int], Bytes]:
    """For each inked tile, or for those of `blobs`, one glyph out of all its blobs: (tile numbers, m x 28 x 28)."""
    if blobs is None:
        blobs = {index: own for index, own in enumerate(tiles.blobs) if own}
    pictures = [normalise(tiles.ink[index], union(own)) for index, own in blobs.items()]
    return list(blobs), stacked(pictures)


def stacked(pictures: Sequence[Bytes]) -> Bytes:
    """Glyphs in the form that a recogniser takes, n x 28 x 28, also when there are none."""
    return np.stack(pictures) if pictures else np.zeros((0, SIDE, SIDE), np.uint8)
