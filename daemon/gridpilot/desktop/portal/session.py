"""The session as a whole: what its portal offers, and when it ends."""

from __future__ import annotations

from gridpilot.desktop.portal.offers import Offer
from gridpilot.desktop.wayland.session import LastingSession


class PortalSession(LastingSession):
    """The desktop lets go of what a process held when its session ends, as it does with the process."""

    def __init__(self, found: Offer) -> None:
        super().__init__()
        self._found = found

    def describe(self) -> str:
        return f"Wayland, {self._found.name}, by its portal: {self._found.told}"

    def untold(self) -> str:
        return "Nobody tells which window has the focus: do not switch windows while gridpilot fills one."
