"""gridpilot in a real session of sway: real programs, the hotkey by a keyboard of the test's own, and the games' word."""

import sys
from pathlib import Path

import pytest
from games import Game, start_gnome_sudoku, start_page, start_practice, terminal_board
from playing import session
from truth import PUZZLES
from virtual import wait_for
from virtual_sway import missing, sway_desktop

pytestmark = [pytest.mark.gui, pytest.mark.skipif(bool(missing()), reason=missing())]

PUZZLE = PUZZLES[2]


def start_nudoku(desk, puzzle):
    """In foot. F12 has it give its screen away as text."""
    file = desk.home / "terminal.txt"
    pipe = f'key-bindings.pipe-visible=[sh -c "cat > {file}.new && mv {file}.new {file}"] F12'
    desk.start(["foot", "-o", "font=DejaVu Sans Mono:size=11", "-o", pipe, "nudoku", "-s", puzzle.givens])
    window = desk.wait_window(class_name="foot")

    def board() -> str:
        file.unlink(missing_ok=True)
        desk.hand.tap("f12")
        return terminal_board(wait_for(lambda: file.exists() and file.read_text(), what="foot's text"))

    wait_for(lambda: board() == puzzle.givens, what="nudoku's board")
    return Game(window, board)


@pytest.mark.parametrize("start", [start_gnome_sudoku, start_nudoku])
def test_a_board_is_filled_and_verified(start):
    with sway_desktop() as desk, session(desk, lambda on: start(on, PUZZLE)) as play:
        ended = play.press()
        assert ended["outcome"] == "verified", ended
        assert play.game.board() == PUZZLE.solution


def test_a_page_in_chromium():
    with sway_desktop() as desk, session(desk, lambda on: start_page(on, "sudoku-table.html", PUZZLE)) as play:
        ended = play.press()
        assert ended["outcome"] == "verified", ended
        assert play.game.board() == PUZZLE.solution


def test_an_x_program():
    with sway_desktop(x_programs=True) as desk, session(desk, lambda on: start_practice(on, PUZZLE)) as play:
        ended = play.press()
        assert ended["outcome"] == "verified", ended
        assert play.game.board() == PUZZLE.solution
