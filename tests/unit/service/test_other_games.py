"""Pictures of real games: each is named to who looks for the other one, and none is named for what it is not."""

import json
from pathlib import Path

import pytest

from gridpilot import paths
from gridpilot.games import game, sliding_game
from gridpilot.service import other_games
from gridpilot.vision import pictures

SCREENS = Path(__file__).parents[2] / "corpus" / "screens"
OTHER = {"2048": "sudoku", "sudoku": "2048"}
INDEX = json.loads((SCREENS / "index.json").read_text("utf-8"))


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["file"])
def test_a_window_is_named_for_the_game_that_it_shows_and_no_other(entry, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "find", lambda: type("Found", (), {"config_file": tmp_path / "config.toml"}))
    capture = pictures.load(SCREENS / entry["file"])
    made = game, lambda name: sliding_game(name, tmp_path, tmp_path)
    said = {name: other_games.others(asked, *made)(capture) for name, asked in OTHER.items()}
    sentence = {
        "2048": "It shows a game of 2048: press Ctrl+Alt+2 for that.",
        "sudoku": "It shows a game of sudoku: press Ctrl+Alt+S for that.",
    }
    assert said == {game: sentence[game] if game == entry["kind"] else "" for game in said}


def test_without_a_key_the_command_is_named(tmp_path, monkeypatch):
    file = tmp_path / "config.toml"
    file.write_text('[hotkeys]\nplay = ""\n', "utf-8")
    monkeypatch.setattr(paths, "find", lambda: type("Found", (), {"config_file": file}))
    assert other_games.keys("2048") == "gridpilot play"
    assert other_games.keys("sudoku") == "Ctrl+Alt+S"
