"""The icon as bare pixels, for a resident process that does not want to keep Pillow for four small pictures: another
one, which ends at once, draws them all.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from functools import cache

from gridpilot.desktop.shared.icon_drawing import TILES, draw

SIZES = (22, 32, 48)  # pixels: panels choose the one that fits, and scale badly
LIMIT = 20.0  # s
log = logging.getLogger(__name__)


def pixels(face: str, size: int) -> bytes:
    """RGBA, row by row; `size` is one of SIZES."""
    if "PIL.Image" in sys.modules:
        return draw(face, size).tobytes()
    return _all()[face, size] or draw(face, size).tobytes()


@cache
def _all() -> dict[tuple[str, int], bytes]:
    """By face and size; empty where they could not be drawn."""
    command = [sys.executable, "-m", "gridpilot.desktop.shared.icon_drawing", *map(str, SIZES)]
    drawn = b""
    try:
        drawn = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=LIMIT).stdout
    except (OSError, subprocess.SubprocessError) as fault:
        log.warning("the icon is drawn here instead: %s", fault)
    found = {}
    for face in TILES:
        for size in SIZES:
            found[face, size], drawn = drawn[: size * size * 4], drawn[size * size * 4 :]
    return found
