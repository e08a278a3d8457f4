"""The digits of cells in which something else takes much of the room: block cursors, filled selections, thick frames.

There the usual colour of the cell need not be what the digit stands on, so that is looked for in the cell's middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.sudoku.reading.board_font import PLAUSIBLE, Candidate
from gridpilot.vision import colour_distance
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.cut import SIDE, STROKE, Blob, normalise, union
from gridpilot.vision.glyphs.ink import FLOOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridpilot.vision.glyphs.cut import Tiles
    from gridpilot.vision.glyphs.recognisers import Recognise

    Bytes = NDArray[np.uint8]

ONE_GROUND = 16  # grey levels: so much alike is what a digit stands on
GROUND = 0.2  # of a cell at least is its ground, unless that is a mixture of two colours that share the cell
CURSORS = 1  # on a board; several solid blocks are its 1s
LEAST_SIDES = 3  # of a block can be seen
BLOCK = 0.2  # of a column or row of the cell's middle must be ground for it to be the block's


def inverted(tiles: Tiles, found: dict[int, Candidate], recognise: Recognise) -> dict[int, Candidate]:
    """Those whose ink is a solid block, with what is left out of it as their glyph."""
    insides: list[tuple[int, Blob]] = []
    pictures: list[Bytes] = []
    solid: dict[int, int] = {}
    for index, candidate in found.items():
        blob = max(tiles.blobs[index], key=lambda b: b.area)
        sides = _sides(tiles.ink[index], blob)
        if max(candidate.chances[:-1]) > PLAUSIBLE > _fill(blob) or sum(sides) < LEAST_SIDES:
            continue
        inside = _inside(tiles.ink[index], blob, sides)
        if inside is None and blob.width > 0.38 * blob.height:
            solid[index] = blob.height
            insides.append((index, Blob(blob.x, blob.y, 0, 0, 0)))
            pictures.append(np.zeros((SIDE, SIDE), np.uint8))
        elif inside is not None:
            insides.append((index, inside[0]))
            pictures.append(inside[1])
    chances = recognise(np.stack(pictures)).tolist() if pictures else []
    return {
        index: Candidate(box, look, tallest=solid.get(index, 0))
        for (index, box), look in zip(insides, chances, strict=True)
        if (len(solid) <= CURSORS if index in solid else _likelier(look, found[index].chances))
    }


def _likelier(inside: Sequence[float], whole: Sequence[float]) -> bool:
    """Whether what is left out of a block may be a digit, not the block: heavy small letters look like blocks."""
    return max(inside[:-1]) >= min(PLAUSIBLE, max(whole[:-1]))


def framed(tiles: Tiles, found: dict[int, Candidate], recognise: Recognise) -> dict[int, Candidate]:
    """Those that something reaches through from side to side, or that have hardly a pixel of what was taken for their
    ground, by what stands on the ground of their middle.
    """
    framed: list[tuple[int, Blob]] = []
    empty: dict[int, Candidate] = {}
    pictures = []
    height, width = tiles.ink.shape[1:]
    for index, candidate in found.items():
        through = any(b.width >= width - 1 or b.height >= height - 1 for b in tiles.blobs[index])
        groundless = np.count_nonzero(tiles.ink[index] <= ONE_GROUND) < GROUND * height * width
        if groundless or through:
            ink, blobs, parted = middle(tiles.pixels[index])
            if blobs:
                framed.append((index, union(blobs)))
                pictures.append(normalise(ink, framed[-1][1]))
            elif parted and max(candidate.chances[:-1]) < PLAUSIBLE:
                empty[index] = Candidate(Blob(0, 0, 0, 0, 0), candidate.chances)
    chances = recognise(np.stack(pictures)).tolist() if pictures else []
    return empty | {
        index: Candidate(box, look, tallest=box.height, alone=False)
        for (index, box), look in zip(framed, chances, strict=True)
        if max(look[:-1]) > PLAUSIBLE
    }


def middle(tile: Bytes) -> tuple[Bytes, list[Blob], bool]:
    """Ink and blobs of one tile (height x width x 3) against the commonest colour of its middle, as far as that
    reaches, without what touches the tile's sides: the digit in a frame, or on a block that fills much of the cell.
    Last, whether that block ends on both sides inside of the cell, and nothing is on it.
    """
    height, width = tile.shape[:2]
    rows, columns = slice(height // 5, height - height // 5), slice(width // 4, width - width // 4)
    points = tile[rows, columns][::2, ::2].reshape(-1, 3)
    ink = colour_distance.apart(tile, colour_distance.commonest(points, ONE_GROUND))
    own = ink <= ONE_GROUND
    left, right = _reach(own[rows].mean(axis=0) >= BLOCK)
    top, bottom = _reach(own[:, columns].mean(axis=1) >= BLOCK)
    outside = np.ones_like(own)
    outside[top:bottom, left:right] = False
    ink[outside] = 0
    solid = ink > max(FLOOR, STROKE * int(ink[rows, columns].max(initial=0)))
    blobs = cut.connected(solid, 8)
    clear = [b for b in blobs if b.x > 0 and b.y > 0 and b.x + b.width < width and b.y + b.height < height]
    return ink, clear, left > 0 and right < width and not solid[rows, columns].any()


def _reach(own: NDArray[np.bool_]) -> tuple[int, int]:
    places = np.flatnonzero(own)
    return (int(places[0]), int(places[-1]) + 1) if len(places) else (0, len(own))


def _fill(blob: Blob) -> float:
    return blob.area / (blob.width * blob.height)


def _sides(ink: Bytes, blob: Blob) -> tuple[bool, bool, bool, bool]:
    """Which sides, left, top, right, bottom, are inked from corner to corner: all of a block's, but for one that its
    digit may touch. No digit's are but a square 8's.
    """
    if blob.width < 4 or blob.height < 6 or _fill(blob) < 0.5:
        return False, False, False, False
    crop = ink[blob.y : blob.y + blob.height, blob.x : blob.x + blob.width]
    solid = crop > 0.5 * crop.max()
    across, down = solid.mean(axis=0), solid.mean(axis=1)  # the outermost line may be but a blurred edge
    left, top, right, bottom = (bool(max(line[:2]) > 0.88) for line in (across, down, across[::-1], down[::-1]))
    return left, top, right, bottom


def _inside(ink: Bytes, blob: Blob, sides: tuple[bool, bool, bool, bool]) -> tuple[Blob, Bytes] | None:
    """The glyph that is left out of a block with these sides; None when it is solid."""
    edge = 2 if blob.width > 9 else 1
    left, top, right, bottom = (edge * side for side in sides)
    crop = ink[blob.y + top : blob.y + blob.height - bottom, blob.x + left : blob.x + blob.width - right]
    hollow = (crop.max() - crop).astype(np.uint8)
    rows, columns = np.nonzero(hollow > max(FLOOR, STROKE * hollow.max()))
    if hollow.max() < 0.25 * crop.max() or len(rows) < 0.05 * crop.size:
        return None
    y, x = int(rows.min()), int(columns.min())
    height, width = int(rows.max()) - y + 1, int(columns.max()) - x + 1
    local = Blob(x, y, width, height, len(rows))
    return Blob(x + blob.x + left, y + blob.y + top, width, height, len(rows)), normalise(hollow, local)
