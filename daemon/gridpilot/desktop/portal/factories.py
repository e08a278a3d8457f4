"""A factory for each ability of a desktop that is worked by its portal. What one process makes shares one session."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from gridpilot import desktop
from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.portal.cast import Cast
from gridpilot.desktop.portal.offers import offer
from gridpilot.desktop.wayland.outputs import Outputs
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect


@cache
def _cast() -> Cast:
    return Cast()


def _monitors() -> tuple[Rect, ...]:
    """Where they lie, in points, as the compositor tells every program."""
    wire = Wire()
    try:
        return tuple(each.area for each in Outputs(wire).current())
    finally:
        wire.close()


def _programs() -> tuple[str, ...]:
    """By the names that they have on the session bus, which are those of their .desktop files."""
    bus = Bus()
    try:
        return tuple(name for name in bus.names() if not name.startswith(":"))
    finally:
        bus.close()


def key_sign(code: int) -> str:  # noqa: ARG001 - no program is told what a key would type elsewhere
    return ""


def focus() -> desktop.Focus:
    from gridpilot.desktop.portal.focus import WholeMonitor

    return WholeMonitor(_cast(), _monitors, _programs)


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:  # noqa: ARG001
    raise EnvironmentFault(
        "No focus", "This desktop tells nobody which window has the focus.", "Point at the board instead."
    )


def screen() -> desktop.Screen:
    from gridpilot.desktop.portal.screen import PortalScreen

    return PortalScreen(_cast())


def input_() -> desktop.Input:
    from gridpilot.desktop.portal.input import PortalInput

    return PortalInput(_cast())


def hotkeys() -> desktop.Hotkeys:
    from gridpilot.desktop.portal.hotkeys import PortalHotkeys

    return PortalHotkeys()


def shortcuts() -> desktop.Shortcuts:
    """By the portal's dialog, or else the desktop's own."""
    from gridpilot.desktop.portal.global_shortcuts import PortalShortcuts, has_dialog
    from gridpilot.desktop.portal.shortcuts import GnomeShortcuts

    bus = Bus()
    if has_dialog(bus):
        return PortalShortcuts(bus)
    bus.close()
    return GnomeShortcuts()


def watch() -> desktop.UserWatch:
    from gridpilot.desktop.portal.interference import PortalWatch

    return PortalWatch(_cast())


def overlay() -> desktop.Overlay:
    raise EnvironmentFault(
        "No overlay", "This desktop lets nothing be drawn over other programs' windows.", "A notice tells the same."
    )


def session() -> desktop.Session:
    from gridpilot.desktop.portal.session import PortalSession

    return PortalSession(offer())
