"""Pointer and keys on macOS, by pynput's controllers; made on the main thread, as the system demands of them."""

import time
from collections.abc import Callable
from typing import Any

from gridpilot.desktop.macos.permissions import may_type
from gridpilot.geometry import Point, between
from gridpilot.plan import KEYPAD, Key

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

    def click(self, at: Point, then: Point | None = None, hold: float = 0.0) -> None:
        self.move(at)
        self._mouse.press(self._left)
        time.sleep(hold)
        self._mouse.release(self._left)
        if then is not None:
            self.move(then)

    def click_and_press(self, at: Point, key: Key) -> None:
        self.click(at)
        self.press(key)

    def drag(self, start: Point, end: Point) -> None:
        self.move(start)
        self._dragging = True
        self._mouse.press(self._left)
        for step in range(1, DRAG_STEPS + 1):
            time.sleep(DRAG_PAUSE)
            self.move(between(start, end, step / DRAG_STEPS))
        self.release_all()

    def press(
        self,
        key: Key,
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,  # noqa: ARG002 - macOS tells programs which keys are held
    ) -> bool:
        named = self._named[NAMES[key]] if key in NAMES else key
        if key.startswith(KEYPAD):
            named = self._by_code(KEYPAD_CODES[int(key.removeprefix(KEYPAD))])
        if while_down is None:
            self._keys.tap(named)
        else:
            self._keys.press(named)
            try:
                while_down()
            finally:
                self._keys.release(named)
        return True  # a hotkey takes its own key only

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
