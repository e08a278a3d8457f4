"""The seven factories for macOS; unproven. Not in the package itself: see desktop/x11/factories.py."""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridpilot.desktop import Focus, Hotkeys, Input, Screen, Session, Tray, UserWatch


def focus() -> "Focus":
    from gridpilot.desktop.macos.focus import MacFocus

    return MacFocus()


def screen() -> "Screen":
    from gridpilot.desktop.macos.screen import MacScreen

    return MacScreen()


def input_() -> "Input":
    from gridpilot.desktop.macos.input import MacInput

    return MacInput()


def hotkeys() -> "Hotkeys":
    from gridpilot.desktop.macos.hotkeys import MacHotkeys

    return MacHotkeys()


def watch() -> "UserWatch":
    from gridpilot.desktop.macos.watch import MacWatch

    return MacWatch()


def tray() -> "Tray":
    from gridpilot.desktop.macos.tray import MacTray

    return MacTray()


def session() -> "Session":
    from gridpilot.desktop.macos.session import MacSession

    return MacSession()
