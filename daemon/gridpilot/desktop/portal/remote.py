"""One session of the RemoteDesktop and ScreenCast portals together: a monitor's pictures, and its pointer and keys.

The desktop asks its user once, in a dialog of its own. "Allow Remote Interaction" is off there at first: a session
without keys and pointer is ended, and its token thrown away, for the token would keep that.

Newer portals give a connection to the compositor's own input server; after that they take no event by a call.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from gridpilot.desktop.portal.bus import BusError
from gridpilot.desktop.portal.consent import NONE, Consent, ConsentFile
from gridpilot.desktop.portal.eis import Eis
from gridpilot.desktop.portal.notify import REMOTE, Notify
from gridpilot.desktop.portal.requests import PATH, PORTAL, SERVICE, Denied, Portal
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect
from gridpilot.plan import Key

CAST = "ScreenCast"
KEYBOARD, POINTER = 1, 2  # kinds of devices
MONITOR = 1  # a kind of source
METADATA = 4  # the cursor mode in which the pointer is told, and not drawn
UNTIL_REVOKED = 2  # how long a consent may last
WITH_TOKENS = WITH_EIS = 2  # the version of RemoteDesktop
DECIDES = 25.0  # s for the user's answer; less than a job may take until it is given up
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Monitor:
    """`node` is PipeWire's number; `area` is in points; `name` is the input server's."""

    node: int
    area: Rect
    name: str = ""


class Hands(Protocol):
    """Raise OSError where the desktop takes nothing any more."""

    at_once: bool

    def move(self, to: Point) -> None: ...

    def button(self, *, press: bool) -> None: ...

    def check(self, key: Key) -> None: ...

    def key(self, key: Key, *, press: bool) -> None: ...

    def send(self) -> None:
        """Has all that was done so far on its way, in order."""

    def sync(self) -> None:
        """Returns when the desktop has taken all of it."""

    def close(self) -> None: ...


class Remote:
    """Started when made. Raises EnvironmentFault where the user, or the desktop, says no: with one dialog at most.
    `is_remembered`: the next one needs no dialog.
    """

    def __init__(self, portal: Portal, file: ConsentFile, on_closed: Callable[[], None]) -> None:
        """`on_closed` is called from the bus's thread when the desktop ends the session."""
        self._portal = portal
        self._file = file
        self._version = 1
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
            raise _not_shared(fault) from fault
        self.hands: Hands = Notify(portal, self._handle, self.monitor.node)

    def _start(self) -> Monitor:
        from dbus_fast import Variant

        version = self._version = int(self._portal.properties(REMOTE).get("version", 1))
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
        known_of = {name: value.value for name, value in facts.items()}
        monitor = Monitor(int(node), _area(known_of), str(known_of.get("mapping_id", "")))
        token = str(told.get("restore_token", ""))
        self.is_remembered = bool(token)
        self._file.keep(Consent(token, monitor.area))
        return monitor

    def pictures(self) -> int:
        """PipeWire's connection, a file that is the caller's to close."""
        return self._portal.bus.call_for_file(
            SERVICE, PATH, f"{PORTAL}.{CAST}", "OpenPipeWireRemote", "oa{sv}", self._handle, {}
        )

    def use_server(self) -> bool:
        """From here on events go by the compositor's own input server, where it has one; False where that cannot type
        all digits: then this session is of no use. Raises EnvironmentFault.
        """
        if self._version < WITH_EIS:
            return True
        asked = self._handle, dict[str, Any]()
        try:
            file = self._portal.bus.call_for_file(SERVICE, PATH, f"{PORTAL}.{REMOTE}", "ConnectToEIS", "oa{sv}", *asked)
        except BusError as fault:
            log.info("no input server: %s", fault)
            return True
        try:
            self.hands = server = Eis(file, self.monitor.area, self.monitor.name)
            return server.has_digits()
        except OSError as fault:
            raise _not_shared(fault) from fault

    def close(self) -> None:
        if hasattr(self, "hands"):
            self.hands.close()
        with contextlib.suppress(OSError):
            self._portal.bus.hear_no_more(self._handle, "Closed")
        self._portal.end_session(self._handle)


def _area(facts: dict[str, Any]) -> Rect:
    x, y = facts.get("position") or (0, 0)
    width, height = facts["size"]
    return Rect(int(x), int(y), int(width), int(height))


def _not_shared(fault: OSError) -> EnvironmentFault:
    return EnvironmentFault(
        "No screen shared",
        f"The desktop's portal did not share the screen: {fault}.",
        "Try again; gridpilot doctor says which of its parts are there.",
    )


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
