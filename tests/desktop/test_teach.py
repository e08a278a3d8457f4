"""`gridpilot teach` on a real desktop: its window by keyboard and mouse, and what the profiles do that it saves."""

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from games import Game, start_practice
from playing import ready
from resident import gridpilot, logs
from rows import ROW_0, start_bare, start_emulator_2048, start_emulator_sudoku
from truth import PUZZLES
from virtual import Desktop, desktop, wait_for
from Xlib import X
from Xlib.display import Display

from gridpilot.errors import GridpilotError
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.teach_trial import Filled
from gridpilot.profiles import teach
from gridpilot.service import compose
from gridpilot.service.teaching import Teaching

pytestmark = pytest.mark.gui

MOST_PRESSES, MOST_SECONDS = 12, 60


@pytest.fixture
def desk():
    with desktop((1800, 1560), "openbox") as started:
        yield started


def profiles(desk: Desktop) -> list[Path]:
    found = Path(desk.env["XDG_CONFIG_HOME"]).glob("gridpilot/profiles/*/profile.toml")
    return sorted(file for file in found if file.parent.suffix != ".part")  # which is being written


def said(desk: Desktop, *words: str, code: int = 0) -> dict[str, Any]:
    """What a verb answers."""
    done = subprocess.run(gridpilot(*words, "--json"), env=desk.env, capture_output=True, text=True, timeout=120)
    assert done.returncode == code, f"{done.stdout}{done.stderr}\n{logs(desk)}"
    return json.loads(done.stdout)


class Lesson:
    """The teach window, and the presses that it has taken."""

    def __init__(self, desk: Desktop, *words: str) -> None:
        self.desk = desk
        self.presses = 0
        self.begun = time.monotonic()
        self.process = desk.start(gridpilot("teach", *words))
        self.window = self.shown()
        self.display = Display(desk.name)
        window = self.display.create_resource_object("window", self.window)
        window.change_attributes(event_mask=X.StructureNotifyMask)
        self.display.sync()

    def shown(self) -> int:
        """The window, with the focus, and drawn."""
        window = self.desk.wait_window(class_name="Gridpilot-teach")
        wait_for(lambda: self.desk.active() == window, what="the focus of the lesson")
        ready(self.desk, window)
        return window

    def tried(self) -> None:
        """The trial, or the look, for which the window hides itself, perhaps only for a moment, is over."""
        wait_for(lambda: X.MapNotify in self.happened(), what="the trial")
        self.shown()

    def happened(self) -> list[int]:
        """The kinds of what happened to the window since this was asked last."""
        return [self.display.next_event().type for _ in range(self.display.pending_events())]

    def press(self, *keys: str) -> None:
        self.happened()
        for key in keys:
            self.desk.hand.hotkey(key)
            self.presses += 1

    def place(self, x: float, y: float, content: tuple[int, int]) -> tuple[int, int]:
        """Where a place of the game's content is on the frozen picture."""
        left, top, width, height = self.desk.area(self.window)
        room = width - 372 - 56, height - 56
        zoom = min(room[0] / content[0], room[1] / content[1], 2)
        across, down = (width - 372 - content[0] * zoom) / 2, (height - content[1] * zoom) / 2
        return round(left + across + x * zoom), round(top + down + y * zoom)

    def click(self, x: float, y: float, content: tuple[int, int]) -> None:
        self.desk.hand.click(*self.place(x, y, content))

    def drag(self, start: tuple[float, float], end: tuple[float, float], content: tuple[int, int]) -> None:
        hand = self.desk.hand
        hand.drag(*self.place(*start, content), *self.place(*end, content))

    def saved(self) -> Path:
        return wait_for(lambda: next(iter(profiles(self.desk)), None), 20, f"a profile\n{logs(self.desk)}")

    def closed(self) -> None:
        assert self.process.wait(20) == 0


