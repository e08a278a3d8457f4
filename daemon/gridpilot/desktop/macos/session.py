"""The session as a whole: whether it lets gridpilot type, and letting go of what a killed process left pressed."""

import threading

from gridpilot.desktop.macos.input import MacInput
from gridpilot.desktop.macos.permissions import may_type


class MacSession:
    def describe(self) -> str:
        may_type()
        return "macOS, allowed to type"

    def untold(self) -> str:
        return ""

    def wait_lost(self) -> None:
        """The system itself ends all programs with the session."""
        threading.Event().wait()

    def release_everything(self) -> None:
        MacInput().release_everything()
