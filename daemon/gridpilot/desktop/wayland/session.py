"""The session as a whole: what its compositor offers, and when it ends."""

from __future__ import annotations

import select
import shlex
import sys
import threading

from gridpilot.desktop.shared.memory import keep_memory_flat
from gridpilot.desktop.wayland.offers import Offer
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.errors import EnvironmentFault

SOLVE_COPIED = shlex.join([sys.executable, "-m", "gridpilot", "solve", "--clipboard"])
SHORTCUT = shlex.join(["sh", "-c", f'notify-send gridpilot "$({SOLVE_COPIED} 2>&1)"'])
"""What a user binds where nothing can be filled: the board on the copied screenshot is solved and shown as a notice."""


class LastingSession:
    """As long as the compositor is there."""

    def __init__(self) -> None:
        """Opened by the process that stays for the whole session, and first of all."""
        keep_memory_flat()
        self._wire = Wire()

    def wait_lost(self) -> None:
        """Asks the kernel for the hang-up alone, so nothing else wakes it."""
        poll = select.poll()
        poll.register(self._wire.fileno(), 0)
        poll.poll()

    def release_everything(self) -> None:
        """The compositor lets go of what a process held when its connection ends."""


class WaylandSession(LastingSession):
    def __init__(self, found: Offer) -> None:
        super().__init__()
        self._found = found

    def describe(self) -> str:
        return f"Wayland, {self._found.name}: pictures, keys, clicks, the focused window.{self._found.untold}"

    def untold(self) -> str:
        return self._found.untold.strip()


class RefusedSession:
    """Lasts as long as the program, which can say what is the matter and no more."""

    def __init__(self, fault: EnvironmentFault) -> None:
        self._fault = fault

    def describe(self) -> str:
        bind = f"Or bind this as a shortcut of your desktop, for a board on a copied screenshot: {SHORTCUT}"
        raise EnvironmentFault(self._fault.title, self._fault.message, f"{self._fault.fix} {bind}")

    def untold(self) -> str:
        return ""

    def wait_lost(self) -> None:
        threading.Event().wait()

    def release_everything(self) -> None:
        """Nothing was ever pressed."""
