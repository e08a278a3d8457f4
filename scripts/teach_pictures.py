"""Pictures of a lesson: a window is taught on a virtual display, by keys alone, and its pages are kept.

.venv/bin/python scripts/teach_pictures.py --out DIR              those of the guide, light, at scale 1
.venv/bin/python scripts/teach_pictures.py --out DIR --all        every page, light and dark, at scales 1 and 2

guide_pictures.py takes the guide's from here.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from resident import gridpilot
from virtual import Desktop, desktop, wait_for

ROOT = Path(__file__).resolve().parent.parent
sys.path.extend(str(ROOT / name) for name in ("tests/desktop", "tests"))

from rows import ROW_0, start_bare, start_emulator_2048, start_emulator_sudoku  # noqa: E402 - the games of the tests

from gridpilot.gui.teach.panel import WIDTH  # noqa: E402
from gridpilot.gui.teach.stage import LARGEST, MARGIN  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from games import Game
    from games_2048 import Game2048

    Start = Callable[[Desktop], Game | Game2048]

SHOWN = ("found", "tried", "drawn")
"""The pages that the guide shows."""

COLOURS = 160  # of a picture: as many as anybody sees, in a third of the bytes
DRAWN_AT = (32, 30, 572, 372)  # the board in the window in which nothing is found
ERASER = 199, 628  # of the phone

LESSONS: dict[str, tuple[Start, tuple[tuple[str, str], ...]]] = {
    "phone": (
        lambda desk: start_emulator_sudoku(desk, ROW_0),
        (("", "found"), ("return", "rules"), ("return e eraser", "ways"), ("return", "tried"), ("return", "saved")),
    ),
    "bare": (
        lambda desk: start_bare(desk, ROW_0),
        (("", "nothing"), ("drag", "drawn"), ("return return p", "pointing"), ("esc esc esc esc", "windows")),
    ),
    "tiles": (lambda desk: start_emulator_2048(desk, board=BOARD), (("", "tiles"), ("return return", "moves"))),
}
"""Which windows are taught; and what is pressed, and how the page is called that is there then."""

BOARD = "2,4,8,16,4,64,32,2,0,0,2,0,0,0,0,0"


def still(desk: Desktop, window: int, path: Path) -> Image.Image:
    """The window alone, once it has the focus and stands still."""
    wait_for(lambda: desk.active() == window, 60, "the focus of the lesson")
    before = b""
    while True:
        time.sleep(0.4)
        x, y, width, height = desk.area(window)
        shown = Image.open(desk.screenshot(path)).crop((x, y, x + width, y + height))
        if shown.tobytes() == before:
            return shown
        before = shown.tobytes()


def lesson(name: str, out: Path, scale: int, *, dark: bool, wanted: tuple[str, ...]) -> None:
    """Teaches one window, and keeps the pages that are wanted, or all."""
    start, pages = LESSONS[name]
    with desktop((1280 * scale, 960 * scale)) as desk:
        game = start(desk)
        desk.focus(game.window)
        desk.start(gridpilot("teach", "--window", str(game.window), "--scale", str(scale), *["--dark"] * dark))
        window = desk.wait_window(class_name="Gridpilot-teach")
        for keys, page in pages:
            for key in keys.split():
                still(desk, window, desk.home / "shown.png")
                do(desk, window, key, desk.area(game.window)[2:], scale)
                time.sleep(0.6)  # for a trial the window hides itself
            shown = still(desk, window, desk.home / "shown.png")
            if not wanted or page in wanted:
                ending = "" if wanted else f"-{scale}{'-dark' if dark else ''}"
                few = shown.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
                few.save(out / f"teach-{page}{ending}.png", optimize=True)


def do(desk: Desktop, window: int, key: str, content: tuple[int, int], scale: int) -> None:
    """A key; or the mouse on the picture, as the stage lays it out."""
    if key == "drag":
        ends = (DRAWN_AT[:2], DRAWN_AT[2:])
        start, end = (place(desk.area(window), content, *corner, scale) for corner in ends)
        desk.hand.drag(*start, *end)
    elif key == "eraser":
        desk.hand.click(*place(desk.area(window), content, *ERASER, scale))
    else:
        desk.hand.hotkey(key)


def place(area: tuple[int, int, int, int], content: tuple[int, int], x: float, y: float, scale: int) -> tuple[int, int]:
    """Where a place of the game's window is on the screen."""
    left, top, width, height = area
    room = width - (WIDTH + 2 * MARGIN) * scale, height - 2 * MARGIN * scale
    zoom = min(room[0] / content[0], room[1] / content[1], LARGEST * scale)
    across, down = (width - WIDTH * scale - content[0] * zoom) / 2, (height - content[1] * zoom) / 2
    return round(left + across + x * zoom), round(top + down + y * zoom)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--all", action="store_true", help="every page, light and dark, at scales 1 and 2")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for scale in (1, 2) if given.all else (1,):
        for dark in (False, True) if given.all else (False,):
            for name, (_, pages) in LESSONS.items():
                wanted = () if given.all else SHOWN
                if not wanted or any(page in wanted for _, page in pages):
                    lesson(name, given.out, scale, dark=dark, wanted=wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
