"""What the compositor offers of all that is needed, and who it is."""

from __future__ import annotations

from dataclasses import dataclass

from gridpilot.desktop.wayland import image_copy, layer, own_events, screencopy, sway_ipc, toplevels, virtual_devices
from gridpilot.desktop.wayland.listener import listener, name_of
from gridpilot.desktop.wayland.wire import Wire, socket_path
from gridpilot.errors import EnvironmentFault

NEEDED = {
    "pictures": (screencopy.INTERFACE, image_copy.INTERFACE),
    "keys": (virtual_devices.KEYBOARDS,),
    "clicks": (virtual_devices.POINTERS,),
}
"""What is needed -> the interfaces, one of which does it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """`missing`: what it is needed for, and the interface that is not there."""

    name: str
    missing: dict[str, str]
    tells_pointer: bool
    tells_use: bool
    tells_place: bool

    @property
    def untold(self) -> str:
        """What this compositor does not tell, and what comes of that, in sentences; empty where it tells all."""
        pointer = " Nobody tells where the pointer is: of several boards the largest is taken."
        use = " Nobody tells when you type or move the mouse: only Esc, the hotkey and another window stop a job."
        place = (
            " Nobody tells where a window lies: the board at the pointer is taken, or the largest on the monitor, and "
            "Esc is your program's. Bind `gridpilot press solve` and `gridpilot press play` in its configuration."
        )
        told = (self.tells_place, place), (self.tells_pointer, pointer), (self.tells_use, use)
        return "".join(sentence for is_told, sentence in told if not is_told)


def offer() -> Offer:
    """Raises EnvironmentFault where no compositor answers."""
    wire = Wire()
    try:
        missing = {use: ", nor ".join(ways) for use, ways in NEEDED.items() if not any(map(wire.offers, ways))}
        sway = bool(sway_ipc.socket_path())
        if not sway and not wire.offers(toplevels.INTERFACE):
            missing["word of the focused window"] = f"sway's socket, nor {toplevels.INTERFACE}"
        return Offer(name(), missing, bool(wire.offers(layer.LAYERS)), own_events.is_told(wire), sway)
    finally:
        wire.close()


def name() -> str:
    """With its version where it tells it."""
    if sway_ipc.socket_path():
        try:
            ipc = sway_ipc.SwayIpc()
            told = ipc.version()
            ipc.close()
        except (OSError, EnvironmentFault):
            return "sway"
        return f"sway {told.get('human_readable', '')}".strip()
    return name_of(listener(socket_path())) or "an unknown compositor"


def refusal(found: Offer) -> EnvironmentFault:
    lacking = " and ".join(f"{use} ({interface})" for use, interface in found.missing.items())
    return EnvironmentFault(
        "Wayland session",
        f"The Wayland desktop {found.name} offers no {lacking}, and its portal and PipeWire cannot stand in.",
        "Log in to sway, labwc or an Xorg (X11) session, or install your desktop's portal and PipeWire; "
        "`gridpilot read IMAGE` and `gridpilot solve --image` work here too.",
    )