def test_a_window_is_taught_by_return_alone_and_the_profile_holds_when_it_is_moved_and_resized(desk: Desktop):
    game = start_practice(desk, PUZZLES[0])
    ready(desk, game.window)
    lesson = Lesson(desk)
    lesson.press("return", "return", "return")
    lesson.tried()
    assert game.board() == PUZZLES[0].givens  # what the trial typed is gone again
    lesson.press("return")
    text = lesson.saved().read_text("utf-8")
    seconds = time.monotonic() - lesson.begun
    lesson.press("return")
    lesson.closed()
    print(f"\ntaught by keyboard: {lesson.presses} presses, {seconds:.1f} s from the command to the saved file")
    assert lesson.presses <= MOST_PRESSES
    assert seconds <= MOST_SECONDS
    assert "fill = " in text  # the arrow keys, or the pad on a machine too busy to answer them in time
    name = lesson.saved().parent.name
    desk.display.create_resource_object("window", game.window).configure(x=700, y=90, width=760, height=820)
    wait_for(lambda: desk.area(game.window)[2:] == (760, 820), what="the new size")
    done = said(desk, "solve", "--window", str(game.window))
    assert (done["outcome"], done["profile"]) == ("verified", name)
    assert game.board() == PUZZLES[0].solution
    assert set(said(desk, "profile", "test", name)["scales"].values()) == {True}


def standin(desk: Desktop, **options: Any) -> Game:
    game = start_emulator_sudoku(desk, ROW_0, **options)
    ready(desk, game.window)
    return game


def test_what_was_taught_at_100_percent_holds_at_every_scale_and_place(desk: Desktop):
    game = standin(desk)
    told = said(desk, "teach", "--yes", "--try", "--name", "phone")
    assert 'fill = "click-pad"' in Path(told["saved"]).read_text("utf-8")
    desk.close_window(game.window)
    for scale, at in ((1.25, "700,300"), (1.5, "15,30"), (2.0, "40,20")):
        game = standin(desk, scale=scale, at=at)
        solved_by(desk, game, "phone")
        desk.close_window(game.window)


def solved_by(desk: Desktop, game: Game, profile: str) -> None:
    done = said(desk, "solve", "--window", str(game.window))
    assert (done["outcome"], done["profile"]) == ("verified", profile), done
    assert game.board() == ROW_0.solution


BARE = 620, 600


