"""What is Wayland's own: a factory for each ability. Screen, input and watch of one process know of one another.

Where the compositor lacks what is needed, each says so with the next step.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from gridpilot import desktop
from gridpilot.desktop.wayland import sway_ipc
from gridpilot.desktop.wayland.offers import Offer, offer, refusal
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.pointer_place import PointerPlace
from gridpilot.desktop.wayland.wire import socket_path
from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from gridpilot.desktop.wayland.toplevel_focus import ToplevelFocus

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
    return SwayFocus() if sway_ipc.socket_path() else _by_toplevels(socket_path())


@cache
def _by_toplevels(_compositor: str) -> "ToplevelFocus":
    """One for all threads: the numbers of windows are its own."""
    from gridpilot.desktop.wayland.toplevel_focus import ToplevelFocus
    from gridpilot.desktop.wayland.toplevels import Toplevels

    return ToplevelFocus(Toplevels())


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:  # noqa: ARG001
    from gridpilot.desktop.wayland.sway_follower import SwayFollower
    from gridpilot.desktop.wayland.toplevel_follower import ToplevelFollower

    _checked()
    return SwayFollower(on_change) if sway_ipc.socket_path() else ToplevelFollower(on_change)


def screen() -> desktop.Screen:
    from gridpilot.desktop.wayland.screen import WaylandScreen

    _checked()
    return WaylandScreen(_place)


def input_() -> desktop.Input:
    from gridpilot.desktop.wayland.input import WaylandInput

    if _checked().tells_place:
        return WaylandInput(focus(), _place, _own)
    toplevels = _by_toplevels(socket_path())
    return WaylandInput(toplevels, _place, _own, toplevels.is_alone)


def hotkeys() -> desktop.Hotkeys:
    from gridpilot.desktop.shared.bound_elsewhere import BoundElsewhere
    from gridpilot.desktop.wayland import no_hotkeys
    from gridpilot.desktop.wayland.sway_hotkeys import SwayHotkeys

    _checked()
    return SwayHotkeys() if sway_ipc.socket_path() else BoundElsewhere(no_hotkeys.told)


def watch() -> desktop.UserWatch:
    _checked()
    return _watch(_own)


def _watch(own: OwnEvents) -> desktop.UserWatch:
    from gridpilot.desktop.wayland.sway_watch import SwayWatch
    from gridpilot.desktop.wayland.toplevel_watch import ToplevelWatch

    return SwayWatch(own) if sway_ipc.socket_path() else ToplevelWatch(_by_toplevels(socket_path()), own)


def overlay() -> desktop.Overlay:
    from gridpilot.desktop.wayland.overlay import WaylandOverlay

    _checked()
    return WaylandOverlay(_watch(OwnEvents()))


def session() -> desktop.Session:
    from gridpilot.desktop.wayland.session import RefusedSession, WaylandSession

    try:
        return WaylandSession(_checked())
    except EnvironmentFault as fault:
        return RefusedSession(fault)
