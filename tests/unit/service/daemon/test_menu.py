"""What the icon's menu says: keys beside what they do, and a fault of the settings at once."""

import pytest

from gridpilot.desktop import HotkeyState
from gridpilot.geometry import Rect
from gridpilot.service.daemon.status import subject
from gridpilot.texts import menu_words
from gridpilot.window import Window

KEYS = (HotkeyState("solve", "ctrl+alt+s", live=True), HotkeyState("play", "ctrl+alt+2", live=False, reason="taken"))


def test_a_live_key_stands_beside_its_line_and_a_dead_one_does_not():
    assert menu_words.with_key("Solve sudoku", KEYS, "solve") == "Solve sudoku  (Ctrl+Alt+S)"
    assert menu_words.with_key("Play 2048", KEYS, "play") == "Play 2048"


def test_a_fault_of_the_settings_names_its_line():
    assert "line 3: " in menu_words.settings_fault(3, "no choice")
    assert "line" not in menu_words.settings_fault(0, "not valid TOML")


def test_the_first_steps_name_the_keys_that_are_set():
    told = " ".join(text for _, text in menu_words.first_steps("ctrl+alt+s", "super+f2"))
    assert "Ctrl+Alt+S" in told
    assert "Super+F2" in told


@pytest.mark.parametrize(
    ("title", "command_line", "explained"),
    [
        ("gridpilot - Last run", "", False),
        ("gridpilot - Teach", "python -m gridpilot teach", False),
        ("Close without saving?", "python -m gridpilot.gui.pages.page settings-file", False),
        ("gridpilot practice - Sudoku", "python -m gridpilot practice sudoku", True),
        ("Sudoku", "gnome-sudoku", True),
    ],
)
def test_a_page_is_about_the_window_in_focus_but_never_about_one_of_our_own_without_a_board(
    title, command_line, explained
):
    focused = Window(7, title, "", "", 1, "", command_line, Rect(0, 0, 9, 9))
    assert subject(focused) == (focused if explained else None)
