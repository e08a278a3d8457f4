"""Digits that do not count before they are confirmed: told from a given of the same digit by their looks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.games.sudoku.reading.entered import sketched
from gridpilot.geometry import Box

LOOKS: dict[str, tuple[dict[str, Any], bool]] = {
    "the same": ({"ink": "#111111"}, False),
    "dark grey": ({"ink": "#444444"}, False),
    "blue": ({"ink": "#1c5fd0"}, False),
    "pale blue": ({"ink": "#7f9fe8"}, False),
    "grey": ({"ink": "#808080"}, True),
    "grey on the colour of a selection": ({"ink": "#808080", "ground": "#ffe08a"}, True),
    "black on the colour of a selection": ({"ink": "#111111", "ground": "#ffe08a"}, False),
    "black on the dark grey of the pointer's cell": ({"ink": "#111111", "ground": "#999999"}, False),
    "pale on the dark grey of the pointer's cell": ({"ink": "#606060", "ground": "#999999"}, True),
    "small": ({"ink": "#111111", "size": 14}, True),
    "aside": ({"ink": "#111111", "at": (14, 12)}, True),
    "none": ({"ink": "#ffffff"}, False),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("dark", [False, True])
def test_a_sketch_is_told_by_its_size_its_place_or_its_pale_grey(look: str, dark: bool) -> None:
    drawn, expected = LOOKS[look]
    picture = Image.new("RGB", (100, 50), "white")
    draw_digit(picture, 0, ink="#111111")
    draw_digit(picture, 50, **drawn)
    pixels = np.array(picture)
    pixels = 255 - pixels if dark else pixels
    assert sketched(pixels, Box(50, 0, 100, 50), Box(0, 0, 50, 50)) is expected


def draw_digit(
    picture: Image.Image,
    left: int,
    ink: str,
    ground: str = "white",
    size: int = 30,
    at: tuple[int, int] = (25, 25),
) -> None:
    pen = ImageDraw.Draw(picture)
    pen.rectangle((left, 0, left + 49, 49), fill=ground)
    pen.text((left + at[0], at[1]), "7", ink, ImageFont.load_default(size), anchor="mm")
