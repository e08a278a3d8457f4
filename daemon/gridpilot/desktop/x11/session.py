"""The session as a whole: when it ends, and letting go of what a killed process left pressed.

The server keeps keys that XTEST pressed down after their client is gone, and would repeat them for ever.
"""

import contextlib
import logging
import select

from Xlib import X
from Xlib.ext import xtest

from gridpilot.desktop.shared.memory import keep_memory_flat
from gridpilot.desktop.x11.display import open_display
from gridpilot.desktop.x11.keyboard import down
from gridpilot.errors import EnvironmentFault

BUTTONS = range(1, 6)
log = logging.getLogger(__name__)


class X11Session:
    def __init__(self, display_name: str | None = None) -> None:
        """Opened by the process that stays for the whole session, and first of all."""
        keep_memory_flat()
        self._name = display_name
        self._display = open_display(display_name)

    def describe(self) -> str:
        return f"X11, display {self._display.get_display_name()}"

    def untold(self) -> str:
        return ""

    def wait_lost(self) -> None:
        """Returns when the X server is gone. Asks the kernel for the hang-up alone, so nothing else wakes it.

        A connection that was merely cut, as xkill does it, is made anew.
        """
        while True:
            poll = select.poll()
            poll.register(self._display.fileno(), 0)
            poll.poll()
            with contextlib.suppress(Exception):  # it says good-bye to nobody
                self._display.close()
            try:
                self._display = open_display(self._name)
            except EnvironmentFault:
                return
            log.warning("session: the connection to the display was cut")

    def release_everything(self) -> None:
        """Lets go of every key and button, on a connection of its own: this is called from another thread."""
        display = open_display(self._name)
        for code in down(display.query_keymap()):
            xtest.fake_input(display, X.KeyRelease, code)
        pressed = display.screen().root.query_pointer().mask
        for number in BUTTONS:
            if pressed & X.Button1Mask << number - 1:
                xtest.fake_input(display, X.ButtonRelease, number)
        display.sync()
        display.close()
