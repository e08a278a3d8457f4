"""Strokes of other widths: what is trained on must still be the sign that it is labelled as."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from glyph_painter import reweighted
from PIL import Image, ImageDraw, ImageFont


def drawn(text: str) -> np.ndarray:
    paper = Image.new("L", (96, 96))
    ImageDraw.Draw(paper).text((48, 48), text, 255, ImageFont.load_default(72), "mm")
    return np.asarray(paper)


def holes(mask: np.ndarray) -> int:
    return cv2.connectedComponents((mask <= 127).astype(np.uint8), connectivity=4)[0] - 2


@pytest.mark.parametrize("text", "0123456789")
@pytest.mark.parametrize("heavier", [0.5, 0.8, 1.3, 1.6])
def test_a_sign_keeps_its_holes(text, heavier):
    before, after = drawn(text), reweighted(drawn(text), heavier, 1.4)
    assert holes(after) == holes(before)
    if not np.array_equal(after, before):
        assert ((after > 127).sum() > (before > 127).sum()) == (heavier > 1)


def test_strokes_become_wider_and_thinner():
    thin, plain, bold = ((reweighted(drawn("2"), heavier, 1.4) > 127).sum() for heavier in (0.6, 1.0, 1.5))
    assert thin < 0.8 * plain < plain < bold / 1.2


def test_an_eight_is_not_filled_in_nor_worn_through():
    for heavier in (0.05, 6.0):
        assert (reweighted(drawn("8"), heavier, 1.4) == drawn("8")).all()
