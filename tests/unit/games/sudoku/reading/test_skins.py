"""A profile's pictures and colours read the skin that they are of; any other is read by the net."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from gridpilot.capture import Capture
from gridpilot.games import game
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Rect, View
from gridpilot.profiles import bundled
from gridpilot.profiles.store import read_profile
from gridpilot.reading import NET, Read
from gridpilot.vision.pictures import load

FOLDER = bundled() / "sudoku" / "zenkai"


@pytest.fixture(scope="module")
def zenkai():
    profile, problems = read_profile(FOLDER / "profile.toml")
    assert problems == []
    return profile


def board(folder: Path) -> tuple[int, ...]:
    return tuple(int(sign) if sign.isdigit() else 0 for sign in (folder / "sample.txt").read_text().strip())


def resized(capture: Capture, scale: float) -> Capture:
    pixels = cv2.resize(capture.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    height, width = pixels.shape[:2]
    return Capture(np.ascontiguousarray(pixels), View(Rect(0, 0, width, height), width, height))


@pytest.mark.parametrize("scale", [1, 1.25, 1.5, 2])
def test_pictures_and_the_lines_colour_alone_read_their_own_skin(zenkai, scale):
    found = reader.read(resized(load(FOLDER / "sample.png"), scale), None, zenkai.recogniser, zenkai.board)
    assert found is not None
    assert (found.board, found.recogniser.read) == (board(FOLDER), Read.TEMPLATES)


@pytest.mark.parametrize("other", ["gnome-sudoku", "sudoku-table"])
def test_another_skin_is_read_by_the_net(zenkai, other):
    folder = bundled() / "sudoku" / other
    found = game("sudoku").read(load(folder / "sample.png"), None, zenkai.recogniser, zenkai.board)
    assert found is not None
    assert (found.board, found.recogniser) == (board(folder), NET)
