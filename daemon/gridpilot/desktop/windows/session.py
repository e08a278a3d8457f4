"""The session as a whole on Windows; unproven. The system itself ends programs with the session."""

import sys

assert sys.platform == "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere

import threading

from pynput.keyboard import Controller as Keyboard
from pynput.keyboard import Key
from pynput.mouse import Button
from pynput.mouse import Controller as Mouse

MODIFIERS = (Key.ctrl_l, Key.ctrl_r, Key.alt_l, Key.alt_r, Key.shift_l, Key.shift_r, Key.cmd)


class WindowsSession:
    def wait_lost(self) -> None:
        threading.Event().wait()

    def release_everything(self) -> None:
        """The digits, the keys that move a cursor, the modifiers and the left button: what a job may have pressed."""
        keyboard = Keyboard()
        for key in (*"1234567890", Key.left, Key.right, Key.up, Key.down, Key.delete, Key.backspace, *MODIFIERS):
            keyboard.release(key)
        Mouse().release(Button.left)
