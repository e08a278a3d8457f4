"""What is Wayland's own: a factory for each ability. Screen, input and watch of one process know of one another.

Where the compositor lacks what is needed, each says so with the next step.
"""

from collections.abc import Callable
from functools import cache

from gridpilot import desktop
from gridpilot.desktop.wayland.offers import Offer, offer, refusal
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.pointer_place import PointerPlace
from gridpilot.desktop.wayland.wire import socket_path
from gridpilot.errors import EnvironmentFault

_place, _own = PointerPlace(), OwnEvents()


def _checked() -> Offer:
    """Raises EnvironmentFault where nothing can be done here."""
    found = _offer(socket_path())
    if found.missing:
        raise refusal(found)
    return found


@cache
def _offer(_compositor: str) -> Offer:
    return offer()


def key_sign(code: int) -> str:  # noqa: ARG001 - no program is told what a key would type elsewhere
    return ""


def focus() -> desktop.Focus:
    from gridpilot.desktop.wayland.sway_focus import SwayFocus

    _checked()
    return SwayFocus()


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:  # noqa: ARG001
    from gridpilot.desktop.wayland.sway_follower import SwayFollower

    _checked()
    return SwayFollower(on_change)


def screen() -> desktop.Screen:
    from gridpilot.desktop.wayland.screen import WaylandScreen

    _checked()
    return WaylandScreen(_place)


def input_() -> desktop.Input:
    from gridpilot.desktop.wayland.input import WaylandInput

    return WaylandInput(focus(), _place, _own)


def hotkeys() -> desktop.Hotkeys:
    from gridpilot.desktop.wayland.sway_hotkeys import SwayHotkeys

    _checked()
    return SwayHotkeys()


def watch() -> desktop.UserWatch:
    from gridpilot.desktop.wayland.sway_watch import SwayWatch

    _checked()
    return SwayWatch(_own)


def overlay() -> desktop.Overlay:
    from gridpilot.desktop.wayland.overlay import WaylandOverlay

    _checked()
    return WaylandOverlay()


def session() -> desktop.Session:
    from gridpilot.desktop.wayland.session import RefusedSession, WaylandSession

    try:
        return WaylandSession(_checked())
    except EnvironmentFault as fault:
        return RefusedSession(fault)
