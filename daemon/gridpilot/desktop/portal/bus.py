"""The session bus, for callers in any thread: one thread of the connection's own does all the talking."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any, TypeVar

from gridpilot.desktop.shared.memory import without_openssl
from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
PROPERTIES = "org.freedesktop.DBus.Properties"
LIMIT = 5.0  # s for an answer that nobody has to think about
Result = TypeVar("Result")


class BusError(OSError):
    """An answer that is an error; `name` is the bus's own, as org.freedesktop.DBus.Error.AccessDenied."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{text} ({name})")
        self.name = name


class Bus:
    """Raises OSError, of which TimeoutError is one, where no answer comes."""

    def __init__(self) -> None:
        """Raises EnvironmentFault where there is no session bus."""
        self._loop = asyncio.new_event_loop()
        self._hearers: dict[tuple[str, str], tuple[str, Callable[[list[Any]], None]]] = {}
        """Path and member -> of which interface alone, and who hears of it."""
        self._bus: MessageBus
        self._thread = threading.Thread(target=self._loop.run_forever, name="bus", daemon=True)
        self._thread.start()
        try:
            self._do(self._connect(), LIMIT)
        except Exception as fault:
            self._end()
            raise EnvironmentFault(
                "No session bus",
                f"The session bus cannot be reached ({fault or type(fault).__name__}).",
                "Start gridpilot from a program of the desktop.",
            ) from fault

    @property
    def name(self) -> str:
        """The connection's own name on the bus."""
        return str(self._bus.unique_name)

    def call(  # noqa: PLR0913 - a call on D-Bus has so many parts
        self,
        service: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        *body: Any,
        limit: float = LIMIT,
    ) -> list[Any]:
        """The body of the answer."""
        return list(self._answer(service, path, interface, member, signature, body, limit).body)

    def call_for_file(self, service: str, path: str, interface: str, member: str, signature: str, *body: Any) -> int:
        """The file that comes with the answer; it is the caller's to close."""
        answer = self._answer(service, path, interface, member, signature, body, LIMIT)
        return int(answer.unix_fds[answer.body[0]])

    def call_with_file(  # noqa: PLR0913
        self, service: str, path: str, interface: str, member: str, signature: str, *body: Any, file: int
    ) -> list[Any]:
        """The body of the answer; the body sent names the file as 0."""
        return list(self._answer(service, path, interface, member, signature, body, LIMIT, file).body)

    def properties(self, service: str, path: str, interface: str) -> dict[str, Any]:
        (told,) = self.call(service, path, PROPERTIES, "GetAll", "s", interface)
        return plain(told)

    def has_owner(self, service: str) -> bool:
        """Whether it is there, or would be started when called."""
        return (
            bool(self.call(BUS, BUS_PATH, BUS, "NameHasOwner", "s", service)[0])
            or service in (self.call(BUS, BUS_PATH, BUS, "ListActivatableNames")[0])
        )

    def names(self) -> list[str]:
        return list(self.call(BUS, BUS_PATH, BUS, "ListNames")[0])

    def hear(self, path: str, member: str, hearer: Callable[[list[Any]], None], interface: str = "") -> None:
        """Has it called, from the bus's thread, with the body of each such signal, or of those of one interface: a
        portal and its desktop's part have signals of the same names.
        """
        self._hearers[path, member] = interface, hearer
        self.call(BUS, BUS_PATH, BUS, "AddMatch", "s", _rule(path, member))

    def serve(self, path: str, member: str, hearer: Callable[[list[Any]], None]) -> None:
        """Has it called, from the bus's thread, with the body of each call of others; the answer to them is empty."""
        self._hearers[path, member] = "", hearer

    def hear_no_more(self, path: str, member: str) -> None:
        if self._hearers.pop((path, member), None) is not None:
            self.call(BUS, BUS_PATH, BUS, "RemoveMatch", "s", _rule(path, member))

    def close(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._bus.disconnect)
            self._end()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        if self._thread is not threading.current_thread():
            self._thread.join()
            self._loop.close()

    async def _connect(self) -> None:
        with without_openssl():
            from dbus_fast import BusType
            from dbus_fast.aio import MessageBus
        self._bus = await MessageBus(bus_type=BusType.SESSION, negotiate_unix_fd=True).connect()
        self._bus.add_message_handler(self._heard)

    def _heard(self, message: Message) -> Message | None:
        from dbus_fast import Message, MessageType

        interface, hearer = self._hearers.get((str(message.path), str(message.member)), ("", None))
        if hearer is None or (interface and message.interface != interface):
            return None
        hearer(list(message.body))
        return Message.new_method_return(message) if message.message_type is MessageType.METHOD_CALL else None

    def _answer(  # noqa: PLR0913, PLR0917
        self,
        service: str,
        path: str,
        interface: str,
        member: str,
        signature: str,
        body: tuple[Any, ...],
        limit: float,
        file: int | None = None,
    ) -> Message:
        from dbus_fast import Message, MessageType

        files = [] if file is None else [file]
        asked = Message(service, path, interface, member, signature=signature, body=list(body), unix_fds=files)
        answer = self._do(self._bus.call(asked), limit)
        if answer is None:
            raise ConnectionError("the session bus is gone")
        if answer.message_type is MessageType.ERROR:
            raise BusError(str(answer.error_name), str(answer.body[0]) if answer.body else "no reason is told")
        return answer

    def _do(self, what: Coroutine[Any, Any, Result], limit: float) -> Result:
        """Raises TimeoutError, which is an OSError, and ConnectionError where the connection has ended."""
        if not self._thread.is_alive():
            what.close()
            raise ConnectionError("the session bus is gone")
        asked = asyncio.run_coroutine_threadsafe(asyncio.wait_for(what, limit), self._loop)
        try:
            return asked.result()
        except (EOFError, CancelledError) as fault:
            raise ConnectionError("the session bus is gone") from fault


def plain(told: dict[str, Any]) -> dict[str, Any]:
    """What is told by name, without the wrapping that says of which type it is."""
    return {name: value.value for name, value in told.items()}


def _rule(path: str, member: str) -> str:
    return f"type='signal',path='{path}',member='{member}'"
