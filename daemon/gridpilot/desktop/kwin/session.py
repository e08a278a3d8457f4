"""The session as a whole: what KWin offers, and when it ends."""

from __future__ import annotations

from gridpilot.desktop.kwin.accelerators import STOP, Accelerators
from gridpilot.desktop.kwin.offers import Offer, refusal
from gridpilot.desktop.wayland.session import LastingSession


class KWinSession(LastingSession):
    def __init__(self, found: Offer, accelerators: Accelerators) -> None:
        super().__init__()
        self._found = found
        self._keys = accelerators

    def describe(self) -> str:
        if self._found.missing:
            raise refusal(self._found)
        return f"Wayland, {self._found.name}: {self._found.told}"

    def untold(self) -> str:
        return self._found.untold.strip()

    def release_everything(self) -> None:
        """KWin lets go of what a process held when its connection ends. Esc it keeps for who was killed."""
        self._keys.forget(STOP)
