"""A pointer and a keyboard that write down what they do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gridpilot.geometry import Point
from gridpilot.outcome import StopReason

if TYPE_CHECKING:
    from collections.abc import Callable

    from fakes.desktop.focus import FakeFocus
    from gridpilot.plan import Key
    from gridpilot.window import Window


@dataclass(frozen=True, slots=True)
class Moved:
    to: Point


@dataclass(frozen=True, slots=True)
class Clicked:
    at: Point
    hold: float = 0.0


@dataclass(frozen=True, slots=True)
class Dragged:
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Pressed:
    key: Key
    held: bool = field(default=False, compare=False)


Event = Moved | Clicked | Dragged | Pressed


class FakeInput:
    """`events` in order; `releases` counts `release_all`; set `user_lets_go` to False for a user who holds a key,
    `user_types` to True for one who has pressed one since, `at_once` to True for a system that keeps clicks and keys in
    order, `holds_back` for one that sends keys only with the last of them. `grabbed`: another program has taken the
    keyboard. `ends`: how many events there were by the end of each call; keys of one call have nothing in between.
    """

    def __init__(
        self,
        on_event: Callable[[Event], None] = lambda _: None,
        focus: FakeFocus | None = None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self.events: list[Event] = []
        self.at = Point(0, 0)
        self.flushes = 0
        self.releases = 0
        self.aids_on: tuple[str, ...] = ()
        self.user_lets_go = True
        self.user_types = False
        self.at_once = False
        self.holds_back = False
        self._waiting: list[Pressed] = []
        self.closed = False
        self.grabbed = False
        self.ends: list[int] = []
        self._on_event = on_event
        self._on_end = on_end
        self._focus = focus

    def pointer(self) -> Point:
        return self.at

    def move(self, to: Point) -> None:
        self.at = to
        self._record(Moved(to))

    def click(
        self, at: Point, then: Point | None = None, hold: float = 0.0, into: Window | None = None
    ) -> StopReason | None:
        if why := self._hindrance(into, at):
            return why
        self.at = at
        self._record(Clicked(at, hold))
        if then is not None:
            self.move(then)
        return None

    def click_and_press(self, at: Point, key: Key, into: Window | None = None) -> StopReason | None:
        return self.click(at, into=into) or self.press(key, into=into)

    def drag(self, start: Point, end: Point, into: Window | None = None) -> StopReason | None:
        if why := self._hindrance(into, start):
            return why
        self.at = end
        self._record(Dragged(start, end))
        return None

    def press(
        self,
        *keys: Key,
        into: Window | None = None,
        over: Point | None = None,
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,
        more: bool = False,
    ) -> StopReason | None:
        if self.user_types:
            return StopReason.USER_KEY
        if why := self._hindrance(into, over):
            return why
        if into and self.grabbed:
            return StopReason.GRABBED
        assert not apart or len(keys) == len(set(keys))
        self._waiting += [Pressed(key, held=while_down is not None and key == keys[-1]) for key in keys]
        if not (more and self.holds_back):
            self._send()
        if while_down:
            while_down()
        return None

    def _hindrance(self, window: Window | None, at: Point | None) -> StopReason | None:
        return self._focus.hindrance(window, at) if window and self._focus else None

    def flush(self) -> None:
        self.flushes += 1
        if self._waiting:
            self._send()

    def wait_released(self, timeout: float) -> bool:
        return self.user_lets_go

    def aids(self) -> tuple[str, ...]:
        return self.aids_on

    def release_all(self) -> None:
        self.releases += 1
        self._waiting.clear()

    def close(self) -> None:
        self.closed = True

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        self._record(*waiting)

    def _record(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self._on_event(event)
        self.ends.append(len(self.events))
        self._on_end()
