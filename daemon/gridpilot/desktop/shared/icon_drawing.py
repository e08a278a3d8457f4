"""The icon: a sudoku box on a tile, its state told by shape as well as by colour, drawn anew for each size.

    ready    a check over the box          busy     an arrow to the right
    paused   two bars                      trouble  an exclamation mark

The tile is opaque and outlined, so that it shows on light and dark panels alike.

A resident process does not want to keep Pillow for four small pictures: `pixels` has another one, which ends at once,
draw them all.

    python -m gridpilot.desktop.shared.icon_drawing    each face in each of SIZES as pixels on stdout
"""

from __future__ import annotations

import logging
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

UNITS = 96  # the drawing below is in these, whatever the size
FINER = 8  # drawn larger by this and scaled down: Pillow's own lines have no smooth edges
SIZES = (22, 32, 48)  # pixels: panels choose the one that fits, and scale badly
LIMIT = 20.0  # s for the process that draws them

TILES = {"ready": "#ffffff", "busy": "#4189f7", "paused": "#8b949e", "trouble": "#ffc53d"}
GRIDS = {"ready": "#c3ced9", "busy": "#78abf9", "paused": "#a4acb5", "trouble": "#ffdc85"}
OUTLINES = {"ready": "#27405c", "busy": "#0b3d91", "paused": "#3d444d", "trouble": "#7a4d00"}
MARKS = {"ready": "#16883f", "busy": "#ffffff", "paused": "#ffffff", "trouble": "#5c2a00"}

log = logging.getLogger(__name__)


@cache  # a few small pictures: drawing takes a large one, which leaves holes in a resident process's memory
def draw(face: str, size: int) -> Image:
    """The icon at that width and height, RGBA, transparent only outside the rounded corners; not to be changed."""
    from PIL import Image, ImageDraw

    fine = max(size, 8) * FINER
    image = Image.new("RGBA", (fine, fine), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    unit = fine / UNITS
    edge = max(5 * unit, FINER)  # the outline is a pixel at least
    pen.rounded_rectangle((0, 0, fine - 1, fine - 1), 16 * unit, OUTLINES[face])
    pen.rounded_rectangle((edge, edge, fine - 1 - edge, fine - 1 - edge), 16 * unit - edge / 2, TILES[face])
    for third in (1, 2):
        at = edge + (fine - 2 * edge) * third / 3
        half = max(2 * unit, FINER / 2)
        pen.rectangle((at - half, edge, at + half, fine - 1 - edge), GRIDS[face])
        pen.rectangle((edge, at - half, fine - 1 - edge, at + half), GRIDS[face])
    _mark(pen, face, unit)
    return image.resize((size, size), Image.Resampling.BOX)


def _mark(pen: ImageDraw, face: str, unit: float) -> None:
    colour = MARKS[face]

    def at(*places: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * unit, y * unit) for x, y in places]

    if face == "ready":
        thick = 15 * unit
        corners = at((22, 50), (41, 70), (75, 26))
        pen.line(corners, colour, round(thick), joint="curve")
        for x, y in (corners[0], corners[-1]):
            pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), colour)
    elif face == "busy":
        pen.polygon(at((30, 20), (78, 48), (30, 76)), colour)
    elif face == "paused":
        for left in (26, 56):
            pen.rounded_rectangle(at((left, 22), (left + 15, 74)), 3 * unit, colour)
    else:
        pen.polygon(at((39, 16), (57, 16), (54, 58), (42, 58)), colour)
        pen.ellipse(at((39, 64), (57, 82)), colour)


def pixels(face: str, size: int) -> bytes:
    """RGBA, row by row; `size` is one of SIZES."""
    if "PIL.Image" in sys.modules:
        return draw(face, size).tobytes()
    return _all()[face, size] or draw(face, size).tobytes()


@cache
def _all() -> dict[tuple[str, int], bytes]:
    """By face and size; empty where they could not be drawn."""
    command = [sys.executable, "-m", "gridpilot.desktop.shared.icon_drawing"]
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


if __name__ == "__main__":
    for each in TILES:
        for width in SIZES:
            sys.stdout.buffer.write(draw(each, width).tobytes())
