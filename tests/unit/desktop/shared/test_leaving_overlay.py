"""An overlay leaves by itself. Time is the test's own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from fakes.board_window import WINDOW, FakeClock

from gridpilot.capture import Capture
from gridpilot.coach.shown import Shown
from gridpilot.desktop.shared.leaving_overlay import LeavingOverlay
from gridpilot.drawing import Drawing, Line
from gridpilot.geometry import Box, Point, Rect, View
from gridpilot.outcome import StopReason

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.desktop.shared.overlay_picture import Picture

AREA = Rect(0, 0, 90, 90)
PICTURE = Capture(np.full((90, 90, 3), 255, np.uint8), View(AREA, 90, 90))
BOXES = (Box(0.0, 0.0, 90.0, 90.0),)
DRAWING = Drawing(AREA, "Look at row 1.", ((37, 99, 235), (217, 70, 0)), 15, (Line(Point(1, 1), Point(80, 1)),))


@dataclass
class Timers:
    """What `threading.Timer` makes, but that time passes when the test says."""

    now: float = 0.0
    due: list[tuple[float, Timer]] = field(default_factory=list)

    def __call__(self, seconds: float, call: Callable[..., object], words: tuple[object, ...]) -> Timer:
        return Timer(self, seconds, call, words)

    def pass_on(self, seconds: float) -> None:
        self.now += seconds
        for at, timer in list(self.due):
            if at <= self.now:
                self.due.remove((at, timer))
                timer.call(*timer.words)


@dataclass
class Timer:
    timers: Timers
    seconds: float
    call: Callable[..., object]
    words: tuple[object, ...]
    daemon: bool = False

    def start(self) -> None:
        self.timers.due.append((self.timers.now + self.seconds, self))

    def cancel(self) -> None:
        self.timers.due = [each for each in self.timers.due if each[1] is not self]


class Watch:
    """Tells `leave` what the user does once the test says so."""

    def __init__(self) -> None:
        self.tell: Callable[[StopReason], object] = lambda _: None

    def start(self, _window: object, tell: Callable[[StopReason], object]) -> None:
        self.tell = tell

    def stop(self) -> None:
        self.tell = lambda _: None


class OnScreen(LeavingOverlay[str]):
    """The real one, but for the system's window."""

    def __init__(self, watch: Watch, timers: Timers) -> None:
        super().__init__(watch, timers)  # type: ignore[arg-type]
        self.panes: list[str] = []
        self.made = 0

    def _made(self, picture: Picture) -> str:
        self.made += 1
        self.panes.append(f"pane {self.made}")
        return self.panes[-1]

    def _close(self, pane: str) -> None:
        self.panes.remove(pane)

    def _monitor(self, board: Rect) -> Rect:
        return Rect(0, 0, 800, 600)


class Screen:
    def capture(self, _area: Rect) -> Capture:
        return PICTURE


@dataclass
class Board:
    watch: Watch = field(default_factory=Watch)
    timers: Timers = field(default_factory=Timers)
    gone: list[StopReason] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.overlay = OnScreen(self.watch, self.timers)
        self.shown = Shown(self.overlay, Screen(), FakeClock(), watches=False)  # type: ignore[arg-type]

    def put_up(self) -> None:
        self.shown.put_up(DRAWING, replace(WINDOW, content=AREA), PICTURE, BOXES, self.gone.append)


def test_it_leaves_after_twenty_seconds_and_not_before() -> None:
    board = Board()
    board.put_up()
    board.timers.pass_on(19.9)
    assert board.overlay.panes == ["pane 1"]
    assert not board.gone
    board.timers.pass_on(0.2)
    assert board.overlay.panes == []
    assert board.gone == [StopReason.BUDGET]
    assert not board.shown.is_up()


def test_each_has_twenty_seconds_of_its_own() -> None:
    board = Board()
    board.put_up()
    board.timers.pass_on(15)
    board.put_up()
    board.timers.pass_on(19.9)
    assert board.overlay.panes == ["pane 2"]
    assert not board.gone
    board.timers.pass_on(0.2)
    assert board.overlay.panes == []
    assert board.gone == [StopReason.BUDGET]


@pytest.mark.parametrize("reason", [StopReason.USER_KEY, StopReason.ESCAPE, StopReason.FOCUS_LOST])
def test_what_the_user_does_ends_it_at_once_and_its_end_is_told_once(reason: StopReason) -> None:
    board = Board()
    board.put_up()
    tell = board.watch.tell
    for each in (reason, StopReason.WINDOW_MOVED):
        tell(each)
    board.timers.pass_on(30)
    assert board.overlay.panes == []
    assert board.gone == [reason]


def test_what_is_taken_down_is_not_told_to_have_gone() -> None:
    board = Board()
    board.put_up()
    board.shown.take_down()
    board.timers.pass_on(30)
    assert board.overlay.panes == []
    assert board.gone == []
