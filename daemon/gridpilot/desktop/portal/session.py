"""The session as a whole: what its portal offers, and when it ends."""

from __future__ import annotations

import select

from gridpilot.desktop.portal.offers import Offer
from gridpilot.desktop.shared.memory import keep_memory_flat
from gridpilot.desktop.wayland.wire import Wire


class PortalSession:
    def __init__(self, found: Offer) -> None:
        """Opened by the process that stays for the whole session, and first of all."""
        keep_memory_flat()
        self._found = found
        self._wire = Wire()

    def describe(self) -> str:
        return f"Wayland, {self._found.name}, by its portal: {self._found.told}"

    def untold(self) -> str:
        return "Nobody tells which window has the focus: do not switch windows while gridpilot fills one."

    def wait_lost(self) -> None:
        """Asks the kernel for the hang-up alone, so nothing else wakes it."""
        poll = select.poll()
        poll.register(self._wire.fileno(), 0)
        poll.poll()

    def release_everything(self) -> None:
        """The desktop lets go of what a process held when its session ends, as it does with the process."""
