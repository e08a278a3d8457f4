"""What is shown over a board is gone from the screen before the board is read, however late a compositor draws that."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from fakes.board_window import WINDOW, FakeClock
from programs import wait_for

from gridpilot.capture import Capture
from gridpilot.coach.shown import LONGEST, STILL, Shown, has_other_ink
from gridpilot.drawing import Drawing, Line
from gridpilot.geometry import Box, Point, Rect, View
from gridpilot.outcome import StopReason
from gridpilot.pilot.guard.abort import Abort

AREA = Rect(0, 0, 90, 90)
BOXES = tuple(Box(10.0 * col, 10.0 * row, 10.0 * col + 10, 10.0 * row + 10) for row in range(9) for col in range(9))
ACCENTS = (37, 99, 235), (217, 70, 0)
Gone = Callable[[StopReason], None]
DRAWING = Drawing(AREA, "Look at row 1.", ACCENTS, 15, (Line(Point(1, 1), Point(80, 1)),))


def picture(*, accent: bool = False, digit: bool = False, faint: bool = False) -> Capture:
    pixels = np.full((90, 90, 3), 255, np.uint8)
    if digit:
        pixels[42:48, 42:48] = 0
    if accent or faint:
        pixels[20:24] = (235, 99, 37) if accent else (245, 150, 100)
    return Capture(pixels, View(AREA, 90, 90))


class FakeOverlay:
    def __init__(self) -> None:
        self.up = False

    def show(self, _drawing: object, _window: object, _seconds: float, on_gone: Gone) -> None:
        self.up = True
        self.leave = on_gone

    def hide(self) -> None:
        self.up = False

    def shown(self) -> bool:
        return self.up


class FakeScreen:
    """Shows the overlay's pixels as long as the test says."""

    def __init__(self) -> None:
        self.now = picture()
        self.late: list[Capture] = []
        self.looks = 0

    def capture(self, _area: Rect) -> Capture:
        self.looks += 1
        return self.late.pop(0) if self.late else self.now


def shown(screen: FakeScreen, *, watches: bool) -> Shown:
    return Shown(FakeOverlay(), screen, FakeClock(), watches=watches)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [2 * STILL, LONGEST, 2 * LONGEST])
def test_it_is_taken_down_only_once_nothing_of_it_is_seen(seconds: float) -> None:
    """A picture with it that does not change for a while is none without it."""
    screen = FakeScreen()
    made = shown(screen, watches=False)
    made.put_up(DRAWING, replace(WINDOW, content=AREA), screen.now, BOXES)
    screen.late = [picture(accent=True)] * round(seconds / 0.012)
    made.take_down()
    assert not screen.late


def test_another_look_of_the_board_is_not_waited_for_longer_than_it_is_still() -> None:
    screen = FakeScreen()
    made = shown(screen, watches=False)
    made.put_up(DRAWING, replace(WINDOW, content=AREA), screen.now, BOXES)
    screen.now = picture(digit=True)
    made.take_down()
    assert screen.looks < 2 * STILL / 0.01


def test_one_that_has_gone_by_itself_long_ago_is_not_waited_for() -> None:
    screen = FakeScreen()
    made = shown(screen, watches=False)
    made.put_up(DRAWING, replace(WINDOW, content=AREA), screen.now, BOXES)
    made._overlay.leave(StopReason.USER_KEY)  # type: ignore[attr-defined]
    made._clock.wait(2 * LONGEST, Abort())
    screen.now = picture(digit=True)
    made.take_down()
    assert screen.looks <= 2


def test_a_selection_below_a_sign_is_no_other_digit_and_a_digit_is() -> None:
    """The sign's rim, white on white before, stands out from the selection's ground."""

    def cell(ground: tuple[int, int, int], *, sign: bool = True, digit: bool = False) -> Capture:
        made = picture()
        made.pixels[40:50, 40:50] = ground
        if digit:
            made.pixels[42:48, 46:48] = 0
        if sign:
            made.pixels[41:49, 42:46] = 255
            made.pixels[42:48, 43:45] = (0, 70, 217)
        return made

    white, tint = (255, 255, 255), (254, 214, 180)
    first, plain = cell(white), cell(white, sign=False)
    assert not has_other_ink(first, cell(tint), BOXES, plain)
    assert has_other_ink(first, cell(tint, digit=True), BOXES, plain)


def test_what_is_drawn_late_is_no_other_digit_below_it_and_a_digit_is() -> None:
    gone: list[StopReason] = []
    told = threading.Event()
    screen = FakeScreen()
    made = shown(screen, watches=True)
    screen.late = [picture(), picture(faint=True), picture(accent=True), picture(accent=True)]
    screen.now = picture(accent=True)
    made.put_up(DRAWING, replace(WINDOW, content=AREA), picture(), BOXES, lambda why: (gone.append(why), told.set()))
    wait_for(lambda: screen.looks > 5, what="some looks")
    assert not gone
    screen.now = picture(accent=True, digit=True)
    assert told.wait(30)
    assert gone == [StopReason.BOARD_CHANGED]
    made.take_down()
