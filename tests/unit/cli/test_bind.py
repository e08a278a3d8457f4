"""`gridpilot bind`, with the desktop's part faked; the real one: scripts/wayland_desktops.py."""

import json
import sys

import pytest

from gridpilot.cli.main import main
from gridpilot.desktop import choose
from gridpilot.errors import EnvironmentFault


class Shortcuts:
    place = "Settings, Keyboard"
    asks = False

    def __init__(self) -> None:
        self.commands: dict[str, tuple[str, str, tuple[str, ...]]] = {}

    def on(self, commands):
        self.commands = dict(commands)

    def off(self):
        gone, self.commands = tuple(text for text, *_ in self.commands.values()), {}
        return gone

    def taken(self, text):
        return "Terminal" if text == "ctrl+alt+h" else ""


@pytest.fixture
def made(monkeypatch):
    one = Shortcuts()
    monkeypatch.setattr(choose, "shortcuts", lambda: one)
    return one


def answers(monkeypatch, text):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: text)


def test_it_asks_first(made, monkeypatch, capsys):
    answers(monkeypatch, "")
    assert main(["bind"]) == 1
    assert made.commands == {}
    assert "Nothing was changed" in capsys.readouterr().out
    answers(monkeypatch, "y")
    assert main(["bind"]) == 0
    assert made.commands["solve"][2][-2:] == ("press", "solve")
    assert "Terminal" in capsys.readouterr().out
    assert "hint" not in made.commands


def test_nobody_can_be_asked(made):
    assert main(["bind", "--json"]) == 2
    assert made.commands == {}


def test_a_desktop_with_a_dialog_of_its_own_asks_instead(made, capsys):
    made.asks = True
    assert main(["bind"]) == 0
    assert made.commands["solve"][0] == "ctrl+alt+s"
    told = capsys.readouterr().out
    assert "press Add" in told
    assert "gridpilot autostart on" in told


def test_it_can_be_undone(made, capsys):
    assert main(["bind", "--yes"]) == 0
    capsys.readouterr()
    assert main(["bind", "--undo", "--json"]) == 0
    assert "ctrl+alt+s" in json.loads(capsys.readouterr().out)["removed"]
    assert made.commands == {}


def test_where_gridpilot_takes_its_keys_itself(monkeypatch, capsys):
    def refuse():
        raise EnvironmentFault("Not needed", "Here gridpilot takes its keys itself.", "See which: gridpilot status")

    monkeypatch.setattr(choose, "shortcuts", refuse)
    assert main(["bind"]) == 3
    assert "Not needed" in capsys.readouterr().err
