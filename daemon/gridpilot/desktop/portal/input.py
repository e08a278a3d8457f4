"""Pointer and keys by the desktop's portal. Each event is answered before the next is sent, so their order holds; but
nothing is sent together: the user's own keys and clicks may come in between.

Signs are sent as what they mean, and the desktop finds their key and level in the user's layout; all other keys by the
kernel's numbers, which are the same everywhere.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from gridpilot.desktop import Focus
from gridpilot.desktop.portal.cast import Cast
from gridpilot.desktop.portal.remote import Remote
from gridpilot.desktop.wayland.keymap import NAMED
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, between
from gridpilot.outcome import StopReason
from gridpilot.plan import KEYPAD, Key, is_sign
from gridpilot.window import Window

KEYPAD_SYMS = 0xFFB0  # the keysym of the keypad's 0; the others follow

LET_GO = 0.5  # s after the hotkey; nobody tells when its keys are let go of. Not tuned: people do within that
HELD_BACK = 0.005  # s between press and release where the pointer has another place by then; as on X11
DRAG_STEPS, DRAG_PAUSE = 5, 0.004  # as on X11


class PortalInput:
    at_once = False

    def __init__(self, cast: Cast, focus: Focus | None = None) -> None:
        """`focus`, where the desktop tells which window has it."""
        self._cast = cast
        self._focus = focus
        self._down: set[Key] = set()
        self._button_down = False
        self._released: dict[Key, float] = {}

    def pointer(self) -> Point:
        return self._cast.pointer()

    def move(self, to: Point) -> None:
        with self._cast.remote() as remote:
            self._motion(remote, to)

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
                time.sleep(hold or HELD_BACK)
                self._motion(remote, at)
            self._button(remote, press=False)
            if then is not None:
                self._motion(remote, then)
        return None

    def click_and_press(self, at: Point, key: Key, into: Window | None = None) -> StopReason | None:
        return self.click(at, into=into) or self.press(key, into=into)

    def drag(self, start: Point, end: Point, into: Window | None = None) -> StopReason | None:
        with self._cast.remote() as remote:
            if hindrance := self._hindrance(into, remote, start):
                return hindrance
            self._motion(remote, start)
            self._button(remote, press=True)
            for step in range(1, DRAG_STEPS + 1):
                time.sleep(DRAG_PAUSE)
                self._motion(remote, between(start, end, step / DRAG_STEPS))
            self._button(remote, press=False)
        return None

    def press(
        self,
        *keys: Key,
        into: Window | None = None,
        over: Point | None = None,
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,
    ) -> StopReason | None:
        """The lock is not held while a key is down: `release_all` may let go of it from another thread."""
        for key in keys:
            _check(key)
        latest = max((self._released.get(key, 0.0) for key in keys), default=0.0)
        time.sleep(max(0.0, latest + apart - time.monotonic()))
        with self._cast.remote() as remote:
            if hindrance := self._hindrance(into, remote, over):
                return hindrance
            for key in keys[:-1]:
                self._key(remote, key, press=True)
                self._key(remote, key, press=False)
            self._key(remote, keys[-1], press=True)
            if while_down is None:
                self._key(remote, keys[-1], press=False)
        if while_down is not None:
            try:
                while_down()
            finally:
                with self._cast.remote() as remote:
                    self._key(remote, keys[-1], press=False)
        return None

    def flush(self) -> None:
        """Each event was answered already."""

    def wait_released(self, timeout: float) -> bool:
        """Nobody tells whether the user holds a key; he is given the time to let go of the hotkey."""
        time.sleep(max(0.0, min(timeout, self._cast.began + LET_GO - time.monotonic())))
        return True

    def aids(self) -> tuple[str, ...]:
        """The portal does not tell."""
        return ()

    def release_all(self) -> None:
        if not self._down and not self._button_down:
            return
        with contextlib.suppress(EnvironmentFault), self._cast.remote() as remote:
            for key in tuple(self._down):
                self._key(remote, key, press=False)
            if self._button_down:
                self._button(remote, press=False)

    def close(self) -> None:
        self.release_all()
        self._cast.close()

    def _hindrance(self, into: Window | None, remote: Remote, at: Point | None) -> StopReason | None:
        if into is not None and self._focus is not None:
            return self._focus.hindrance(into, at)
        moved = into is not None and into.content != remote.monitor.area
        return StopReason.WINDOW_MOVED if moved else None

    def _motion(self, remote: Remote, to: Point) -> None:
        corner = remote.monitor.area
        place = Point(to.x - corner.x, to.y - corner.y)
        self._cast.expect(place)
        remote.move(place)

    def _button(self, remote: Remote, *, press: bool) -> None:
        self._button_down = press
        remote.button(press=press)

    def _key(self, remote: Remote, key: Key, *, press: bool) -> None:
        (self._down.add if press else self._down.discard)(key)
        if is_sign(key):
            remote.sign(_keysym(key), press=press)
        else:
            remote.code(NAMED[key], press=press)
        if not press:
            self._released[key] = time.monotonic()


def _check(key: Key) -> None:
    """Raises EnvironmentFault for a key that cannot be pressed."""
    if key not in NAMED and not (is_sign(key) and (key.startswith(KEYPAD) or " " < key < "\x7f")):
        raise EnvironmentFault(
            "Unknown key",
            f"The key {key} is not known here.",
            "A profile can name digits, letters, arrows, Delete, BackSpace, Escape, Tab and Return.",
        )


def _keysym(sign: Key) -> int:
    """Those of Latin signs are their own numbers."""
    return KEYPAD_SYMS + int(sign.removeprefix(KEYPAD)) if sign.startswith(KEYPAD) else ord(sign)
