"""The watch for the user's hand on macOS: not built yet, and it says so. Nothing is typed unwatched."""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere

from typing import TYPE_CHECKING

from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.outcome import StopReason
    from gridpilot.window import Window


class MacWatch:
    def __init__(self) -> None:
        raise EnvironmentFault(
            "Not built for macOS",
            "gridpilot cannot yet notice on macOS that the user takes over, so it does not type there.",
            "Take a screenshot and use `gridpilot solve --image IMAGE`.",
        )

    def start(self, window: "Window", on_interference: "Callable[[StopReason], None]") -> None:
        raise NotImplementedError

    def stop(self) -> None:
        raise NotImplementedError
