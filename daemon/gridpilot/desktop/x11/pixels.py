"""Colours as the X server keeps them: each screen has its own number of bits for red, green and blue.

Most have eight each. Old and remote servers have 16 bits a pixel, good monitors 30; their masks say which bits.
"""

from __future__ import annotations

import sys
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from Xlib import X

from gridpilot.desktop.x11.display import XDisplay
from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

USUAL = (0xFF0000, 0xFF00, 0xFF)
UNITS = {16: "H", 32: "I"}  # bits of a pixel -> the array's type code
PUT_IMAGE_HEAD = 24  # bytes of the request before the pixels


@dataclass(frozen=True, slots=True)
class Format:
    """`bits` that a pixel takes, `pad` to which a row is filled up, `masks` of red, green and blue within a pixel."""

    depth: int
    bits: int
    pad: int
    masks: tuple[int, int, int]
    swapped: bool  # the server's bytes come in the other order than ours

    @property
    def usual(self) -> bool:
        """Four bytes: blue, green, red, and one of no meaning."""
        return self.bits == 32 and self.masks == USUAL and not self.swapped

    def stride(self, width: int) -> int:
        """Bytes of a row."""
        return (width * self.bits + self.pad - 1) // self.pad * self.pad // 8


def format_of(display: XDisplay) -> Format:
    """Of the screen. Raises EnvironmentFault where pixels are numbers in a table of colours, or of an odd size."""
    screen, info = display.screen(), display.display.info
    visuals = (each for depth in screen.allowed_depths for each in depth.visuals)
    visual = next(each for each in visuals if each.visual_id == screen.root_visual)
    packing = next(each for each in info.pixmap_formats if each.depth == screen.root_depth)
    masks = visual.red_mask, visual.green_mask, visual.blue_mask
    if not all(masks) or packing.bits_per_pixel not in UNITS:
        raise EnvironmentFault(
            "Colours",
            f"The X screen has a colour depth of {screen.root_depth}, which gridpilot cannot read.",
            "Start the X server with a depth of 24 (16 and 30 are read, too).",
        )
    swapped = info.image_byte_order != (sys.byteorder == "big")
    return Format(screen.root_depth, packing.bits_per_pixel, packing.scanline_pad, masks, swapped)


def put(display: XDisplay, drawable: Any, picture: Image) -> None:
    """Draws an RGB picture at the drawable's corner: in strips, as a request may be no longer than the server says."""
    shape = format_of(display)
    stride = shape.stride(picture.width)
    rows = max(1, (display.display.info.max_request_length * 4 - PUT_IMAGE_HEAD) // stride)
    pen = drawable.create_gc()
    for top in range(0, picture.height, rows):
        strip = picture.crop((0, top, picture.width, min(top + rows, picture.height)))
        data = packed(strip, shape)
        drawable.put_image(pen, 0, top, strip.width, strip.height, X.ZPixmap, shape.depth, 0, data)
    pen.free()


def packed(picture: Image, shape: Format) -> bytes:
    """As the server wants it. Without numpy, as the resident process must do without."""
    if shape.usual:
        return picture.tobytes("raw", "BGRX")
    raw, levels = picture.tobytes(), [_level(mask) for mask in shape.masks]
    red, green, blue = ([value * top // 255 << shift for value in range(256)] for shift, top in levels)
    pixels = [red[r] | green[g] | blue[b] for r, g, b in zip(raw[0::3], raw[1::3], raw[2::3], strict=True)]
    padding = [0] * (shape.stride(picture.width) * 8 // shape.bits - picture.width)
    rows = array(UNITS[shape.bits])
    for start in range(0, len(pixels), picture.width):
        rows.extend(pixels[start : start + picture.width] + padding)
    if shape.swapped:
        rows.byteswap()
    return rows.tobytes()


def unpacked(data: bytes, width: int, height: int, shape: Format) -> Image:
    """A small picture that the server gave: `packed` the other way round."""
    from PIL import Image

    rows = array(UNITS[shape.bits], data)
    if shape.swapped:
        rows.byteswap()
    across = len(rows) // height
    pixels = [pixel for start in range(0, len(rows), across) for pixel in rows[start : start + width]]
    colours = []
    for mask in shape.masks:
        shift, top = _level(mask)
        colours.append(bytes((pixel >> shift & top) * 255 // top for pixel in pixels))
    return Image.merge("RGB", [Image.frombytes("L", (width, height), colour) for colour in colours])


def bgr(data: bytes, width: int, height: int, shape: Format) -> NDArray[np.uint8]:
    """A picture of any size that the server gave, blue first."""
    import numpy as np

    order = ">" if (sys.byteorder == "big") != shape.swapped else "<"
    rows = np.frombuffer(data, f"{order}u{shape.bits // 8}").reshape(height, -1)[:, :width]
    found = np.empty((height, width, 3), np.uint8)
    for place, mask in enumerate(reversed(shape.masks)):
        shift, top = _level(mask)
        found[..., place] = (rows >> shift & top) * 255 // top
    return found


def _level(mask: int) -> tuple[int, int]:
    """How far a colour lies from the right end, and its largest value."""
    shift = (mask & -mask).bit_length() - 1
    return shift, mask >> shift
