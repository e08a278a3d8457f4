"""Pixels as servers of 16, 24 and 30 bits keep them, in either order of bytes."""

import sys

import numpy as np
import pytest
from PIL import Image

if sys.platform in ("win32", "darwin"):
    pytest.skip("X11", allow_module_level=True)

from gridpilot.desktop.x11.pixels import Format, bgr, packed, unpacked

FORMATS = {
    "16": Format(16, 16, 32, (0xF800, 0x7E0, 0x1F), swapped=False),
    "16, swapped": Format(16, 16, 32, (0xF800, 0x7E0, 0x1F), swapped=True),
    "24": Format(24, 32, 32, (0xFF0000, 0xFF00, 0xFF), swapped=False),
    "24, red last": Format(24, 32, 32, (0xFF, 0xFF00, 0xFF0000), swapped=True),
    "30": Format(30, 32, 32, (0x3FF00000, 0xFFC00, 0x3FF), swapped=False),
}
RED, BLUE, GREY = (255, 0, 0), (0, 0, 255), (130, 130, 130)


@pytest.fixture
def picture() -> Image.Image:
    """Three pixels wide: a row of 16 bits each is filled up."""
    made = Image.new("RGB", (3, 2), GREY)
    made.putpixel((0, 0), RED)
    made.putpixel((2, 1), BLUE)
    return made


def test_a_picture_is_packed_as_the_masks_and_the_padding_say(picture):
    assert packed(picture, FORMATS["16"])[:8] == bytes.fromhex("00f8 0f7c 0f7c 0000")
    assert packed(picture, FORMATS["16, swapped"])[:8] == bytes.fromhex("f800 7c0f 7c0f 0000")
    assert packed(picture, FORMATS["24"])[:8] == bytes.fromhex("0000ff00 82828200")
    assert packed(picture, FORMATS["30"])[:4] == (0x3FF00000).to_bytes(4, "little")
    assert FORMATS["24"].usual
    assert not FORMATS["24, red last"].usual


@pytest.mark.parametrize("shape", FORMATS.values(), ids=FORMATS)
def test_what_was_packed_is_read_again_by_both_readers(picture, shape):
    data = packed(picture, shape)
    assert len(data) == 2 * shape.stride(3)
    seen = np.asarray(unpacked(data, 3, 2, shape)).astype(int)
    assert abs(seen - np.asarray(picture)).max() <= 255 / 31
    assert (bgr(data, 3, 2, shape)[..., ::-1] == seen).all()
    assert tuple(seen[0, 0]) == RED
    assert tuple(seen[1, 2]) == BLUE
