"""What a Windows user meets beside the hotkey: the Start menu's entry, the icon's menu, the start at login, log-off."""

import json
import subprocess
from collections.abc import Iterator

import program
import pytest
from program import Windows
from virtual import wait_for

from gridpilot.games import ACTIONS

pytestmark = pytest.mark.gui

ROW, LINE, EDGE = 16, 9, 3  # pixels of a menu at 96 DPI: an entry, a line between entries, the frame
PAUSE = (EDGE + ROW + LINE + len(ACTIONS) * ROW + LINE) + ROW // 2


@pytest.fixture
def windows(windows_home) -> Iterator[Windows]:
    with program.session(windows_home) as made:
        yield made


def test_the_start_menu_s_entry_starts_it_and_the_icon_s_menu_pauses_and_ends_it(windows):
    """No console and no standard streams: `gridpilotw`, as the entry starts it."""
    done = windows.gridpilot("install", "--json")
    assert done.returncode == 0, done.stderr
    (entry,) = json.loads(done.stdout)["written"]
    assert entry.endswith(r"AppData\Roaming\Microsoft\Windows\Start Menu\Programs\gridpilot.lnk")
    launch(windows, "start", entry)
    wait_for(windows.status, 60, "gridpilot to answer")
    for title in ("gridpilot practice - Sudoku", "gridpilot - Welcome"):  # it is the first start
        windows.desk.close_window(windows.desk.wait_window(title=title))
    icon = wait_for(lambda: tray(windows), what="the icon")
    for wanted in (True, False):
        choose(windows, icon, PAUSE)
        wait_for(lambda wanted=wanted: windows.status().get("paused") is wanted, what="the menu's answer")
    launch(windows, "start", entry)
    settings = windows.desk.wait_window(title="gridpilot - Settings")
    windows.desk.close_window(settings)
    choose(windows, icon, -EDGE - ROW // 2)
    wait_for(lambda: windows.gridpilot("status").returncode == 4, what="gridpilot to end")
    removed = json.loads(windows.gridpilot("uninstall", "--json").stdout)["removed"]
    assert entry in removed
    assert json.loads(windows.gridpilot("uninstall", "--json").stdout)["removed"] == []


def test_it_is_started_at_login_and_ends_with_the_session(windows):
    assert windows.gridpilot("autostart", "on").returncode == 0
    launch(windows, "wineboot")
    wait_for(windows.status, 60, "gridpilot to be started")
    launch(windows, "wineboot", "--end-session")
    wait_for(lambda: windows.gridpilot("status").returncode == 4, 60, "gridpilot to end")
    assert windows.gridpilot("autostart", "off").returncode == 0
    assert windows.gridpilot("autostart", "status").returncode == 1


def launch(windows: Windows, *words: str) -> None:
    """As a user's double click does; what it starts lives on."""
    with (windows.desk.home / "launched.log").open("ab") as log:
        subprocess.run(["wine", *words], env=windows.desk.env, stdout=log, stderr=log, timeout=120, check=True)


def tray(windows: Windows) -> tuple[int, int] | None:
    """Where the icon is on the screen: without a panel, Wine shows it in a window of its own."""
    found = [each for each in windows.desk.windows() if windows.desk.title(each) == "Wine System Tray"]
    if not found:
        return None
    x, y, _, height = windows.desk.area(found[0])
    return x + height // 2, y + height // 2


def choose(windows: Windows, icon: tuple[int, int], line: int) -> None:
    """A right click on the icon, then a click on what lies so many pixels below the menu's upper edge."""
    windows.desk.hand.click(*icon, button=3)
    x, y, width, height = wait_for(lambda: menu(windows), what="the menu")
    windows.desk.hand.click(x + width // 2, y + line % height)
    wait_for(lambda: menu(windows) is None, what="the menu to close")


def menu(windows: Windows) -> tuple[int, int, int, int] | None:
    """Where the open menu of the Python without a console is: x, y, width, height."""
    desk = windows.desk
    for child in desk.root.query_tree().children:
        if (desk.property(child.id, "WM_CLASS") or "").startswith("pythonw.exe") and child.get_attributes().map_state:
            at = child.get_geometry()
            if at.height > 5 * ROW:
                return at.x, at.y, at.width, at.height
    return None
