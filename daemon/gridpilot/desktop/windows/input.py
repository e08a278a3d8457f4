"""Pointer and keys by SendInput. The events of one call come to the system in one piece: what the user types or moves
goes before or after them. So a cell's click and its digit are one call, and keys never overtake clicks. Which window
has the focus is asked right before the call: Windows has nothing that would keep it there until then.
"""

import threading
import time
from collections.abc import Callable
from ctypes import byref, sizeof
from itertools import chain

from gridpilot.desktop.windows.api import INPUT, POINT, Api, system
from gridpilot.desktop.windows.focus import hindrance
from gridpilot.desktop.windows.keyboard import Keyboard, Stroke
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, between
from gridpilot.outcome import StopReason
from gridpilot.plan import Key
from gridpilot.window import Window

OURS = 0x67726964
"""Marks our events for other programs' hooks."""

WHOLE = 65536  # units in which the width, and the height, of all monitors together is told
DRAG_STEPS = 5
DRAG_PAUSE = 0.004  # s; a drag without moves on the way, or all at one moment, is a click to some programs
RELEASE_POLL = 0.005


class WindowsInput:
    at_once = True

    def __init__(self, api: Api | None = None) -> None:
        self._api = api or system()
        self._keyboard = Keyboard(self._api)
        self._lock = threading.RLock()
        self._dragging = False

    def pointer(self) -> Point:
        at = POINT()
        self._api.GetCursorPos(byref(at))
        return Point(at.x, at.y)

    def move(self, to: Point) -> None:
        self._send([self._motion(to)])

    def click(
        self, at: Point, then: Point | None = None, hold: float = 0.0, into: Window | None = None
    ) -> StopReason | None:
        *down, up = self._click(at)
        after = [up, *([self._motion(then)] if then else [])]
        if why := self._send_into(into, down if hold else [*down, *after]):
            return why
        if hold:
            time.sleep(hold)
            self._send(after)
        return None

    def click_and_press(self, at: Point, key: Key, into: Window | None = None) -> StopReason | None:
        return self._send_into(into, [*self._click(at), *self._stroke(self._keyboard.stroke(key))])

    def drag(self, start: Point, end: Point, into: Window | None = None) -> StopReason | None:
        with self._lock:
            if why := self._send_into(into, [self._motion(start), self._motion(start, self._button(press=True))]):
                return why
            self._dragging = True
            for step in range(1, DRAG_STEPS + 1):
                time.sleep(DRAG_PAUSE)
                self._send([self._motion(between(start, end, step / DRAG_STEPS))])
            self.release_all()
            return None

    def press(
        self,
        *keys: Key,
        into: Window | None = None,
        over: Point | None = None,  # noqa: ARG002 - nothing lies over it but tips
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,  # noqa: ARG002 - Windows tells programs which keys are held
        more: bool = False,  # noqa: ARG002 - each key is sent as it is pressed
    ) -> StopReason | None:
        """The user's own keys are the watch's affair: a hotkey takes its own key only."""
        *before, last = [self._stroke(self._keyboard.stroke(key)) for key in keys]
        half = len(last) // 2 if while_down else len(last)
        if why := self._send_into(into, [*chain(*before), *last[:half]]):
            return why
        if while_down:
            try:
                while_down()
            finally:
                self._send(last[half:])
        return None

    def flush(self) -> None:
        """SendInput returns when the system has its events."""

    def wait_released(self, timeout: float) -> bool:
        if not self._keyboard.down():
            return True
        end = time.monotonic() + timeout
        while self._keyboard.down() and time.monotonic() < end:
            time.sleep(RELEASE_POLL)
        held = [code for code in self._keyboard.modifiers() if code in self._keyboard.down()]
        if held:  # never pressed again: the user may have let go in the meantime, and the key would be stuck
            self._send([self._key(code, press=False) for code in held])
        return not self._keyboard.down()

    def aids(self) -> tuple[str, ...]:
        """The system is not asked: none was tried there."""
        return ()

    def release_all(self) -> None:
        """All but a drag presses and releases in one piece."""
        with self._lock:
            if self._dragging:
                self._dragging = False
                self._send([self._mouse(self._button(press=False))])

    def release_everything(self) -> None:
        """Lets go of every key and button that is down, whoever pressed it."""
        self._send([self._key(code, press=False) for code in self._keyboard.down()])
        if self._api.GetAsyncKeyState(self._api.VK_LBUTTON) < 0:
            self._send([self._mouse(self._api.MOUSEEVENTF_LEFTUP)])

    def close(self) -> None:
        self.release_all()

    def _send_into(self, window: Window | None, events: list[INPUT]) -> StopReason | None:
        if window and (why := hindrance(self._api, window)):
            return why
        self._send(events)
        return None

    def _send(self, events: list[INPUT]) -> None:
        """Raises EnvironmentFault when the system does not take all of them."""
        if not events:
            return
        taken = self._api.SendInput(len(events), (INPUT * len(events))(*events), sizeof(INPUT))
        if taken != len(events):
            raise EnvironmentFault(
                "Input refused",
                f"Windows took {taken} of {len(events)} keys and clicks (error {self._api.last_error()}).",
                "A locked screen, a question of the User Account Control or another program blocks them: close it and "
                "try again.",
            )

    def _click(self, at: Point) -> list[INPUT]:
        """Each event says where: a motion of the user's own may come before any of them."""
        button, up = self._button(press=True), self._button(press=False)
        return [self._motion(at), self._motion(at, button), self._motion(at, up)]

    def _motion(self, to: Point, button: int = 0) -> INPUT:
        """To a pixel of the rectangle around all monitors; a quarter into it, so that no way of rounding misses it."""
        measure = self._api.GetSystemMetrics
        left, top = measure(self._api.SM_XVIRTUALSCREEN), measure(self._api.SM_YVIRTUALSCREEN)
        wide, high = measure(self._api.SM_CXVIRTUALSCREEN), measure(self._api.SM_CYVIRTUALSCREEN)
        flags = self._api.MOUSEEVENTF_MOVE | self._api.MOUSEEVENTF_ABSOLUTE | self._api.MOUSEEVENTF_VIRTUALDESK
        return self._mouse(flags | button, _share(to.x - left, wide), _share(to.y - top, high))

    def _button(self, *, press: bool) -> int:
        """The flag of the left one; a left-handed user's is the right one to the system."""
        side = "RIGHT" if self._api.GetSystemMetrics(self._api.SM_SWAPBUTTON) else "LEFT"
        return int(getattr(self._api, f"MOUSEEVENTF_{side}{'DOWN' if press else 'UP'}"))

    def _mouse(self, flags: int, x: int = 0, y: int = 0) -> INPUT:
        event = INPUT(type=self._api.INPUT_MOUSE)
        event.mi.dx, event.mi.dy, event.mi.dwFlags, event.mi.dwExtraInfo = x, y, flags, OURS
        return event

    def _stroke(self, stroke: Stroke) -> list[INPUT]:
        if stroke.unit:
            return [self._character(stroke.unit, press=True), self._character(stroke.unit, press=False)]
        events = [self._key(stroke.code, press=True), self._key(stroke.code, press=False)]
        shift = self._api.VK_LSHIFT
        return [self._key(shift, press=True), *events, self._key(shift, press=False)] if stroke.shift else events

    def _key(self, code: int, *, press: bool) -> INPUT:
        flags = (0 if press else self._api.KEYEVENTF_KEYUP) | (
            self._api.KEYEVENTF_EXTENDEDKEY if self._keyboard.is_extended(code) else 0
        )
        return self._keyboard_event(code, self._keyboard.scan(code), flags)

    def _character(self, unit: int, *, press: bool) -> INPUT:
        flags = self._api.KEYEVENTF_UNICODE | (0 if press else self._api.KEYEVENTF_KEYUP)
        return self._keyboard_event(0, unit, flags)

    def _keyboard_event(self, code: int, scan: int, flags: int) -> INPUT:
        event = INPUT(type=self._api.INPUT_KEYBOARD)
        event.ki.wVk, event.ki.wScan, event.ki.dwFlags, event.ki.dwExtraInfo = code, scan, flags, OURS
        return event


def _share(pixel: int, size: int) -> int:
    return (4 * pixel + 1) * WHOLE // (4 * size)
