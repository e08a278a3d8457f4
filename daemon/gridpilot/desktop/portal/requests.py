"""What is asked of the desktop's portal, and answered by a signal once its user has decided.

Sources: the documentation of XDG Desktop Portal: org.freedesktop.portal.Request, .Session and .host.portal.Registry.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
from typing import TYPE_CHECKING, Any

from gridpilot.desktop.portal.bus import Bus, plain
from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from dbus_fast import Variant

SERVICE, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
PORTAL, REQUEST, SESSION = "org.freedesktop.portal", "org.freedesktop.portal.Request", "org.freedesktop.portal.Session"
REGISTRY = "org.freedesktop.host.portal.Registry"
APPLICATION = "org.gridpilot.Gridpilot"
"""The name of the .desktop file that `gridpilot install` writes; GNOME takes none without dots."""
GRANTED, DENIED = 0, 1  # responses
SOON = 10.0  # s for what no user is asked about
log = logging.getLogger(__name__)


class Denied(Exception):  # noqa: N818 - the user's answer
    """The user said no, or closed the dialog."""


class Portal:
    """Of one connection. `ask` is for one thread at a time."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self._sender = bus.name[1:].replace(".", "_")
        self._count = itertools.count(1)
        self._register()

    def _register(self) -> None:
        """Says who asks, which must be a connection's first call; older portals know no such thing, and what is not
        installed has no name.
        """
        with contextlib.suppress(OSError):
            self.bus.call(SERVICE, PATH, REGISTRY, "Register", "sa{sv}", APPLICATION, {})

    def properties(self, interface: str) -> dict[str, Any]:
        return self.bus.properties(SERVICE, PATH, f"{PORTAL}.{interface}")

    def call(self, interface: str, member: str, signature: str, *body: Any) -> list[Any]:
        return self.bus.call(SERVICE, PATH, f"{PORTAL}.{interface}", member, signature, *body)

    def ask(
        self, interface: str, member: str, signature: str, *body: Any, limit: float = SOON, **options: Variant
    ) -> dict[str, Any]:
        """What is answered; the options end the body. Raises Denied, or OSError, of which TimeoutError is one."""
        response, told = self._asked(interface, member, signature, body, limit, options)
        if response == GRANTED:
            return told
        if response == DENIED:
            raise Denied
        raise OSError(f"the desktop's portal ended {member} without an answer (response {response})")

    def _asked(  # noqa: PLR0913, PLR0917 - a request has so many parts
        self, interface: str, member: str, signature: str, body: tuple[Any, ...], limit: float, options: dict[str, Any]
    ) -> tuple[int, dict[str, Any]]:
        from dbus_fast import Variant

        word = f"gridpilot{next(self._count)}"
        path = f"{PATH}/request/{self._sender}/{word}"
        heard: queue.SimpleQueue[list[Any]] = queue.SimpleQueue()
        self.bus.hear(path, "Response", heard.put)
        try:
            self.call(interface, member, signature, *body, options | {"handle_token": Variant("s", word)})
            response, told = heard.get(timeout=limit)
        except queue.Empty:
            with contextlib.suppress(OSError):  # takes away its dialog
                self.bus.call(SERVICE, path, REQUEST, "Close")
            raise TimeoutError(f"the desktop's portal did not answer {member} within {limit:.0f} s") from None
        finally:
            with contextlib.suppress(OSError):
                self.bus.hear_no_more(path, "Response")
        return int(response), plain(told)

    def new_session(self, interface: str) -> str:
        """Its handle."""
        from dbus_fast import Variant

        word = Variant("s", f"gridpilot{next(self._count)}")
        return str(self.ask(interface, "CreateSession", "a{sv}", session_handle_token=word)["session_handle"])

    def end_session(self, handle: str) -> None:
        with contextlib.suppress(OSError):  # it may have ended by itself
            self.bus.call(SERVICE, handle, SESSION, "Close")


def versions(bus: Bus, *interfaces: str) -> dict[str, int]:
    """Of those that the portal has; 0 for those that it has not."""
    found = {}
    for each in interfaces:
        try:
            found[each] = int(bus.properties(SERVICE, PATH, f"{PORTAL}.{each}").get("version", 0))
        except OSError as fault:
            log.info("no portal %s: %s", each, fault)
            found[each] = 0
    return found


def no_portal(missing: str) -> EnvironmentFault:
    return EnvironmentFault(
        "No portal",
        f"The desktop's portal does not offer {missing}.",
        "Install the portal of your desktop (on GNOME xdg-desktop-portal-gnome), and log in again.",
    )
