"""How real games of 2048 end, and what the goal makes of it: won and played on, over, or begun anew."""

from collections.abc import Callable

import pytest
from games_2048 import Game2048, start_gnome_2048, start_page_2048, start_practice_2048
from playing import PLAY_HOTKEY, session, set_goal
from truth_2048 import believed
from virtual import Desktop, desktop

pytestmark = pytest.mark.gui

ALMOST_WON = (1024, 1024, 0, 0, 2, 4, 0, 0, 4, 8, 0, 0, 8, 2, 0, 0)  # each of its moves wins
ALMOST_OVER = (2, 4, 8, 16, 32, 64, 128, 256, 0)


def typed(board: tuple[int, ...], columns: int) -> str:
    return "/".join(" ".join(map(str, board[at : at + columns])) for at in range(0, len(board), columns))


def gnome(desk: Desktop) -> Game2048:
    return start_gnome_2048(desk, board=ALMOST_WON)


def practice(desk: Desktop) -> Game2048:
    return start_practice_2048(desk, board=typed(ALMOST_WON, 4))


@pytest.mark.parametrize("start", [pytest.param(gnome, id="a dialog"), pytest.param(practice, id="a sheet")])
def test_a_game_that_is_won_is_played_on_where_the_goal_is_farther(start: Callable[[Desktop], Game2048]):
    with desktop() as desk:
        set_goal(desk, "moves = 8", "monte-carlo")
        with session(desk, start) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert (ended["outcome"], ended["best"]) == ("verified", 2048), str(ended)
            assert ended["moves"] >= 8
            assert believed(play.resident.newest_record().parent)[-1] == play.game.truth().board


def test_a_goal_is_reached_although_the_game_s_dialog_takes_the_focus():
    with desktop() as desk:
        set_goal(desk, "until = 2048", "monte-carlo")
        with session(desk, gnome) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert (ended["outcome"], ended["best"]) == ("verified", 2048), str(ended)


def test_a_game_that_is_won_with_a_tile_of_64_is_played_on_to_128():
    with desktop() as desk:
        set_goal(desk, "until = 128", "monte-carlo")
        board = typed((32, 32, 16, 8, 2, 4, *[0] * 10), 4)
        with session(desk, lambda desk: start_practice_2048(desk, board=board, target=64)) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert (ended["outcome"], ended["best"]) == ("verified", 128), str(ended)
            assert believed(play.resident.newest_record().parent)[-1] == play.game.truth().board


def test_a_goal_that_a_game_cannot_reach_since_it_is_won_before_is_said_not_to_be_reached():
    with desktop() as desk:
        set_goal(desk, "until = 128", "monte-carlo")
        board = "32,32,16,8,2,4,0,0,0,0,0,0,0,0,0,0"
        with session(desk, lambda desk: start_page_2048(desk, "2048-tiles.html", board=board, target=64)) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert (ended["outcome"], ended["best"]) == ("blocked", 64), str(ended)
            assert "goal is not reached" in ended["sentence"]


def test_a_game_that_is_over_before_its_goal_says_so():
    with desktop() as desk:
        set_goal(desk, "until = 512", "monte-carlo")
        board = ",".join(map(str, ALMOST_OVER))
        with session(
            desk, lambda desk: start_page_2048(desk, "2048-tiles.html", rows=3, columns=3, board=board)
        ) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert (ended["outcome"], ended["moves"]) == ("game-over", 1), str(ended)
            assert play.game.truth().over


def test_a_game_that_is_over_is_begun_anew_where_the_goal_says_so():
    with desktop() as desk:
        set_goal(desk, "moves = 8, restart = true", "monte-carlo")
        with session(desk, lambda desk: start_practice_2048(desk, board=typed(ALMOST_OVER, 3))) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert ended["outcome"] == "verified", str(ended)
            truth = play.game.truth()
            assert truth.moves  # of the new game alone
            assert believed(play.resident.newest_record().parent)[-1] == truth.board
