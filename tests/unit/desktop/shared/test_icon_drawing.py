"""The icon's pixels, got without loading Pillow."""

import subprocess
import sys
from pathlib import Path

from gridpilot.desktop.shared.icon_drawing import SIZES, TILES, draw, pixels

CHECKOUT = Path(__file__).parents[4]
LOOK = """
import sys
from gridpilot.desktop.shared.icon_drawing import pixels
seen = pixels(sys.argv[1], int(sys.argv[2]))
assert "PIL" not in sys.modules
sys.stdout.buffer.write(seen)
"""


def elsewhere(face: str, size: int) -> bytes:
    command = [sys.executable, "-c", LOOK, face, str(size)]
    return subprocess.run(command, cwd=CHECKOUT / "daemon", stdout=subprocess.PIPE, check=True, timeout=120).stdout


def test_another_process_draws_the_same_icon_and_pillow_is_not_loaded():
    for face, size in (("ready", 22), ("trouble", 48)):
        assert elsewhere(face, size) == draw(face, size).tobytes()


def test_where_pillow_is_loaded_it_draws_here():
    from PIL import Image

    for face in TILES:
        for size in SIZES:
            assert Image.frombytes("RGBA", (size, size), pixels(face, size)) == draw(face, size)


def test_an_icon_is_drawn_once():
    """Each drawing takes 576 KiB for a moment, and the resident program shows icons thousands of times."""
    assert draw("ready", 48) is draw("ready", 48)
