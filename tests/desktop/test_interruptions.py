"""Whatever comes between: gridpilot stops, says why, leaves no key or button down, and never a wrong digit.

A fill takes a tenth of a second, too short to be interrupted, so the user's own profile slows it down here. The user is
real: the desktop runs in a nested server, and its keyboard and mouse are the outer one's.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from games import start_practice
from playing import HOTKEY, Session
from resident import Resident, gridpilot
from truth import HARD, NO_SOLUTION, PUZZLES, TWO_SOLUTIONS, Puzzle, wrong
from virtual import Desktop, desktop, end, nested, wait_for

from gridpilot.desktop.x11.input import X11Input

pytestmark = pytest.mark.gui

SLOW = """
game = "sudoku"
match = { class = "Gridpilot-practice" }
fill = "arrows"
pace = { between_keys = 0.05 }
"""


@dataclass(frozen=True, slots=True)
class User:
    """`hand` is the user's own keyboard and mouse; what `desk.hand` does is injected."""

    outer: Desktop
    desk: Desktop
    resident: Resident

    @property
    def hand(self) -> Any:
        return self.outer.hand


@pytest.fixture(scope="module")
def user() -> Iterator[User]:
    with desktop(wm="none") as outer, nested(outer) as desk:
        write(desk, "profiles/slow.toml", SLOW)
        with Resident(desk) as resident:
            yield User(outer, desk, resident)


@pytest.fixture
def play(user: User) -> Iterator[Session]:
    yield from opened(user, HARD)


def opened(user: User, puzzle: Puzzle) -> Iterator[Session]:
    """A practice board under the user's eyes, closed again afterwards."""
    (user.desk.home / "practice.json").unlink(missing_ok=True)
    before = set(user.desk.windows())
    game = start_practice(user.desk, puzzle)
    yield Session(user.desk, user.resident, game)
    assert user.outer.hand.held() == user.desk.hand.held() == []
    for window in set(user.desk.windows()) - before:
        user.desk.close_window(window)


def write(desk: Desktop, name: str, text: str) -> Path:
    file = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def entered(play: Session) -> int:
    return HARD.blanks - play.game.board().count(".")


def half_filled(user: User, play: Session) -> Path | None:
    """Presses the hotkey as the user and waits until a part of the board is filled; returns the record before."""
    play.ready()
    before = user.resident.newest_record()
    user.hand.hotkey(HOTKEY)
    wait_for(lambda: entered(play) >= 8, what="the first digits")
    return before


def stopped(play: Session, before: Path | None, reason: str) -> None:
    """The job ends for that reason, in the middle, and from then on nothing more is typed."""
    ended = play.ended(before)
    assert (ended["outcome"], ended["reason"]) == ("stopped", reason), str(ended)
    assert play.desk.hand.held() == []
    board = play.game.board()
    assert wrong(board, HARD) == []
    assert 8 <= entered(play) < HARD.blanks
    time.sleep(0.3)  # several keys' time
    assert play.game.board() == board


def test_modifiers_that_are_held_a_little_longer_change_nothing(user: User, play: Session):
    play.ready()

    def press() -> None:
        user.hand.hold("ctrl", "alt")
        user.hand.tap("s")
        time.sleep(0.4)
        user.hand.release("ctrl", "alt")

    assert play.ended_after(press)["outcome"] == "verified"
    assert play.game.board() == HARD.solution


def test_modifiers_that_are_never_let_go_do_not_reach_the_game(user: User, play: Session):
    play.ready()

    def press() -> None:
        user.hand.hold("ctrl", "alt")
        user.hand.tap("s")

    try:
        ended = play.ended_after(press)
    finally:
        user.hand.release("ctrl", "alt")
    assert (ended["outcome"], ended["reason"]) in {("verified", None), ("stopped", "keys-held")}
    assert play.game.board() == (HARD.solution if ended["outcome"] == "verified" else HARD.givens)


def test_escape_stops_the_fill(user: User, play: Session):
    before = half_filled(user, play)
    user.hand.tap("esc")
    stopped(play, before, "escape")


def test_escape_stops_a_fill_that_went_on_after_a_glance_at_another_window(user: User, play: Session):
    """Where the way in has to be found out, a window that had the focus before the first key is no reason to stop."""
    write(user.desk, "profiles/slow.toml", SLOW.replace("arrows", "auto").replace("{ b", "{ countdown = 4.0, b"))
    terminal = user.desk.start(["xterm", "-geometry", "20x4-0-0"])
    try:
        other = user.desk.wait_window(class_name="XTerm")
        play.ready()
        before = user.resident.newest_record()
        user.hand.hotkey(HOTKEY)
        wait_for(lambda: (user.resident.ask("status")["job"] or {}).get("stage") == "waiting", what="the countdown")
        user.desk.focus(other)
        time.sleep(0.2)  # the watch hears of it
        user.desk.focus(play.game.window)
        wait_for(lambda: entered(play) >= 8, what="the first digits")
        user.hand.tap("esc")
        stopped(play, before, "escape")
    finally:
        write(user.desk, "profiles/slow.toml", SLOW)
        end(terminal)


def test_the_hotkey_again_stops_the_fill_and_starts_no_other(user: User, play: Session):
    before = half_filled(user, play)
    for key in ("ctrl", "alt", "s"):  # as a hand does it: the first key has stopped the job before the last comes
        user.hand.hold(key)
        time.sleep(0.08)
    user.hand.release("ctrl", "alt", "s")
    stopped(play, before, "user-key")
    newest = user.resident.newest_record()
    time.sleep(1.0)  # what would be typed by then
    assert user.resident.newest_record() == newest
    assert not user.resident.ask("status")["busy"]
    assert play.press()["outcome"] == "verified"


