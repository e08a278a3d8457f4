"""Loading picture files: pixels as they are, and one clear sentence for every kind of bad file."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zlib

import numpy as np
import pytest
from PIL import Image

from gridpilot.errors import GridpilotError
from gridpilot.vision import pictures


@pytest.fixture
def chequered():
    pixels = np.full((40, 60, 3), 255, np.uint8)
    pixels[:20, :30] = (200, 100, 0)  # BGR
    return pixels


@pytest.mark.parametrize("suffix", ["png", "bmp", "webp", "jpg"])
def test_a_picture_comes_in_as_bgr_whatever_its_format(tmp_path, chequered, suffix):
    file = tmp_path / f"board.{suffix}"
    Image.fromarray(chequered[..., ::-1]).save(file, **({"lossless": True} if suffix == "webp" else {}))
    capture = pictures.load(file)
    assert capture.pixels.shape == (40, 60, 3)
    assert np.abs(capture.pixels[10, 15].astype(int) - (200, 100, 0)).max() <= (12 if suffix == "jpg" else 0)
    assert (capture.view.width, capture.view.height) == (60, 40)
    assert capture.pixels.flags["C_CONTIGUOUS"]


def test_what_is_saved_comes_back_unchanged(tmp_path, chequered):
    Image.fromarray(chequered[..., ::-1]).save(tmp_path / "a.png")
    first = pictures.load(tmp_path / "a.png")
    pictures.save(first, tmp_path / "b.png")
    assert np.array_equal(pictures.load(tmp_path / "b.png").pixels, chequered)


def test_a_transparent_picture_shows_on_white(tmp_path):
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    assert (pictures.load(tmp_path / "clear.png").pixels == 255).all()


@pytest.mark.parametrize("mode", ["1", "L", "P", "I;16"])
def test_pictures_without_colour_are_read_too(tmp_path, mode):
    Image.new("I" if mode == "I;16" else mode, (8, 8)).convert(mode).save(tmp_path / "grey.png")
    assert pictures.load(tmp_path / "grey.png").pixels.shape == (8, 8, 3)


def fault_of(path):
    with pytest.raises(GridpilotError) as caught:
        pictures.load(path)
    assert caught.value.message
    assert caught.value.fix
    return caught.value


def test_a_missing_file_is_named(tmp_path):
    assert "nowhere.png does not exist" in fault_of(tmp_path / "nowhere.png").message


def test_a_folder_is_told_from_a_picture(tmp_path):
    assert "folder" in fault_of(tmp_path).message


def test_a_text_file_is_no_picture(tmp_path):
    (tmp_path / "board.png").write_text("53..7....")
    assert "no picture" in fault_of(tmp_path / "board.png").message


def test_a_truncated_picture_is_damaged(tmp_path):
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8)
    Image.fromarray(noise).save(tmp_path / "whole.png")
    (tmp_path / "half.png").write_bytes((tmp_path / "whole.png").read_bytes()[:4000])
    assert "damaged" in fault_of(tmp_path / "half.png").message


def png(width, height, rows=b""):
    """A PNG by hand: 1 bit per pixel, `rows` already packed."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(30_000, 40), (7_000, 7_000), (16_000, 16_000), (60_000, 60_000)])
def test_a_huge_picture_is_refused_by_its_header_alone(tmp_path, size):
    # No pixels follow: a loader that decodes before it judges would call the file damaged.
    (tmp_path / "huge.png").write_bytes(png(*size))
    assert "pixels than any screen" in fault_of(tmp_path / "huge.png").message


def claiming(kind, sound, wide):
    """A small picture whose header claims to be `wide` pixels a side."""
    made = io.BytesIO()
    Image.new("RGB", (64, 64)).save(made, kind, **sound)
    body = bytearray(made.getvalue())
    if kind == "JPEG":
        at = body.index(b"\xff\xc0") + 5
        body[at : at + 4] = struct.pack(">HH", wide, wide)
    elif kind == "BMP":
        body[18:26] = struct.pack("<ii", wide, wide)
    else:
        at = body.index(b"VP8L") + 9
        body[at : at + 4] = struct.pack("<I", (wide - 1) | (wide - 1) << 14)
    return bytes(body)


def zeros(wide):
    """As many black pixels as the header says, in 50 kB: what a decoder would unpack."""
    squeeze = zlib.compressobj()
    return b"".join(squeeze.compress(bytes(1 + wide // 8)) for _ in range(wide)) + squeeze.flush()


HUGE = {
    "png": lambda: png(20_000, 20_000, zeros(20_000)),
    "jpg": lambda: claiming("JPEG", {}, 20_000),
    "bmp": lambda: claiming("BMP", {}, 20_000),
    "webp": lambda: claiming("WEBP", {"lossless": True}, 16_383),  # the format's own limit
}
ATTEMPT = """
import resource, sys
from pathlib import Path
from gridpilot.errors import GridpilotError
from gridpilot.vision import pictures
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    pictures.load(Path(sys.argv[1]))
except GridpilotError as fault:
    print(fault.message)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss has other units elsewhere")
@pytest.mark.parametrize("kind", HUGE)
def test_a_huge_picture_is_refused_without_eating_memory(tmp_path, kind):
    file = tmp_path / f"huge.{kind}"
    file.write_bytes(HUGE[kind]())
    done = subprocess.run(
        [sys.executable, "-c", ATTEMPT, str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    says, grown = done.stdout.splitlines()
    assert "more pixels than any screen" in says
    assert int(grown) < 50, "MB; the pixels would take 400 and more"
