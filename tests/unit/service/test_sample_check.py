"""Every bundled profile is held against its own sample, as its own reader reads it, at four scales."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gridpilot.games import GAMES, game
from gridpilot.games.sudoku.solve.solver import Unique, solve
from gridpilot.profiles import bundled
from gridpilot.profiles.store import read_profile
from gridpilot.reading import Read
from gridpilot.service.sample_check import SCALES, held
from gridpilot.vision.pictures import load

FOLDERS = sorted(path.parent for path in bundled().glob("*/*/profile.toml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_bundled_profile_is_valid(folder: Path) -> None:
    profile, problems = read_profile(folder / "profile.toml")
    assert problems == []
    assert profile is not None
    assert (profile.game, profile.name) == (folder.parent.name, folder.name)


@pytest.mark.parametrize("percent", SCALES)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_sample_of_a_bundled_profile_is_read_at_every_scale(folder: Path, percent: int) -> None:
    profile, _ = read_profile(folder / "profile.toml")
    assert profile is not None
    if profile.recogniser.read is Read.TESSERACT and shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")
    (verdict,) = held(profile, (percent,))
    assert verdict.why == ""


@pytest.mark.parametrize("folder", [f for f in FOLDERS if f.parent.name == "sudoku"], ids=lambda folder: folder.name)
def test_the_sample_of_a_sudoku_profile_would_be_typed(folder: Path) -> None:
    board, _ = GAMES["sudoku"].notation().parsed((folder / "sample.txt").read_text())
    played = game("sudoku")
    found = played.read(load(folder / "sample.png"))
    assert found is not None
    solved = solve(board)
    assert isinstance(solved, Unique)
    decision = played.decide(found)
    assert (decision.ending, decision.solution) == (None, solved.solution)


def test_a_sample_that_says_something_else_names_the_cell(tmp_path: Path) -> None:
    for file in (bundled() / "sudoku" / "practice").iterdir():
        shutil.copy(file, tmp_path)
    text = (tmp_path / "sample.txt").read_text()
    at = next(index for index, sign in enumerate(text) if sign.isdigit())
    (tmp_path / "sample.txt").write_text(text[:at] + str(int(text[at]) % 9 + 1) + text[at + 1 :])
    profile, _ = read_profile(tmp_path / "profile.toml")
    assert profile is not None
    (verdict,) = held(profile, (100,))
    assert verdict.why == f"r{at // 9 + 1}c{at % 9 + 1} were not read as sample.txt says"
