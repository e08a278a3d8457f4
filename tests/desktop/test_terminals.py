"""First presses on sudokus in terminals, which take keys alone, and in which clicks mark text."""

import random
from typing import Any

import pytest
from games import start_terminal_sudoku
from kinds import random_puzzle
from playing import session
from virtual import desktop

pytestmark = pytest.mark.gui

KINDS: dict[str, dict[str, Any]] = {
    "lines, reverse video": {},
    "lines, brackets": {"cursor": "brackets"},
    "lines, brackets, noughts": {"cursor": "brackets", "blank": "0"},
    "lines, a block, its digit lights up": {"cursor": "block", "lights": "digit"},
    "ascii lines, a colour": {"lines": "ascii", "cursor": "colour", "sign": "+"},
    "lines between boxes, reverse video, dots": {"lines": "boxes", "blank": "."},
    "lines between boxes, brackets, dots": {"lines": "boxes", "cursor": "brackets", "blank": "."},
    "letters, reverse video": {"keys": "wasd"},
    "letters of vi, brackets": {"keys": "hjkl", "cursor": "brackets"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_sudoku_in_a_terminal_is_filled_at_first_press_without_a_mistake(kind: str):
    puzzle = random_puzzle(random.Random(kind), {})
    with desktop() as desk, session(desk, lambda desk: start_terminal_sudoku(desk, puzzle, **KINDS[kind])) as play:
        ended = play.press()
        assert (ended["outcome"], ended["cells_filled"]) == ("verified", puzzle.blanks), str(ended)
        assert play.game.board() == puzzle.solution
        assert play.game.mistakes() == 0


ASKS = {"below": "verified", "instead": "verified", "undrawn": "blocked"}
"""Where the program asks whether to play again, and how that ends: what it has not drawn cannot be seen."""


@pytest.mark.parametrize("asks", ASKS)
def test_no_key_follows_the_last_digit_where_a_program_asks_whether_to_play_again(asks: str):
    puzzle = random_puzzle(random.Random(asks), {})
    with desktop() as desk, session(desk, lambda desk: start_terminal_sudoku(desk, puzzle, asks=asks)) as play:
        ended = play.press()
        assert (ended["outcome"], play.game.mistakes()) == (ASKS[asks], 0), str(ended)
        assert ("may wait for an answer" in ended["sentence"]) is (asks == "undrawn")
        assert (play.game.board(), play.game.answers()) == (puzzle.solution, "")
