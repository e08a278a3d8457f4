"""The seven factories for Windows; unproven. Not in the package itself: see desktop/x11/factories.py."""

import sys

assert sys.platform == "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridpilot.desktop import Focus, Hotkeys, Input, Screen, Session, Tray, UserWatch


def focus() -> "Focus":
    from gridpilot.desktop.windows.focus import WindowsFocus

    return WindowsFocus()


def screen() -> "Screen":
    from gridpilot.desktop.windows.screen import WindowsScreen

    return WindowsScreen()


def input_() -> "Input":
    from gridpilot.desktop.windows.input import WindowsInput

    return WindowsInput()


def hotkeys() -> "Hotkeys":
    from gridpilot.desktop.windows.hotkeys import WindowsHotkeys

    return WindowsHotkeys()


def watch() -> "UserWatch":
    from gridpilot.desktop.windows.watch import WindowsWatch

    return WindowsWatch()


def tray() -> "Tray":
    from gridpilot.desktop.windows.tray import WindowsTray

    return WindowsTray()


def session() -> "Session":
    from gridpilot.desktop.windows.session import WindowsSession

    return WindowsSession()
