"""Tells digits, pencil marks and blanks apart in the cells of one board.

The net says what a glyph looks like; whether it is the cell's digit is decided relative to the board's own digits: their
height and their place in the cell. A single large mark at the top left is a pencil mark however sure the net is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.reading import CellReading, Kind, Rival
from gridpilot.vision import glyphs
from gridpilot.vision.digitnet import CLASSES, JUNK, classify
from gridpilot.vision.glyphs import Blob, Tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridpilot.geometry import Box

    Floats = NDArray[np.floating]

PLAUSIBLE = 0.8  # probability from which a glyph may help to measure the board's digits
SMALL = 0.62  # of the digits' height: below, a mark; old-style figures reach down to 0.66
TALL = 1.4  # of the digits' height: above, a line or an edge of something in front
OFF_CENTRE = 0.10  # of the cell, from where the board's digits stand; beyond, ever more surely a pencil mark
SURE_BLANK, FAINT_BLANK, SPECK_BLANK = 0.9995, 0.99, 0.97


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be a cell's digit: its box in the tile and the net's probabilities."""

    box: Blob
    chances: Floats
    alone: bool = True  # no other ink in the cell


@dataclass(frozen=True, slots=True)
class Norm:
    """The board's own digits: height in tile pixels, offset of their centres from the tiles' in shares of the tile."""

    height: float
    across: float
    down: float


def read_cells(pixels: NDArray[np.uint8], boxes: Sequence[Box], most: int) -> tuple[Tiles, list[CellReading]]:
    """One reading per box; digits are 1 to `most` and come out as GIVEN, which the caller refines."""
    tiles = glyphs.trace(glyphs.cut(pixels, boxes))
    candidates = first_look(tiles)
    norm = measure(tiles, candidates, most)
    if norm:
        second_look(tiles, candidates, norm, most)
    return tiles, [_decide(tiles, index, candidates.get(index), norm, most) for index in range(len(boxes))]


def first_look(tiles: Tiles) -> dict[int, Candidate]:
    """All ink of each cell as one glyph, except for block cursors, where the digit inside counts."""
    found: dict[int, Candidate] = {}
    inked, pictures = glyphs.whole(tiles)
    insides: list[tuple[int, Blob]] = []
    for index, chances in zip(inked, classify(pictures), strict=True):
        found[index] = Candidate(glyphs.union(tiles.blobs[index]), chances)
    inverted = []
    for index, candidate in found.items():
        blob = max(tiles.blobs[index], key=lambda b: b.area)
        if not _is_block(tiles.ink[index], blob) or candidate.chances[:JUNK].max() > PLAUSIBLE > _fill(blob):
            continue
        inside = _inside(tiles.ink[index], blob)
        if inside is None and blob.width > 0.38 * blob.height:
            insides.append((index, Blob(blob.x, blob.y, 0, 0, 0)))
            inverted.append(np.zeros((glyphs.SIDE, glyphs.SIDE), np.uint8))
        elif inside is not None:
            insides.append((index, inside[0]))
            inverted.append(inside[1])
    if inverted:
        for (index, box), chances in zip(insides, classify(np.stack(inverted)), strict=True):
            found[index] = Candidate(box, chances)
    return found


def _fill(blob: Blob) -> float:
    return blob.area / (blob.width * blob.height)


def _is_block(ink: NDArray[np.uint8], blob: Blob) -> bool:
    """All four sides inked from corner to corner, which no digit but a square 8 has."""
    if blob.width < 4 or blob.height < 6 or _fill(blob) < 0.5:
        return False
    crop = ink[blob.y : blob.y + blob.height, blob.x : blob.x + blob.width]
    solid = crop > 0.5 * crop.max()
    return min(solid[0].mean(), solid[-1].mean(), solid[:, 0].mean(), solid[:, -1].mean()) > 0.9


def _inside(ink: NDArray[np.uint8], blob: Blob) -> tuple[Blob, NDArray[np.uint8]] | None:
    """The glyph that is left out of a block; None when it is solid."""
    crop = ink[blob.y + 1 : blob.y + blob.height - 1, blob.x + 1 : blob.x + blob.width - 1]
    hollow = (crop.max() - crop).astype(np.uint8)
    if hollow.max() < max(glyphs.FLOOR, 0.25 * crop.max()):
        return None
    rows, columns = np.nonzero(hollow > glyphs.STROKE * hollow.max())
    y, x = int(rows.min()), int(columns.min())
    height, width = int(rows.max()) - y + 1, int(columns.max()) - x + 1
    local = Blob(x, y, width, height, len(rows))
    return Blob(x + blob.x + 1, y + blob.y + 1, width, height, len(rows)), glyphs.normalise(hollow, local)


