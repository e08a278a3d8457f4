"""Pictures of all of our windows, light and dark, at 100 and 150 %: to be looked at when their looks have changed.

    .venv/bin/python scripts/window_pictures.py --out DIR                      all
    .venv/bin/python scripts/window_pictures.py --out DIR settings last menu   some of them

On virtual desktops, after a fill, so that there is a last run to be shown. DIR gets NAME-SCALE[-dark].png. Lessons have
pictures of their own: teach_pictures.py.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from boards import Practice
from guide_pictures import area_of, is_icon, is_menu, keep
from moving_picture import PUZZLE
from resident import Resident, gridpilot
from virtual import Desktop, desktop, wait_for
from Xlib import Xatom

PAGES = ("doctor", "last", "stats", "settings", "settings-file", "profiles", "about", "welcome")
TABS = {"speed": "s", "messages": "i", "kept": "w", "programs": "p"}  # of the settings: Alt and that letter
DRAWN = 1.5  # s that a window may take to draw itself
SIZE = (1500, 1050)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("which", nargs="*", help="some of: " + ", ".join(ALL))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    wanted = given.which or ALL
    for scale in (100, 150):
        for dark in (False, True):
            ending = f"-{scale}{'-dark' if dark else ''}.png"
            with desktop(SIZE, tray=True) as desk:
                dress(desk, scale, dark=dark)
                take(desk, given.out, ending, wanted)
    return 0


def dress(desk: Desktop, scale: int, *, dark: bool) -> None:
    """As desktops tell it: the theme by GTK's variable, the scale by the resource Xft.dpi."""
    desk.env["GTK_THEME"] = "Adwaita:dark" if dark else "Adwaita"
    resources = desk.display.get_atom("RESOURCE_MANAGER")
    desk.root.change_property(resources, Xatom.STRING, 8, f"Xft.dpi:\t{round(scale * 0.96)}\n".encode())
    desk.display.sync()


def take(desk: Desktop, out: Path, ending: str, wanted: tuple[str, ...]) -> None:
    practice = Practice.open(desk, PUZZLE)
    desk.focus(practice.window)
    with Resident(desk) as resident:
        desk.hand.hotkey("ctrl+alt+s")
        wait_for(lambda: resident.ask("status")["last"], 60, "the fill")
        if "practice-sudoku" in wanted:
            picture(desk, practice.window, out / f"practice-sudoku{ending}")
        if "menu" in wanted:
            x, y, width, height = wait_for(lambda: area_of(desk, is_icon), 60, "the icon")
            desk.hand.click(x + width // 2, y + height // 2, button=3)
            area = wait_for(lambda: area_of(desk, is_menu), 60, "the menu")
            time.sleep(DRAWN)
            keep(desk, out / f"menu{ending}", area)
            desk.hand.tap("esc")
        desk.close_window(practice.window)
        if "practice-2048" in wanted:
            desk.start(gridpilot("practice", "2048"))
            closed(desk, desk.wait_window(class_name="Gridpilot-2048"), out / f"practice-2048{ending}")
        for page in PAGES:
            if page in wanted:
                desk.start([sys.executable, "-m", "gridpilot.gui.pages.page", page])
                window = desk.wait_window(class_name="Gridpilot-page")
                if page == "settings":
                    desk.focus(window)
                    for tab, letter in TABS.items():
                        desk.hand.hotkey(f"alt+{letter}")
                        picture(desk, window, out / f"settings-{tab}{ending}")
                    desk.hand.hotkey("alt+k")
                closed(desk, window, out / f"{page}{ending}")


def picture(desk: Desktop, window: int, file: Path) -> None:
    time.sleep(DRAWN)
    keep(desk, file, desk.area(window))


def closed(desk: Desktop, window: int, file: Path) -> None:
    picture(desk, window, file)
    desk.close_window(window)


ALL = ("practice-sudoku", "practice-2048", "menu", *PAGES)

if __name__ == "__main__":
    os.environ.pop("GTK_THEME", None)
    sys.exit(main())
