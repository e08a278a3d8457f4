from __future__ import annotations

from pathlib import Path

import pytest

from gridpilot.games import game
from gridpilot.games.sudoku.solver import Unique, solve
from gridpilot.profiles import bundled
from gridpilot.profiles.store import read_profile
from gridpilot.vision.pictures import load

PROFILES = sorted(path.parent for path in bundled().glob("*/*/profile.toml"))


@pytest.mark.parametrize("folder", PROFILES, ids=lambda folder: folder.name)
def test_a_bundled_profile_is_valid_and_its_sample_is_read_exactly(folder: Path) -> None:
    profile, problems = read_profile(folder / "profile.toml")
    assert problems == []
    assert profile is not None
    board = tuple(int(text) if text.isdigit() else 0 for text in (folder / "sample.txt").read_text().strip())
    played = game(profile.game)
    found = played.read(load(folder / "sample.png"))
    assert found is not None
    assert found.board == board
    solved = solve(board)
    assert isinstance(solved, Unique)
    decision = played.decide(found)
    assert (decision.ending, decision.solution) == (None, solved.solution)
