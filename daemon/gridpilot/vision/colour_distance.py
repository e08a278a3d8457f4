"""By how much colours differ, in the channel that differs most."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]


def most_from(picture: Any) -> Bytes:
    """Rows x (bytes - 2): the largest of the three bytes from each one of a row on. Every third of these is of one
    pixel's channels: to compare all bytes is quicker than to take the channels apart.
    """
    row = picture.reshape(len(picture), -1)
    result: Bytes = cv2.max(cv2.max(row[:, :-2], row[:, 1:-1]), row[:, 2:]).astype(np.uint8, copy=False)
    return result


def most_of(channels: Iterable[Any]) -> Bytes:
    """The largest of three channels that are kept apart."""
    blue, green, red = channels
    result: Bytes = np.maximum(np.maximum(blue, green), red)
    return result


def apart(one: Bytes, other: Bytes) -> Bytes:
    """How far colours differ, channels last, in the channel that differs most."""
    return most_of(np.moveaxis(np.maximum(one, other) - np.minimum(one, other), -1, 0))


def commonest(points: Bytes, within: int) -> Bytes:
    """Of n x 3 colours, the one from which most of the others differ by at most `within` in every channel. Pictures
    repeat few colours many times, so these are compared.
    """
    packed = points.astype(np.int32) @ (1 << 16, 1 << 8, 1)
    _, first, which, counts = np.unique(packed, return_index=True, return_inverse=True, return_counts=True)
    blue, green, red = (np.abs(channel - channel[:, None]) <= within for channel in points[first].T.astype(np.int16))
    near = (blue & green & red) @ counts
    common: Bytes = points[int(near[which].argmax())]
    return common
