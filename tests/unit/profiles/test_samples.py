from __future__ import annotations

from pathlib import Path

import pytest

from gridpilot.games import game
from gridpilot.games.sudoku.solver import Unique, solve
from gridpilot.games.twenty48 import reader
from gridpilot.profiles import bundled
from gridpilot.profiles.store import read_profile
from gridpilot.vision.pictures import load

FOLDERS = sorted(path.parent for path in bundled().glob("*/*/profile.toml"))


def of_game(name: str) -> list[object]:
    return [pytest.param(folder, id=folder.name) for folder in FOLDERS if folder.parent.name == name]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_bundled_profile_is_valid(folder: Path) -> None:
    profile, problems = read_profile(folder / "profile.toml")
    assert problems == []
    assert profile is not None
    assert (profile.game, profile.name) == (folder.parent.name, folder.name)


@pytest.mark.parametrize("folder", of_game("sudoku"))
def test_the_sample_of_a_sudoku_profile_is_read_exactly(folder: Path) -> None:
    board = tuple(int(text) if text.isdigit() else 0 for text in (folder / "sample.txt").read_text().strip())
    played = game("sudoku")
    found = played.read(load(folder / "sample.png"))
    assert found is not None
    assert found.board == board
    solved = solve(board)
    assert isinstance(solved, Unique)
    decision = played.decide(found)
    assert (decision.ending, decision.solution) == (None, solved.solution)


@pytest.mark.parametrize("folder", of_game("2048"))
def test_the_sample_of_a_2048_profile_is_read_exactly(folder: Path) -> None:
    lines = (folder / "sample.txt").read_text().splitlines()
    found = reader.read(load(folder / "sample.png"))
    assert found is not None
    assert (found.board, found.size) == (tuple(int(word) for line in lines for word in line.split()), 4)
    assert not found.doubts
