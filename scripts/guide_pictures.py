"""The guide's pictures, and those of the README that do not move: virtual desktops, real keys and clicks.

    .venv/bin/python scripts/guide_pictures.py                   all
    .venv/bin/python scripts/guide_pictures.py board menu last   some of: board over faces lesson menu last

Needs what the tests need (scripts/setup_debian.py). Look at them afterwards: nothing checks what is on a picture.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import teach_pictures
from boards import Practice
from moving_picture import DUNST, GROUND, PUZZLE, notice
from PIL import Image
from resident import Resident
from virtual import Desktop, desktop, wait_for
from Xlib import X
from Xlib.error import XError

from gridpilot.desktop.shared.icon_drawing import TILES, draw

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / ".readme"
GUIDE = ROOT / "daemon" / "gridpilot" / "guide" / "pictures"
FACE = 48  # pixels, shown at half of that
COLOURS = 128

NUMBERS = "2 4 8 16/0 2 4 32/0 0 2 64/0 0 0 2"

Area = tuple[int, int, int, int]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("which", nargs="*", choices=[[], *PICTURES], help="some of them; by default all")
    GUIDE.mkdir(exist_ok=True)
    for name in parser.parse_args().which or PICTURES:
        PICTURES[name]()
        print(name, flush=True)
    return 0


def board() -> None:
    """The practice board before and after, with the notice."""
    with desktop((880, 600)) as desk:
        with_notices(desk)
        practice = Practice.open(desk, PUZZLE, "--geometry", "396x516+16+34")
        desk.focus(practice.window)
        time.sleep(1)  # until the board has drawn itself with the focus
        keep(desk, README / "board.png", desk.area(practice.window))
        with Resident(desk):
            desk.hand.hotkey("ctrl+alt+s")
            wait_for(lambda: notice(desk), 60, "the notice")
            time.sleep(1)
            keep(desk, GUIDE / "filled.png", (0, 0, 880, 566))


def over() -> None:
    """A hint's first and third rung, and the arrow of a 2048."""
    with desktop((800, 600)) as desk:
        subprocess.run(["xsetroot", "-solid", GROUND], env=desk.env, check=True, timeout=10)
        practice = Practice.open(desk, PUZZLE, "--geometry", "396x516+10+34")
        desk.focus(practice.window)
        time.sleep(1)
        with Resident(desk) as resident:
            for name in ("where", "why", "what"):
                before = resident.newest_record()
                desk.hand.hotkey("ctrl+alt+h")
                wait_for(lambda before=before: resident.record_after(before), 60, "the hint")  # type: ignore[misc]
                time.sleep(0.5)
                if name != "why":
                    keep(desk, GUIDE / f"over-{name}.png", (0, 0, 800, 570))
            practice.close()
            words = ["practice", "2048", "--board", NUMBERS, "--geometry", "396x516+10+34"]
            desk.start([sys.executable, "-m", "gridpilot", *words])
            board = desk.wait_window(class_name="Gridpilot-2048")
            desk.focus(board)
            time.sleep(1)
            desk.hand.hotkey("ctrl+alt+h")
            time.sleep(4)
            keep(desk, GUIDE / "over-arrow.png", (0, 0, 800, 530))


def faces() -> None:
    """The icon in each of its states."""
    for face in TILES:
        draw(face, FACE).save(GUIDE / f"icon-{face}.png", optimize=True)


def lesson() -> None:
    """Three pages of a lesson."""
    for name in ("phone", "bare"):
        teach_pictures.lesson(name, GUIDE, 1, dark=False, wanted=teach_pictures.SHOWN)
    shutil.copy(GUIDE / "teach-found.png", README)


def menu() -> None:
    """The icon in a panel, and its menu."""
    with desktop((480, 640), tray=True) as desk:
        with_notices(desk)
        practice = Practice.open(desk, PUZZLE, "--geometry", "396x516+60+34")
        desk.focus(practice.window)
        with Resident(desk):
            x, y, width, height = wait_for(lambda: area_of(desk, is_icon), 60, "the icon")
            desk.hand.click(x + width // 2, y + height // 2, button=3)
            left, top, *_ = wait_for(lambda: area_of(desk, is_menu), 60, "the menu")
            time.sleep(0.5)
            keep(desk, GUIDE / "menu.png", (left - 60, top - 30, 480 - left + 60, 640 - top + 30))


def last() -> None:
    """Last run, of a board with a wrong digit."""
    with desktop((1280, 960)) as desk:
        practice = Practice.open(desk, PUZZLE, "--geometry", "396x516+16+34")
        desk.focus(practice.window)
        desk.hand.tap("right", "right", "1", gap=0.2)  # beside another 1
        with Resident(desk) as resident:
            desk.hand.hotkey("ctrl+alt+s")
            wait_for(lambda: resident.record_after(None), 60, "the end of the job")
            before = set(desk.windows())
            desk.start([sys.executable, "-m", "gridpilot.gui.pages.page", "last"])
            page = wait_for(lambda: next(iter(set(desk.windows()) - before), None), 60, "the window")
            desk.focus(page)
            time.sleep(2)  # it draws its picture after itself
            keep(desk, GUIDE / "last.png", desk.area(page))


def with_notices(desk: Desktop) -> None:
    settings = desk.home / ".config" / "dunst" / "dunstrc"
    settings.parent.mkdir(parents=True)
    settings.write_text(DUNST, "utf-8")
    desk.start(["dunst"])
    subprocess.run(["xsetroot", "-solid", GROUND], env=desk.env, check=True, timeout=10)


def keep(desk: Desktop, path: Path, area: Area) -> None:
    """Saves a part of the screen."""
    x, y, width, height = area
    shown = Image.open(desk.screenshot(path)).crop((max(x, 0), max(y, 0), x + width, y + height))
    few = shown.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def area_of(desk: Desktop, wanted: Callable[[str], bool]) -> Area | None:
    """Where a window is whose class fits, wherever it is nested; None while there is none."""

    def find(window: Any) -> Any:
        for child in window.query_tree().children:
            if wanted(desk.property(child.id, "WM_CLASS") or "") and child.get_attributes().map_state == X.IsViewable:
                return child
            if (inner := find(child)) is not None:
                return inner
        return None

    try:
        found = find(desk.root)
        return desk.area(found.id) if found is not None else None
    except XError:
        return None  # windows go while we look


def is_icon(name: str) -> bool:
    return name.startswith("gridpilotSystemTrayIcon")


def is_menu(name: str) -> bool:
    return name.endswith("Menu\0")


PICTURES: dict[str, Callable[[], None]] = {
    "board": board,
    "over": over,
    "faces": faces,
    "lesson": lesson,
    "menu": menu,
    "last": last,
}

if __name__ == "__main__":
    sys.exit(main())
