"""Notices on Linux: org.freedesktop.Notifications over the session bus. Each new one replaces the one before.

Source: the Desktop Notifications specification 1.2. A connection lasts for one notice: they are rare, and a lasting
one would have to be watched.
"""

import sys

assert sys.platform != "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere
assert sys.platform != "darwin"  # noqa: S101

import asyncio
import logging
import threading
from typing import TYPE_CHECKING, Any

from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from pathlib import Path

SERVICE, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
LIMIT = 5.0  # s; a desktop may have to start its notice server first
ICON = 48  # pixels
LOW, NORMAL, URGENT = range(3)  # the specification's levels
log = logging.getLogger(__name__)


class BusNotices:
    def __init__(self) -> None:
        self._last = 0  # the server's number of the newest one
        self._showing = threading.Lock()

    def show(self, title: str, text: str, face: str, picture: "Path | None" = None) -> None:
        threading.Thread(target=self._show, args=(title, text, face, picture), name="notice", daemon=True).start()

    def server(self) -> str:
        try:
            name, _, version, *_ = asyncio.run(asyncio.wait_for(_call("GetServerInformation"), LIMIT))
        except Exception as fault:
            raise EnvironmentFault(
                "No notices",
                f"no program that shows notices answers on the session bus ({fault or type(fault).__name__}).",
                "Most desktops have one; for a bare window manager install dunst.",
            ) from fault
        return f"{name} {version}"

    def _show(self, *notice: Any) -> None:
        with self._showing:
            try:
                self._last = asyncio.run(asyncio.wait_for(_notify(self._last, *notice), LIMIT))
            except Exception as fault:  # no bus, no server, a server that hangs: nobody is there to be told
                log.warning("no notice was shown: %s %s", type(fault).__name__, fault)


async def _notify(replaces: int, title: str, text: str, face: str, picture: "Path | None") -> int:
    """Returns the server's number of the notice."""
    from dbus_fast import Variant

    hints = {
        "urgency": Variant("y", NORMAL if face == "trouble" else LOW),
        "transient": Variant("b", face != "trouble"),  # good news need not be kept in a list
    }
    if picture is None:
        hints["image-data"] = Variant("(iiibiiay)", _icon(face))
    else:
        hints["image-path"] = Variant("s", picture.as_uri())
    body = ["gridpilot", replaces, "", title, _plain(text), [], hints, -1]
    return int((await _call("Notify", "susssasa{sv}i", body))[0])


async def _call(member: str, signature: str = "", body: list[Any] | None = None) -> list[Any]:
    """Raises what dbus-fast raises, and ConnectionError when the answer is an error."""
    from dbus_fast import BusType, Message, MessageType
    from dbus_fast.aio import MessageBus

    bus = await MessageBus(bus_type=BusType.SESSION).connect()
    try:
        reply = await bus.call(
            Message(
                destination=SERVICE, path=PATH, interface=SERVICE, member=member, signature=signature, body=body or []
            )
        )
    finally:
        bus.disconnect()
    if reply is None or reply.message_type is not MessageType.METHOD_RETURN:
        raise ConnectionError(*(reply.body if reply else ["no answer"]))
    return list(reply.body)


def _icon(face: str) -> list[Any]:
    from gridpilot.desktop.tray_face import draw

    return [ICON, ICON, ICON * 4, True, 8, 4, draw(face, ICON).tobytes()]


def _plain(text: str) -> str:
    """Servers may take the text for markup; window titles are shown as they are."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
