"""The D-Bus side of panels, good and bad: a StatusNotifierWatcher that can be told what it is. It draws nothing.

    python panel_watcher.py KIND        on the session bus; further KINDs come on its input, one a line

name     holds the name, and there is no object: a desktop's service on a bare window manager
nobody   a watcher without a host: nothing shows the items that register
host     a watcher whose host shows them
hung     holds the name and answers nobody
gone     gives the name back

It prints each kind once that is so, and "took NAME" for each item that registers.
"""

import asyncio
import sys
from typing import Annotated

from dbus_fast import MessageType, PropertyAccess
from dbus_fast.aio import MessageBus
from dbus_fast.annotations import DBusBool, DBusInt32, DBusSignature, DBusStr
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

NAME, PATH = "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher"


def say(text: str) -> None:
    print(text, flush=True)


class Watcher(ServiceInterface):
    def __init__(self, *, hosted: bool) -> None:
        super().__init__(NAME)
        self.hosted = hosted
        self.items: list[str] = []

    def host(self, *, there: bool) -> None:
        """As real ones, it tells of each change."""
        if there != self.hosted:
            self.hosted = there
            (self.host_registered if there else self.host_unregistered)()

    @dbus_method(name="RegisterStatusNotifierItem")
    def register_item(self, service: DBusStr) -> None:
        self.items.append(service)
        say(f"took {service}")

    @dbus_method(name="RegisterStatusNotifierHost")
    def register_host(self, _service: DBusStr) -> None: ...

    @dbus_property(PropertyAccess.READ, name="IsStatusNotifierHostRegistered")
    def is_hosted(self) -> DBusBool:
        return self.hosted

    @dbus_property(PropertyAccess.READ, name="ProtocolVersion")
    def version(self) -> DBusInt32:
        return 0

    @dbus_property(PropertyAccess.READ, name="RegisteredStatusNotifierItems")
    def registered(self) -> Annotated[list[str], DBusSignature("as")]:
        return self.items

    @dbus_signal(name="StatusNotifierHostRegistered")
    def host_registered(self) -> None: ...

    @dbus_signal(name="StatusNotifierHostUnregistered")
    def host_unregistered(self) -> None: ...


async def main() -> None:
    bus = await MessageBus().connect()
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    kind, watcher = sys.argv[1], None
    bus.add_message_handler(lambda message: kind == "hung" and message.message_type is MessageType.METHOD_CALL)
    while kind:
        if kind in {"nobody", "host"} and watcher is not None:
            watcher.host(there=kind == "host")
        else:
            if watcher is not None:
                bus.unexport(PATH, watcher)
                watcher = None
            await bus.release_name(NAME)
            if kind in {"nobody", "host"}:
                watcher = Watcher(hosted=kind == "host")
                bus.export(PATH, watcher)
            if kind != "gone":
                await bus.request_name(NAME)
        say(kind)
        kind = (await lines.readline()).decode().strip()


asyncio.run(main())
