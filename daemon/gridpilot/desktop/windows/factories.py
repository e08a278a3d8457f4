"""The ten factories for Windows. Not in the package itself: see desktop/x11/factories.py."""

import sys

assert sys.platform == "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.desktop import Autostart, Focus, Follower, Hotkeys, Input, Notices, Screen, Session, Tray, UserWatch


def prepare() -> None:
    from gridpilot.desktop.windows.api import system
    from gridpilot.desktop.windows.awareness import be_aware

    be_aware(system())


def focus() -> "Focus":
    from gridpilot.desktop.windows.focus import WindowsFocus

    return WindowsFocus()


def follower(on_change: "Callable[[], None]") -> "Follower":
    from gridpilot.desktop.by_polling import PollingFollower
    from gridpilot.desktop.windows.api import system

    return PollingFollower(system().GetForegroundWindow, on_change)


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


def autostart() -> "Autostart":
    from gridpilot.desktop.windows.autostart import RunKey

    return RunKey()


def notices() -> "Notices":
    from gridpilot.desktop.windows.tray import WindowsNotices

    return WindowsNotices()
