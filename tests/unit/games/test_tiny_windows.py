"""Windows of a pixel's width or height: there is no board in them, and no reader falls over them."""

from pathlib import Path

import numpy as np
import pytest

from gridpilot.capture import Capture
from gridpilot.games import game, sliding_game
from gridpilot.geometry import Rect, View
from gridpilot.reading import NET
from gridpilot.vision.lattice import search

SIDES = (1, 2, 3, 5, 11, 12, 32, 33, 40)


@pytest.mark.parametrize("wide", SIDES)
@pytest.mark.parametrize("shade", ["noise", "plain"])
def test_in_a_window_of_any_tiny_size_no_game_finds_a_board(wide, shade):
    eyes = sliding_game("2048", Path()).eyes("")
    chance = np.random.default_rng(wide)
    for high in (*SIDES, 900):
        pixels = chance.integers(0, 256, (high, wide, 3), np.uint8) * np.uint8(shade == "noise")
        for turned in (pixels, np.ascontiguousarray(pixels.transpose(1, 0, 2))):
            rows, columns, _ = turned.shape
            capture = Capture(turned, View(Rect(0, 0, columns, rows), columns, rows))
            assert game("sudoku").read(capture, None, NET) is None
            assert eyes.read(capture, None, NET) is None
            assert search.find(turned) == []
