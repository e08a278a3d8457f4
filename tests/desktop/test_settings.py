"""The settings window: keys recorded by pressing them, fields clicked, the file kept as its user wrote it."""

from dataclasses import asdict
from pathlib import Path

import pytest
from playing import ready
from resident import Resident, gridpilot
from shown_page import ShownPage
from virtual import desktop, wait_for
from Xlib import X

from gridpilot.config import DEFAULT_TEXT, TABLES, Config
from gridpilot.texts import settings_words as words

pytestmark = pytest.mark.gui

TITLE = "gridpilot - Settings"
KEYS = [words.key_label(each) for each in asdict(Config().hotkeys).values()]


@pytest.fixture
def desk():
    with desktop(bus=False) as started:
        yield started


class Shown(ShownPage):
    def __init__(self, desk) -> None:
        super().__init__(desk, TITLE, "settings")

    def pick_next(self, *, typed: bool = False) -> None:
        """The next line of the first box's list, which the click opens, or a key where one can type into the box."""
        self.click("TCombobox")
        if typed:
            self.desk.hand.tap("down")
        wait_for(lambda: "popdown" in self.ask()["focus"], 20, "the list")
        self.desk.hand.tap("down", "return")
        wait_for(lambda: "popdown" not in self.ask()["focus"], 20, "the end of the list")

    def tab(self, name: str) -> None:
        """By the keyboard: Alt and its underlined letter."""
        self.desk.hand.hotkey(f"alt+{words.TABS[name][0].lower()}")
        wait_for(lambda: self.ask()["tab"] == words.TABS[name], 20, name)

    def record(self, label: str, keys: str) -> None:
        self.click("TButton", label)
        self.until_told(words.PRESS)
        self.desk.hand.hotkey(keys)
        wait_for(lambda: words.PRESS not in self.texts(), 20, "the keys to be taken")


@pytest.fixture
def shown(desk):
    return Shown(desk)


def file(desk) -> Path:
    return Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "config.toml"


def typed(desk, text: str) -> None:
    """In the place of what stands in the field."""
    desk.hand.tap("end")
    desk.hand.hotkey("shift+home")
    desk.hand.text(text)


def test_a_key_is_recorded_by_pressing_it_and_the_resident_program_takes_it_at_once(desk):
    with Resident(desk) as resident:
        shown = Shown(desk)
        shown.record("Ctrl+Alt+S", "ctrl+alt+k")
        shown.until_told(words.key_saved("ctrl+alt+k"))
        assert file(desk).read_text() == DEFAULT_TEXT.replace('#solve = "ctrl+alt+s"', 'solve = "ctrl+alt+k"')
        keys = {key["action"]: (key["combination"], key["live"]) for key in resident.ask("status")["hotkeys"]}
        assert keys["solve"] == ("ctrl+alt+k", True)


@pytest.mark.parametrize(
    ("layout", "finger", "sign"),
    [("ru", "k", "k"), ("gr", "k", "k"), ("ru,us", "k", "k"), ("il", "q", "/"), ("fr", "7", "7")],
)
def test_a_key_of_another_alphabet_is_recorded_by_its_latin_name_and_works_by_it(desk, layout, finger, sign):
    desk.layout(layout)
    with Resident(desk) as resident:
        shown = Shown(desk)
        shown.record("Ctrl+Alt+S", f"ctrl+alt+{finger}")
        shown.until_told(words.key_saved(f"ctrl+alt+{sign}"))
        wait_for(lambda: resident.ask("status")["hotkeys"][0]["combination"] == f"ctrl+alt+{sign}", what="the new key")
        assert resident.ask("status")["hotkeys"][0]["live"]
        desk.hand.hotkey(f"ctrl+alt+{finger}")
        wait_for(lambda: resident.ask("status")["last"], what="the job")


def test_the_key_of_another_action_and_one_that_gridpilot_holds_start_nothing_while_they_are_recorded(desk):
    with Resident(desk) as resident:
        shown = Shown(desk)
        shown.record("Ctrl+Alt+S", "ctrl+alt+2")
        shown.until_told("it is the key to play 2048")
        assert "Ctrl+Alt+S" in shown.texts()
        assert resident.ask("status")["job"] is None
        assert resident.ask("status")["last"] == ""
        assert file(desk).read_text() == DEFAULT_TEXT


def test_a_key_that_another_program_has_is_said_at_once(desk, shown):
    other = desk.display
    code = other.keysym_to_keycode(ord("j"))
    desk.root.grab_key(code, X.ControlMask | X.Mod1Mask, True, X.GrabModeAsync, X.GrabModeAsync)
    other.sync()
    shown.record("Ctrl+Alt+S", "ctrl+alt+j")
    shown.until_told("taken by another program")
    assert file(desk).read_text() == DEFAULT_TEXT


@pytest.mark.parametrize(("keys", "left"), [("esc", "Ctrl+Alt+S"), ("backspace", words.NO_KEY)])
def test_escape_leaves_a_key_and_backspace_takes_it_away(desk, shown, keys, left):
    shown.record("Ctrl+Alt+S", keys)
    unset = KEYS.count(words.NO_KEY) + (keys == "backspace")
    wait_for(lambda: shown.texts().count(words.NO_KEY) == unset, what="the key")
    assert left in shown.texts()
    assert ('solve = ""' in file(desk).read_text()) is (keys == "backspace")


