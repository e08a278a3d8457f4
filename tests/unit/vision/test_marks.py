"""Digits and marks in the cells of one board, by glyphs whose classes are given."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gridpilot.reading import Kind
from gridpilot.vision.glyphs import Blob, Tiles
from gridpilot.vision.marks import _decide
from gridpilot.vision.norm import Candidate, Norm

SIDE = 40
TILES = Tiles(
    np.zeros((1, SIDE, SIDE, 3), np.uint8), np.zeros((1, SIDE, SIDE), np.uint8), np.zeros((1, 3), np.uint8),
    np.zeros(1, np.uint8), ((),),
)  # fmt: skip
NORM = Norm(height=24, low={}, across=0, down=0, sway=0)


def three(sure: float, pieces: int = 2, tallest: int = 12) -> Candidate:
    """What looks like a 3 of the board's height, in so many pieces."""
    chances = [0.0, 0, 0, sure, 0, 0, 0, 0, 0, 0, 1 - sure]
    return Candidate(Blob(12, 8, 14, 24, 120), chances, pieces, tallest)


@pytest.mark.parametrize("sure", [0.6, 0.9])
def test_low_pieces_one_above_the_other_are_neither_surely_a_digit_nor_surely_marks(sure):
    assert _decide(TILES, 0, three(sure), NORM, 9).kind is Kind.UNKNOWN


def test_a_digit_in_pieces_that_is_surely_one_is_read():
    assert _decide(TILES, 0, three(0.999), NORM, 9).value == 3


def test_a_digit_in_one_piece_may_be_less_sure():
    assert _decide(TILES, 0, replace(three(0.9), count=1, tallest=24), NORM, 9).value == 3
