"""Reads digits in cells where something else takes much of the room: block cursors, filled selections, thick frames.

The usual colour of such a cell need not be the ground of its digit, so the ground is looked for in the cell's middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading.board_font import PLAUSIBLE, Candidate
from gridpilot.vision import colour_distance
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.blobs import Blob, around, connected, union
from gridpilot.vision.glyphs.cut import SIDE, STROKE, Tiles, normalise
from gridpilot.vision.glyphs.ink import FLOOR
from gridpilot.vision.glyphs.net import Recognise

Bytes = NDArray[np.uint8]

ONE_GROUND = 16  # grey levels: so much alike is what a digit stands on
GROUND = 0.2  # of a cell: its ground has at least so much, unless it is a mixture of two colours that share the cell
CURSORS = 1  # at most on a board; several solid blocks, or lines, are its 1s
LINE = 0.15  # of the digits' height: no wider is a text cursor, or a line
HAIR = 0.08  # of its height: no wider is a text cursor, one pixel of 14
FRAME = 0.75
"""Share of a digit's contrast: a thin frame has less. 0.45 to 0.72 was seen in two windows of one toolkit; at 0.6 some
frames were joined to their digits.
"""
LEAST_SIDES = 3  # sides of a block that must be seen
CARET = 1.15  # of the digits' height: an upright line at least that long is a text cursor
AT_EDGE = 0.25  # of the digits' height: so wide with its blur, and so near to an edge of the ink, a text cursor may be
APART = 0.6  # of the digits' height: what is farther from a text cursor is not what it stands in
LEAST, SOLID = (4, 6), 0.5  # pixels, a block's width and height; shares of its box that are inked, of the peak
CORNER_TO_CORNER = 0.88  # share of a block's side that is inked
FINE = 9  # pixels: an edge of a block that is no wider is one pixel, of others two
LEFT_OUT = 0.25, 0.05  # of a block's contrast, and of its area: so much must a glyph leave out
NO_LINE = 0.38  # of its height: a solid block that is wider is no 1
BLOCK = 0.2  # of a column or row of the cell's middle must be ground for it to be the block's
BADGE = 0.5, 0.6  # of a cell's side at least, and inked of its box: not tuned; drawn ones began at 0.6 of the side
# Discs; not tuned: one page, and drawn ones of 24 to 37 pixels
LOWEST = 0.35  # of a disc's height: what is left out of it and lower is no digit
RIM = 2  # pixels of a disc that are its blurred edge
ROUND = 0.1  # so little a disc differs from a circle, in its sides and in its share of their square


@dataclass(frozen=True, slots=True, eq=False)
class Inside:
    """What is left out of a block: its box and its picture. `solid`: the block itself, where nothing is left out."""

    box: Blob
    picture: Bytes
    solid: Blob | None = None


def inverted(tiles: Tiles, found: dict[int, Candidate], recognise: Recognise) -> dict[int, Candidate]:
    """Reads cells whose ink is a solid block: their glyph is what is left out of the block, or what in it has another
    colour. Where that is as far from the cell's ground as the block's colour, it cannot be told from the block.
    """
    insides = _insides(tiles, found)
    blocks = {index: inside.solid for index, inside in insides.items() if inside.solid}
    coloured = _on_blocks(tiles, blocks, recognise)
    coloured |= _on_middle(tiles, [*blocks.keys() - coloured.keys()], recognise)[0]
    insides = {index: inside for index, inside in insides.items() if index not in coloured}
    cursors = len(blocks.keys() - coloured.keys())
    looks = recognise(cut.stacked([inside.picture for inside in insides.values()])).tolist()
    return coloured | {
        index: Candidate(inside.box, look, tallest=inside.solid.height if inside.solid else 0)
        for (index, inside), look in zip(insides.items(), looks, strict=True)
        if (cursors <= CURSORS if inside.solid else _likelier(look, found[index].chances))
    }


def _insides(tiles: Tiles, found: dict[int, Candidate]) -> dict[int, Inside]:
    looked = {index: _left_out(tiles.ink[index], tiles.blobs[index], candidate) for index, candidate in found.items()}
    return {index: inside for index, inside in looked.items() if inside}


def _left_out(ink: Bytes, blobs: Sequence[Blob], candidate: Candidate) -> Inside | None:
    """What is left out of the block or disc that a cell's ink forms; None where it forms neither."""
    blob = max(blobs, key=lambda b: b.area)
    sides = _sides(ink, blob)
    if sum(sides) < LEAST_SIDES:  # a full disc looks like a nought
        return _in_disc(ink, blob) if max(candidate.chances[1:-1]) <= PLAUSIBLE else None
    if max(candidate.chances[:-1]) > PLAUSIBLE > _fill(blob):
        return None
    inside = _hollow(ink, blob, sides)
    if inside is None and blob.width > NO_LINE * blob.height:
        return Inside(Blob(blob.x, blob.y, 0, 0, 0), np.zeros((SIDE, SIDE), np.uint8), blob)
    return inside


