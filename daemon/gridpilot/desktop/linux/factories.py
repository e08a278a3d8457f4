"""Linux, and other systems with the same desktops: a factory for each ability, each opening its own connection.

Not in the package itself: there a factory and the module of the same name would be one attribute.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Protocol

from gridpilot import desktop
from gridpilot.desktop.linux.which import by_kwin, by_portal, on_x11
from gridpilot.desktop.wayland import factories as wayland
from gridpilot.desktop.x11 import factories as x11
from gridpilot.errors import EnvironmentFault


class Room(Protocol):
    """A folder's factories."""

    def key_sign(self, code: int) -> str: ...
    def focus(self) -> desktop.Focus: ...
    def follower(
        self, on_change: Callable[[], None], on_click: Callable[[], None] | None = None
    ) -> desktop.Follower: ...
    def screen(self) -> desktop.Screen: ...
    def input_(self) -> desktop.Input: ...
    def hotkeys(self) -> desktop.Hotkeys: ...
    def watch(self) -> desktop.UserWatch: ...
    def overlay(self) -> desktop.Overlay: ...
    def session(self) -> desktop.Session: ...


def _room() -> Room:
    """By what this session is made of, as it is now."""
    if on_x11():
        return x11
    if by_kwin():
        from gridpilot.desktop.kwin import factories as kwin

        return kwin
    if by_portal():
        from gridpilot.desktop.portal import factories as portal

        return portal
    return wayland


def prepare() -> None:
    """Nothing: the system asks for nothing before the first call."""


def has_windows() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def keep_private(folder: Path) -> None:
    """The folder's mode keeps others out already."""


def give_back_memory() -> None:
    from gridpilot.desktop.shared import memory

    memory.give_back_memory()


def standard_input() -> IO[str]:
    """Here no library touches standard input while a thread reads it: see desktop/windows/standard_input.py."""
    return sys.stdin


def key_sign(code: int) -> str:
    return _room().key_sign(code)


def focus() -> desktop.Focus:
    return _room().focus()


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:
    return _room().follower(on_change, on_click)


def screen() -> desktop.Screen:
    return _room().screen()


def input_() -> desktop.Input:
    return _room().input_()


def hotkeys() -> desktop.Hotkeys:
    return _room().hotkeys()


def watch() -> desktop.UserWatch:
    return _room().watch()


def overlay() -> desktop.Overlay:
    return _room().overlay()


def session() -> desktop.Session:
    return _room().session()


def tray() -> desktop.Tray:
    from gridpilot.desktop.linux.tray import make

    return make(x_tray=on_x11() and bool(os.environ.get("DISPLAY")))


def shortcuts() -> desktop.Shortcuts:
    if by_kwin() or not by_portal():
        raise EnvironmentFault("Not needed", "Here gridpilot takes its keys itself.", "See which: gridpilot status")
    from gridpilot.desktop.portal.factories import shortcuts

    return shortcuts()


def launcher() -> desktop.Launcher:
    from gridpilot.desktop.linux.launcher import XdgLauncher

    return XdgLauncher()


def appearance() -> desktop.Appearance:
    from gridpilot.desktop.x11 import appearance

    return appearance.read()


def autostart() -> desktop.Autostart:
    from gridpilot.desktop.linux.autostart import XdgAutostart

    return XdgAutostart()


def notices() -> desktop.Notices:
    from gridpilot.desktop.shared.memory import without_openssl

    with without_openssl():
        from gridpilot.desktop.linux.notices import BusNotices

    return BusNotices()
