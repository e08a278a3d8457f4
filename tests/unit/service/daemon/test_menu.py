"""What the icon's menu says: keys beside what they do, and a fault of the settings at once."""

from gridpilot.desktop import HotkeyState
from gridpilot.texts import menu_words

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