def _likelier(inside: Sequence[float], whole: Sequence[float]) -> bool:
    """Whether the glyph left out of a block is likelier to be a digit than the block: heavy small letters look like
    blocks.
    """
    return max(inside[:-1]) >= min(PLAUSIBLE, max(whole[:-1]))


def framed(tiles: Tiles, found: dict[int, Candidate], recognise: Recognise) -> dict[int, Candidate]:
    """Reads cells by the ground of their middle: those through which something reaches from side to side, those with
    hardly a pixel of what was taken for their ground, and those whose ink is a badge.
    """
    filled = [index for index in found if _filled(tiles.ink[index], tiles.blobs[index])]
    badges = [index for index in found if index not in filled and _is_badge(tiles, index, found[index])]
    digits, bare = _on_middle(tiles, filled + badges, recognise)
    unread = [index for index in bare if index in filled and max(found[index].chances[:-1]) < PLAUSIBLE]
    return digits | {index: Candidate(Blob(0, 0, 0, 0, 0), found[index].chances) for index in unread}


def _on_middle(tiles: Tiles, which: Sequence[int], recognise: Recognise) -> tuple[dict[int, Candidate], list[int]]:
    """The digits on the ground of the middle of these cells; and the cells where this ground is a block with nothing on
    it.
    """
    boxes: dict[int, Blob] = {}
    bare, pictures = [], []
    for index in which:
        ink, blobs, parted = middle(tiles.pixels[index])
        if blobs:
            boxes[index] = union(blobs)
            pictures.append(normalise(ink, boxes[index]))
        elif parted:
            bare.append(index)
    return _plausible(boxes, pictures, recognise), bare


def _on_blocks(tiles: Tiles, blocks: Mapping[int, Blob], recognise: Recognise) -> dict[int, Candidate]:
    """The digits on solid blocks, which may fill little of their cells."""
    boxes: dict[int, Blob] = {}
    pictures = []
    for index, block in blocks.items():
        pixels = block.of(tiles.pixels[index])
        ink, _ = _on_ground(pixels, pixels, slice(None), slice(None))
        if box := around(ink > max(FLOOR, STROKE * int(ink.max()))):
            boxes[index] = replace(box, x=box.x + block.x, y=box.y + block.y)
            pictures.append(normalise(ink, box))
    return _plausible(boxes, pictures, recognise)


def _plausible(boxes: dict[int, Blob], pictures: list[Bytes], recognise: Recognise) -> dict[int, Candidate]:
    """Those of these cells whose glyph may be a digit. The glyph stands on another ground than the tile's."""
    chances = recognise(cut.stacked(pictures)).tolist()
    return {
        index: Candidate(box, look, tallest=box.height, alone=False)
        for (index, box), look in zip(boxes.items(), chances, strict=True)
        if max(look[:-1]) > PLAUSIBLE
    }


def only_tall(tiles: Tiles, index: int, least: float, *, touching: bool) -> Blob | None:
    """The one blob of a cell that is taller than `least` and is no frame around another. A fainter frame may be joined
    to its digit; `touching`: that may be so where the cell has only one blob.
    """
    blobs = list(tiles.blobs[index])
    if touching:
        crop = blobs[0].of(tiles.ink[index])
        blobs += filter(None, [around(crop > FRAME * int(crop.max()), blobs[0].x, blobs[0].y)])
    tall = [blob for blob in blobs if blob.height > least and not tiles.filled_by(blob)]
    inner = [blob for blob in tall if not any(blob.encloses(other) for other in tall)]
    return inner[0] if len(blobs) > 1 and len(inner) == 1 else None


