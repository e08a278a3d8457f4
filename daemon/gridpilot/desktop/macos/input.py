"""Pointer and keys on macOS, by pynput's controllers; made on the main thread, as the system demands of them. Which
window is in front is asked right before each: macOS has nothing that would keep it there until then.
"""

import time
from collections.abc import Callable
from typing import Any

from gridpilot.desktop.macos.focus import hindrance
from gridpilot.desktop.macos.permissions import may_type
from gridpilot.geometry import Point, between
from gridpilot.outcome import StopReason
from gridpilot.plan import KEYPAD, Key
from gridpilot.window import Window

HARDWARE = 1  # kCGEventSourceStateHIDSystemState: what the user's own keyboard says
KEYS = range(128)
MODIFIER_KEYS = range(54, 64)  # of those, the two Commands to Fn
CAPS_LOCK = 57
MODIFIERS = ("cmd", "cmd_r", "alt", "alt_r", "ctrl", "ctrl_r", "shift", "shift_r")
NAMES = {
    "Left": "left",
    "Right": "right",
    "Up": "up",
    "Down": "down",
    "Delete": "delete",
    "BackSpace": "backspace",
    "Escape": "esc",
    "Tab": "tab",
    "Return": "enter",
    "space": "space",
}
KEYPAD_CODES = (82, 83, 84, 85, 86, 87, 88, 89, 91, 92)  # kVK_ANSI_Keypad0 to 9
RELEASE_POLL = 0.005  # s
DRAG_STEPS = 5
DRAG_PAUSE = 0.004  # s


class MacInput:
    at_once = False  # events go out one by one, and the user's own may come between

    def __init__(self) -> None:
        from pynput import keyboard, mouse

        self._keys: Any = keyboard.Controller()
        self._named: Any = keyboard.Key
        self._by_code: Any = keyboard.KeyCode.from_vk
        self._mouse: Any = mouse.Controller()
        self._left: Any = mouse.Button.left
        self._dragging = False

    def pointer(self) -> Point:
        x, y = self._mouse.position
        return Point(round(x), round(y))

    def move(self, to: Point) -> None:
        self._mouse.position = (to.x, to.y)

    def click(
        self, at: Point, then: Point | None = None, hold: float = 0.0, into: Window | None = None
    ) -> StopReason | None:
        if into and (why := hindrance(into)):
            return why
        self.move(at)
        self._mouse.press(self._left)
        time.sleep(hold)
        self._mouse.release(self._left)
        if then is not None:
            self.move(then)
        return None

    def click_and_press(self, at: Point, key: Key, into: Window | None = None) -> StopReason | None:
        return self.click(at, into=into) or self.press(key, into=into)

    def drag(self, start: Point, end: Point, into: Window | None = None) -> StopReason | None:
        if into and (why := hindrance(into)):
            return why
        self.move(start)
        self._dragging = True
        self._mouse.press(self._left)
        for step in range(1, DRAG_STEPS + 1):
            time.sleep(DRAG_PAUSE)
            self.move(between(start, end, step / DRAG_STEPS))
        self.release_all()
        return None

    def press(
        self,
        *keys: Key,
        into: Window | None = None,
        over: Point | None = None,  # noqa: ARG002 - nothing lies over it but panels
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,  # noqa: ARG002 - macOS tells programs which keys are held
        more: bool = False,  # noqa: ARG002 - each key is sent as it is pressed
    ) -> StopReason | None:
        """The user's own keys are the watch's affair: a hotkey takes its own key only."""
        *before, last = [self._key(key) for key in keys]
        if into and (why := hindrance(into)):
            return why
        for key in before:
            self._keys.tap(key)
        if while_down is None:
            self._keys.tap(last)
            return None
        self._keys.press(last)
        try:
            while_down()
        finally:
            self._keys.release(last)
        return None

    def _key(self, key: Key) -> Any:
        """As pynput takes it."""
        if key.startswith(KEYPAD):
            return self._by_code(KEYPAD_CODES[int(key.removeprefix(KEYPAD))])
        return self._named[NAMES[key]] if key in NAMES else key

    def flush(self) -> None:
        """Events are handed over at once."""

    def wait_released(self, timeout: float) -> bool:
        """Also where a missing permission is said: nothing has been typed yet."""
        may_type()
        end = time.monotonic() + timeout
        while _held() and time.monotonic() < end:
            time.sleep(RELEASE_POLL)
        held = _held()
        if held:  # never pressed again: the user may have let go in the meantime
            for name in MODIFIERS:
                self._keys.release(self._named[name])
        return not held - set(MODIFIER_KEYS)

    def aids(self) -> tuple[str, ...]:
        """The system is not asked: none was tried there."""
        return ()

    def release_all(self) -> None:
        """All but a drag presses and releases at once."""
        if self._dragging:
            self._dragging = False
            self._mouse.release(self._left)

    def release_everything(self) -> None:
        """What a job may have pressed: digits, keys that move a cursor, modifiers, the left button."""
        for key in (*"1234567890", *(self._named[name] for name in (*NAMES.values(), *MODIFIERS))):
            self._keys.release(key)
        self._mouse.release(self._left)

    def close(self) -> None:
        self.release_all()


def _held() -> set[int]:
    """Codes of the keys that the user holds; CapsLock stays down for as long as it is on."""
    import Quartz

    return {code for code in KEYS if code != CAPS_LOCK and Quartz.CGEventSourceKeyState(HARDWARE, code)}
