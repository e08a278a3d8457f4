"""The ten factories for macOS; unproven. Not in the package itself: see desktop/x11/factories.py."""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere

from typing import TYPE_CHECKING

from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.desktop import Autostart, Focus, Follower, Hotkeys, Input, Notices, Screen, Session, Tray, UserWatch


def focus() -> "Focus":
    raise _not_built("find the focused window")


def follower(_on_change: "Callable[[], None]") -> "Follower":
    raise _not_built("follow the focus")


def screen() -> "Screen":
    from gridpilot.desktop.macos.screen import MacScreen

    return MacScreen()


def input_() -> "Input":
    from gridpilot.desktop.by_pynput import PynputInput

    return PynputInput()


def hotkeys() -> "Hotkeys":
    raise _not_built("listen for a hotkey")


def watch() -> "UserWatch":
    raise _not_built("notice the user's own keys and mouse")


def tray() -> "Tray":
    from gridpilot.desktop.macos.tray import MacTray

    return MacTray()


def session() -> "Session":
    from gridpilot.desktop.by_pynput import PynputSession

    return PynputSession()


def autostart() -> "Autostart":
    from gridpilot.desktop.macos.autostart import LaunchAgent

    return LaunchAgent()


def notices() -> "Notices":
    raise _not_built("show notices")


def _not_built(what: str) -> EnvironmentFault:
    return EnvironmentFault(
        "Not built for macOS",
        f"gridpilot cannot yet {what} on macOS.",
        "Take a screenshot and use `gridpilot read IMAGE` or `gridpilot solve --image IMAGE`.",
    )
