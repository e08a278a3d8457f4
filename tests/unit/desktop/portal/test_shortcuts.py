"""GNOME's custom shortcuts, by a `gsettings` that keeps its settings in a file."""

import json
import os
import sys
from pathlib import Path

import pytest

from gridpilot.desktop.portal import shortcuts
from gridpilot.desktop.portal.hotkeys import told
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
