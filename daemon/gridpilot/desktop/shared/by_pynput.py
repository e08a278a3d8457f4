"""The user's own mouse and keys on Windows and macOS, as pynput tells them. What was injected is left out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from gridpilot.desktop.shared.pointer_motion import Motion
from gridpilot.outcome import StopReason

Report = Callable[[StopReason], None]


class UserListeners:
    """Report, from threads of their own, from now until `stop`. `keys`: whether the keyboard is listened to, too."""

    def __init__(self, report: Report, *, keys: bool = True) -> None:
        from pynput import keyboard, mouse

        self._report = report
        self._motion = Motion(time.monotonic())
        self._at: tuple[float, float] = mouse.Controller().position
        self._listeners: list[Any] = [mouse.Listener(self._moved, self._clicked, self._scrolled)]
        if keys:
            self._listeners.append(keyboard.Listener(self._pressed))
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
