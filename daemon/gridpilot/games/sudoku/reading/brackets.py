"""Takes away what is around the content of the selected cell: brackets, or a thin frame, as terminals show them.

The numbers hold for ten fonts of 12 to 30 pixels.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading.cursors import CORNER_TO_CORNER, CURSORS
from gridpilot.vision.glyphs.blobs import Blob, around, union
from gridpilot.vision.glyphs.cut import STROKE, Tiles
from gridpilot.vision.glyphs.ink import FLOOR, within

Bytes = NDArray[np.uint8]

ROOM = 0.5  # of their height: a digit has room between them; two 1s are closer
NARROW = 0.56  # of their height: brackets are no wider; all digits but a 1 are
TALLEST = 80  # the percentile of the cells' heights that is the digits': brackets are as tall, marks lower
FRAME = 1.2  # of the digits' height: a frame around one is higher; not tuned
ASKEW = 0.2  # of their width: each bracket is the other's mirror image, but for so much
RIM = 2  # pixels of a thin frame that are its blurred edge


def without(tiles: Tiles) -> Tiles:
    """The tiles without brackets, or a thin frame, around the content of the selected cell. In lines of text brackets
    reach to the cell's rim, where the usual look ignores what may be a line, so they are found by columns.
    """
    heights = [union(blobs).height for blobs in tiles.blobs if blobs]
    limits = np.maximum(FLOOR, STROKE * tiles.ink.max(axis=(1, 2), keepdims=True))
    solid = np.asarray(tiles.ink > limits, np.uint8)
    found = _enclosed(tiles.ink, solid, float(np.percentile(heights, TALLEST)) - 1) if heights else {}
    if not 0 < len(found) <= CURSORS:
        return tiles
    ink, peak, blobs = tiles.ink.copy(), tiles.peak.copy(), list(tiles.blobs)
    for index, room in found.items():
        kept = room.of(ink[index]).copy()
        ink[index] = 0
        room.of(ink[index])[:] = kept
        peak[index] = within(ink[index : index + 1]).max()
        blobs[index] = tuple(blob for blob in blobs[index] if _holds(room, blob))
    return replace(tiles, ink=ink, peak=peak, blobs=tuple(blobs))


def _holds(room: Blob, blob: Blob) -> bool:
    across = room.x <= blob.x and blob.x + blob.width <= room.x + room.width
    return across and room.y <= blob.y and blob.y + blob.height <= room.y + room.height


def _enclosed(ink: Bytes, solid: Bytes, least: float) -> dict[int, Blob]:
    """The cells with brackets of at least that height, or with a higher frame; and the room that these leave."""
    aside, inked = int((1 - ROOM) / 2 * solid.shape[2]), solid.max(axis=1)
    wide = np.flatnonzero(inked[:, :aside].any(axis=1) & inked[:, -aside:].any(axis=1)).tolist()
    rooms = {
        index: _in_brackets(ink[index], solid[index], least) or _in_frame(solid[index], FRAME * least) for index in wide
    }
    return {index: room for index, room in rooms.items() if room}


def _in_brackets(ink: Bytes, solid: Bytes, least: float) -> Blob | None:
    """What is between the first and the last piece, if these may be brackets."""
    empty, inked = np.flatnonzero(solid.max(axis=0) == 0), np.flatnonzero(solid.any(axis=0))
    start, end = empty[empty > inked[0]].min(initial=solid.shape[1]), empty[empty < inked[-1]].max(initial=0) + 1
    left, right = around(solid[:, :start] > 0), around(solid[:, end:] > 0, int(end))
    if left is None or right is None or right.x + right.width - left.x == solid.shape[1]:
        return None  # nothing, or what a block leaves of the cell
    tall = left.height >= max(least, left.width / NARROW)
    apart = max(abs(left.y - right.y), abs(left.width - right.width), abs(left.height - right.height))
    if not tall or apart > 1 or end - start < ROOM * left.height:
        return None
    whole = left.of(solid).any(axis=1).all() and right.of(solid).any(axis=1).all()  # marks above one another are not
    mirrored = abs(_balance(ink, left) + _balance(ink, right)) <= ASKEW
    return Blob(int(start) + 1, 0, int(end - start) - 2, len(ink), 0) if whole and mirrored else None


def _in_frame(solid: Bytes, least: float) -> Blob | None:
    """What is in a thin frame around all ink, without touching it, unless the frame fills the cell."""
    box, (height, width) = around(solid > 0), solid.shape
    if box is None or (box.width >= width - 1 and box.height >= height - 1):
        return None
    crop = box.of(solid)
    edges = (crop[:RIM].any(axis=0), crop[-RIM:].any(axis=0), crop[:, :RIM].any(axis=1), crop[:, -RIM:].any(axis=1))
    inner = crop[RIM + 1 : -RIM - 1, RIM + 1 : -RIM - 1]
    if box.height < least or not inner.size or min(edge.mean() for edge in edges) < CORNER_TO_CORNER:
        return None
    gap = np.concatenate([inner[0], inner[-1], inner[:, 0], inner[:, -1]])
    room = Blob(box.x + RIM + 1, box.y + RIM + 1, inner.shape[1], inner.shape[0], 0)
    return None if gap.any() else room


def _balance(ink: Bytes, blob: Blob) -> float:
    """How far the middle of a piece's ink is right of the middle of its box, as a share of its width."""
    columns = blob.of(ink).sum(axis=0, dtype=int)
    return float(columns @ (np.arange(blob.width) + 0.5) / max(1, columns.sum()) / blob.width - 0.5)
