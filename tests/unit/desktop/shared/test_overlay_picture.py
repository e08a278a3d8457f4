"""The picture of an overlay: what is drawn, and nothing beside it."""

from __future__ import annotations

import pytest

from gridpilot.desktop.shared import overlay_picture
from gridpilot.drawing import Drawing, Line, Sign, Tone
from gridpilot.geometry import Point, Rect

ROOM = Rect(0, 0, 800, 600)
BOARD = Rect(100, 100, 400, 400)
ACCENTS = (217, 70, 0), (251, 146, 60)  # a dark one, with a light rim, and a light one
RIMS = overlay_picture.LIGHT, overlay_picture.DARK


def seen(drawing: Drawing) -> set[tuple[int, int, int]]:
    """The colours of what is on the screen."""
    picture = overlay_picture.drawn(drawing, ROOM)
    pixels = zip(picture.image.get_flattened_data(), picture.mask.get_flattened_data(), strict=True)
    return {colour for colour, is_there in pixels if is_there}


@pytest.mark.parametrize("tone", Tone)
@pytest.mark.parametrize("side", [8, 11, 20, 36, 72])
def test_a_sign_has_its_colour_and_that_of_its_rim_and_no_other(tone: Tone, side: int) -> None:
    """Nothing is half of a colour: what lies below is not known when it is drawn."""
    signs = tuple(Sign(str(value), Rect(100, 20 + 60 * value, side, side), tone) for value in range(1, 10))
    assert seen(Drawing(BOARD, "", ACCENTS, 18, (), signs)) == {ACCENTS[tone], RIMS[tone]}


@pytest.mark.parametrize("tone", Tone)
def test_neither_has_a_line(tone: Tone) -> None:
    lines = Line(Point(100, 100), Point(470, 311), tone, 3, arrow=True), Line(Point(90, 200), Point(90, 400), tone, 7)
    assert seen(Drawing(BOARD, "", ACCENTS, 18, lines)) == {ACCENTS[tone], RIMS[tone]}
