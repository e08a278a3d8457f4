"""The whole program on CPython for Windows, under Wine: from the real key to the verified board, and its end."""

import json
from contextlib import contextmanager
from pathlib import Path

import program
import pytest
from playing import ready
from truth import PUZZLES, completes
from virtual import wait_for

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]


@pytest.fixture(scope="module")
def windows(windows_home):
    with program.session(windows_home) as made:
        yield made


def test_pip_made_the_program(windows):
    done = windows.gridpilot("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("gridpilot ")


def test_a_puzzle_is_solved(windows):
    done = windows.gridpilot("solve", "--text", PUZZLE.givens)
    assert done.returncode == 0, done.stderr
    assert "".join(sign for sign in done.stdout if sign.isdigit()) == PUZZLE.solution


@pytest.mark.parametrize(("page", "user"), [("cp1252", "Jörg ??"), ("cp850", "Jörg ??"), ("utf-8", "Jörg 数独")])
def test_a_user_with_no_latin_name_is_written_in_any_code_page(windows, page, user):
    env = windows.desk.env | {"PYTHONIOENCODING": page}
    done = windows.gridpilot("config", "path", env=env, encoding=page)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith(rf"{user}\AppData\Local\gridpilot\config.toml")


@pytest.fixture(scope="module")
def running(windows):
    """`gridpilot run`: worker, named pipe, RegisterHotKey, pynput's hooks, icon. It must end when it is told to."""
    with program.resident(windows):
        yield windows.status()
    assert windows.gridpilot("status").returncode == 4, "nobody answers"


@contextmanager
def practice(windows, game, *words):
    """A practice window with the focus; what it says of its board, any time."""
    state = windows.desk.home / f"{game}.json"
    command = ("practice", game.lower(), "--state", str(state), *words)
    process = windows.start(windows.scripts / "gridpilot.exe", *command)
    window = windows.desk.wait_window(title=f"gridpilot practice - {game}", limit=90)
    ready(windows.desk, window)
    yield window, lambda: json.loads(state.read_text("utf-8"))
    windows.desk.close_window(window)
    process.wait(30)


def test_a_second_start_is_told_of_the_first(windows, running):
    assert running["tray"] == {"kind": "win32", "shown": True, "reason": ""}
    again = windows.gridpilot("run")
    assert f"pid {running['pid']}," in again.stdout + again.stderr


def test_the_key_over_the_practice_board_fills_and_verifies_it(windows, running):
    """After the worker was killed: another one takes its place."""
    first = running["worker"]["pid"]
    windows.command(Path("taskkill"), "/f", "/pid", str(first))
    new = lambda: (now := windows.status().get("worker", {})).get("ready") and now["pid"] != first  # noqa: E731
    wait_for(new, 90, "another worker")
    with practice(windows, "Sudoku", "--puzzle", PUZZLE.givens) as (_, told):
        before = windows.records()
        windows.desk.hand.hotkey("ctrl+alt+s")
        record = windows.record_after(before)
        assert (record["outcome"], record["cells_filled"]) == ("verified", PUZZLE.blanks), record
        assert completes(told()["board"].replace("0", "."), PUZZLE.givens)


@pytest.mark.parametrize(
    ("reason", "act"),
    [("user-key", lambda hand, *_: hand.tap("q")), ("user-pointer", lambda hand, x, y: hand.move(x, y))],
    ids=["key", "pointer"],
)
def test_the_key_over_2048_plays_it_until_the_user_s_own_hand_stops_it(windows, running, reason, act):
    with practice(windows, "2048", "--seed", "7") as (window, told):
        before = windows.records()
        windows.desk.hand.hotkey("ctrl+alt+2")
        wait_for(lambda: len(told()["moves"]) > 5, 90, "some moves")
        x, y, width, height = windows.desk.area(window)
        act(windows.desk.hand, x + width // 2, y + height // 2)
        record = windows.record_after(before)
        assert (record["outcome"], record["reason"]) == ("stopped", reason), record
        numbers = [str(number or ".") for row in told()["board"] for number in row]
        assert record["board"].split() == numbers
        assert len(told()["moves"]) == record["moves"] > 5
