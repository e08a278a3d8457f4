"""Verbs for "the focused window" that are typed in a terminal: the user waits, or clicks the window that is meant."""

import json
import os
import pty
import subprocess
import sys

import pytest
from resident import gridpilot
from virtual import desktop, wait_for
from x11_client import start_client

pytestmark = pytest.mark.gui


@pytest.fixture
def desk():
    with desktop(wm="openbox", bus=False) as started:
        yield started


@pytest.fixture
def two(desk):
    """A window in the place of the terminal, which has the focus, and another one beside it."""
    game = start_client(desk, "Game", "the game").window
    desk.move_window(game, 500, 100)
    terminal = start_client(desk, "Terminal", "a terminal").window
    desk.move_window(terminal, 20, 100)
    desk.focus(terminal)
    return terminal, game


def start(desk, *words, terminal=None):
    """`terminal`: the pseudo terminal that the verb is typed in."""
    ends = {"stdin": terminal or subprocess.DEVNULL, "stderr": terminal or subprocess.PIPE}
    return subprocess.Popen(gridpilot(*words), env=desk.env, stdout=subprocess.PIPE, text=True, **ends)


def click(desk, window):
    x, y, width, height = desk.area(window)
    desk.hand.click(x + width // 2, y + height // 2)


def test_a_verb_waits_for_the_window_that_is_clicked(desk, two):
    _, game = two
    asked = start(desk, "detect", "--pick", "--json")
    assert "Click the window" in asked.stderr.readline()
    click(desk, game)
    out, _ = asked.communicate(timeout=60)
    assert json.loads(out)["window"]["id"] == game


def test_a_verb_counts_down_and_takes_the_window_that_has_the_focus_then(desk, two):
    _, game = two
    asked = start(desk, "detect", "--delay", "3", "--json")
    assert asked.stderr.readline().startswith("3 …")
    desk.focus(game)
    out, err = asked.communicate(timeout=60)
    assert [line[0] for line in err.splitlines()] == ["2", "1"]
    assert json.loads(out)["window"]["id"] == game


@pytest.mark.parametrize("words", [("detect",), ("profile", "why")], ids=" ".join)
def test_typed_in_a_terminal_it_never_takes_the_terminal(desk, two, words):
    _, game = two
    ours, its = pty.openpty()
    asked = start(desk, *words, "--json", terminal=its)
    said = b""
    while b"Click the window" not in said:
        said += os.read(ours, 1000)
    click(desk, game)
    out, _ = asked.communicate(timeout=60)
    assert json.loads(out)["window"]["id"] == game


def test_a_terminal_with_a_board_in_it_is_the_game(desk):
    """Its own window has the focus, and a board is in it: nothing has to be clicked."""
    command = [sys.executable, "-m", "gridpilot", "practice", "sudoku", "--state", str(desk.home / "board.json")]
    desk.start(command)
    board = desk.wait_window(class_name="Gridpilot-practice")
    desk.focus(board)
    wait_for((desk.home / "board.json").exists, what="the board")
    _, its = pty.openpty()
    asked = start(desk, "solve", "--json", terminal=its)
    out, _ = asked.communicate(timeout=120)
    assert json.loads(out)["outcome"] == "verified"


def test_the_windows_are_listed_with_the_numbers_that_can_be_given(desk, two):
    terminal, game = two
    done = start(desk, "windows", "--json").communicate(timeout=60)[0]
    told = [json.loads(line) for line in done.splitlines()]
    assert {one["id"]: one["focused"] for one in told} == {terminal: True, game: False}


def test_a_number_that_no_window_has_is_said_to_be_gone(desk):
    for verb in ("solve", "play", "detect"):
        told = start(desk, verb, "--json", "--window", "7").communicate(timeout=60)[0]
        assert "0x7 is gone" in json.loads(told)["error"]["message"]


def pick(desk):
    """Waits for a click."""
    asked = start(desk, "detect", "--pick", "--json")
    assert "Click the window" in asked.stderr.readline()
    return asked


def end_of(asked):
    out, _ = asked.communicate(timeout=60)
    return asked.returncode, json.loads(out)


def test_esc_ends_the_waiting_and_reaches_no_program(desk, two):
    asked = pick(desk)
    desk.hand.hotkey("esc")
    code, told = end_of(asked)
    assert code == 1
    assert "Esc was pressed" in told["error"]["message"]
    desk.hand.hotkey("esc")  # it is free again, and nobody waits for it


def test_who_asks_anew_takes_the_place_of_who_waits(desk, two):
    _, game = two
    first = pick(desk)
    second = pick(desk)
    code, told = end_of(first)
    assert code == 1
    assert "asked for a window once more" in told["error"]["message"]
    click(desk, game)
    code, told = end_of(second)
    assert (code, told["window"]["id"]) == (0, game)


def test_a_click_on_the_window_that_has_the_focus_counts_and_one_on_nothing_does_not(desk, two):
    terminal, _ = two
    asked = pick(desk)
    desk.hand.click(3, 700)
    with pytest.raises(subprocess.TimeoutExpired):
        asked.wait(2)
    click(desk, terminal)
    code, told = end_of(asked)
    assert (code, told["window"]["id"]) == (0, terminal)


def test_it_waits_for_a_minute_in_all_however_often_something_comes(desk, two):
    """Here, for two seconds: clicks on nothing do not make it wait any longer."""
    code = "from gridpilot.cli import main, target; target.PATIENCE = 2.0; main.main(['detect', '--pick', '--json'])"
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    asked = subprocess.Popen([sys.executable, "-c", code], env=desk.env, text=True, **pipes)
    assert "Click the window" in asked.stderr.readline()

    def ended():
        desk.hand.click(3, 700, settle=0.05)
        return asked.poll() is not None

    wait_for(ended, 30, "the end of its patience")
    assert "in a minute" in json.loads(asked.communicate()[0])["error"]["message"]
