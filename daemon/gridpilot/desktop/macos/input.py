"""Pointer and keys on macOS, by pynput. Unproven: written from its documentation, never run there.

There is no barrier after a click and no knowledge of held keys yet, so `wait_released` reports failure and the pilot
types nothing.
"""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere

from typing import TYPE_CHECKING, Any

from gridpilot.geometry import Point

if TYPE_CHECKING:
    from gridpilot.plan import Key

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


class MacInput:
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

    def press(self, key: "Key") -> None:
        self._keys.tap(self._named[NAMES[key]] if key in NAMES else key)

    def flush(self) -> None:
        """Events are handed over at once."""

    def wait_released(self, timeout: float) -> bool:  # noqa: ARG002 - nobody knows here what is held
        return False

    def release_all(self) -> None:
        """Nothing stays pressed between two calls."""

    def close(self) -> None: ...