def _filled(ink: Bytes, blobs: Sequence[Blob]) -> bool:
    """Whether something reaches through the cell, or leaves hardly a pixel of its ground."""
    height, width = ink.shape
    through = any(b.width >= width - 1 or b.height >= height - 1 for b in blobs)
    return through or bool(np.count_nonzero(ink <= ONE_GROUND) < GROUND * height * width)


def _is_badge(tiles: Tiles, index: int, candidate: Candidate) -> bool:
    """Whether ink that is no digit may be a solid form with a digit on it. A full disc looks like a nought."""
    blob, side = max(tiles.blobs[index], key=lambda b: b.area), min(tiles.ink.shape[1:])
    solid = min(blob.width, blob.height) >= BADGE[0] * side and _fill(blob) >= BADGE[1]
    return solid and max(candidate.chances[1:-1]) < PLAUSIBLE


def middle(tile: Bytes) -> tuple[Bytes, list[Blob], bool]:
    """Ink and blobs of one tile (height x width x 3) against the commonest colour of its middle, within the area of
    that colour. What touches the sides is left out; so is what touches those of a block with round corners. That finds
    the digit in a frame, or on a block that fills much of the cell. Last, whether the block ends on both sides within
    the cell and nothing is on it.
    """
    height, width = tile.shape[:2]
    rows, columns = slice(height // 5, height - height // 5), slice(width // 4, width - width // 4)  # the tile's middle
    ink, (left, top, right, bottom) = _on_ground(tile, tile[rows, columns][::2, ::2], rows, columns)
    solid = ink > max(FLOOR, STROKE * int(ink[rows, columns].max(initial=0)))
    blobs = connected(solid, 8)
    is_round = ink[np.ix_((top, bottom - 1), (left, right - 1))].min() > ONE_GROUND
    x0, y0, x1, y1 = (left, top, right, bottom) if is_round else (0, 0, width, height)
    clear = [b for b in blobs if b.x > x0 and b.y > y0 and b.x + b.width < x1 and b.y + b.height < y1]
    return ink, clear, left > 0 and right < width and not solid[rows, columns].any()


def _on_ground(tile: Bytes, points: Bytes, rows: slice, columns: slice) -> tuple[Bytes, tuple[int, int, int, int]]:
    """A tile's ink against the commonest colour of these points, within the part of those rows and columns that has the
    colour; and that area (left, top, right, bottom).
    """
    ink = colour_distance.apart(tile, colour_distance.commonest(points.reshape(-1, 3), ONE_GROUND))
    own = ink <= ONE_GROUND
    left, right = _reach(own[rows].mean(axis=0) >= BLOCK)
    top, bottom = _reach(own[:, columns].mean(axis=1) >= BLOCK)
    outside = np.ones_like(own)
    outside[top:bottom, left:right] = False
    ink[outside] = 0
    return ink, (left, top, right, bottom)


def _reach(own: NDArray[np.bool_]) -> tuple[int, int]:
    places = np.flatnonzero(own)
    return (int(places[0]), int(places[-1]) + 1) if len(places) else (0, len(own))


def _fill(blob: Blob) -> float:
    return blob.area / (blob.width * blob.height)


def _sides(ink: Bytes, blob: Blob) -> tuple[bool, bool, bool, bool]:
    """Which sides (left, top, right, bottom) are inked from corner to corner: all sides of a block are, except for one
    that its digit may touch. Of digits only a square 8 has such sides.
    """
    if blob.width < LEAST[0] or blob.height < LEAST[1] or _fill(blob) < SOLID:
        return False, False, False, False
    crop = blob.of(ink)
    solid = crop > SOLID * crop.max()
    columns, rows = ([inked for inked in solid.sum(axis=axis).tolist() if inked] for axis in (0, 1))
    outermost = (columns[:2], rows), (rows[:2], columns), (columns[-2:], rows), (rows[-2:], columns)
    left, top, right, bottom = (  # two lines each: one may be but a blurred edge
        max(lines, default=0) > CORNER_TO_CORNER * len(across) for lines, across in outermost
    )
    return left, top, right, bottom


def _hollow(ink: Bytes, blob: Blob, sides: tuple[bool, bool, bool, bool]) -> Inside | None:
    """The glyph that is left out of a block with these sides; None where the block is solid."""
    edge = 2 if blob.width > FINE else 1
    left, top, right, bottom = (edge * side for side in sides)
    crop = ink[blob.y + top : blob.y + blob.height - bottom, blob.x + left : blob.x + blob.width - right]
    hollow = (crop.max() - crop).astype(np.uint8)
    local = around(hollow > max(FLOOR, STROKE * hollow.max()))
    if local is None or hollow.max() < LEFT_OUT[0] * crop.max() or local.area < LEFT_OUT[1] * crop.size:
        return None
    box = replace(local, x=local.x + blob.x + left, y=local.y + blob.y + top)
    return Inside(box, normalise(hollow, local))


def _in_disc(ink: Bytes, blob: Blob) -> Inside | None:
    """The glyph that is left out of a disc, if the blob is a disc. The glyph does not touch the disc's edge."""
    crop = blob.of(ink)
    solid = (crop > SOLID * crop.max()).astype(np.uint8)
    outline, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = cv2.drawContours(np.zeros_like(solid), outline, -1, 1, cv2.FILLED)
    if abs(blob.width / blob.height - 1) > ROUND or abs(whole.mean() - pi / 4) > ROUND:
        return None
    within = cv2.erode(whole, np.ones((3, 3), np.uint8), iterations=RIM, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    hollow = ((crop.max() - crop) * within).astype(np.uint8)
    local = around(hollow > max(FLOOR, STROKE * int(hollow.max())))
    if local is None or local.height < LOWEST * blob.height:
        return None
    return Inside(replace(local, x=local.x + blob.x, y=local.y + blob.y), normalise(hollow, local))


def caret(found: dict[int, Candidate]) -> dict[int, Candidate]:
    """Makes junk of a candidate that is only a line, as a text cursor in a blank cell is: it looks like a 1."""
    lines = {i: one for i, one in found.items() if one.alone and 0 < one.box.width <= HAIR * one.box.height}
    junk = {i: replace(one, chances=[0.0] * (len(one.chances) - 1) + [1.0]) for i, one in lines.items()}
    return junk if len(lines) <= CURSORS else {}


def is_caret(candidate: Candidate, usual: float) -> bool:
    """Whether the candidate is a line that is taller than the board's digits (`usual`) or is none of its 1s."""
    taller = candidate.box.height > CARET * usual
    return candidate.box.width <= LINE * usual and (taller or candidate.chances[-1] == 1)


def beside_caret(ink: Bytes, box: Blob, usual: float) -> Blob | None:
    """The digit beside a text cursor, as input fields show it: beside a thin line that is taller than the digits. The
    line may touch the digit, so it is cut off by columns. `usual`: the height of the board's digits.
    """
    if box.height <= CARET * usual:
        return None
    crop = box.of(ink)
    solid = crop > max(FLOOR, STROKE * int(crop.max(initial=0)))
    line = np.flatnonzero(solid.sum(axis=0) > CARET * usual)
    if not len(line) or line[-1] - line[0] > AT_EDGE * usual:
        return None
    inked = np.flatnonzero(solid.any(axis=0))
    left = _near(inked[inked < line[0]][::-1], int(line[0]), APART * usual)
    right = _near(inked[inked > line[-1]], int(line[-1]), APART * usual)
    if min(len(left), len(right)) > AT_EDGE * usual:
        return None
    own = left if len(left) > len(right) else right
    beside = around(solid[:, own.min() : own.max() + 1], box.x + int(own.min()), box.y) if len(own) else None
    return beside if beside and beside.height < CARET * usual else None


def _near(columns: NDArray[np.intp], line: int, apart: float) -> NDArray[np.intp]:
    """The nearest columns first, up to a gap: the arrows of a number field are farther from its text cursor."""
    gaps = np.flatnonzero(np.abs(np.diff(columns, prepend=line)) > apart)
    return columns[: gaps[0]] if len(gaps) else columns
