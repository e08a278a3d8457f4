"""A connection to a Wayland compositor: its wire format, in Python alone.

A message is the number of an object, the number of a request or an event of it, and arguments in 32-bit words. Objects
are numbered by who makes them: ours by us, and a number is used again once the compositor has said that it is free.
What an object is told is handed to its listener while this side reads, and at no other time. Source: the chapter "Wire
format" of the Wayland protocol, wayland.xml for the core's numbers.
"""

from __future__ import annotations

import functools
import os
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from gridpilot.desktop.wayland.messages import Messages, packed_text, text_of
from gridpilot.errors import ConnectionLost, EnvironmentFault

DISPLAY, FIRST_OWN = 1, 2
SYNC, GET_REGISTRY = 0, 1  # of the display
BIND = 0  # of the registry
ERROR, DELETE_ID = 0, 1  # events of the display
GLOBAL = 0  # event of the registry
USUAL = "wayland-0"  # where none is named
FILES = 28  # that may come with one reading; libwayland's own number
MOST = 3000  # bytes that wait here for a flush; compositors read 4096 at a time
ANSWERS = 10.0  # s that a compositor may take for an answer; not tuned: one that hangs costs that much

Listener = Callable[[int, bytes], None]
"""Is called with the event's number and its arguments."""

Argument = int | float | str | bytes

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Global:
    """What the compositor offers to all."""

    number: int
    interface: str
    version: int


class WaylandHead:
    """The object, then length and opcode in one word."""

    size = 8

    def pack(self, number: int, opcode: int, length: int) -> bytes:
        return struct.pack("<II", number, length << 16 | opcode)

    def unpack(self, data: bytes, at: int) -> tuple[int, int, int]:
        number, word = struct.unpack_from("<II", data, at)
        return number, word & 0xFFFF, word >> 16


class ProtocolError(OSError):
    """The compositor has ended the connection because of what we sent."""


def socket_path() -> str:
    """Where the compositor listens; empty where the environment names none."""
    name, folder = os.environ.get("WAYLAND_DISPLAY", ""), os.environ.get("XDG_RUNTIME_DIR", "")
    if os.environ.get("XDG_SESSION_TYPE", "").lower() == "wayland":
        name = name or USUAL
    if not name or name.startswith("/"):
        return name
    return os.path.join(folder, name) if folder else ""  # noqa: PTH118 - as it stands there


