"""The factories for Windows. Not in the package itself: see desktop/x11/factories.py."""

from collections.abc import Callable
from pathlib import Path
from typing import IO

from gridpilot import desktop
from gridpilot.desktop.windows.api import system
from gridpilot.errors import EnvironmentFault


def prepare() -> None:
    from gridpilot.desktop.windows.awareness import be_aware, be_named

    be_aware(system())
    be_named(system())


def has_windows() -> bool:
    return True


def keep_private(folder: Path) -> None:
    from gridpilot.desktop.windows.rights import keep_private

    keep_private(system(), folder)


def give_back_memory() -> None:
    """The system takes back what is free by itself."""


def standard_input() -> IO[str]:
    from gridpilot.desktop.windows.standard_input import taken

    return taken(system())


def key_sign(code: int) -> str:
    """A virtual key of a letter or digit has the number of its character, whatever the layout."""
    return chr(code).lower() if code < 128 and chr(code).isalnum() else ""


def focus() -> desktop.Focus:
    from gridpilot.desktop.windows.focus import WindowsFocus

    return WindowsFocus()


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:
    from gridpilot.desktop.shared.by_polling import PollingFollower

    return PollingFollower(system().GetForegroundWindow, on_change, on_click)


def screen() -> desktop.Screen:
    from gridpilot.desktop.windows.screen import WindowsScreen

    return WindowsScreen()


def input_() -> desktop.Input:
    from gridpilot.desktop.windows.input import WindowsInput

    return WindowsInput()


def hotkeys() -> desktop.Hotkeys:
    from gridpilot.desktop.windows.hotkeys import WindowsHotkeys

    return WindowsHotkeys()


def watch() -> desktop.UserWatch:
    from gridpilot.desktop.windows.interference import WindowsWatch

    return WindowsWatch()


def tray() -> desktop.Tray:
    from gridpilot.desktop.shared.pystray_tray import PystrayTray

    return PystrayTray()


def overlay() -> desktop.Overlay:
    from gridpilot.desktop.windows.overlay import WindowsOverlay

    return WindowsOverlay()


def session() -> desktop.Session:
    from gridpilot.desktop.windows.session import WindowsSession

    return WindowsSession()


def launcher() -> desktop.Launcher:
    from gridpilot.desktop.windows.launcher import StartMenu

    return StartMenu()


def appearance() -> desktop.Appearance:
    from gridpilot.desktop.windows import appearance

    return appearance.read()


def autostart() -> desktop.Autostart:
    from gridpilot.desktop.windows.autostart import RunKey

    return RunKey()


def notices() -> desktop.Notices:
    from gridpilot.desktop.shared.pystray_tray import IconNotices

    return IconNotices()


def address(path: Path) -> str:
    from gridpilot.desktop.windows.pipe import name_of

    return name_of(system(), path)


def line(path: Path) -> desktop.Line | None:
    from gridpilot.desktop.windows import pipe

    return pipe.line(system(), path)


def taken(_path: Path) -> bool:
    """Nobody needs to know: the pipe's name is the same wherever the files are."""
    return False


def call(path: Path) -> desktop.Connection:
    from gridpilot.desktop.windows import pipe

    return pipe.call(system(), path)


def shortcuts() -> desktop.Shortcuts:
    raise EnvironmentFault("Not needed", "Here gridpilot takes its keys itself.", "See which: gridpilot status")
