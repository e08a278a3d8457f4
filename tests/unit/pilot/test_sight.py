"""The pilot's eyes know which picture their reading was read from."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from gridpilot.capture import Capture
from gridpilot.geometry import Point, Rect, View
from gridpilot.pilot.sight import Sight, alike

AREA = Rect(0, 0, 4, 4)


class Screen:
    level = 0

    def capture(self, area):
        return Capture(np.full((4, 4, 3), self.level, np.uint8), View(area, 4, 4))


class Levels:
    """A game that reads how bright its picture is."""

    def read(self, capture, *_):
        return int(capture.pixels[0, 0, 0])

    def reread(self, capture, _like):
        return self.read(capture)


def test_a_picture_that_was_taken_between_two_looks_is_read_by_the_second():
    screen = Screen()
    sight = Sight(screen, Levels(), SimpleNamespace(content=AREA, obstacle=""), SimpleNamespace(), SimpleNamespace())
    sight.snap()
    assert sight.find(Point(1, 1), None) == 0
    screen.level = 7
    sight.snap()
    assert sight.look() == 7


def drawn(changed: int, levels: int) -> Capture:
    """100 x 100 pixels, so many of which are brighter."""
    pixels = np.full((100, 100, 3), 100, np.uint8)
    pixels[0, :changed] += levels
    return Capture(pixels, View(Rect(0, 0, 100, 100), 100, 100))


def test_what_a_browser_rounds_anew_is_no_change_but_a_faint_tint_and_a_small_cursor_are():
    assert alike(drawn(0, 0), drawn(12, 9))
    assert not alike(drawn(0, 0), drawn(100, 3))
    assert not alike(drawn(0, 0), drawn(8, 40))
