"""The whole program on CPython for Windows, under Wine: from the real key to the verified board, and its end."""

import json

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


def test_the_key_over_the_practice_board_fills_and_verifies_it(windows):
    """`run`, its worker, the named pipe, RegisterHotKey, pictures, SendInput, a second start, quit."""
    with program.resident(windows) as resident:
        status = windows.status()
        assert status["tray"] == {"kind": "win32", "shown": True, "reason": ""}
        again = windows.gridpilot("run")
        assert f"pid {status['pid']}," in again.stdout + again.stderr, "a second start is told of the first"
        state = windows.desk.home / "practice.json"
        words = ("practice", "sudoku", "--puzzle", PUZZLE.givens, "--state", str(state))
        board = windows.start(windows.scripts / "gridpilot.exe", *words)
        window = wait_for(lambda: _practice(windows), what="the practice board")
        ready(windows.desk, window)
        windows.desk.hand.hotkey("ctrl+alt+s")
        record = windows.record_after([])
        assert (record["outcome"], record["cells_filled"]) == ("verified", PUZZLE.blanks), record
        assert completes(json.loads(state.read_text("utf-8"))["board"].replace("0", "."), PUZZLE.givens)
        windows.desk.close_window(window)
        board.wait(30)
    assert resident.poll() is not None
    assert windows.gridpilot("status").returncode == 4, "nobody answers"


def _practice(windows):
    return next((each for each in windows.desk.windows() if "ractice" in windows.desk.title(each)), None)
