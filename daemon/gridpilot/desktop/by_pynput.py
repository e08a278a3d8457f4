"""Pointer, keys and session where pynput serves: Windows and macOS. Unproven: never run there.

There is no barrier after a click and no knowledge of held keys yet, so `wait_released` reports failure and the pilot
types nothing. The system itself ends programs with the session.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from gridpilot.geometry import Point, between

if TYPE_CHECKING:
    from gridpilot.plan import Key

DRAG_STEPS = 5
DRAG_PAUSE = 0.004  # s

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
}


class PynputInput:
    def __init__(self) -> None:
        from pynput import keyboard, mouse

        self._keys: Any = keyboard.Controller()
        self._named: Any = keyboard.Key
        self._mouse: Any = mouse.Controller()
        self._left: Any = mouse.Button.left

    def pointer(self) -> Point:
        x, y = self._mouse.position
        return Point(round(x), round(y))

    def move(self, to: Point) -> None:
        self._mouse.position = (to.x, to.y)

    def click(self, at: Point) -> None:
        self.move(at)
        self._mouse.click(self._left)

    def drag(self, start: Point, end: Point) -> None:
        self.move(start)
        self._mouse.press(self._left)
        for step in range(1, DRAG_STEPS + 1):
            time.sleep(DRAG_PAUSE)
            self.move(between(start, end, step / DRAG_STEPS))
        self._mouse.release(self._left)

    def press(self, key: Key) -> None:
        self._keys.tap(self._named[NAMES[key]] if key in NAMES else key)

    def flush(self) -> None:
        """Events are handed over at once."""

    def wait_released(self, timeout: float) -> bool:  # noqa: ARG002 - nobody knows here what is held
        return False

    def release_all(self) -> None:
        """Nothing stays pressed between two calls."""

    def close(self) -> None: ...


class PynputSession:
    def wait_lost(self) -> None:
        threading.Event().wait()

    def release_everything(self) -> None:
        """The digits, the keys that move a cursor, the modifiers and the left button: what a job may have pressed."""
        from pynput.keyboard import Controller as Keyboard
        from pynput.keyboard import Key
        from pynput.mouse import Button
        from pynput.mouse import Controller as Mouse

        modifiers = (Key.ctrl_l, Key.ctrl_r, Key.alt_l, Key.alt_r, Key.shift_l, Key.shift_r, Key.cmd)
        keyboard = Keyboard()
        for key in (*"1234567890", Key.left, Key.right, Key.up, Key.down, Key.delete, Key.backspace, *modifiers):
            keyboard.release(key)
        Mouse().release(Button.left)