def test_the_command_line_stops_the_fill(user: User, play: Session):
    before = half_filled(user, play)
    assert user.resident.ask("stop")["stopped"]
    stopped(play, before, "command")


def test_a_moved_mouse_stops_the_fill_and_keeps_its_place(user: User, play: Session):
    before = half_filled(user, play)
    x, y = user.desk.hand.pointer()
    for step in range(1, 21):  # a hand's way: many small steps
        user.hand.move(x + 2 * step, y + step)
    stopped(play, before, "user-pointer")
    assert user.desk.hand.pointer() == (x + 40, y + 20)


def test_a_key_of_the_user_stops_the_fill(user: User, play: Session):
    before = half_filled(user, play)
    user.hand.tap("f5")
    stopped(play, before, "user-key")


def test_a_stopped_fill_is_finished_by_the_next_press(user: User, play: Session):
    before = half_filled(user, play)
    user.hand.tap("esc")
    stopped(play, before, "escape")
    assert play.press()["outcome"] == "verified"
    assert play.game.board() == HARD.solution


def test_a_window_that_takes_the_focus_gets_no_digit(user: User, play: Session):
    before = half_filled(user, play)
    typed = user.desk.home / "typed.txt"
    user.desk.start(["xterm", "-e", f"stty -icanon; cat > {typed}"])
    user.desk.wait_window(class_name="XTerm")
    stopped(play, before, "focus-lost")
    assert wait_for(typed.exists)
    assert typed.read_text() == ""


def test_a_moved_window_stops_the_fill(user: User, play: Session):
    before = half_filled(user, play)
    x, y, _, _ = user.desk.area(play.game.window)
    user.desk.move_window(play.game.window, x + 120, y + 60)
    stopped(play, before, "window-moved")


def test_a_closed_window_stops_the_fill(user: User, play: Session):
    before = half_filled(user, play)
    user.desk.close_window(play.game.window)
    stopped(play, before, "window-closed")


def test_a_killed_worker_is_replaced_and_the_next_press_works(user: User, play: Session):
    half_filled(user, play)
    (worker,) = user.resident.workers()
    os.kill(worker, signal.SIGKILL)
    wait_for(lambda: user.resident.workers() not in ([], [worker]), what="a new worker")
    wait_for(lambda: user.resident.ask("status")["worker"]["ready"], what="the new worker to be ready")
    assert user.desk.hand.held() == []
    assert wrong(play.game.board(), HARD) == []
    assert play.press()["outcome"] == "verified"
    assert play.game.board() == HARD.solution


@pytest.mark.parametrize(("puzzle", "outcome"), [(NO_SOLUTION, "unsolvable"), (TWO_SOLUTIONS, "ambiguous")])
def test_a_board_without_exactly_one_solution_is_left_alone(user: User, puzzle: Puzzle, outcome: str):
    for play in opened(user, puzzle):
        assert play.press()["outcome"] == outcome
        assert play.game.board() == puzzle.givens


def test_a_window_without_a_board_is_left_alone(user: User):
    typed = user.desk.home / "no-board.txt"
    user.desk.start(["xterm", "-e", f"stty -icanon; cat > {typed}"])
    window = user.desk.wait_window(class_name="XTerm")
    user.desk.focus(window)
    wait_for(typed.exists)
    before = user.resident.newest_record()
    user.hand.hotkey(HOTKEY)
    play = Session(user.desk, user.resident, None)
    assert play.ended(before)["outcome"] == "no-board"
    assert typed.read_text() == ""
    user.desk.close_window(window)


def test_pause_gives_the_hotkey_back_and_resume_takes_it_again(user: User, play: Session):
    play.ready()
    before = user.resident.newest_record()
    assert user.resident.ask("pause")["paused"]
    user.hand.hotkey(HOTKEY)
    assert not user.resident.ask("resume")["paused"]
    assert user.resident.newest_record() == before
    with closing(X11Input(user.desk.name)) as typist:
        assert typist.wait_released(30)  # on a busy machine the user's keys arrive late
    ended = play.press()
    assert ended["outcome"] == "verified", str(ended)


def test_a_lost_display_ends_the_program_with_3():
    with desktop() as desk, Resident(desk) as resident:
        end(desk.server)
        assert resident.process.wait(30) == 3
        assert "Traceback" not in resident.said()


def test_without_a_display_it_says_so_in_a_sentence_and_ends_with_3():
    with desktop(wm="none") as desk:
        for display in ({}, {"DISPLAY": ":9999"}):
            env = {name: value for name, value in desk.env.items() if name != "DISPLAY"} | display
            done = subprocess.run(gridpilot("run"), env=env, capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode == 3
            assert "display" in done.stderr.lower()
            assert "Traceback" not in done.stderr
            assert len(done.stderr.splitlines()) <= 3


def test_broken_settings_and_profiles_are_named_and_the_rest_works():
    start = partial(start_practice, puzzle=PUZZLES[0])
    with desktop(bus=False) as desk:
        write(desk, "config.toml", "[hotkeys\nsolve = 3\n")
        write(desk, "profiles/mine.toml", 'game = "sudoku"\nmatch = { clas = "XTerm" }\n')
        write(desk, "profiles/half.4194305.part/sample.txt", "what a killed process had begun")
        with Resident(desk) as resident:
            mine = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"
            assert [path.name for path in mine.iterdir()] == ["mine.toml"]
            assert "config.toml:1" in " ".join(map(str, resident.ask("status")["config"]["problems"]))
            play = Session(desk, resident, start(desk))
            play.ready()
            assert "mine.toml" in " ".join(map(str, resident.ask("detect")["problems"]))
            assert play.press()["outcome"] == "verified"
            assert play.game.board() == PUZZLES[0].solution
