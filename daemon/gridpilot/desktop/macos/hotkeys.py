"""Global hotkeys on macOS: not built yet, and it says so."""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere

from typing import TYPE_CHECKING

from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridpilot.desktop import HotkeyState


class MacHotkeys:
    def __init__(self) -> None:
        raise EnvironmentFault(
            "Not built for macOS",
            "gridpilot cannot yet take global hotkeys on macOS.",
            "Take a screenshot and use `gridpilot solve --image IMAGE`.",
        )

    def start(self, bindings: "Mapping[str, str]", on_press: "Callable[[str], None]") -> "tuple[HotkeyState, ...]":
        raise NotImplementedError

    def release(self) -> None:
        raise NotImplementedError

    def bind(self) -> "tuple[HotkeyState, ...]":
        raise NotImplementedError

    def alive(self) -> bool:
        raise NotImplementedError

    def stop(self) -> None:
        raise NotImplementedError
