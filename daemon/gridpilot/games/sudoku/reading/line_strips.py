"""Bands of pixels across the lines between a board's columns or rows, by channel, as they are compared fastest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Places = NDArray[np.intp]


def bands(pixels: Bytes, across: tuple[Places, Places], down: Places, *, turned: bool) -> list[Bytes]:
    """Three channels, each of pixels x (`down` x lines). `across`: where the band over each line starts and ends (end
    exclusive); a narrower one than the widest goes on with its last pixel. `turned`: `across` counts rows, not columns.
    What lies beyond the picture is as its rim.
    """
    high, long = pixels.shape[1::-1] if turned else pixels.shape[:2]
    starts, ends = across
    wide = np.arange(int((ends - starts).max()))[:, None]
    x = np.minimum(starts + wide, ends - 1).clip(0, long - 1)[:, None]
    y = down.ravel().clip(0, high - 1)[:, None]
    places = x * high + y if turned else y * long + x
    seen = pixels.reshape(-1, 3).take(places.reshape(len(wide), -1), axis=0)
    return [channel.astype(np.uint8, copy=False) for channel in cv2.split(seen)]
