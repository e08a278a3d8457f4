"""A digit's button is clicked where it is seen, and nowhere else."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from fakes.board_window import FakeClock

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Pixel, Rect, View
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands.moving_buttons import MovingButtons

PITCH = 30
PAD = {f"digit-{digit}": Pixel(20 + PITCH * digit, 40) for digit in range(1, 10)}
FIRST = slice(27, 54), slice(37, 64)  # rows and columns of the 1's button
SECOND = slice(32, 49), slice(72, 89)  # the 2's own sign


class Buttons:
    """A screen with a pad whose cells are twice as wide as its buttons; once it looks otherwise, no digit is read."""

    def __init__(self) -> None:
        self.pixels = np.full((80, 320, 3), 90, np.uint8)

    def capture(self, area: Rect) -> Capture:
        return Capture(self.pixels, View(area, 320, 80))

    def box_at(self, _cell: object) -> Box:
        return Box(0, 0, 2 * PITCH, 2 * PITCH)

    def pad_again(self, before: Capture, now: Capture, _reading: object, pad: dict[str, Pixel]) -> dict[str, Pixel]:
        return pad if (before.pixels == now.pixels).all() else {}


def seen_on(screen: Buttons) -> MovingButtons:
    window = SimpleNamespace(content=Rect(0, 0, 320, 80), obstacle="")
    sight = Sight(screen, SimpleNamespace(), window, FakeClock(), Abort())
    sight.snap()
    sight.reading = screen
    return MovingButtons(screen, sight, PAD)


@pytest.mark.parametrize(("changed", "seen"), [(FIRST, True), (SECOND, False)])
def test_a_button_is_told_by_its_own_look_whatever_the_next_one_looks_like(changed, seen):
    """As where a digit's button turns green once all of it are in."""
    screen = Buttons()
    buttons = seen_on(screen)
    screen.pixels = screen.pixels.copy()
    screen.pixels[changed] = 200
    if seen:
        assert buttons.find("digit-2", PAD["digit-2"]) == PAD["digit-2"]
    else:
        with pytest.raises(Refused):
            buttons.find("digit-2", PAD["digit-2"])


class OneUnread(Buttons):
    """The 2 is not read, as something lies over it."""

    def pad_again(self, before: Capture, now: Capture, _reading: object, pad: dict[str, Pixel]) -> dict[str, Pixel]:
        return {name: at for name, at in pad.items() if name != "digit-2"}


def test_a_button_that_is_not_read_is_clicked_as_long_as_it_looks_as_it_did():
    """Others may have moved up to its place."""
    screen = OneUnread()
    buttons = seen_on(screen)
    assert "digit-2" in buttons
    assert buttons.find("digit-2", PAD["digit-2"]) == PAD["digit-2"]
    screen.pixels = screen.pixels.copy()
    screen.pixels[SECOND] = 200
    with pytest.raises(Refused):
        buttons.find("digit-2", PAD["digit-2"])


class OneUnreadOthersPaler(OneUnread):
    """What is seen of another digit is a little off where it was."""

    def pad_again(self, before: Capture, now: Capture, _reading: object, pad: dict[str, Pixel]) -> dict[str, Pixel]:
        found = super().pad_again(before, now, _reading, pad)
        return found | {"digit-3": Pixel(pad["digit-3"].x - 0.08 * PITCH, pad["digit-3"].y)}


@pytest.mark.parametrize("screen", [OneUnread(), OneUnreadOthersPaler()], ids=["others stand", "others are paler"])
@pytest.mark.parametrize("shows", ["its digit in other colours", "something over it"])
def test_a_button_that_is_not_read_is_clicked_where_it_is_seen_in_other_colours(shows, screen):
    """One that is chosen is light on dark in some programs, and one that takes no click at the moment is pale."""
    screen.pixels[SECOND] = 30
    screen.pixels[36:45, 79:82] = 220
    buttons = seen_on(screen)
    screen.pixels = screen.pixels.copy()
    screen.pixels[SECOND] = 255
    if shows == "its digit in other colours":
        screen.pixels[36:45, 79:82] = 10
        assert buttons.find("digit-2", PAD["digit-2"]) == PAD["digit-2"]
    else:
        screen.pixels[20:60, 60:100] = 255
        with pytest.raises(Refused):
            buttons.find("digit-2", PAD["digit-2"])
