"""The user's own mouse and keys on Windows and macOS, as pynput tells them. What was injected is left out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from gridpilot.desktop.shared.pointer_motion import Motion
from gridpilot.outcome import StopReason

Report = Callable[[StopReason], None]

INJECTED = 0x10
"""Windows' flag of a key that a program has sent (LLKHF_INJECTED)."""

MODIFIERS = ("alt", "caps_lock", "cmd", "ctrl", "num_lock", "shift")
"""How pynput's names of such keys begin."""


class UserListeners:
    """Report, from threads of their own, from `start` until `stop`. `keys`: whether keys are listened to, too."""

    def __init__(self, report: Report, *, keys: bool = True) -> None:
        """Takes its time where the keyboard is listened to: pynput makes a table of all keys."""
        from pynput import keyboard, mouse

        self._report = report
        self._pointer = mouse.Controller()
        self._listeners: list[Any] = [mouse.Listener(self._moved, self._clicked, self._scrolled)]
        if keys:
            self._listeners.append(keyboard.Listener(self._pressed, win32_event_filter=_is_the_users))

    def start(self) -> None:
        """Returns once all of them listen."""
        self._motion = Motion(time.monotonic())
        self._at: tuple[float, float] = self._pointer.position
        for each in self._listeners:
            each.start()
            each.wait()

    def stop(self) -> None:
        for each in self._listeners:
            each.stop()

    def _moved(self, x: float, y: float, injected: bool) -> None:
        distance, self._at = math.dist(self._at, (x, y)), (x, y)
        if not injected and self._motion.is_a_hand(distance, time.monotonic()):
            self._report(StopReason.USER_POINTER)

    def _clicked(self, _x: float, _y: float, _button: Any, _pressed: bool, injected: bool) -> None:
        self._unless(injected, StopReason.USER_POINTER)

    def _scrolled(self, _x: float, _y: float, _dx: float, _dy: float, injected: bool) -> None:
        self._unless(injected, StopReason.USER_POINTER)

    def _pressed(self, _key: Any, injected: bool) -> None:
        self._unless(injected, StopReason.USER_KEY)

    def _unless(self, injected: bool, reason: StopReason) -> None:
        if not injected:
            self._report(reason)


class LeavingListeners(UserListeners):
    """Report what an overlay leaves for: any key but a modifier's, and the wheel. The pointer may move and click."""

    def _moved(self, _x: float, _y: float, _injected: bool) -> None: ...

    def _clicked(self, _x: float, _y: float, _button: Any, _pressed: bool, _injected: bool) -> None: ...

    def _pressed(self, key: Any, injected: bool) -> None:
        if not str(getattr(key, "name", "")).startswith(MODIFIERS):
            super()._pressed(key, injected)


def clicks(on_click: Callable[[], None]) -> Callable[[], None]:
    """Calls for each click anywhere, until what is returned is called."""
    from pynput import mouse

    def clicked(_x: float, _y: float, _button: Any, pressed: bool, _injected: bool) -> None:
        if pressed:
            on_click()

    listener = mouse.Listener(on_click=clicked)
    listener.start()
    stop: Callable[[], None] = listener.stop
    return stop


def _is_the_users(_message: int, event: Any) -> bool:
    """Keys of our own go no further: each would cost as much again while they are typed."""
    return not event.flags & INJECTED
