"""The key of one game over the other: it is told as what it is, with the right key, and nothing reaches it."""

from functools import partial

import pytest
from games import start_practice
from games_2048 import start_practice_2048
from playing import HOTKEY, PLAY_HOTKEY, session
from truth import PUZZLES
from virtual import desktop, wait_for

pytestmark = pytest.mark.gui

CASES = {
    "sudoku": (partial(start_practice, puzzle=PUZZLES[0]), PLAY_HOTKEY, "Ctrl+Alt+S"),
    "2048": (start_practice_2048, HOTKEY, "Ctrl+Alt+2"),
}


@pytest.mark.parametrize("game", CASES)
def test_the_wrong_key_names_the_right_one_and_types_nothing(game):
    start, hotkey, right = CASES[game]
    with desktop() as desk, session(desk, start) as play:
        play.ready()
        before = play.picture()
        ended = play.press(hotkey)
        assert ended["outcome"] == "no-board"
        assert ended["sentence"].endswith(f"It shows a game of {game}: press {right} for that.")
        assert play.picture() == before


def test_a_wrong_digit_of_the_user_s_is_told_as_theirs_by_either_key():
    puzzle = PUZZLES[0]
    blank = puzzle.givens.index(".")
    wrong = next(digit for digit in "123456789" if digit != puzzle.solution[blank])
    with desktop() as desk, session(desk, partial(start_practice, puzzle=puzzle)) as play:
        play.ready()
        desk.hand.text(wrong)  # the first blank cell is chosen
        wait_for(lambda: play.game.board()[blank] == wrong, what="the digit")
        entered = play.game.board()
        assert f"your {wrong} in r{blank // 9 + 1}c{blank % 9 + 1} cannot be right" in play.press()["sentence"]
        assert play.press(PLAY_HOTKEY)["sentence"].endswith("It shows a game of sudoku: press Ctrl+Alt+S for that.")
        assert play.game.board() == entered
