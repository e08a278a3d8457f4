"""Pointer and keys of the session that the desktop's portal has shared, in order, whichever way it takes them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from gridpilot.desktop import Focus
from gridpilot.desktop.portal.cast import Cast
from gridpilot.desktop.portal.hotkeys import REPEATS
from gridpilot.desktop.portal.remote import Remote
from gridpilot.desktop.shared import asked
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, between
from gridpilot.outcome import StopReason
from gridpilot.plan import Key
from gridpilot.window import Window

HELD_BACK = 0.005  # s between press and release where the pointer has another place by then; as on X11
DRAG_STEPS, DRAG_PAUSE = 5, 0.004  # as on X11


class PortalInput:
    def __init__(self, cast: Cast, focus: Focus | None = None) -> None:
        """`focus`, where the desktop tells which window has it."""
        self._cast = cast
        self._focus = focus
        self._waiting: list[Key] = []  # to be pressed with the next one
        self._down: set[Key] = set()
        self._button_down = False
        self._released: dict[Key, float] = {}

    @property
    def at_once(self) -> bool:
        with self._cast.remote() as remote:
            return remote.hands.at_once

    def pointer(self) -> Point:
        return self._cast.pointer()

    def move(self, to: Point) -> None:
        with self._cast.remote() as remote:
            self._motion(remote, to)
            remote.hands.send()

    def click(
        self, at: Point, then: Point | None = None, hold: float = 0.0, into: Window | None = None
    ) -> StopReason | None:
        with self._cast.remote() as remote:
            if hindrance := self._hindrance(into, remote, at):
                return hindrance
            self._motion(remote, at)
            self._button(remote, press=True)
            if hold or then is not None:
                if then is not None:
                    self._motion(remote, then)
                remote.hands.send()
                time.sleep(hold or HELD_BACK)
                self._motion(remote, at)
            self._button(remote, press=False)
            if then is not None:
                self._motion(remote, then)
            remote.hands.send()
        return None

    def click_and_press(self, at: Point, key: Key, into: Window | None = None) -> StopReason | None:
        with self._cast.remote() as remote:
            remote.hands.check(key)
            if hindrance := self._hindrance(into, remote, at):
                return hindrance
            self._motion(remote, at)
            for press in (True, False):
                self._button(remote, press=press)
            for press in (True, False):
                self._key(remote, key, press=press)
            remote.hands.send()
        return None

    def drag(self, start: Point, end: Point, into: Window | None = None) -> StopReason | None:
        with self._cast.remote() as remote:
            if hindrance := self._hindrance(into, remote, start):
                return hindrance
            self._motion(remote, start)
            self._button(remote, press=True)
            for step in range(1, DRAG_STEPS + 1):
                remote.hands.send()
                time.sleep(DRAG_PAUSE)
                self._motion(remote, between(start, end, step / DRAG_STEPS))
            self._button(remote, press=False)
            remote.hands.send()
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
        """The lock is not held while a key is down: `release_all` may let go of it from another thread."""
        latest = max((self._released.get(key, 0.0) for key in keys), default=0.0)
        time.sleep(max(0.0, latest + apart - time.monotonic()))
        with self._cast.remote() as remote:
            for key in keys:
                remote.hands.check(key)
            if hindrance := self._hindrance(into, remote, over):
                self._waiting.clear()
                return hindrance
            self._waiting += keys if while_down is None else keys[:-1]
            if more:
                return None
            self._tap_waiting(remote)
            if while_down is not None:
                self._key(remote, keys[-1], press=True)
            remote.hands.send()
        if while_down is not None:
            try:
                while_down()
            finally:
                with self._cast.remote() as remote:
                    self._key(remote, keys[-1], press=False)
                    remote.hands.send()
        return None

    def flush(self) -> None:
        with self._cast.remote() as remote:
            self._tap_waiting(remote)
            remote.hands.sync()

    def wait_released(self, timeout: float) -> bool:
        return asked.wait_let_go(timeout, REPEATS)

    def aids(self) -> tuple[str, ...]:
        """The portal does not tell."""
        return ()

    def release_all(self) -> None:
        self._waiting.clear()
        if not self._down and not self._button_down:
            return
        with contextlib.suppress(EnvironmentFault), self._cast.remote() as remote:
            for key in tuple(self._down):
                self._key(remote, key, press=False)
            if self._button_down:
                self._button(remote, press=False)
            remote.hands.send()

    def close(self) -> None:
        self.release_all()
        self._cast.close()

    def _hindrance(self, into: Window | None, remote: Remote, at: Point | None) -> StopReason | None:
        if into is not None and self._focus is not None:
            return self._focus.hindrance(into, at)
        moved = into is not None and into.content != remote.monitor.area
        return StopReason.WINDOW_MOVED if moved else None

    def _tap_waiting(self, remote: Remote) -> None:
        keys, self._waiting = self._waiting, []
        for key in keys:
            self._key(remote, key, press=True)
            self._key(remote, key, press=False)

    def _motion(self, remote: Remote, to: Point) -> None:
        corner = remote.monitor.area
        place = Point(to.x - corner.x, to.y - corner.y)
        self._cast.expect(place)
        remote.hands.move(place)

    def _button(self, remote: Remote, *, press: bool) -> None:
        self._button_down = press
        remote.hands.button(press=press)

    def _key(self, remote: Remote, key: Key, *, press: bool) -> None:
        (self._down.add if press else self._down.discard)(key)
        remote.hands.key(key, press=press)
        if not press:
            self._released[key] = time.monotonic()
