"""The page Profiles, by keys and clicks: what a profile does is told; one's own are tested, renamed, removed."""

import json
import subprocess
from pathlib import Path

import pytest
from playing import ready
from resident import gridpilot
from rows import ROW_0, start_emulator_sudoku
from shown_page import ShownPage
from virtual import Desktop, desktop, wait_for

from gridpilot.pilot.window_memory import Habit
from gridpilot.pilot.window_memory_store import Habits
from gridpilot.texts import profile_page_words as words

pytestmark = pytest.mark.gui


@pytest.fixture
def desk():
    with desktop(bus=False) as started:
        yield started


def folder(desk: Desktop) -> Path:
    return Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"


def learnt(desk: Desktop) -> Path:
    return Path(desk.env["XDG_STATE_HOME"]) / "gridpilot" / "learnt" / "habits.json"


def kept(desk: Desktop) -> dict[str, bytes]:
    files = (path for path in folder(desk).rglob("*") if path.is_file())
    return {path.relative_to(folder(desk)).as_posix(): path.read_bytes() for path in files}


def taught(desk: Desktop, *names: str) -> int:
    """The game's window, for which there is a profile of each name."""
    game = start_emulator_sudoku(desk, ROW_0)
    ready(desk, game.window)
    for name in names:
        words = gridpilot("teach", "--yes", "--name", name, "--window", str(game.window))
        subprocess.run(words, env=desk.env, capture_output=True, timeout=120, check=True)
    return game.window


class Page(ShownPage):
    def __init__(self, desk: Desktop, window: int | None = None) -> None:
        super().__init__(desk, "gridpilot - Profiles", "profiles", *([str(window)] if window else []))

    @property
    def names(self) -> list[str]:
        shown = wait_for(lambda: self.all("Listbox"), what="the list")
        return [line.strip() for line in shown[0]["lines"]]

    @property
    def text(self) -> str:
        return str(wait_for(lambda: self.all("Text"), what="the text")[0]["value"])

    @property
    def able(self) -> set[str]:
        return {button["text"] for button in self.all("TButton") if button["able"]} & {
            words.TEST, words.RENAME, words.REMOVE
        }  # fmt: skip

    def shows(self, text: str) -> None:
        wait_for(lambda: text in self.text, 60, f"'{text}' in {self.text}")

    def choose(self, name: str) -> None:
        """By the keyboard, from the top."""
        self.desk.hand.tap("home")
        self.desk.hand.hotkey("ctrl+home")
        self.desk.hand.tap(*["down"] * self.names.index(name))
        self.shows(f"{name}: " if not name.startswith("!") else words.LEFT_OUT)


def test_a_profile_that_was_taught_is_shown_tested_renamed_and_removed(desk: Desktop):
    window = taught(desk, "other", "phone")
    page = Page(desk, window)
    page.shows("other: a profile for sudoku")
    assert page.names[:2] == ["other", "phone"]
    page.shows("gets it.")
    page.shows('class "Android emulator"')
    page.shows("keys: what the window takes")
    page.choose("phone")
    page.shows("does not get it: other comes before it.")
    page.click("TButton", words.TEST)
    for size in (100, 125, 150, 200):
        page.shows(f"{size} %   read right")
    renamed_and_removed(desk, page)
    done = subprocess.run(
        gridpilot("solve", "--json", "--window", str(window)), env=desk.env, capture_output=True, timeout=120
    )
    assert json.loads(done.stdout)["profile"] == "other"


def renamed_and_removed(desk: Desktop, page: Page) -> None:
    for name in ("phone", "other"):
        Habits(learnt(desk)).keep(f"{name}/A", Habit(fills=3))
    before = kept(desk)
    desk.hand.tap("f2")
    page.until_told(words.NEW_NAME)
    desk.hand.text("Other\n")
    page.until_told("A profile other exists already")
    assert kept(desk) == before
    desk.hand.tap("end")
    desk.hand.hotkey("shift+home")
    desk.hand.text("My Game!\n")
    page.until_told(words.renamed("phone", "my-game"))
    after = {name.replace("phone/", "my-game/"): content for name, content in before.items()}
    assert kept(desk) == after
    assert page.names[:2] == ["my-game", "other"]
    assert [*json.loads(learnt(desk).read_text())] == ["other/A"]
    page.click("TButton", words.REMOVE)
    page.until_told(words.question("my-game"))
    desk.hand.tap("esc")
    wait_for(lambda: words.question("my-game") not in page.texts(), 20, "the question to be taken back")
    assert kept(desk) == after
    desk.hand.tap("delete")
    page.until_told(words.question("my-game"))
    page.click("TButton", words.REMOVE_NOW)
    page.until_told(words.removed("my-game"))
    assert kept(desk) == {name: content for name, content in after.items() if not name.startswith("my-game/")}
    assert page.names[0] == "other"


def test_what_is_not_the_users_folder_is_told_and_cannot_be_removed(desk: Desktop):
    folder(desk).mkdir(parents=True)
    rule = 'game = "sudoku"\nmatch = { title = "A" }\n'
    (folder(desk) / "alone.toml").write_text(f'{rule}hotkey = "ctrl+alt+z"\nconfirm = "Return"\n')
    (folder(desk) / "broken.toml").write_text(f'{rule}fill = "arows"\nhome = 3\n')
    (folder(desk) / "mine").mkdir()
    (folder(desk) / "mine" / "profile.toml").write_text(rule)
    (folder(desk) / "mine" / "notes.txt").write_text("my own")
    page = Page(desk)
    assert page.names[:3] == ["! broken", "alone", "mine"]
    page.choose("! broken")
    page.shows("broken.toml:3: fill = 'arows' is not known (did you mean arrows?)")
    assert page.able == set()
    page.choose("alone")
    page.shows("Return after each digit")
    page.shows("hotkey: Ctrl+Alt+Z")
    page.shows(words.OPEN_FILE)
    assert page.able == {words.TEST}
    page.choose("nudoku")
    page.shows(words.BUNDLED)
    assert page.able == {words.TEST}
    before = kept(desk)
    desk.hand.tap("delete", "f2")
    page.choose("mine")
    assert page.able == {words.TEST, words.RENAME, words.REMOVE}
    page.click("TButton", words.TEST)
    page.until_told("has no sample")
    assert kept(desk) == before
    desk.hand.tap("delete")
    page.until_told(words.question("mine"))
    page.click("TButton", words.REMOVE_NOW)
    page.until_told("Other files in")
    assert before.keys() - kept(desk).keys() == {"mine/profile.toml"}
