"""The icon by GTK, for a Python that has PyGObject: the system's own copy of it is lent to the resident program."""

import subprocess
import sys
from pathlib import Path

import pytest
from resident import Resident
from test_tray_panel import menu, panel, prepare_panel
from virtual import Desktop, desktop, wait_for
from Xlib import X
from Xlib.error import XError

from gridpilot.service.pages import PAGES

pytestmark = pytest.mark.gui

SYSTEMS_OWN = Path("/usr/lib/python3/dist-packages/gi")
TRY = "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk"


@pytest.fixture
def gi(tmp_path) -> str:
    """A folder with PyGObject alone, for PYTHONPATH; the test is skipped where this Python cannot load it."""
    (tmp_path / "gi").symlink_to(SYSTEMS_OWN)
    paths = f"{tmp_path}:{Path(__file__).parents[2] / 'daemon'}"
    tried = subprocess.run([sys.executable, "-c", TRY], env={"PYTHONPATH": paths}, capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"no PyGObject for this Python: {tried.stderr.splitlines()[-1]}")
    return paths


def seen(desk: Desktop, window=None) -> tuple[int, int] | None:
    """The middle of the icon, None while it cannot be seen."""
    try:
        for child in (window or desk.root).query_tree().children:
            if child.get_attributes().map_state == X.IsUnmapped:
                continue
            if (desk.property(child.id, "WM_CLASS") or "").startswith("gridpilot\0"):
                at, size = desk.root.translate_coords(child, 0, 0), child.get_geometry()
                return at.x + size.width // 2, at.y + size.height // 2
            if inner := seen(desk, child):
                return inner
    except XError:
        pass  # windows go while we look
    return None


def test_a_left_click_pauses_and_the_icon_comes_back_with_the_next_tray(gi):
    with desktop(wm="openbox") as desk:
        desk.env["PYTHONPATH"] = gi
        with Resident(desk) as resident:
            assert resident.ask("status")["tray"]["kind"] == "gtk"
            assert not resident.ask("status")["tray"]["shown"]
            for _ in range(2):
                tray = desk.start(["trayer", "--edge", "bottom", "--align", "right", "--width", "10", "--height", "24"])
                wait_for(lambda: resident.ask("status")["tray"]["shown"], what="the icon in the tray")
                at = wait_for(lambda: seen(desk), what="the icon")
                desk.hand.click(*at)
                wait_for(lambda: resident.ask("status")["paused"], what="the pause")
                desk.hand.click(*at)
                wait_for(lambda: not resident.ask("status")["paused"], what="the end of the pause")
                tray.terminate()
                wait_for(lambda: not resident.ask("status")["tray"]["shown"], what="the word that it went")


def test_pause_is_chosen_in_its_menu_and_it_gives_way_to_a_panel(gi):
    with desktop(wm="openbox", tray=True) as desk:
        desk.env["PYTHONPATH"] = gi
        prepare_panel(desk)
        with Resident(desk) as resident:
            desk.hand.click(*wait_for(lambda: seen(desk), what="the icon"), button=3)
            x, y, width, height = wait_for(lambda: menu(desk), what="the menu")
            lines, separators, pause = 6 + len(PAGES), 4, 3
            line = (height - 8 - separators) / lines
            desk.hand.click(x + width // 2, round(y + 4 + pause * line + 2 + line / 2))
            wait_for(lambda: resident.ask("status")["paused"], what="the pause")
            panel(desk)
            wait_for(lambda: resident.ask("status")["tray"]["kind"] == "sni", what="the icon to move")
            wait_for(lambda: seen(desk) is None, what="the old icon to go")