def test_a_board_that_is_not_found_is_drawn_and_its_buttons_are_pointed_at(desk: Desktop):
    game = start_bare(desk, ROW_0)
    ready(desk, game.window)
    lesson = Lesson(desk, "--window", str(game.window))
    lesson.drag((30, 33), (574, 370), BARE)
    lesson.press("tab", "right", "right", "up", "up", "up", "tab")  # the corner that was drawn first, and back
    lesson.press(*["left"] * 2, *["down"] * 2)
    ready(desk, lesson.window)
    lesson.press("return", "return", "down", "down", "down", "return")
    for index in range(9):
        lesson.click(220 + index % 3 * 90, 430 + index // 3 * 60, BARE)
    lesson.press("t")
    lesson.tried()
    lesson.press("return")
    text = lesson.saved().read_text("utf-8")
    lesson.press("return")
    lesson.closed()
    assert 'locate = "fixed"' in text
    assert text.count("digit-") >= 9
    solved_by(desk, game, lesson.saved().parent.name)


def test_2048_is_taught_from_a_terminal_with_its_way_to_move_and_its_button_for_a_new_game(desk: Desktop):
    game = start_emulator_2048(desk)
    ready(desk, game.window)
    desk.start(["xterm"])
    desk.focus(desk.wait_window(class_name="XTerm"))
    lesson = Lesson(desk)
    lesson.press("return")  # the terminal shows no board: the window behind it is proposed
    lesson.tried()
    lesson.press("return", "return", "n", "left", "return", "c", "return")
    lesson.tried()
    lesson.press("return")
    text = lesson.saved().read_text("utf-8")
    lesson.press("return")
    lesson.closed()
    assert 'moves = "drag"' in text
    assert 'read = "colours"' in text
    assert "restart = [" in text
    done = said(desk, "play", "--window", str(game.window), "--moves", "3", "--engine", "monte-carlo")
    assert (done["outcome"], done["moves"], done["profile"]) == ("verified", 3, lesson.saved().parent.name)


def refused(desk: Desktop, *words: str) -> str:
    answer = said(desk, "teach", *words, code=1)["error"]
    assert profiles(desk) == []
    return f"{answer['message']} {answer['fix']}"


def test_what_cannot_be_taught_is_refused_in_a_sentence(desk: Desktop):
    assert "is gone" in refused(desk, "--yes", "--window", "0x7ffffff")
    game = standin(desk)
    assert "no 2048" in refused(desk, "--yes", "--game", "2048", "--window", str(game.window))
    desk.move_window(game.window, 1700, 100)
    wait_for(lambda: desk.area(game.window)[0] >= 1700, what="the move")
    assert "off the screen" in refused(desk, "--yes", "--window", str(game.window))


def test_nothing_is_tried_in_a_window_that_was_resized_since_its_picture_was_taken(desk: Desktop, monkeypatch):
    for name, value in desk.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    game = start_practice(desk, PUZZLES[0])
    ready(desk, game.window)
    teaching = Teaching(compose.desk())
    scene = teaching.look(game.window)
    facts = teach.Facts(scene.game, scene.window, scene.capture.view, scene.reading)
    choices = teach.Choices(teach.rules(scene.window)[0])
    window = desk.display.create_resource_object("window", game.window)
    size = desk.area(game.window)[2:]
    for width, height in ((size[0] + 120, size[1] + 90), size):
        window.configure(width=width, height=height)
        wait_for(lambda: desk.area(game.window)[2:] == (width, height), what="the new size")  # noqa: B023 - at once
        ready(desk, game.window)
        if (width, height) == size:
            assert isinstance(teaching.try_out(facts, choices, Abort()), Filled)
        else:
            with pytest.raises(GridpilotError, match="another size than on the picture"):
                teaching.try_out(facts, choices, Abort())
        assert game.board() == PUZZLES[0].givens


def test_a_name_that_is_taken_is_refused_and_nothing_is_overwritten(desk: Desktop):
    game = standin(desk)
    said(desk, "teach", "--yes", "--name", "phone", "--window", str(game.window))
    before = profiles(desk)[0].read_bytes()
    answer = said(desk, "teach", "--yes", "--name", "phone", "--window", str(game.window), code=1)["error"]
    assert "exists already" in answer["message"]
    said(desk, "teach", "--yes", "--window", str(game.window))
    said(desk, "teach", "--yes", "--window", str(game.window))
    assert sorted(path.parent.name for path in profiles(desk)) == ["android-emulator", "android-emulator-2", "phone"]
    assert before in {path.read_bytes() for path in profiles(desk)}


def kept(desk: Desktop) -> dict[str, bytes]:
    """All that is in the folder of the user's profiles, but for the schema."""
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "schema.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def rename_window(desk: Desktop, window: int, title: str) -> None:
    name = desk.display.intern_atom("_NET_WM_NAME")
    text = desk.display.intern_atom("UTF8_STRING")
    desk.display.create_resource_object("window", window).change_property(name, text, 8, title.encode())
    wait_for(lambda: desk.title(window) == title, what="the title")


def test_no_name_and_no_title_destroys_another_profile(desk: Desktop):
    """The name of a profile's own file, other scripts, a device of Windows, no name beneath a title without letters."""
    game = standin(desk)
    window = str(game.window)
    for name in ("first", "second"):
        said(desk, "teach", "--yes", "--name", name, "--window", window)
    rename_window(desk, game.window, "\N{GAME DIE}\N{GAME DIE}")
    for name in ("profile", "数独", "Судоку", "CON", "..", ""):
        before = kept(desk)
        named = ["--name", name] if name else []
        saved = Path(said(desk, "teach", "--yes", *named, "--window", window)["saved"])
        after = kept(desk)
        assert before.items() < after.items(), name
        assert saved.read_text("utf-8").startswith("#:schema ")
        if name:
            assert said(desk, "profile", "show", name)["file"] == str(saved)


def test_a_window_that_goes_away_during_the_lesson_is_told(desk: Desktop):
    game = standin(desk)
    lesson = Lesson(desk)
    lesson.press("return", "return")
    desk.close_window(game.window)
    lesson.press("return")
    lesson.tried()
    lesson.press("esc", "esc", "esc", "esc")
    assert lesson.process.wait(20) == 1
    assert profiles(desk) == []


def test_detect_offers_to_teach_a_window_without_a_profile(desk: Desktop):
    game = start_bare(desk, ROW_0)
    ready(desk, game.window)
    done = subprocess.run(gridpilot("detect"), env=desk.env, capture_output=True, text=True, timeout=60)
    assert f"gridpilot teach --window {game.window:#x}" in done.stdout
