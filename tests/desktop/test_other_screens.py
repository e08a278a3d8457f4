"""X servers other than most: colours of 16 and 30 bits, and two screens of one server."""

import subprocess
from functools import partial

import pytest
from games import start_gnome_sudoku, start_page, start_practice
from playing import session
from resident import Resident, gridpilot
from trays import icon
from truth import PUZZLES
from virtual import desktop, wait_for

pytestmark = pytest.mark.gui

GAMES = {
    "gnome-sudoku": start_gnome_sudoku,
    "page of inputs, dark": partial(start_page, name="inputs.html", dark="1"),
    "page with a pad": partial(start_page, name="pad.html"),
}


@pytest.mark.parametrize("depth", [16, 30])
@pytest.mark.parametrize("game", GAMES)
def test_a_board_of_other_colour_depth_is_filled_and_the_game_agrees(game, depth):
    start = lambda desk: GAMES[game](desk, puzzle=PUZZLES[0])  # noqa: E731 - a name for the parameter
    with desktop(depth=depth) as desk, session(desk, start) as play:
        ended = play.press()
        assert (ended["outcome"], ended["cells_filled"]) == ("verified", PUZZLES[0].blanks), str(ended)
        assert play.game.board() == PUZZLES[0].solution


def test_each_screen_of_a_server_has_its_own_gridpilot_which_fills_what_is_there_and_shows_its_icon():
    with desktop(screens=2, tray=True) as first:
        second = first.screen(1)
        second.manager("openbox")
        second.tray()
        with Resident(first) as other, session(second, partial(start_practice, puzzle=PUZZLES[1])) as play:
            for desk in (first, second):
                wait_for(lambda desk=desk: icon(desk), what=f"the icon on {desk.name}")
            first.hand.move(5, 5)  # where nothing on the second screen may want the pointer
            ended = play.press()
            assert (ended["outcome"], ended["cells_filled"]) == ("verified", PUZZLES[1].blanks), str(ended)
            assert play.game.board() == PUZZLES[1].solution
            assert other.ask("status")["last"] == ""
            second.hand.click(*icon(second))
            wait_for(lambda: play.resident.ask("status")["paused"], what="the pause of the second")
            assert not other.ask("status")["paused"]


@pytest.mark.parametrize(("at", "sides"), [((-250, 60), "left"), ((700, 60), "right"), ((300, 640), "bottom")])
def test_a_window_that_goes_on_beyond_the_screen_is_told_to_be_moved_and_then_it_is_filled(at, sides):
    with desktop((1100, 1000), wm="none", bus=False) as desk:
        game = start_practice(desk, PUZZLES[2])
        desk.focus(game.window)
        wait_for(lambda: desk.move_window(game.window, *at) or desk.area(game.window)[:2] == at, what="the move")
        told = solved(desk)
        assert f"goes on beyond the {sides} of the screen: move the window until all of" in told.stdout + told.stderr
        assert told.returncode == 1
        desk.move_window(game.window, 20, 20)
        wait_for(lambda: solved(desk).returncode == 0, what="the board to be filled")
        assert game.board() == PUZZLES[2].solution


def test_a_window_of_which_hardly_anything_is_on_the_screen_is_told_to_be_moved():
    with desktop((1100, 1000), wm="none", bus=False) as desk:
        game = start_practice(desk, PUZZLES[2])
        desk.focus(game.window)
        wait_for(lambda: desk.move_window(game.window, 1000, 60) or desk.area(game.window)[0] == 1000, what="the move")
        told = solved(desk)
        assert "It goes on beyond the right of the screen: move the window" in told.stdout + told.stderr


def solved(desk):
    return subprocess.run(gridpilot("solve"), env=desk.env, capture_output=True, text=True, timeout=120)
