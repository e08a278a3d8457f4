"""The session as a whole: how pixels are counted in it, and letting go of what a killed process left pressed."""

import threading

from gridpilot.desktop.windows.api import Api, system
from gridpilot.desktop.windows.awareness import awareness
from gridpilot.desktop.windows.input import WindowsInput
from gridpilot.errors import EnvironmentFault


class WindowsSession:
    def __init__(self, api: Api | None = None) -> None:
        self._api = api or system()

    def describe(self) -> str:
        right, words = awareness(self._api)
        if not right:
            raise EnvironmentFault(
                "Pixels are scaled",
                f"This process is {words}, so that Windows scales its coordinates.",
                "In the properties of python.exe, Compatibility, switch off every setting for high DPI.",
            )
        return f"Windows, {words}"

    def untold(self) -> str:
        return ""

    def wait_lost(self) -> None:
        """Windows itself ends all programs with the session."""
        threading.Event().wait()

    def release_everything(self) -> None:
        WindowsInput(self._api).release_everything()
