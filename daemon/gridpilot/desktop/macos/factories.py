"""The factories for macOS. Not in the package itself: see desktop/x11/factories.py."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from gridpilot import desktop
from gridpilot.errors import EnvironmentFault


def prepare() -> None:
    """Nothing: the system asks for nothing before the first call."""


def has_windows() -> bool:
    return True


def keep_private(folder: Path) -> None:
    """The folder's mode keeps others out already."""


def give_back_memory() -> None:
    """The system takes back what is free by itself."""


def standard_input() -> IO[str]:
    """Here no library touches standard input while a thread reads it: see desktop/windows/standard_input.py."""
    return sys.stdin


def key_sign(code: int) -> str:  # noqa: ARG001 - as elsewhere
    """The toolkit does not tell the key there."""
    return ""


def focus() -> desktop.Focus:
    from gridpilot.desktop.macos.focus import MacFocus

    return MacFocus()


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:
    from gridpilot.desktop.macos.focus import listed
    from gridpilot.desktop.shared.by_polling import PollingFollower

    return PollingFollower(lambda: next((facts["kCGWindowNumber"] for facts in listed()), 0), on_change, on_click)


def screen() -> desktop.Screen:
    from gridpilot.desktop.macos.screen import MacScreen

    return MacScreen()


def input_() -> desktop.Input:
    from gridpilot.desktop.macos.input import MacInput

    return MacInput()


def hotkeys() -> desktop.Hotkeys:
    from gridpilot.desktop.macos.hotkeys import MacHotkeys

    return MacHotkeys()


def watch() -> desktop.UserWatch:
    from gridpilot.desktop.macos.interference import MacWatch

    return MacWatch()


def tray() -> desktop.Tray:
    from gridpilot.desktop.macos.tray import MacTray

    return MacTray()


def overlay() -> desktop.Overlay:
    raise EnvironmentFault(
        "No overlay", "Nothing can be drawn over other programs' windows on macOS yet.", "A notice tells the same."
    )


def session() -> desktop.Session:
    from gridpilot.desktop.macos.session import MacSession

    return MacSession()


def launcher() -> desktop.Launcher:
    raise EnvironmentFault(
        "No entry in a menu",
        "On macOS gridpilot cannot yet put itself into the Applications folder.",
        "gridpilot autostart on starts it at login; pipx puts its command on the PATH.",
    )


def appearance() -> desktop.Appearance:
    from gridpilot.desktop.macos import appearance

    return appearance.read()


def autostart() -> desktop.Autostart:
    from gridpilot.desktop.macos.autostart import LaunchAgent

    return LaunchAgent()


def notices() -> desktop.Notices:
    from gridpilot.desktop.shared.pystray_tray import IconNotices

    return IconNotices()


def shortcuts() -> desktop.Shortcuts:
    raise EnvironmentFault("Not needed", "Here gridpilot takes its keys itself.", "See which: gridpilot status")
