"""A compositor that has no socket of its own: which window has the focus is told, and where it lies is not. sway is
one, once nobody is told of its socket; labwc and others offer the same protocols.
"""

import json
import subprocess
from contextlib import contextmanager

import pytest
from games import start_gnome_sudoku, start_nudoku_in_foot, start_page
from games_2048 import start_gnome_2048
from resident import Resident, gridpilot
from truth import PUZZLES
from virtual import wait_for
from virtual_sway import missing, sway_desktop

pytestmark = [pytest.mark.gui, pytest.mark.skipif(bool(missing()), reason=missing())]

PUZZLE = PUZZLES[2]
STARTS = {
    "GNOME Sudoku": start_gnome_sudoku,
    "nudoku": start_nudoku_in_foot,
    "a page": lambda desk, puzzle: start_page(desk, "sudoku-table.html", puzzle),
}


@contextmanager
def untold():
    with sway_desktop(more='for_window [app_id=".*"] floating enable') as desk:
        assert desk.sway
        assert desk.hand
        del desk.env["SWAYSOCK"]
        yield desk


def asked(desk, *words):
    done = subprocess.run(gridpilot(*words, "--json"), env=desk.env, capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", STARTS)
def test_a_board_is_filled_and_verified(name):
    with untold() as desk, Resident(desk):
        game = STARTS[name](desk, PUZZLE)
        desk.focus(game.window)
        ended = asked(desk, "solve")
        assert ended["outcome"] == "verified", str(ended)
        assert game.board() == PUZZLE.solution


def start_note(desk):
    """A window whose program writes down each key that it gets."""
    note = desk.home / "keys"
    desk.start(
        ["foot", "--app-id", "note", "-o", "initial-window-size-pixels=200x100", "sh", "-c", f"stty raw; cat > {note}"]
    )
    window = desk.wait_window(class_name="note")
    desk.sway.run(f"[con_id={window}] move position 0 0")
    wait_for(note.exists, what="the program in it")
    return window, note


@pytest.mark.parametrize("name", STARTS)
def test_no_key_gets_into_another_window_than_the_board_s(name):
    with untold() as desk, Resident(desk):
        game = STARTS[name](desk, PUZZLE)
        window, note = start_note(desk)
        desk.focus(window)
        ended = asked(desk, "solve")
        assert ended["outcome"] != "verified", str(ended)
        assert game.board() == PUZZLE.givens
        desk.focus(window)
        desk.hand.tap("z")
        wait_for(lambda: note.read_bytes().endswith(b"z"), what="a key of the user's")
        assert note.read_bytes() == b"z"


@pytest.mark.parametrize("focused", ["the other", "its own"])
def test_no_move_is_made_beside_another_window_unless_a_click_tells_whose_the_board_is(focused):
    with untold() as desk, Resident(desk):
        game = start_gnome_2048(desk)
        window, note = start_note(desk)
        desk.focus(window if focused == "the other" else game.window)
        ended = asked(desk, "play")
        assert (ended["outcome"], ended["reason"], ended["moves"]) == ("stopped", "covered", 0), str(ended)
        assert note.read_bytes() == b""


def test_each_key_says_what_to_bind_instead():
    with untold() as desk, Resident(desk) as resident:
        states = {each["action"]: each for each in resident.ask("status")["hotkeys"]}
        assert not states["solve"]["live"]
        assert "bind `gridpilot press solve`" in states["solve"]["reason"]
        game = start_gnome_sudoku(desk, PUZZLE)
        desk.focus(game.window)
        before = resident.newest_record()
        subprocess.run(gridpilot("press", "solve"), env=desk.env, check=True, timeout=60)
        record = wait_for(lambda: resident.record_after(before), 60, "the job")
        assert json.loads(record.read_text())["outcome"] == "verified"
        assert game.board() == PUZZLE.solution
