"""A factory for each ability of KDE Plasma on Wayland. What one process makes shares one connection to the bus.

KWin gives pictures and takes keys only where this program's .desktop file asks for that; else its portal does both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from gridpilot import desktop
from gridpilot.desktop.kwin.accelerators import Accelerators
from gridpilot.desktop.kwin.focus import KWinFocus, KWinFollower
from gridpilot.desktop.kwin.offers import Offer, offer, refusal
from gridpilot.desktop.kwin.windows import Windows
from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.portal.cast import Cast
from gridpilot.desktop.shared.own_places import OwnPlaces
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.errors import EnvironmentFault

_own = OwnEvents()
_places = OwnPlaces()


@cache
def _bus() -> Bus:
    return Bus()


@cache
def _windows() -> Windows:
    return Windows(_bus())


@cache
def _accelerators() -> Accelerators:
    return Accelerators(_bus())


@cache
def _offer() -> Offer:
    return offer(_bus())


def _by_kwin() -> bool:
    """Whether pictures and input are KWin's own. Raises EnvironmentFault where neither it nor its portal has them."""
    found = _offer()
    if found.missing:
        raise refusal(found)
    return found.by_kwin


@cache
def _cast() -> Cast:
    return Cast()


def key_sign(code: int) -> str:  # noqa: ARG001 - no program is told what a key would type elsewhere
    return ""


def focus() -> desktop.Focus:
    return KWinFocus(_windows())


def follower(on_change: Callable[[], None], on_click: Callable[[], None] | None = None) -> desktop.Follower:  # noqa: ARG001
    return KWinFollower(_windows(), on_change)


def screen() -> desktop.Screen:
    if _by_kwin():
        from gridpilot.desktop.kwin.screen import KWinScreen

        return KWinScreen(_bus())
    from gridpilot.desktop.portal.screen import PortalScreen

    return PortalScreen(_cast())


def input_() -> desktop.Input:
    from gridpilot.desktop.shared import asked

    _accelerators().hear_all(asked.key.tell)
    if _by_kwin():
        from gridpilot.desktop.kwin.input import KWinInput

        return KWinInput(_bus(), _windows(), _own, _places)
    from gridpilot.desktop.portal.input import PortalInput

    return PortalInput(_cast(), KWinFocus(_windows()))


def hotkeys() -> desktop.Hotkeys:
    from gridpilot.desktop.kwin.hotkeys import KWinHotkeys

    return KWinHotkeys(_accelerators())


def watch() -> desktop.UserWatch:
    from gridpilot.desktop.kwin.interference import KWinWatch

    return KWinWatch(_windows(), _accelerators(), _own, _places)


def overlay() -> desktop.Overlay:
    raise EnvironmentFault(
        "No overlay", "On KDE nothing is drawn over other programs' windows.", "A notice tells the same."
    )


def session() -> desktop.Session:
    from gridpilot.desktop.kwin.session import KWinSession

    return KWinSession(_offer(), _accelerators())
