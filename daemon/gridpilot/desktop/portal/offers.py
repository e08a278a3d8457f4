"""What the desktop's portal offers, and what is missing. Asking opens no dialog."""

from __future__ import annotations

from dataclasses import dataclass

from gridpilot.desktop.portal import pipewire, remote
from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.portal.consent import ConsentFile
from gridpilot.desktop.portal.notify import REMOTE
from gridpilot.desktop.portal.requests import PATH, PORTAL, SERVICE, versions
from gridpilot.desktop.wayland.listener import listener, name_of
from gridpilot.desktop.wayland.wire import socket_path
from gridpilot.errors import EnvironmentFault

HOTKEYS = "GlobalShortcuts"


@dataclass(frozen=True, slots=True)
class Offer:
    """`missing`: in words, what of the needed is not there; `versions` by interface, 0 for none."""

    name: str
    versions: dict[str, int]
    missing: tuple[str, ...]

    @property
    def told(self) -> str:
        """In sentences."""
        parts = ", ".join(f"{each} {number}" for each, number in self.versions.items() if number)
        asks = "it asks at each job" if self.versions[REMOTE] < remote.WITH_TOKENS else _asks()
        return (
            f"{parts}; {asks}. Nobody tells which window has the focus: the board at the pointer is taken, or the "
            "largest on the monitor. Your keys are not heard: the key again, your mouse and the desktop's stop button "
            "stop a job."
        )


def _asks() -> str:
    return "it has your consent" if ConsentFile().read().token else "it asks at the first job"


def offer() -> Offer:
    """Raises EnvironmentFault where there is no session bus."""
    bus = Bus()
    try:
        found = versions(bus, REMOTE, remote.CAST, HOTKEYS)
        lacking = [f"its portal {each}" for each in (REMOTE, remote.CAST) if not found[each]]
        if found[remote.CAST] and not _tells_pointer(bus):
            lacking.append("pictures without the pointer (cursor mode 4 of its portal ScreenCast)")
    finally:
        bus.close()
    try:
        pipewire.library()
    except EnvironmentFault:
        lacking.append(f"PipeWire's library ({pipewire.LIBRARY})")
    return Offer(name_of(listener(socket_path())) or "an unknown compositor", found, tuple(lacking))


def _tells_pointer(bus: Bus) -> bool:
    modes = bus.properties(SERVICE, PATH, f"{PORTAL}.{remote.CAST}").get("AvailableCursorModes", 0)
    return bool(int(modes) & remote.METADATA)


def refusal(found: Offer) -> EnvironmentFault:
    return EnvironmentFault(
        "Wayland session",
        f"The Wayland desktop {found.name} lacks {' and '.join(found.missing)}.",
        "Install your desktop's portal (on GNOME xdg-desktop-portal-gnome) and PipeWire, and log in again.",
    )
