"""First presses on games of 2048 that take moves in their own way, or have rules of their own; pages tell the truth."""

from typing import Any

import pytest
from games_2048 import start_page_2048, start_terminal_2048
from playing import PLAY_HOTKEY, session, set_goal
from truth_2048 import believed
from virtual import desktop

pytestmark = pytest.mark.gui

KINDS: dict[str, dict[str, Any]] = {
    "acts on key release": {"on": "up"},
    "looks at held keys": {"on": "held"},
    "letters only": {"letters": 1},
    "drags only": {"drag": 1},
    "zeros in empty cells": {"sign": "0"},
    "nothing shows but the tiles": {"bare": "apart"},
    "nothing shows but the tiles, and they touch": {"bare": "touching"},
    "scrolls by the arrow keys": {"scroll": 1},
    "scrolls by the arrow keys, and takes no letters": {"scroll": 1, "arrows": 1},
    "begins with one tile, 3x3": {"begin": 1, "rows": 3, "columns": 3},
    "two new tiles": {"new": 2},
    "large new tiles": {"spawns": "2,4,64"},
    "triples merge at the back": {"merging": "far-first", "board": "2,2,2,0,4,4,4,0,2,0,0,0,4,0,0,0"},
    "one merge in a line": {"merging": "once", "board": "2,2,4,4,2,2,4,4,2,2,4,4,2,2,4,4"},
    "merges across others": {"merging": "across", "board": "2,8,0,2,4,16,2,4,0,0,0,0,0,0,0,0"},
    "one step in a move": {"merging": "one-step", "board": "0,0,2,2,2,2,0,4,0,4,0,8,0,0,0,2"},
    "merges in a row": {"merging": "in-a-row", "board": "2,2,4,8,4,2,2,0,0,0,0,0,0,0,0,0"},
}


@pytest.mark.parametrize("kind", [pytest.param(options, id=name) for name, options in KINDS.items()])
def test_a_game_of_its_own_kind_is_played_and_no_board_is_believed_that_never_stood_there(kind: dict[str, Any]):
    with desktop() as desk:
        set_goal(desk, "moves = 10", "monte-carlo")
        with session(desk, lambda desk: start_page_2048(desk, "2048-canvas.html", target=1 << 17, **kind)) as play:
            ended = play.press(PLAY_HOTKEY, 90)
            assert ended["outcome"] == "verified", str(ended)
            boards = believed(play.resident.newest_record().parent)
            real = iter(play.game.boards())
            assert all(board in real for board in boards), (boards, play.game.boards())
            assert len(boards) > 10


def test_rules_that_are_not_known_are_said_to_be_so():
    """Two tiles become one of four times their value, in each line of the board."""
    board = "2,2,2,2,4,4,4,4,2,2,2,2,4,4,4,4"
    with (
        desktop() as desk,
        session(desk, lambda desk: start_page_2048(desk, "2048-canvas.html", times=4, board=board)) as play,
    ):
        ended = play.press(PLAY_HOTKEY, 90)
        assert ended["outcome"] == "blocked", str(ended)
        assert "rules that gridpilot does not know" in ended["sentence"]


TERMINALS: list[dict[str, Any]] = [
    {},
    {"sign": "0", "begin": 1},
    {"sign": "_", "align": ">"},
    {"sign": "0", "align": "<", "dense": 1},
    {"letters": 1},
    {"asks": "anew"},
    {"asks": "below"},
]


@pytest.mark.parametrize("options", TERMINALS, ids=str)
def test_a_game_written_in_a_terminal_is_played(options: dict[str, Any]):
    with desktop() as desk:
        set_goal(desk, "until = 64", "monte-carlo")
        with session(desk, lambda desk: start_terminal_2048(desk, **options)) as play:
            ended = play.press(PLAY_HOTKEY, 90)
            assert (ended["outcome"], ended["best"]) == ("verified", 64), str(ended)
            truth = play.game.truth()
            assert believed(play.resident.newest_record().parent)[-1] == truth.board
            led_astray = len(truth.moves) - ended["moves"]  # by arrow keys, which end with a letter
            assert led_astray in range(3) if "letters" in options else led_astray == 0


@pytest.mark.parametrize("sign", ["#", "*"])
def test_tiles_whose_numbers_are_large_letters_in_a_terminal_are_played_on_from_512(sign: str):
    """Its empty cells are as black as the terminal; 512 and 1024 come up for the first time."""
    with desktop() as desk:
        set_goal(desk, "until = 1024", "monte-carlo")
        board = "256,256,512,4,0,2,0,0,0,0,0,0,0,0,2,0"
        with session(desk, lambda desk: start_terminal_2048(desk, large=sign, board=board)) as play:
            ended = play.press(PLAY_HOTKEY, 90)
            assert (ended["outcome"], ended["best"]) == ("verified", 1024), str(ended)
            assert believed(play.resident.newest_record().parent)[-1] == play.game.truth().board
