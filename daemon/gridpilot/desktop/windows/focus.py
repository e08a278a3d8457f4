"""The focused window on Windows: not built yet, and it says so."""

import sys

assert sys.platform == "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere

from typing import TYPE_CHECKING

from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from gridpilot.window import Window


class WindowsFocus:
    def __init__(self) -> None:
        raise EnvironmentFault(
            "Not built for Windows",
            "gridpilot cannot yet find the focused window on Windows.",
            "Take a screenshot and use `gridpilot read IMAGE` or `gridpilot solve --image IMAGE`.",
        )

    def focused(self) -> "Window | None":
        raise NotImplementedError

    def window(self, handle: int) -> "Window | None":
        raise NotImplementedError

    def activate(self, handle: int) -> None:
        raise NotImplementedError