class Wire:
    """For one thread. Raises EnvironmentFault where no compositor answers; later on OSError when it is gone."""

    def __init__(self, path: str | None = None) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._listeners: dict[int, Listener | None] = {DISPLAY: self._of_display}
        self._next, self._free = FIRST_OWN, list[int]()
        self.globals: dict[int, Global] = {}
        self.messages = Messages(self._socket, WaylandHead(), FILES)
        where = socket_path() if path is None else path
        try:
            self._socket.settimeout(ANSWERS)
            self._socket.connect(where)
            self._registry = self.make(self._of_registry, DISPLAY, GET_REGISTRY, "n")
            self.sync()
        except OSError as fault:
            self.close()
            raise EnvironmentFault(
                "No compositor",
                f"The Wayland compositor at {where or 'an unknown place'} cannot be reached ({fault}).",
                "Start gridpilot as the user whose desktop it is, from a program of that desktop.",
            ) from fault

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def listen(self, number: int, listener: Listener | None) -> None:
        """To an object that the compositor has made."""
        self._listeners[number] = listener

    def offers(self, interface: str) -> int:
        """In which version; 0 for not at all."""
        return max((each.version for each in self.globals.values() if each.interface == interface), default=0)

    def bind(self, interface: str, version: int, listener: Listener | None = None) -> int:
        """The first of that kind, in that version at most. Raises EnvironmentFault where there is none."""
        for each in self.globals.values():
            if each.interface == interface:
                return self.bind_global(each, version, listener)
        raise EnvironmentFault(
            "Compositor", f"This Wayland compositor lacks {interface}.", "Log in to sway or an Xorg (X11) session."
        )

    def bind_global(self, one: Global, version: int, listener: Listener | None = None) -> int:
        told = one.number, one.interface, min(version, one.version)
        return self.make(listener, self._registry, BIND, "usun", *told)

    def make(
        self,
        listener: Listener | None,
        target: int,
        opcode: int,
        kinds: str,
        *arguments: Argument,
        file: int | None = None,
    ) -> int:
        """A request that makes an object: its number is returned, and stands in the place of the letter n."""
        number = self._free.pop() if self._free else self._next
        self._next = max(self._next, number + 1)
        self._listeners[number] = listener
        given = iter(arguments)
        whole = [number if kind == "n" else next(given) for kind in kinds]
        self.request(target, opcode, kinds.replace("n", "u"), *whole, file=file)
        return number

    def request(self, target: int, opcode: int, kinds: str = "", *arguments: Argument, file: int | None = None) -> None:
        """`kinds`, a letter for each argument: u, i: a number; f: one with a fraction; s: a text; a: bytes. A file goes
        along with the bytes, in the order in which the requests name them.
        """
        body = b"".join(_packed(kind, each) for kind, each in zip(kinds, arguments, strict=True))
        if file is not None:
            self.flush()
        self.messages.put(target, opcode, body)
        if file is not None or self.messages.waiting > MOST:
            self.messages.flush(file)

    def flush(self) -> None:
        self.messages.flush()

    def read(self) -> None:
        """Sleeps until something comes, and hands it to its listeners."""
        for sender, event, data in self.messages.read():
            listener = self._listeners.get(sender)
            if listener is not None:
                listener(event, data)

    def read_until(self, done: Callable[[], object]) -> None:
        """Raises TimeoutError when it does not come."""
        end = time.monotonic() + ANSWERS
        while not done():
            if time.monotonic() > end:
                raise TimeoutError("the compositor does not answer")
            self.read()

    def sync(self) -> None:
        """Returns when the compositor has done all that was asked before, and its word on that was heard."""
        done: list[int] = []
        self.make(lambda event, _: done.append(event), DISPLAY, SYNC, "n")
        self.read_until(lambda: done)

    def _of_display(self, event: int, data: bytes) -> None:
        if event == ERROR:
            target, code = struct.unpack_from("<II", data)
            raise ProtocolError(f"{text_of(data, 8)[0]} (object {target}, code {code})")
        if event == DELETE_ID:
            (number,) = struct.unpack("<I", data)
            self._listeners.pop(number, None)
            self._free.append(number)

    def _of_registry(self, event: int, data: bytes) -> None:
        (number,) = struct.unpack_from("<I", data)
        if event == GLOBAL:
            interface, after = text_of(data, 4)
            self.globals[number] = Global(number, interface, struct.unpack_from("<I", data, after)[0])
        else:
            self.globals.pop(number, None)


def milliseconds() -> int:
    """The time that goes with an event."""
    return int(time.monotonic() * 1000) & 0xFFFFFFFF


def says_when_lost(method: Callable[P, R]) -> Callable[P, R]:
    """Turns the error for a connection that is gone into a fault that can be told."""

    @functools.wraps(method)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(*args, **kwargs)
        except OSError as fault:
            raise ConnectionLost(
                "Display lost",
                f"The Wayland compositor ended the connection ({fault}).",
                "Log in again, then start gridpilot again.",
            ) from fault

    return told


def _packed(kind: str, argument: Argument) -> bytes:
    if kind == "u":
        return struct.pack("<I", argument)
    if kind == "i":
        return struct.pack("<i", argument)
    if kind == "f":
        assert isinstance(argument, (int, float))  # noqa: S101 - for the type checker
        return struct.pack("<i", round(argument * 256))
    raw = argument.encode() + b"\0" if isinstance(argument, str) else bytes(argument)  # type: ignore[arg-type]
    return packed_text(raw)
