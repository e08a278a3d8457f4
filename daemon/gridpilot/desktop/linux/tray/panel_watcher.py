"""Does a panel on the session bus show StatusNotifierItems? Only a watcher with a registered host says so: the name
alone may be held by a service of a desktop whose panel does not run.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

WATCHER, WATCHER_PATH = "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher"
BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
PROPERTIES = "org.freedesktop.DBus.Properties"
RULES = (
    f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{WATCHER}'",
    f"type='signal',interface='{WATCHER}',member='StatusNotifierHostRegistered'",
    f"type='signal',interface='{WATCHER}',member='StatusNotifierHostUnregistered'",
    f"type='signal',path='{WATCHER_PATH}',interface='{PROPERTIES}',member='PropertiesChanged'",
)
"""What may change the answer. The items of other programs are no part of it: they wake nobody."""


async def follow(bus: MessageBus, tell: Callable[[bool], object]) -> None:
    """From now on `tell` is called whenever a watcher comes or goes (True), or its host does (False)."""

    def hear(message: Message) -> None:
        if message.message_type is MessageType.SIGNAL and message.interface in {BUS, WATCHER, PROPERTIES}:
            tell(message.interface == BUS)

    bus.add_message_handler(hear)
    for rule in RULES:
        await bus.call(Message(BUS, BUS_PATH, BUS, "AddMatch", signature="s", body=[rule]))


async def owner(bus: MessageBus) -> str:
    """The watcher's own name on the bus; empty where there is no watcher."""
    (name,) = await _answer(bus, Message(BUS, BUS_PATH, BUS, "GetNameOwner", signature="s", body=[WATCHER])) or ("",)
    return str(name)


async def has_host(bus: MessageBus, watcher: str) -> bool | None:
    """Whether a panel has registered there to show items; None for a name with nothing behind it."""
    body = [WATCHER, "IsStatusNotifierHostRegistered"]
    answer = await _answer(bus, Message(watcher, WATCHER_PATH, PROPERTIES, "Get", signature="ss", body=body))
    return bool(answer[0].value) if answer else None


async def register(bus: MessageBus, watcher: str) -> bool:
    """Has the watcher tell its hosts of the item on this connection; False where it refuses."""
    wish = Message(watcher, WATCHER_PATH, WATCHER, "RegisterStatusNotifierItem", signature="s", body=[bus.unique_name])
    return await _answer(bus, wish) is not None


async def _answer(bus: MessageBus, question: Message) -> list[Any] | None:
    """None for an error. A program that hangs answers late or never: whoever waits here must be able to give it up."""
    reply = await bus.call(question)
    return reply.body if reply is not None and reply.message_type is MessageType.METHOD_RETURN else None


def lost(bus: MessageBus) -> asyncio.Future[None]:
    """Done when the bus is gone, whatever for."""

    async def wait() -> None:
        with contextlib.suppress(Exception):  # what it ended with is of no use to anybody
            await bus.wait_for_disconnect()  # type: ignore[no-untyped-call] # dbus-fast forgot its return type

    return asyncio.ensure_future(wait())
