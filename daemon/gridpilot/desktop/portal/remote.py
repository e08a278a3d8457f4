"""One session of the RemoteDesktop and ScreenCast portals together: a monitor's pictures, and its pointer and keys.

The desktop asks its user once, in a dialog of its own. "Allow Remote Interaction" is off there at first: a session
without keys and pointer is ended, and its token thrown away, for the token would keep that.

Each call is answered before the next is sent: GNOME's portal serves them in threads, and calls that were not waited for
came into cells in another order in 3 of 4 runs.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gridpilot.desktop.portal.consent import NONE, Consent, ConsentFile
from gridpilot.desktop.portal.requests import PATH, PORTAL, SERVICE, Denied, Portal
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect

REMOTE, CAST = "RemoteDesktop", "ScreenCast"
KEYBOARD, POINTER = 1, 2  # kinds of devices
MONITOR = 1  # a kind of source
METADATA = 4  # the cursor mode in which the pointer is told, and not drawn
UNTIL_REVOKED = 2  # how long a consent may last
WITH_TOKENS = 2  # the version of RemoteDesktop
LEFT = 0x110  # the kernel's BTN_LEFT
DECIDES = 25.0  # s for the user's answer; less than a job may take until it is given up
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Monitor:
    """`node` is PipeWire's number; `area` is in points."""

    node: int
    area: Rect


class Remote:
    """Started when made. Raises EnvironmentFault where the user, or the desktop, says no: with one dialog at most."""

    def __init__(self, portal: Portal, file: ConsentFile, on_closed: Callable[[], None]) -> None:
        """`on_closed` is called from the bus's thread when the desktop ends the session."""
        self._portal = portal
        self._file = file
        try:
            self._handle = portal.new_session(REMOTE)
            portal.bus.hear(self._handle, "Closed", lambda _: on_closed())
            self.monitor = self._start()
        except Denied:
            self._file.forget()
            raise _denied() from None
        except TimeoutError as fault:
            raise _unanswered() from fault
        except OSError as fault:
            raise EnvironmentFault(
                "No screen shared",
                f"The desktop's portal did not share the screen: {fault}.",
                "Try again; gridpilot doctor says which of its parts are there.",
            ) from fault

    def _start(self) -> Monitor:
        from dbus_fast import Variant

        version = int(self._portal.properties(REMOTE).get("version", 1))
        known = self._file.take() if version >= WITH_TOKENS else NONE
        options: dict[str, Any] = {"types": Variant("u", KEYBOARD | POINTER)}
        if version >= WITH_TOKENS:
            options["persist_mode"] = Variant("u", UNTIL_REVOKED)
        if known.token:
            options["restore_token"] = Variant("s", known.token)
        self._portal.ask(REMOTE, "SelectDevices", "oa{sv}", self._handle, **options)
        sources: dict[str, Any] = {"types": Variant("u", MONITOR), "cursor_mode": Variant("u", METADATA)}
        self._portal.ask(CAST, "SelectSources", "oa{sv}", self._handle, **sources)
        told = self._portal.ask(REMOTE, "Start", "osa{sv}", self._handle, "", limit=DECIDES)
        both = KEYBOARD | POINTER
        if int(told.get("devices", 0)) & both != both or not told.get("streams"):
            self.close()
            raise _without_hands()
        node, facts = told["streams"][0]
        monitor = Monitor(int(node), _area({name: value.value for name, value in facts.items()}))
        self._file.keep(Consent(str(told.get("restore_token", "")), monitor.area))
        return monitor

    def pictures(self) -> int:
        """PipeWire's connection, a file that is the caller's to close."""
        return self._portal.bus.call_for_file(
            SERVICE, PATH, f"{PORTAL}.{CAST}", "OpenPipeWireRemote", "oa{sv}", self._handle, {}
        )

    def move(self, to: Point) -> None:
        """`to`: in points, from the monitor's corner."""
        place = self.monitor.node, float(to.x), float(to.y)
        self._portal.call(REMOTE, "NotifyPointerMotionAbsolute", "oa{sv}udd", self._handle, {}, *place)

    def button(self, *, press: bool) -> None:
        self._portal.call(REMOTE, "NotifyPointerButton", "oa{sv}iu", self._handle, {}, LEFT, int(press))

    def sign(self, keysym: int, *, press: bool) -> None:
        self._portal.call(REMOTE, "NotifyKeyboardKeysym", "oa{sv}iu", self._handle, {}, keysym, int(press))

    def code(self, code: int, *, press: bool) -> None:
        self._portal.call(REMOTE, "NotifyKeyboardKeycode", "oa{sv}iu", self._handle, {}, code, int(press))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._portal.bus.hear_no_more(self._handle, "Closed")
        self._portal.end_session(self._handle)


def _area(facts: dict[str, Any]) -> Rect:
    x, y = facts.get("position") or (0, 0)
    width, height = facts["size"]
    return Rect(int(x), int(y), int(width), int(height))


def _denied() -> EnvironmentFault:
    return EnvironmentFault(
        "Not allowed",
        "The desktop's question whether gridpilot may see and use the screen was answered with no.",
        "Press the key again, choose a monitor, switch on Allow Remote Interaction, and press Share.",
    )


def _unanswered() -> EnvironmentFault:
    return EnvironmentFault(
        "Not answered",
        "The desktop asked whether gridpilot may see and use the screen, and nobody answered in time.",
        "Press the key again, choose a monitor, switch on Allow Remote Interaction, and press Share.",
    )


def _without_hands() -> EnvironmentFault:
    return EnvironmentFault(
        "Not allowed to type",
        "The desktop shares the screen with gridpilot, but without keyboard and pointer.",
        "Press the key again, and switch on Allow Remote Interaction before you press Share.",
    )
