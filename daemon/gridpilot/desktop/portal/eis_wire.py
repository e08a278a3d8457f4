"""The connection to a compositor's emulated input server: as on Wayland's there are objects, requests and events, but
their numbers have 64 bits, and the server speaks first.

Source: the description of the protocol, proto/protocol.xml of libei.
"""

from __future__ import annotations

import select
import socket
import struct
import time
from collections.abc import Callable

from gridpilot.desktop.wayland.messages import Messages, packed_text, text_of

KINDS = {"u": "<I", "q": "<Q", "f": "<f"}
FILES = 8  # that may come along with events at a time
ANSWERS = 3.0  # s

Listener = Callable[[int, bytes], None]
"""Is called with the event's number and its arguments."""


class EisHead:
    """The object, the length, and the opcode."""

    size = 16

    def pack(self, number: int, opcode: int, length: int) -> bytes:
        return struct.pack("<QII", number, length, opcode)

    def unpack(self, data: bytes, at: int) -> tuple[int, int, int]:
        number, length, opcode = struct.unpack_from("<QII", data, at)
        return number, opcode, length


class EisWire:
    """For one thread at a time. Raises OSError when the server is gone, or does not answer."""

    def __init__(self, file: int) -> None:
        """`file` is taken over."""
        self._socket = socket.socket(fileno=file)
        self._socket.settimeout(ANSWERS)
        self._listeners: dict[int, Listener] = {}
        self._next = 1
        self.files: list[int] = []
        """What has come along with events, in their order; to be taken out and closed by who hears of them."""
        self._messages = Messages(self._socket, EisHead(), FILES)
        self._messages.take_file = self.files.append

    def listen(self, number: int, listener: Listener) -> None:
        self._listeners[number] = listener

    def forget(self, number: int) -> None:
        self._listeners.pop(number, None)

    def make(self, listener: Listener, target: int, opcode: int, version: int) -> None:
        """A request that makes an object of that version, and says no more."""
        number, self._next = self._next, self._next + 1
        self.listen(number, listener)
        self.request(target, opcode, "qu", number, version)

    def request(self, number: int, opcode: int, kinds: str = "", *arguments: float | str) -> None:
        """`kinds`, a letter for each argument: u, q: a number of 32 or 64 bits; f: one with a fraction; s: a text."""
        body = b"".join(_packed(kind, each) for kind, each in zip(kinds, arguments, strict=True))
        self._messages.put(number, opcode, body)

    def flush(self) -> None:
        self._messages.flush()

    def read(self) -> None:
        """Sleeps until something comes, and hands it to its listeners."""
        for number, event, data in self._messages.read():
            if listener := self._listeners.get(number):
                listener(event, data)

    def hear(self) -> None:
        """Takes in what has come, without waiting."""
        while select.select([self._socket], [], [], 0)[0]:
            self.read()

    def read_until(self, done: Callable[[], object], limit: float = ANSWERS) -> None:
        """Raises TimeoutError when it does not come."""
        end = time.monotonic() + limit
        while not done():
            self.flush()
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._socket], [], [], left)[0]:
                raise TimeoutError("the desktop's input server does not answer")
            self.read()

    def close(self) -> None:
        self._socket.close()


def words(data: bytes) -> tuple[int, ...]:
    """Arguments that are numbers of 32 bits."""
    return struct.unpack(f"<{len(data) // 4}I", data)


def number_of(data: bytes, at: int = 0) -> int:
    """One of 64 bits."""
    found: int = struct.unpack_from("<Q", data, at)[0]
    return found


def text_at(data: bytes, at: int) -> str:
    return text_of(data, at)[0]


def _packed(kind: str, argument: float | str) -> bytes:
    if isinstance(argument, str):
        return packed_text(argument.encode() + b"\0")
    return struct.pack(KINDS[kind], argument)
