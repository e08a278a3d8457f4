"""Takes down a key combination while the user presses it. Meanwhile all keys go to our window, other programs' too."""

from __future__ import annotations

import contextlib
import tkinter as tk
from collections.abc import Callable

from gridpilot.desktop import choose

MODIFIERS = {
    "Control": "ctrl", "Alt": "alt", "Meta": "alt", "Option": "alt", "Shift": "shift", "Super": "super",
    "Win": "super", "Command": "super",
}  # fmt: skip
ORDER = ("ctrl", "alt", "shift", "super")
NAMES = {"Prior": "pageup", "Next": "pagedown", "ISO_Left_Tab": "tab", "Print": "print"}
ASCII = 0x80  # keysyms below are characters of that number
FUNCTION = range(0xFD00, 0x10000)  # keysyms of keys that type nothing


def modifier(keysym: str) -> str:
    """`Control_L` as `ctrl`; empty for a key that is none."""
    return MODIFIERS.get(keysym.rpartition("_")[0], "")


def combination(held: set[str], keysym: str, number: int, sign: str = "") -> str:
    """As settings write it: `ctrl+alt+s`. `sign` is what names the key where its layout gives another alphabet's."""
    if ord(" ") < number < ASCII:
        key = chr(number).lower()
    elif number in FUNCTION or not sign:
        key = NAMES.get(keysym, keysym.lower())
    else:
        key = sign
    return "+".join((*(name for name in ORDER if name in held), key))


class Recorder:
    """`record` waits for the next combination and gives it to a call: empty for none, None where it is to stay."""

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        self._held: set[str] = set()
        self._done: Callable[[str | None], None] | None = None
        self._grip = tk.Frame(root)  # has the keys while it records; nothing of it is seen
        self._grip.place(x=0, y=0, width=1, height=1)
        self._grip.bind("<KeyPress>", self._pressed)
        self._grip.bind("<KeyRelease>", self._released)
        self._grip.bind("<FocusOut>", lambda _: self._end(None))

    def record(self, done: Callable[[str | None], None]) -> None:
        self._end(None)
        self._held.clear()
        self._done = done
        self._grip.focus_force()
        with contextlib.suppress(tk.TclError):  # another program has them all; ours come anyway
            self._grip.grab_set_global()

    def _pressed(self, event: tk.Event[tk.Misc]) -> str:
        if name := modifier(event.keysym):
            self._held.add(name)
        elif not self._held and event.keysym == "Escape":
            self._end(None)
        elif not self._held and event.keysym == "BackSpace":
            self._end("")
        else:
            self._end(combination(self._held, event.keysym, event.keysym_num, choose.key_sign(event.keycode)))
        return "break"

    def _released(self, event: tk.Event[tk.Misc]) -> None:
        self._held.discard(modifier(event.keysym))

    def _end(self, taken: str | None) -> None:
        done, self._done = self._done, None
        if done is not None:
            self._grip.grab_release()
            done(taken)