def measure(tiles: Tiles, candidates: dict[int, Candidate], most: int) -> Norm | None:
    """The height and place that the board's digits share; None on a board without digits."""
    likely = [c for c in candidates.values() if c.box.height and c.chances[1 : most + 1].sum() > PLAUSIBLE]
    if not likely:
        return None
    heights = np.array([c.box.height for c in likely], float)
    tall = heights >= 0.65 * np.percentile(heights, 90)
    offsets = np.array([_offset(tiles, c.box) for c in likely])[tall]
    across, down = np.median(offsets, axis=0)
    return Norm(float(np.median(heights[tall])), float(across), float(down))


def _offset(tiles: Tiles, box: Blob) -> tuple[float, float]:
    height, width = tiles.ink.shape[1:]
    return (box.x + box.width / 2) / width - 0.5, (box.y + box.height / 2) / height - 0.5


def second_look(tiles: Tiles, candidates: dict[int, Candidate], norm: Norm, most: int) -> None:
    """Where a cell's ink as a whole is no digit, its one tall blob may be: a digit with small marks around it."""
    again: list[tuple[int, Blob]] = []
    for index, candidate in candidates.items():
        blobs = tiles.blobs[index]
        tall = [b for b in blobs if b.height > 0.75 * norm.height]
        if candidate.chances[1 : most + 1].max() < PLAUSIBLE and len(blobs) > 1 and len(tall) == 1:
            again.append((index, tall[0]))
    if not again:
        return
    pictures = np.stack([glyphs.normalise(tiles.ink[index], blob) for index, blob in again])
    for (index, blob), chances in zip(again, classify(pictures), strict=True):
        if chances[1 : most + 1].max() > PLAUSIBLE:
            candidates[index] = Candidate(blob, chances, alone=False)


def _decide(tiles: Tiles, index: int, candidate: Candidate | None, norm: Norm | None, most: int) -> CellReading:
    if candidate is None or not candidate.box.height:
        faint = int(tiles.peak[index])
        sure = SURE_BLANK if faint <= glyphs.FLOOR // 2 else FAINT_BLANK if faint <= glyphs.FLOOR else SPECK_BLANK
        return CellReading(0, Kind.BLANK, sure)
    if norm is None:
        return _unknown(candidate.chances, most)
    tallest = max((b.height for b in tiles.blobs[index]), default=0) / norm.height
    whole = _digit_chance(tiles, candidate.box, norm)
    chances = np.zeros(CLASSES)
    chances[1 : most + 1] = candidate.chances[1 : most + 1]
    other = 1 - chances.sum()
    if other > 0.5 and tallest < 0.8 and len(tiles.blobs[index]) > 1:  # several small marks, or a short row of them
        whole = 1 / (1 + np.exp(-(tallest - 0.7) / 0.02))
    chances *= whole * (1.0 if candidate.alone else 0.98)
    chances[0] = 1 - whole
    if candidate.box.height > TALL * norm.height or whole * other > 0.5:
        return _unknown(chances, most)
    order = np.argsort(-chances[: most + 1])
    value = int(order[0])
    rivals = tuple(Rival(int(v), float(chances[v])) for v in order[1:4] if chances[v] > 1e-4)
    return CellReading(value, Kind.GIVEN if value else Kind.PENCIL, float(min(chances[value], 0.9999)), rivals)


def _digit_chance(tiles: Tiles, box: Blob, norm: Norm) -> float:
    """How surely a glyph of this height at this place is the cell's digit and no pencil mark."""
    across, down = _offset(tiles, box)
    off = max(abs(across - norm.across), abs(down - norm.down))
    evidence = (min(1.0, box.height / norm.height) - SMALL) / 0.05 - max(0.0, off - OFF_CENTRE) / 0.013
    return float(1 / (1 + np.exp(-evidence)))


def _unknown(chances: Floats, most: int) -> CellReading:
    order = np.argsort(-chances[1 : most + 1])[:3] + 1
    rivals = tuple(Rival(int(v), float(chances[v])) for v in order if chances[v] > 1e-4)
    return CellReading(0, Kind.UNKNOWN, float(chances[0]) if chances[0] < 0.5 else 0.5, rivals)
