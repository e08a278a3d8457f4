"""A pointer and a keyboard that write down what they do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gridpilot.geometry import Point

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.plan import Key


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
    order.
    """

    def __init__(self, on_event: Callable[[Event], None] = lambda _: None) -> None:
        self.events: list[Event] = []
        self.at = Point(0, 0)
        self.flushes = 0
        self.releases = 0
        self.user_lets_go = True
        self.user_types = False
        self.at_once = False
        self.closed = False
        self._on_event = on_event

    def pointer(self) -> Point:
        return self.at

    def move(self, to: Point) -> None:
        self.at = to
        self._record(Moved(to))

    def click(self, at: Point, then: Point | None = None, hold: float = 0.0) -> None:
        self.at = at
        self._record(Clicked(at, hold))
        if then is not None:
            self.move(then)

    def click_and_press(self, at: Point, key: Key) -> None:
        self.click(at)
        self.press(key)

    def drag(self, start: Point, end: Point) -> None:
        self.at = end
        self._record(Dragged(start, end))

    def press(self, key: Key, while_down: Callable[[], object] | None = None, apart: float = 0.0) -> bool:
        if self.user_types:
            return False
        self._record(Pressed(key, held=while_down is not None))
        if while_down:
            while_down()
        return True

    def flush(self) -> None:
        self.flushes += 1

    def wait_released(self, timeout: float) -> bool:
        return self.user_lets_go

    def release_all(self) -> None:
        self.releases += 1

    def close(self) -> None:
        self.closed = True

    def _record(self, event: Event) -> None:
        self.events.append(event)
        self._on_event(event)
