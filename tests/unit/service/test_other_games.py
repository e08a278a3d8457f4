"""Pictures of real games: each is named to who looks for the other one, and none is named for what it is not; of a part
it is said where the rest is.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from gridpilot import paths
from gridpilot.capture import Capture
from gridpilot.games import game, sliding_game
from gridpilot.geometry import Rect, Side, View
from gridpilot.service import other_games
from gridpilot.texts import hurdles
from gridpilot.vision import pictures

SCREENS = Path(__file__).parents[2] / "corpus" / "screens"
OTHER = {"2048": "sudoku", "sudoku": "2048"}
LARGE = "gnome-sudoku_s1_110.png", "gnome-sudoku_s2_110_Adwaita-dark.png", "sgt-solo_s1_100.png"
INDEX = json.loads((SCREENS / "index.json").read_text("utf-8"))


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["file"])
def test_a_window_is_named_for_the_game_that_it_shows_and_no_other(entry, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "find", lambda: type("Found", (), {"config_file": tmp_path / "config.toml"}))
    capture = pictures.load(SCREENS / entry["file"])
    made = game, lambda name: sliding_game(name, tmp_path)
    said = {name: other_games.others(asked, *made)(capture) for name, asked in OTHER.items()}
    sentence = {
        "2048": "It shows a game of 2048: press Ctrl+Alt+2 for that.",
        "sudoku": "It shows a game of sudoku: press Ctrl+Alt+S for that.",
    }
    assert said == {game: sentence[game] if game == entry["kind"] else "" for game in said}


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("cells", [0.4, 1.5, 2.6, 3.5, 5])
@pytest.mark.parametrize(
    "file", ["gnome-sudoku_s1_110.png", "gnome-sudoku_s2_110_Adwaita-dark.png", "sgt-solo_s1_100.png"]
)
def test_of_a_board_that_is_seen_in_part_it_says_where_it_goes_on(file, cells, side, tmp_path):
    whole = pictures.load(SCREENS / file)
    extent = game("sudoku").read(whole).extent
    hidden = round(cells * extent.width / 9)
    left, top, right, bottom = (round(at) for at in (extent.x0, extent.y0, extent.x1, extent.y1))
    shown = {
        Side.TOP: np.s_[top + hidden :],
        Side.RIGHT: np.s_[:, : right - hidden],
        Side.BOTTOM: np.s_[: bottom - hidden],
        Side.LEFT: np.s_[:, left + hidden :],
    }
    pixels = np.ascontiguousarray(whole.pixels[shown[side]])
    height, width = pixels.shape[:2]
    part = Capture(pixels, View(Rect(0, 0, width, height), width, height))
    said = other_games.others("sudoku", game, lambda name: sliding_game(name, tmp_path))(part)
    assert f"goes on beyond the {side} of the window: scroll" in said


@pytest.mark.parametrize(
    ("name", "told"), [("killer", "a killer sudoku"), ("diagonals", "diagonals are coloured"), ("8x8", "8 by 8 cells")]
)
def test_a_board_of_other_rules_is_told_as_what_it_is(name, told, tmp_path):
    capture = pictures.load(SCREENS / "variants" / f"sgt-solo_{name}_s1.png")
    said = other_games.others("sudoku", game, lambda each: sliding_game(each, tmp_path))(capture)
    assert told in said
    assert "by hand" in said


@pytest.mark.parametrize("side", Side)
def test_only_where_the_window_itself_goes_on_there_it_is_to_be_moved(side):
    missing = frozenset({side})
    assert f"goes on beyond the {side} of the screen: move the window" in hurdles.cut_off(missing, frozenset(Side))
    assert f"goes on beyond the {side} of the window: scroll" in hurdles.cut_off(missing, frozenset(Side) - missing)


def test_without_a_key_the_command_is_named(tmp_path, monkeypatch):
    file = tmp_path / "config.toml"
    file.write_text('[hotkeys]\nplay = ""\n', "utf-8")
    monkeypatch.setattr(paths, "find", lambda: type("Found", (), {"config_file": file}))
    assert other_games.keys("2048") == "gridpilot play"
    assert other_games.keys("sudoku") == "Ctrl+Alt+S"
