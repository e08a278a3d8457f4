"""What KWin and the session bus offer of all that is needed, and what KWin allows this program."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gridpilot.desktop.kwin import accelerators, fake_input, screen, scripts
from gridpilot.desktop.portal import offers as portal_offers
from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.wayland import own_events
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.errors import EnvironmentFault

VERSION = re.compile(r"KWin version: (\S+)")


@dataclass(frozen=True, slots=True)
class Offer:
    """`sees` and `types`: whether KWin gives this program pictures, and takes its keys and clicks. `missing`: in words,
    what else is needed and not there.
    """

    name: str
    sees: bool
    types: bool
    tells_use: bool
    missing: tuple[str, ...]

    @property
    def by_kwin(self) -> bool:
        return self.sees and self.types

    @property
    def told(self) -> str:
        """In sentences."""
        how = (
            "pictures by ScreenShot2, keys and clicks by fake_input, and it never asks"
            if self.by_kwin
            else "pictures, keys and clicks by its portal, as KWin keeps its own for programs whose .desktop file asks "
            "for them"
        )
        return f"windows by a script in KWin, hotkeys by kglobalaccel; {how}.{self.untold}"

    @property
    def untold(self) -> str:
        """What nobody tells, and what comes of that."""
        if self.tells_use and self.by_kwin:
            return ""
        return " Nobody tells when you type: Esc, the hotkey, your mouse, another window and the icon stop a job."


def is_there(bus: Bus) -> bool:
    """Whether this desktop's windows and keys are KWin's and kglobalaccel's. Nothing is started by asking."""
    names = bus.names()
    return scripts.SERVICE in names and accelerators.SERVICE in names


def offer(bus: Bus) -> Offer:
    wire = Wire()
    try:
        types = bool(wire.offers(fake_input.INTERFACE))
        tells_use = own_events.is_told(wire)
    finally:
        wire.close()
    sees = screen.is_allowed(bus)
    missing: tuple[str, ...] = ()
    if not (sees and types):
        try:
            missing = portal_offers.offer().missing
        except EnvironmentFault as fault:
            missing = (fault.message,)
    return Offer(_name(bus), sees, types, tells_use, missing)


def _name(bus: Bus) -> str:
    try:
        (told,) = bus.call(scripts.SERVICE, "/KWin", "org.kde.KWin", "supportInformation")
    except OSError:
        return "KWin"
    found = VERSION.search(told)
    return f"KWin {found[1]}" if found else "KWin"


def refusal(found: Offer) -> EnvironmentFault:
    needs = ("pictures (ScreenShot2)", found.sees), ("keys (fake_input)", found.types)
    kept = " and ".join(name for name, given in needs if not given)
    return EnvironmentFault(
        "Wayland session",
        f"{found.name} allows this gridpilot no {kept}, and the desktop lacks {' and '.join(found.missing)}.",
        "Install gridpilot's package and run `gridpilot install`, or install xdg-desktop-portal-kde and PipeWire; "
        "then log in again.",
    )
