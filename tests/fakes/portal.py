"""A portal that answers as a test says, on a session bus of its own. Dialogs are counted, and clicked by nobody."""

from __future__ import annotations

import asyncio
import subprocess
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SERVICE, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
NOBODY = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir={folder}</listen>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""
"""A bus that starts no service by itself."""
STREAM = [[42, {"position": Variant("(ii)", [0, 0]), "size": Variant("(ii)", [800, 600])}]]


@contextmanager
def session_bus(folder: Path) -> Iterator[str]:
    """Its address."""
    settings = folder / "bus.conf"
    settings.write_text(NOBODY.format(folder=folder))
    command = ["dbus-daemon", f"--config-file={settings}", "--nofork", "--print-address"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()
    finally:
        process.terminate()
        process.wait()


@dataclass
class FakePortal:
    """`start` is what Start answers: a response and what is told with it; None: nothing, ever. Where a token is known
    and was given, no dialog comes. `asked` are all calls, by member, with their options.
    """

    address: str
    versions: dict[str, int] = field(default_factory=lambda: {"RemoteDesktop": 2, "ScreenCast": 5})
    cursor_modes: int = 7
    devices: int = 3
    start: tuple[int, dict[str, Any]] | None = (0, {})
    known: set[str] = field(default_factory=set)
    refuses: set[str] = field(default_factory=set)
    """Members that are answered with an error."""
    input_server: Callable[[], int] | None = None
    """Gives a connection to it, a file; without one the portal is of a desktop that has none."""
    bound: dict[str, str] = field(default_factory=dict)
    """The global keys, by actions, that are bound once its user was asked."""
    asked: list[tuple[str, list[Any]]] = field(default_factory=list)
    dialogs: int = 0
    tokens: int = 0

    @contextmanager
    def running(self) -> Iterator[FakePortal]:
        self._loop = asyncio.new_event_loop()
        thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        thread.start()
        self._do(self._begin())
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._bus.disconnect)
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()

    def members(self) -> list[str]:
        return [member for member, _body in self.asked]

    def press(self, action: str, *, down: bool = True) -> None:
        """As the desktop tells it: first by its own part's signal of the same name, then by the portal's."""
        member = "Activated" if down else "Deactivated"
        for interface in ("org.freedesktop.impl.portal.GlobalShortcuts", "org.freedesktop.portal.GlobalShortcuts"):
            self._signal(PATH, interface, member, "osta{sv}", [self._session, action, 0, {}])

    def end_session(self) -> None:
        """As the desktop's stop button does."""
        self._signal(self._session, "org.freedesktop.portal.Session", "Closed", "", [])

    def _do(self, what: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(5)

    async def _begin(self) -> None:
        self._bus = await MessageBus(bus_address=self.address, negotiate_unix_fd=True).connect()
        self._bus.add_message_handler(self._called)
        await self._bus.request_name(SERVICE)

    def _signal(self, path: str, interface: str, member: str, signature: str, body: list[Any]) -> None:
        self._loop.call_soon_threadsafe(self._bus.send, Message.new_signal(path, interface, member, signature, body))

    def _called(self, message: Message) -> Message | None:
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        member, interface = str(message.member), str(message.interface).rpartition(".")[2]
        if member == "GetAll":
            return self._told(message)
        self.asked.append((member, list(message.body)))
        if member in self.refuses or (interface in {"RemoteDesktop", "ScreenCast"} and interface not in self.versions):
            return Message.new_error(message, "org.freedesktop.portal.Error.Failed", f"{member} is refused")
        if member == "ConnectToEIS":
            return self._connected(message)
        if message.signature.endswith("a{sv}") and "handle_token" in message.body[-1]:
            return self._request(message, member)
        return Message.new_method_return(message)

    def _connected(self, message: Message) -> Message:
        if self.input_server is None:
            return Message.new_error(message, "org.freedesktop.portal.Error.Failed", "there is none")
        return Message.new_method_return(message, "h", [0], [self.input_server()])

    def _told(self, message: Message) -> Message:
        name = message.body[0].rpartition(".")[2]
        if name not in self.versions:
            return Message.new_error(message, "org.freedesktop.DBus.Error.InvalidArgs", f"No such interface {name}")
        told = {"version": Variant("u", self.versions[name]), "AvailableCursorModes": Variant("u", self.cursor_modes)}
        return Message.new_method_return(message, "a{sv}", [told])

    def _request(self, message: Message, member: str) -> Message:
        options = message.body[-1]
        sender = str(message.sender)[1:].replace(".", "_")
        path = f"{PATH}/request/{sender}/{options['handle_token'].value}"
        answer: tuple[int, dict[str, Any]] | None = (0, {})
        if member == "CreateSession":
            self._session = f"{PATH}/session/{sender}/{options['session_handle_token'].value}"
            answer = 0, {"session_handle": Variant("s", self._session)}
        elif member == "SelectDevices":
            given = options.get("restore_token")
            self._given = given.value if given else ""
        elif member == "Start":
            answer = self._started()
        elif member == "BindShortcuts":  # GNOME's says 2 also where it has bound them
            self.dialogs += 1
            answer = 2, {}
        elif member == "ListShortcuts":
            known = [[action, {"trigger_description": Variant("s", keys)}] for action, keys in self.bound.items()]
            answer = 0, {"shortcuts": Variant("a(sa{sv})", known)}
        if answer is not None:
            self._signal(path, "org.freedesktop.portal.Request", "Response", "ua{sv}", list(answer))
        return Message.new_method_return(message, "o", [path])

    def _started(self) -> tuple[int, dict[str, Any]] | None:
        if self._given in self.known:
            self.known.remove(self._given)
        else:
            self.dialogs += 1
        if self.start is None or self.start[0]:
            return self.start
        self.tokens += 1
        token = f"token-{self.tokens}"
        self.known.add(token)
        told = {"devices": Variant("u", self.devices), "streams": Variant("a(ua{sv})", STREAM)}
        if self.versions["RemoteDesktop"] > 1:
            told["restore_token"] = Variant("s", token)
        return 0, told | self.start[1]
