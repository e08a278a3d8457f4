"""The README's moving picture: a virtual desktop, real keys, what the screen showed, in real time.

    .venv/bin/python scripts/moving_picture.py [--out .readme/moving.gif]

Ctrl+Alt+H over the practice sudoku, twice: where, and why; Ctrl+Alt+S, the notice; then Ctrl+Alt+2 over the practice
2048, and Esc. Only the key caps are drawn into it. Needs dunst and what the demonstration needs
(scripts/setup_debian.py).
"""

from __future__ import annotations

import argparse
import itertools
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import mss
from boards import Practice
from PIL import Image, ImageDraw, ImageFont
from resident import Resident, gridpilot
from virtual import Desktop, desktop, wait_for
from Xlib import X

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
SIZE = 860, 640
PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
TILES = "512 256 128 64/4 8 16 32/4 2 0 0/0 0 0 2"
GROUND = "#4b6a88"
PLACES = {"sudoku": "396x516+16+34", "2048": "396x516+446+34"}
FRAME = 0.04  # seconds between two looks at the screen
CAP_STAYS = 0.9  # seconds; a press lasts a twentieth of one
CAPS_TOP = SIZE[1] - 62
PLAYED = 6.0  # seconds
COLOURS = 255
MOST_BYTES = 1_500_000

DUNST = """[global]
origin = top-right
offset = 16x44
width = 388
font = DejaVu Sans 10
padding = 12
horizontal_padding = 14
frame_width = 0
corner_radius = 8
show_age_threshold = -1
[urgency_low]
background = "#1c2129"
foreground = "#e8ebf1"
timeout = 60
[urgency_normal]
background = "#1c2129"
foreground = "#e8ebf1"
timeout = 60
"""


class Film:
    """What the screen showed and when, and which keys were pressed when; seconds of one clock."""

    def __init__(self, display: str) -> None:
        self._display = display
        self._ended = threading.Event()
        self._frames: list[tuple[float, Image.Image]] = []
        self._caps: list[tuple[float, str]] = []

    @contextmanager
    def rolling(self) -> Iterator[None]:
        camera = threading.Thread(target=self._watch)
        camera.start()
        try:
            yield
        finally:
            self._ended.set()
            camera.join()

    def _watch(self) -> None:
        before = b""
        with mss.MSS(display=self._display) as screen:
            while not self._ended.wait(FRAME):
                shot = screen.grab(screen.monitors[0])
                if shot.rgb != before:
                    before = shot.rgb
                    self._frames.append((time.monotonic(), Image.frombytes("RGB", shot.size, before)))
        self._frames.append((time.monotonic(), self._frames[-1][1]))

    def pressed(self, keys: str) -> None:
        self._caps.append((time.monotonic(), keys))

    def save(self, path: Path) -> float:
        """Writes the picture and returns how many seconds it lasts."""
        moments = sorted({t for t, _ in self._frames} | {t + d for t, _ in self._caps for d in (0, CAP_STAYS)})
        moments = [moment for moment in moments if self._frames[0][0] <= moment <= self._frames[-1][0]]
        pictures = [self._at(moment) for moment in moments[:-1]]
        steps = [round(1000 * (after - now)) for now, after in itertools.pairwise(moments)]
        few = _palette(pictures)
        frames = [picture.quantize(palette=few, dither=Image.Dither.NONE) for picture in pictures]
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=steps, loop=0, optimize=True)
        return sum(steps) / 1000

    def _at(self, moment: float) -> Image.Image:
        picture = next(shown for begun, shown in reversed(self._frames) if begun <= moment).copy()
        for begun, keys in self._caps:
            if begun <= moment < begun + CAP_STAYS:
                _draw_caps(picture, keys)
        return picture


def _palette(pictures: list[Image.Image]) -> Image.Image:
    """The colours of all pictures together; a few of them, side by side, hold every one."""
    some = pictures[:: max(1, len(pictures) // 12)] + pictures[-1:]
    sheet = Image.new("RGB", (SIZE[0], SIZE[1] * len(some)))
    for row, picture in enumerate(some):
        sheet.paste(picture, (0, row * SIZE[1]))
    return sheet.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def _draw_caps(picture: Image.Image, keys: str) -> None:
    ink = ImageDraw.Draw(picture)
    face = ImageFont.truetype("DejaVuSans-Bold.ttf", 20)
    labels = [name.capitalize() for name in keys.split("+")]
    widths = [round(ink.textlength(label, face)) + 34 for label in labels]
    x, y = (SIZE[0] - sum(widths) - 12 * (len(labels) - 1)) // 2, CAPS_TOP
    for label, width in zip(labels, widths, strict=True):
        ink.rounded_rectangle((x, y + 4, x + width, y + 48), 9, fill="#9aa7b8")
        ink.rounded_rectangle((x, y, x + width, y + 44), 9, fill="#ffffff", outline="#9aa7b8", width=1)
        ink.text((x + width / 2, y + 22), label, "#161b24", face, anchor="mm")
        x += width + 12


def play(desk: Desktop, film: Film) -> None:
    """The scenes, in their order."""
    sudoku = Practice.open(desk, PUZZLE, "--geometry", PLACES["sudoku"])
    with Resident(desk) as resident, film.rolling():
        desk.focus(sudoku.window)
        time.sleep(1.2)
        last = None
        for _ in range(2):
            press(desk, film, "ctrl+alt+h")
            last = wait_for(partial(resident.record_after, last), 60, "the hint")
            time.sleep(2.2)
        press(desk, film, "ctrl+alt+s")
        first = wait_for(partial(resident.record_after, last), 60, "the sudoku to be filled")
        wait_for(lambda: notice(desk), what="the notice")
        time.sleep(3.0)
        subprocess.run(["dunstctl", "close-all"], env=desk.env, check=True, timeout=10)
        state = desk.home / "tiles.json"
        looks = ("--board", TILES, "--seed", "7", "--geometry", PLACES["2048"], "--state", str(state))
        desk.start([*gridpilot("practice", "2048"), *looks])
        desk.focus(desk.wait_window(class_name="Gridpilot-2048"))
        wait_for(state.exists, what="the board of 2048")
        time.sleep(1.5)
        press(desk, film, "ctrl+alt+2")
        time.sleep(PLAYED)
        press(desk, film, "esc")
        wait_for(lambda: resident.record_after(first), 60, "the game to be left")
        wait_for(lambda: notice(desk), what="the notice")
        time.sleep(3.5)
        resident.quit()


def notice(desk: Desktop) -> bool:
    """Whether a notice can be seen."""
    of_dunst = [
        child
        for child in desk.root.query_tree().children
        if "dunst" in (desk.property(child.id, "WM_CLASS") or "").lower()
    ]
    return any(window.get_attributes().map_state == X.IsViewable for window in of_dunst)


def press(desk: Desktop, film: Film, keys: str) -> None:
    film.pressed(keys)
    desk.hand.hotkey(keys)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / ".readme" / "moving.gif")
    given = parser.parse_args()
    with desktop(SIZE) as desk:
        settings = desk.home / ".config" / "dunst" / "dunstrc"
        settings.parent.mkdir(parents=True)
        settings.write_text(DUNST, "utf-8")
        desk.start(["dunst"])
        subprocess.run(["xsetroot", "-solid", GROUND], env=desk.env, check=True, timeout=10)
        film = Film(desk.name)
        play(desk, film)
        seconds = film.save(given.out)
    size = given.out.stat().st_size
    print(f"{given.out}: {seconds:.1f} s, {size:,} bytes")
    return 0 if size <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
