"""Connected pieces of ink, and the boxes around them, in a tile's pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected piece of ink, in tile pixels."""

    x: int
    y: int
    width: int
    height: int
    area: int

    def of(self, picture: Bytes) -> Bytes:
        """What the picture shows inside."""
        return picture[self.y : self.y + self.height, self.x : self.x + self.width]

    def encloses(self, other: Blob) -> bool:
        """Whether it reaches above and below another, and is as wide at least, as a frame around a glyph is."""
        across = self.x <= other.x and other.x + other.width <= self.x + self.width
        return across and self.y < other.y and other.y + other.height < self.y + self.height


def around(solid: NDArray[np.bool_], left: int = 0, top: int = 0) -> Blob | None:
    """The box around all that is inked, None where nothing is; `solid` begins at `left` and `top`."""
    rows, columns = np.nonzero(solid)
    if not len(rows):
        return None
    x, y = int(columns.min()), int(rows.min())
    return Blob(left + x, top + y, int(columns.max()) - x + 1, int(rows.max()) - y + 1, len(rows))


def pieces(ink: Bytes, level: float) -> list[Blob]:
    """The pieces of one tile's ink above `level` of its peak: a stricter cut parts marks that touch by their blur."""
    return connected(ink > level * ink.max())


def connected(solid: NDArray[np.bool_], connectivity: int = 4) -> list[Blob]:
    """The pieces of one tile that are no specks."""
    stats = cv2.connectedComponentsWithStats(solid.astype(np.uint8), connectivity=connectivity)[2]
    return [Blob(*(int(number) for number in row)) for row in stats[1:] if row[4] >= 3]


def union(blobs: Sequence[Blob]) -> Blob:
    """The smallest box around all of `blobs`."""
    if len(blobs) == 1:
        return blobs[0]
    x, y = min(b.x for b in blobs), min(b.y for b in blobs)
    right, bottom = max(b.x + b.width for b in blobs), max(b.y + b.height for b in blobs)
    return Blob(x, y, right - x, bottom - y, sum(b.area for b in blobs))
