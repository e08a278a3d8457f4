"""The four articles that gridpilot began with: each way of reading and filling works on a stand-in for its program.

The stand-ins tell what stands on their boards. Where a profile here is not a bundled one, it is the article's own
numbers, as a user would write them down.
"""

from typing import Any

import pytest
from games import Game
from playing import PLAY_HOTKEY, session
from rows import (
    ARTICLE_0,
    ARTICLE_2,
    ROW_0,
    ROW_1,
    bundled,
    start_emulator_2048,
    start_emulator_sudoku,
    start_sudoku_table,
    start_zenkai,
    user_profile,
)
from truth_2048 import believed
from virtual import Desktop, desktop

pytestmark = pytest.mark.gui

LARGE = (1800, 1200)  # room for a window at 150 %

HIGH = (2, 4, 8, 16, 256, 128, 64, 32, 512, 1024, 2048, 4096, 0, 0, 2, 8192)


def filled(desk: Desktop, game: Game, puzzle: Any, profile: str) -> dict[str, Any]:
    with session(desk, lambda _: game) as play:
        ended = play.press()
        assert (ended["outcome"], ended["profile"]) == ("verified", profile), str(ended)
        assert ended["cells_filled"] == puzzle.blanks
        assert desk.hand.held() == []
    assert game.board() == puzzle.solution
    return ended


@pytest.mark.parametrize("scale", [1, 1.25])
def test_row_0_an_emulators_sudoku_is_found_and_filled_by_its_buttons(scale):
    with desktop() as desk:
        filled(desk, start_emulator_sudoku(desk, ROW_0, scale=scale), ROW_0, "emulator-sudoku")


@pytest.mark.parametrize("scale", [1, 1.5])
def test_row_0_as_the_article_did_it_a_fixed_board_tesseract_and_buttons_by_their_places(scale):
    with desktop(LARGE) as desk:
        user_profile(desk, ARTICLE_0)
        filled(desk, start_emulator_sudoku(desk, ROW_0, scale=scale), ROW_0, "mine")


def test_row_1_a_page_with_a_table_is_filled_on_the_screen_like_any_window():
    """And as the page itself has it: test_web.py."""
    with desktop() as desk:
        filled(desk, start_sudoku_table(desk, ROW_1), ROW_1, "sudoku-table")


@pytest.mark.parametrize(
    ("profile", "options"),
    [
        (bundled("2048/emulator-2048", "goal = { moves = 8 }"), {}),
        (bundled("2048/emulator-2048", "goal = { moves = 8 }"), {"n": 5, "scale": 1.25}),
        (bundled("2048/emulator-2048", "goal = { moves = 8 }"), {"board": ",".join(map(str, HIGH))}),
        (
            bundled("2048/emulator-2048", "goal = { moves = 8 }", '"#edcf72" = 0').replace('"#edcf72" = 0', "")
            .replace('"#edc22e" = [2048,', '"#edc22e" = [128, 256, 512, 1024, 2048,'),
            {"board": ",".join(map(str, HIGH)), "shared": 128},
        ),
        (bundled("2048/emulator-2048").replace("[palette]", ARTICLE_2 + "[palette]"), {}),
    ],
    ids=["default", "5 x 5", "resumed", "high tiles share a colour", "as the article did it"],
)  # fmt: skip
def test_row_2_an_emulators_2048_is_played_by_swipes(profile, options):
    with desktop() as desk:
        user_profile(desk, profile)
        with session(desk, lambda desk: start_emulator_2048(desk, **options)) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert (ended["outcome"], ended["profile"]) == ("verified", "mine"), str(ended)
            boards = believed(play.resident.newest_record().parent)
            truth = play.game.truth()
            assert ended["moves"] == len(truth.moves)
            assert boards == play.game.boards()
            assert boards[-1] == truth.board


@pytest.mark.parametrize("scale", [1, 1.25, 1.5])
def test_row_3_a_board_known_by_its_colour_is_read_by_pictures_and_filled_by_clicks_and_keys(scale):
    with desktop(LARGE) as desk:
        filled(desk, start_zenkai(desk, ROW_0, scale=scale, at="37,53"), ROW_0, "zenkai")


def test_row_3_the_countdown_passes_before_the_first_click():
    with desktop() as desk:
        user_profile(desk, bundled("sudoku/zenkai", "pace = { countdown = 2 }", 'read = "glyphs"'))
        ended = filled(desk, start_zenkai(desk, ROW_0), ROW_0, "mine")
        assert ended["ms"]["total"] >= 2000
