"""A hand on the keyboard and mouse of a virtual display.

Keys are named by their place on a US keyboard, as a user's finger finds them: "s" on a Russian layout is the ы key.
"""

import time

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

# Where a key is on a US keyboard (evdev key codes): a hotkey is a place, not a letter, so "s" on ru is the ы key.
PLACES = {"esc": 9, "backspace": 22, "tab": 23, "return": 36, "ctrl": 37, "shift": 50, "alt": 64, "space": 65}
PLACES |= {
    "capslock": 66,
    "f2": 68,
    "f4": 70,
    "f5": 71,
    "f10": 76,
    "f12": 96,
    "numlock": 77,
    "home": 110,
    "up": 111,
    "left": 113,
}
PLACES |= {"right": 114, "end": 115, "down": 116, "delete": 119, "super": 133, "menu": 135}
for _row, _first in (("1234567890", 10), ("qwertyuiop", 24), ("asdfghjkl", 38), ("zxcvbnm", 52)):
    PLACES |= {key: _first + i for i, key in enumerate(_row)}


class Hand:
    """Presses keys and buttons by XTEST. On the outer of two nested displays it is the inner one's real device."""

    def __init__(self, display: str) -> None:
        self._display = Display(display)
        self._root = self._display.screen().root

    def _event(self, kind: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
        xtest.fake_input(self._display, kind, detail, x=x, y=y)
        self._display.sync()

    def hold(self, *keys: str) -> None:
        for key in keys:
            self._event(X.KeyPress, PLACES[key.lower()])

    def release(self, *keys: str) -> None:
        for key in reversed(keys):
            self._event(X.KeyRelease, PLACES[key.lower()])

    def tap(self, *keys: str, gap: float = 0.0) -> None:
        """Presses and releases keys one after another, by their place on a US keyboard."""
        for key in keys:
            self.hold(key)
            self.release(key)
            time.sleep(gap)

    def hotkey(self, combination: str, held: float = 0.05) -> None:
        """ "ctrl+alt+s", held down for `held` seconds, as people do."""
        keys = combination.split("+")
        self.hold(*keys)
        time.sleep(held)
        self.release(*keys)

    def text(self, characters: str, gap: float = 0.0) -> None:
        """Types characters with the keys (and Shift) that the present layout has for them."""
        for character in characters:
            symbol = XK.XK_Return if character == "\n" else ord(character)
            code, level = min(self._display.keysym_to_keycodes(symbol), key=lambda pair: pair[1])
            if level == 1:
                self.hold("shift")
            self._event(X.KeyPress, code)
            self._event(X.KeyRelease, code)
            if level == 1:
                self.release("shift")
            time.sleep(gap)

    def move(self, x: int, y: int) -> None:
        if self._display.screen_count() > 1:  # XTEST leaves the pointer on the screen where it is
            self._root.warp_pointer(x, y)
        self._event(X.MotionNotify, 0, x, y)

    def click(self, x: int, y: int, button: int = 1, settle: float = 0.15) -> None:
        """Clicks, then waits for `settle` seconds: window managers hold clicks back, and keys would overtake them."""
        self.move(x, y)
        self._event(X.ButtonPress, button)
        self._event(X.ButtonRelease, button)
        time.sleep(settle)

    def button(self, *, down: bool, number: int = 1) -> None:
        self._event(X.ButtonPress if down else X.ButtonRelease, number)

    def drag(self, x0: int, y0: int, x1: int, y1: int, steps: int = 8) -> None:
        """Presses at the one place, moves to the other as a hand does, and lets go there."""
        self.move(x0, y0)
        self.button(down=True)
        for step in range(1, steps + 1):
            self.move(x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps)
            time.sleep(0.02)
        self.button(down=False)

    def pointer(self) -> tuple[int, int]:
        at = self._root.query_pointer()
        return at.root_x, at.root_y

    def held(self) -> list[int]:
        """Key codes that are down now; buttons as negative numbers. Empty when nothing was left pressed."""
        keys = [
            8 * byte + bit
            for byte, bits in enumerate(self._display.query_keymap())
            for bit in range(8)
            if bits >> bit & 1
        ]
        mask = self._root.query_pointer().mask
        return keys + [-n for n in (1, 2, 3) if mask & (X.Button1Mask << (n - 1))]

    def close(self) -> None:
        self._display.close()
