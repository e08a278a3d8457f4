"""The icon in a panel of today: a StatusNotifierItem in xfce4-panel, over a real bus, clicked by a real pointer."""

import json
import subprocess
from pathlib import Path

import pytest
from panel import SIZE, call, names, panel, prepare_panel
from resident import Resident, gridpilot
from trays import sees
from virtual import Desktop, desktop, end, wait_for
from Xlib import X
from Xlib.error import XError

from gridpilot.desktop.linux.tray.dbus_item import MENU_PATH

pytestmark = pytest.mark.gui


@pytest.fixture
def desk():
    with desktop(wm="openbox") as started:
        prepare_panel(started)
        yield started


def is_paused(resident: Resident) -> bool:
    return resident.ask("status")["paused"]


def menu_line(desk: Desktop, label: str) -> tuple[int, int]:
    """Where that line of the open menu is on the screen: GTK's lines are of one height, its separators of a pixel."""
    seen = lines(desk)
    x, y, width, height = wait_for(lambda: menu(desk), what="the menu")
    separators = sum(line is None for line in seen)
    each = (height - 8 - separators) / (len(seen) - separators)
    before = seen[: seen.index(label)]
    above = sum(1 if line is None else each for line in before)
    return x + width // 2, round(y + 4 + above + each / 2)


def lines(desk: Desktop) -> list[str | None]:
    """What the menu says, None for a separator."""
    return layout(desk, owner(desk))


def owner(desk: Desktop) -> str:
    return next(name for name in names(desk) if name.startswith(":") and told(desk, name, "Id") == "gridpilot")


def told(desk: Desktop, name: str, what: str) -> str | None:
    """What that name's icon says of itself."""
    properties = "org.freedesktop.DBus.Properties"
    item = "org.kde.StatusNotifierItem"
    reply = call(
        desk, destination=name, path="/StatusNotifierItem", interface=properties, member="Get", signature="ss",
        body=[item, what],
    )  # fmt: skip
    return getattr(reply[0], "value", None)


def layout(desk: Desktop, name: str) -> list[str | None]:
    _, (_, _, children) = call(
        desk, destination=name, path=MENU_PATH, interface="com.canonical.dbusmenu", member="GetLayout",
        signature="iias", body=[0, -1, []],
    )  # fmt: skip
    return [child.value[1]["label"].value if "label" in child.value[1] else None for child in children]


def menu(desk: Desktop) -> tuple[int, int, int, int] | None:
    for child in desk.root.query_tree().children:
        try:
            facts, size = child.get_attributes(), child.get_geometry()
            notice = "dunst" in (desk.property(child.id, "WM_CLASS") or "").lower()
            if facts.map_state == X.IsViewable and facts.override_redirect and size.height > 2 * SIZE and not notice:
                return size.x, size.y, size.width, size.height
        except XError:
            continue
    return None


def test_pause_in_the_panels_menu_frees_the_hotkey_for_another_program(desk):
    panel(desk)
    with Resident(desk) as resident:
        assert "icon shown (sni)" in resident.said()
        assert "libcrypto" not in Path(f"/proc/{resident.pid}/maps").read_text()  # it would weigh too much
        desk.hand.click(*wait_for(lambda: sees(desk, "ready"), 30, "the icon"), button=3)
        assert lines(desk)[0] == "Ready: Ctrl+Alt+S"
        assert told(desk, owner(desk), "IconAccessibleDesc") == "gridpilot: Ready: Ctrl+Alt+S"
        desk.hand.click(*menu_line(desk, "Pause"))
        wait_for(lambda: is_paused(resident), 20, "the pause")
        wait_for(lambda: sees(desk, "paused"), 20, "the two bars")
        s = desk.display.keysym_to_keycode(ord("s"))
        desk.root.grab_key(s, X.ControlMask | X.Mod1Mask, False, X.GrabModeAsync, X.GrabModeAsync)
        desk.display.sync()
        desk.hand.hotkey("ctrl+alt+s")
        event = wait_for(lambda: next_key(desk), 20, "the key to reach the other program")
        assert event.detail == s
        desk.root.ungrab_key(s, X.ControlMask | X.Mod1Mask)
        desk.display.sync()
        desk.hand.click(*sees(desk, "paused"))
        wait_for(lambda: not is_paused(resident), 20, "the end of the pause")


def next_key(desk: Desktop):
    while desk.display.pending_events():
        event = desk.display.next_event()
        if event.type == X.KeyPress:
            return event
    return None


def test_the_icon_moves_into_a_panel_that_comes_late_and_into_the_next(desk):
    with Resident(desk) as resident:
        assert not resident.ask("status")["tray"]["shown"]
        for _ in range(2):
            first = panel(desk)
            wait_for(lambda: resident.ask("status")["tray"]["kind"] == "sni", 30, "the icon to move")
            wait_for(lambda: resident.ask("status")["tray"]["shown"], 30, "the panel to take it")
            desk.hand.click(*wait_for(lambda: sees(desk, "ready"), 30, "the icon"))
            wait_for(lambda: is_paused(resident), 20, "the pause")
            resident.ask("resume")
            end(first)
            wait_for(lambda: not resident.ask("status")["tray"]["shown"], 30, "the word that it went")


def test_without_its_bus_the_icon_goes_back_to_the_old_kind_of_tray(desk):
    panel(desk)
    with Resident(desk) as resident:
        assert resident.ask("status")["tray"]["kind"] == "sni"
        end(desk.session_bus)
        wait_for(lambda: resident.ask("status")["tray"]["kind"] == "xembed", 30, "the other kind")
        desk.tray()
        wait_for(lambda: resident.ask("status")["tray"]["shown"], 30, "the icon")


def test_the_opened_menu_names_the_game_in_focus_pauses_for_it_alone_and_opens_windows(desk):
    panel(desk)
    desk.start(gridpilot("practice", "sudoku"))
    board = desk.wait_window(class_name="Gridpilot-practice")
    with Resident(desk) as resident:
        desk.focus(board)
        desk.hand.click(*wait_for(lambda: sees(desk, "ready"), 30, "the icon"), button=3)
        wait_for(lambda: lines(desk)[0] == "Ready: Practice", 20, "the name of the game")
        desk.hand.click(*menu_line(desk, "Pause for this application"))
        wait_for(lambda: resident.ask("status")["paused_for"] == ["Gridpilot-practice"], 20, "the pause")
        desk.hand.click(*wait_for(lambda: sees(desk, "paused"), 20, "the two bars"), button=3)
        desk.hand.click(*menu_line(desk, "Settings…"))
        desk.wait_window(title="gridpilot - Settings")


def test_without_an_x_display_a_panel_that_comes_late_gets_the_icon(desk):
    """As on a Wayland desktop, whose panel may be started after gridpilot."""
    wayland = {key: value for key, value in desk.env.items() if key != "DISPLAY"} | {"WAYLAND_DISPLAY": "wayland-0"}
    here, desk.env = desk.env, wayland
    desk.start(gridpilot("run"))

    def tray():
        done = subprocess.run(gridpilot("status", "--json"), env=wayland, capture_output=True, text=True, timeout=60)
        return json.loads(done.stdout).get("tray", {})

    wait_for(lambda: "there is no StatusNotifierWatcher" in tray().get("reason", ""), 60, "the icon to be missed")
    desk.env = here
    panel(desk)
    wait_for(lambda: tray()["shown"], 60, "the icon to be shown")
    assert tray()["kind"] == "sni"
    subprocess.run(gridpilot("quit"), env=wayland, check=True, timeout=60)
