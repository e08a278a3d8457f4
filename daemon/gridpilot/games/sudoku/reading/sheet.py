"""The picture of a board and the places of its cells. What several stages need of these is computed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.geometry import Box
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.cut import Tiles
from gridpilot.vision.medians import medians

Bytes = NDArray[np.uint8]
Floats = NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class Sheet:
    """`pixels` are BGR, `boxes` those of the cells in row order."""

    pixels: Bytes
    boxes: Sequence[Box]

    @cached_property
    def size(self) -> int:
        return isqrt(len(self.boxes))

    @cached_property
    def columns(self) -> Floats:
        """Where each column starts and ends, as most of its cells do."""
        return medians(np.array([(box.x0, box.x1) for box in self.boxes]).reshape(self.size, self.size, 2))

    @cached_property
    def rows(self) -> Floats:
        starts_and_ends = np.array([(box.y0, box.y1) for box in self.boxes]).reshape(self.size, self.size, 2)
        return medians(starts_and_ends.swapaxes(0, 1))

    @cached_property
    def tiles(self) -> Tiles:
        return cut.traced(self.pixels, self.boxes)

    def strips(self, reach: float, places: Floats, *, turned: bool = False) -> list[Bytes]:
        """What lies across the lines between columns, by channel: pixels x (`places` x rows x lines).

        `reach`: pixels beyond the line on both sides. Strips over narrower lines than the widest repeat their last
        pixel. `places`: shares of a cell's height at which strips lie. `turned`: across the lines between rows. Beyond
        the picture its rim is repeated.
        """
        columns, rows = (self.rows, self.columns) if turned else (self.columns, self.rows)
        high, long = self.pixels.shape[1::-1] if turned else self.pixels.shape[:2]
        starts, ends = (columns[:-1, 1] - reach).astype(np.intp), np.ceil(columns[1:, 0] + reach).astype(np.intp)
        wide = np.arange(int((ends - starts).max()))[:, None]
        x = np.minimum(starts + wide, ends - 1).clip(0, long - 1)[:, None]
        down = (rows[:, :1] + (rows[:, 1:] - rows[:, :1]) * places).astype(np.intp).T
        y = down.ravel().clip(0, high - 1)[:, None]
        at = x * high + y if turned else y * long + x
        seen = self.pixels.reshape(-1, 3).take(at.reshape(len(wide), -1), axis=0)
        return [channel.astype(np.uint8, copy=False) for channel in cv2.split(seen)]