def test_a_key_that_would_be_taken_from_every_program_is_refused(desk, shown):
    shown.record("Ctrl+Alt+S", "s")
    shown.until_told("add ctrl, alt or super")
    assert file(desk).read_text() == DEFAULT_TEXT


def test_fields_are_clicked_and_typed_into_and_the_file_follows(desk, shown):
    shown.tab("kept")
    shown.click("TCheckbutton")
    wait_for(lambda: "keep = false" in file(desk).read_text(), what="the switch")
    shown.click("TSpinbox")
    typed(desk, "7\n")
    wait_for(lambda: "\nkeep = 7\n" in file(desk).read_text(), what="the number")
    shown.tab("messages")
    shown.pick_next()
    wait_for(lambda: 'show = "problems"' in file(desk).read_text(), what="the choice")


def test_the_pace_is_chosen_or_typed_in_milliseconds_and_nonsense_is_refused(desk, shown):
    shown.tab("speed")
    shown.pick_next(typed=True)
    wait_for(lambda: "\nstep_ms = 300\n" in file(desk).read_text(), what="the choice")
    typed(desk, "150\n")
    wait_for(lambda: "\nstep_ms = 150\n" in file(desk).read_text(), what="the number")
    typed(desk, "9999\n")
    shown.until_told(words.NO_PACE.format(most=2000))
    assert "\nstep_ms = 150\n" in file(desk).read_text()


def test_a_change_made_elsewhere_is_shown(desk, shown):
    file(desk).write_text('[hotkeys]\nsolve = "super+s"\n')
    shown.until_told("Super+S")


def test_a_file_that_cannot_be_read_is_left_as_it_is_and_that_is_said(desk, shown):
    file(desk).write_text("garbage [[[")
    shown.until_told(words.not_saved(str(file(desk))))
    shown.record("Ctrl+Alt+S", "ctrl+alt+k")
    shown.until_told(words.not_saved(str(file(desk))))
    assert file(desk).read_text() == "garbage [[["


def test_a_program_is_left_its_keys_and_they_are_taken_back(desk):
    with Resident(desk) as resident:
        desk.start(["xterm"])
        desk.wait_window(class_name="XTerm")
        shown = Shown(desk)
        shown.tab("programs")
        shown.pick_next()
        wait_for(lambda: shown.all("TCombobox")[0]["value"] == "XTerm", what="the program")
        shown.click("TButton", words.PAUSE)
        wait_for(lambda: shown.all("Listbox")[0]["lines"] == ["XTerm"], what="the list")
        assert resident.ask("status")["paused_for"] == ["XTerm"]
        shown.click("TButton", words.RESUME)
        wait_for(lambda: shown.all("Listbox")[0]["lines"] == [words.IN_NONE], what="the empty list")
        assert resident.ask("status")["paused_for"] == []


def test_the_file_s_own_window_asks_before_it_saves_what_cannot_be_read_or_loses_what_was_typed(desk):
    editor = desk.start(gridpilot("config", "edit"), env={"EDITOR": "", "VISUAL": ""})
    window = desk.wait_window(title=f"gridpilot - Settings: {file(desk)}")
    ready(desk, window)
    desk.hand.text("[[[")
    desk.hand.hotkey("ctrl+s")
    ready(desk, desk.wait_window(title=words.UNREADABLE[0]))
    desk.hand.hotkey("return")  # No is the answer of a hurry
    wait_for(lambda: len(desk.windows()) == 1, what="the question to go")
    assert file(desk).read_text() == DEFAULT_TEXT
    desk.focus(window)
    desk.hand.hotkey("esc")
    ready(desk, desk.wait_window(title=words.UNSAVED[0]))
    desk.hand.hotkey("return")
    wait_for(lambda: len(desk.windows()) == 1, what="the question to go")
    desk.focus(window)
    desk.hand.hotkey("ctrl+s")
    ready(desk, desk.wait_window(title=words.UNREADABLE[0]))
    desk.hand.hotkey("alt+y")
    wait_for(lambda: file(desk).read_text().startswith("[[["), what="the file")
    desk.focus(window)
    desk.hand.hotkey("esc")
    assert editor.wait(10) == 1  # the file has a fault


def test_every_setting_has_a_field(desk, shown):
    """A tab's fields: buttons for keys, one of the others for each other setting."""
    kinds = {"TCombobox": 0, "TCheckbutton": 0, "TSpinbox": 0}
    keys = 0
    for name in ("keys", "speed", "messages", "kept"):
        shown.tab(name)
        keys += len([widget for widget in shown.all("TButton") if widget["text"] in KEYS])
        kinds = {kind: count + len(shown.all(kind)) for kind, count in kinds.items()}
    settings = sum(len(table.__slots__) for table in TABLES.values())
    autostart = 1  # which the system keeps
    assert keys == len(TABLES["hotkeys"].__slots__)
    assert keys + sum(kinds.values()) - autostart == settings
