"""Pictures as compositors keep them, made upright and blue first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.desktop.wayland.buffers import Shape
from gridpilot.geometry import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLUE_FIRST = (0, 1)  # ARGB8888, XRGB8888
RED_FIRST = (0x34324241, 0x34324258)  # ABGR8888, XBGR8888
TEN_BITS = {0x30335241: (20, 10, 0), 0x30335258: (20, 10, 0), 0x30334241: (0, 10, 20), 0x30334258: (0, 10, 20)}
"""ARGB2101010, XRGB2101010, ABGR2101010, XBGR2101010 -> how far red, green and blue lie from the right end."""
KNOWN = frozenset({*BLUE_FIRST, *RED_FIRST, *TEN_BITS})
FLIPPED = 4  # a transform of so much more is mirrored before it is turned


def bgr(content: memoryview, shape: Shape) -> NDArray[np.uint8]:
    """Height x width x 3; owned by whoever asked, as the next picture comes into the same memory."""
    import numpy as np

    raw = np.frombuffer(content, np.uint8, shape.stride * shape.height).reshape(shape.height, shape.stride)
    pixels = raw[:, : shape.width * 4].reshape(shape.height, shape.width, 4)
    if shape.kind in TEN_BITS:
        whole = pixels.view("<u4")[:, :, 0]
        return np.stack([(whole >> shift + 2 & 0xFF).astype(np.uint8) for shift in TEN_BITS[shape.kind][::-1]], axis=2)
    from gridpilot.desktop.shared.by_mss import without_fourth

    return without_fourth(pixels, red_first=shape.kind in RED_FIRST)


def upright(pixels: NDArray[np.uint8], transform: int) -> NDArray[np.uint8]:
    """As the user sees it on a monitor whose picture is turned."""
    import numpy as np

    turned = np.rot90(pixels, -(transform % FLIPPED))
    return np.ascontiguousarray(turned[:, ::-1] if transform >= FLIPPED else turned)


def part_in_pixels(part: Rect, scale_x: float, scale_y: float, width: int, height: int) -> Rect:
    """The pixels of a part in points, from the corner of the picture; one at least, and none beside it."""
    left, top = min(round(part.x * scale_x), width - 1), min(round(part.y * scale_y), height - 1)
    right = min(max(round((part.x + part.width) * scale_x), left + 1), width)
    bottom = min(max(round((part.y + part.height) * scale_y), top + 1), height)
    return Rect(left, top, right - left, bottom - top)
