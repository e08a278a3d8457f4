"""GNOME's keys, by a `gsettings` that keeps its settings in a file, and a faked portal."""

import json
import os
import queue
import sys
from pathlib import Path

import pytest
from fakes.portal import FakePortal

from gridpilot.desktop.portal import global_shortcuts, shortcuts
from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.portal.global_shortcuts import PortalShortcuts, kept, trigger
from gridpilot.desktop.portal.hotkeys import PortalHotkeys, told
from gridpilot.desktop.portal.shortcuts import GnomeShortcuts
from gridpilot.errors import EnvironmentFault

PROGRAM = """#!{python}
import json, pathlib, sys
file = pathlib.Path({file!r})
kept = json.loads(file.read_text())
do, *words = sys.argv[1:]
if do == "list-schemas":
    print("\\n".join(kept["schemas"]))
elif do == "list-recursively":
    print("\\n".join(f"{{words[0]}} {{key}} {{value}}" for key, value in kept.get(words[0], {{}}).items()))
elif do == "get":
    print(kept.get(words[0], {{}}).get(words[1], "''"))
elif do == "set":
    kept.setdefault(words[0], {{}})[words[1]] = words[2]
else:
    kept.pop(words[0], None)
file.write_text(json.dumps(kept))
"""
MINE = {"solve": ("ctrl+alt+s", "gridpilot: solve", ("/opt/it's here/gridpilot", "press", "solve"))}


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a shortcut of the user's own, whose path only looks like one of ours."""
    file, program = tmp_path / "settings.json", tmp_path / "gsettings"
    custom = f"{shortcuts.FOLDER}/my-gridpilot-0/"
    kept = {
        "schemas": [shortcuts.KEYS],
        shortcuts.KEYS: {shortcuts.LIST: f"['{custom}']", "home": "['<Super>e']"},
        "org.gnome.desktop.wm.keybindings": {"switch-to-workspace-left": "['<Primary><Alt>Left']"},
        f"{shortcuts.CUSTOM}:{custom}": {"name": "'Terminal'", "command": "'kgx'", "binding": "'<Alt><Control>t'"},
    }
    file.write_text(json.dumps(kept))
    program.write_text(PROGRAM.format(python=sys.executable, file=str(file)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return file


def test_ours_come_beside_the_users_and_go_without_a_trace(settings):
    before = json.loads(settings.read_text())
    found = GnomeShortcuts()
    found.on(MINE)
    now = json.loads(settings.read_text())
    assert now[shortcuts.KEYS][shortcuts.LIST].count("/custom-keybindings/") == 2
    mine = now[f"{shortcuts.CUSTOM}:{shortcuts.FOLDER}/gridpilot-solve/"]
    assert mine["binding"] == "'<Control><Alt>s'"
    assert "press solve" in mine["command"]
    found.on(MINE)  # twice is once
    assert json.loads(settings.read_text()) == now
    assert found.off() == ("<Control><Alt>s",)
    assert json.loads(settings.read_text()) == before
    assert found.off() == ()


@pytest.mark.parametrize(
    ("keys", "what"),
    [("ctrl+alt+t", "Terminal"), ("alt+ctrl+left", "switch-to-workspace-left"), ("win+e", "home"), ("ctrl+alt+s", "")],
)
def test_keys_that_the_desktop_has_already_are_named(settings, keys, what):
    found = GnomeShortcuts()
    found.on(MINE)
    assert found.taken(keys) == what


def test_the_resident_program_says_which_keys_the_desktop_has(settings):
    GnomeShortcuts().on(MINE)
    solve, play = told({"solve": "ctrl+alt+s", "play": "ctrl+alt+2"})
    assert solve.live
    assert not solve.reason
    assert not play.live
    assert "gridpilot bind" in play.reason


def test_no_gnome(settings):
    settings.write_text(json.dumps({"schemas": ["org.other"]}))
    with pytest.raises(EnvironmentFault, match="gridpilot press solve"):
        GnomeShortcuts()


def test_no_gsettings(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EnvironmentFault, match="Install gsettings"):
        GnomeShortcuts()


KEPT = """[('solve', {'shortcuts': <['<Control><Alt>s']>, 'description': <'a'>}), \
('play', {'description': <'b'>, 'shortcuts': <['<Super>p']>}), ('hint', {'description': <'none'>})]"""


@pytest.fixture
def agreed(settings: Path) -> Path:
    """GNOME's own dialog has been answered for three actions, one of them without a key."""
    known = json.loads(settings.read_text())
    known["schemas"].append(global_shortcuts.SETTINGS)
    known[global_shortcuts.KEPT] = {"shortcuts": KEPT}
    known[global_shortcuts.SETTINGS] = {"applications": f"['other', '{global_shortcuts.APPLICATION}']"}
    settings.write_text(json.dumps(known))
    return settings


def test_what_gnome_keeps_for_us(agreed: Path) -> None:
    assert kept() == {"solve": "<Control><Alt>s", "play": "<Super>p"}


def test_an_older_gnome_keeps_nothing(settings: Path) -> None:
    assert kept() == {}


def test_keys_in_the_portals_words() -> None:
    assert trigger("ctrl+alt+shift+h") == "CTRL+ALT+SHIFT+h"
    assert trigger("win+pageup") == "LOGO+Prior"


def test_only_what_the_desktop_knows_is_bound_and_each_press_is_heard_once(portal: FakePortal, agreed: Path) -> None:
    portal.bound = {"solve": "Press <Control><Alt>s", "play": "Press <Super>p"}
    heard: queue.Queue[str] = queue.Queue()
    keys = PortalHotkeys()
    solve, play, hint = keys.start({"solve": "ctrl+alt+s", "play": "ctrl+alt+2", "hint": "ctrl+alt+h"}, heard.put)
    asked = [[one[0] for one in body[1]] for member, body in portal.asked if member == "BindShortcuts"]
    assert asked == [["solve", "play"]]
    assert (solve.live, solve.reason, hint.live) == (True, "", False)
    assert play.live
    assert "<Super>p" in play.reason
    portal.press("solve")
    portal.press("play")
    assert [heard.get(timeout=5), heard.get(timeout=5)] == ["solve", "play"]
    assert heard.empty()
    keys.stop()


def test_whether_a_key_is_held_is_told_before_its_press(portal: FakePortal, agreed: Path) -> None:
    portal.bound = {"solve": "Press <Control><Alt>s"}
    heard: queue.Queue[object] = queue.Queue()
    keys = PortalHotkeys()
    keys.start({"solve": "ctrl+alt+s"}, heard.put, on_hold=heard.put)
    portal.press("solve")
    portal.press("solve", down=False)
    assert heard.get(timeout=5) is True
    assert {heard.get(timeout=5), heard.get(timeout=5)} == {"solve", False}
    for _ in range(3):  # it is held
        portal.press("solve")
    portal.press("solve", down=False)
    told = [heard.get(timeout=5) for _ in range(5)]
    assert (told.count("solve"), told.count(True), told.count(False)) == (1, 3, 1)
    portal.press("solve")
    assert {heard.get(timeout=5), heard.get(timeout=5)} == {True, "solve"}
    keys.stop()


def test_nothing_is_asked_of_the_desktop_before_its_user_was(portal: FakePortal, settings: Path) -> None:
    keys = PortalHotkeys()
    (solve,) = keys.start({"solve": "ctrl+alt+s"}, lambda _: None)
    keys.retry()
    keys.stop()
    assert not solve.live
    assert "gridpilot bind" in solve.fix
    assert "BindShortcuts" not in portal.members()
    assert portal.dialogs == 0


def test_a_portal_that_refuses_is_no_key(portal: FakePortal, agreed: Path) -> None:
    portal.refuses.add("BindShortcuts")
    keys = PortalHotkeys()
    (solve,) = keys.start({"solve": "ctrl+alt+s"}, lambda _: None)
    keys.stop()
    assert not solve.live


def test_a_dialog_that_is_closed_changes_nothing(portal: FakePortal, settings: Path) -> None:
    GnomeShortcuts().on(MINE)
    before = settings.read_text()
    bus = Bus()
    with pytest.raises(EnvironmentFault, match="answered with no"):
        PortalShortcuts(bus).on(MINE)
    assert settings.read_text() == before
    portal.bound = {"solve": "Press <Control><Alt>s"}
    PortalShortcuts(bus).on(MINE)
    assert GnomeShortcuts().bound() == {}  # the key would be heard twice
    bus.close()


def test_undo_leaves_nothing(portal: FakePortal, agreed: Path) -> None:
    bus = Bus()
    assert PortalShortcuts(bus).off() == ("<Control><Alt>s", "<Super>p")
    bus.close()
    assert kept() == {}
    assert json.loads(agreed.read_text())[global_shortcuts.SETTINGS]["applications"] == "['other']"
