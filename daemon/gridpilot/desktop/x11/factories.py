"""Linux and other systems with an X server: a factory for each ability, each opening its own display connection.

Not in the package itself: there a factory and the module of the same name would be one attribute.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from gridpilot import desktop


def prepare() -> None:
    """Nothing: the system asks for nothing before the first call."""


def has_windows() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def keep_private(folder: Path) -> None:
    """The folder's mode keeps others out already."""


def give_back_memory() -> None:
    from gridpilot.desktop.x11 import memory

    memory.give_back_memory()


def standard_input() -> IO[str]:
    """Here no library touches standard input while a thread reads it: see desktop/windows/standard_input.py."""
    return sys.stdin


def key_sign(code: int) -> str:
    from gridpilot.desktop.x11.display import open_display
    from gridpilot.desktop.x11.keyboard import Keyboard

    display = open_display()
    try:
        return Keyboard(display).sign_of(code)
    finally:
        display.close()


def focus() -> desktop.Focus:
    from gridpilot.desktop.x11.focus import X11Focus

    return X11Focus()


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:
    from gridpilot.desktop.x11.focus_changes import X11Follower

    return X11Follower(on_change, on_click)


def screen() -> desktop.Screen:
    from gridpilot.desktop.x11.screen import X11Screen

    return X11Screen()


def input_() -> desktop.Input:
    from gridpilot.desktop.x11.input import X11Input

    return X11Input()


def hotkeys() -> desktop.Hotkeys:
    from gridpilot.desktop.x11.hotkeys import X11Hotkeys

    return X11Hotkeys()


def watch() -> desktop.UserWatch:
    from gridpilot.desktop.x11.interference import X11Watch

    return X11Watch()


def tray() -> desktop.Tray:
    from gridpilot.desktop.x11.tray import make

    return make()


def overlay() -> desktop.Overlay:
    from gridpilot.desktop.x11.overlay import X11Overlay

    return X11Overlay()


def session() -> desktop.Session:
    from gridpilot.desktop.x11.display import WaylandFault
    from gridpilot.desktop.x11.session import WaylandSession, X11Session

    try:
        return X11Session()
    except WaylandFault as fault:
        return WaylandSession(fault)


def launcher() -> desktop.Launcher:
    from gridpilot.desktop.x11.launcher import XdgLauncher

    return XdgLauncher()


def appearance() -> desktop.Appearance:
    from gridpilot.desktop.x11 import appearance

    return appearance.read()


def autostart() -> desktop.Autostart:
    from gridpilot.desktop.x11.autostart import XdgAutostart

    return XdgAutostart()


def notices() -> desktop.Notices:
    from gridpilot.desktop.x11.memory import without_openssl

    with without_openssl():
        from gridpilot.desktop.x11.notices import BusNotices

    return BusNotices()
