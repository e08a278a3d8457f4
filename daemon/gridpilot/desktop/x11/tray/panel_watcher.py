"""Is there a panel that takes StatusNotifierItems? Asked of the session bus, now or until one comes."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from dbus_fast import AuthError, BusType, DBusError, Message, MessageType
from dbus_fast.aio import MessageBus

WATCHER = "org.kde.StatusNotifierWatcher"
BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
BUS_LIMIT = 2.0  # s for a bus that takes the connection and then says nothing
log = logging.getLogger(__name__)


def has_watcher(wait: bool = False) -> bool:
    """Whether a panel on the session bus takes items: right now, or, with `wait`, as soon as there is one. A bus that
    cannot be reached has none.
    """
    try:
        return asyncio.run(_find_watcher(wait))
    except (OSError, ValueError, EOFError, AuthError, DBusError, TimeoutError) as fault:
        log.info("no session bus: %s", fault)
        return False


async def _find_watcher(wait: bool) -> bool:
    bus = await asyncio.wait_for(MessageBus(bus_type=BusType.SESSION).connect(), BUS_LIMIT)
    try:
        come = asyncio.Event()
        await follow_watcher(bus, lambda there: come.set() if there else None)
        found = await asyncio.wait_for(has_owner(bus), BUS_LIMIT)
        if not found and wait:
            await asyncio.wait((lost(bus), asyncio.ensure_future(come.wait())), return_when=asyncio.FIRST_COMPLETED)
            found = come.is_set()
        return found
    finally:
        bus.disconnect()


async def follow_watcher(bus: MessageBus, tell: Callable[[bool], object]) -> None:
    """From now on `tell` hears of each panel that comes (True) or goes."""

    def hear(message: Message) -> None:
        if message.member == "NameOwnerChanged" and message.sender == BUS and message.body[0] == WATCHER:
            tell(bool(message.body[2]))

    bus.add_message_handler(hear)
    rule = f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{WATCHER}'"
    await bus.call(_to_bus("AddMatch", "s", [rule]))


async def has_owner(bus: MessageBus) -> bool:
    """Whether there is a watcher now."""
    reply = await bus.call(_to_bus("NameHasOwner", "s", [WATCHER]))
    return bool(reply and reply.message_type is MessageType.METHOD_RETURN and reply.body[0])


def lost(bus: MessageBus) -> asyncio.Future[None]:
    """Done when the bus is gone, whatever for."""

    async def wait() -> None:
        with contextlib.suppress(Exception):  # what it ended with is of no use to anybody
            await bus.wait_for_disconnect()  # type: ignore[no-untyped-call] # dbus-fast forgot its return type

    return asyncio.ensure_future(wait())


def _to_bus(member: str, signature: str, body: list[Any]) -> Message:
    return Message(destination=BUS, path=BUS_PATH, interface=BUS, member=member, signature=signature, body=body)
