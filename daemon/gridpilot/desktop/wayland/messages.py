"""Messages over a socket, as Wayland has them and the emulated input server too: a head of whole words, which says of
what object, what about and how long, and then the arguments. The two protocols' heads differ.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Callable
from typing import Protocol

ROOM = 1 << 16  # bytes that are taken in at a time


class Head(Protocol):
    """One protocol's heads."""

    size: int
    """In bytes."""

    def pack(self, number: int, opcode: int, length: int) -> bytes:
        """`length` is the whole message's, in bytes."""

    def unpack(self, data: bytes, at: int) -> tuple[int, int, int]:
        """The object's number, the opcode, and the whole message's length in bytes."""


class Messages:
    """Raises OSError when the other side is gone, TimeoutError when it takes nothing in."""

    def __init__(self, connected: socket.socket, head: Head, files: int) -> None:
        """At most so many `files` come with one reading."""
        self._socket, self._head, self._files = connected, head, files
        self._out, self._in = bytearray(), b""
        self.take_file: Callable[[int], None] = os.close
        """Is handed each file that comes along with events, in their order and before them."""

    @property
    def waiting(self) -> int:
        """Bytes that wait for a flush."""
        return len(self._out)

    def put(self, number: int, opcode: int, body: bytes) -> None:
        """Waits for a flush."""
        self._out += self._head.pack(number, opcode, self._head.size + len(body)) + body

    def flush(self, file: int | None = None) -> None:
        """`file` goes along with the first of the bytes."""
        if file is not None:
            del self._out[: socket.send_fds(self._socket, [bytes(self._out)], [file])]
        if self._out:
            sent, self._out = bytes(self._out), bytearray()
            self._socket.sendall(sent)

    def read(self) -> list[tuple[int, int, bytes]]:
        """Sleeps until something comes; the object, opcode and arguments of each message that is whole by then."""
        self.flush()
        more, files, _flags, _from = socket.recv_fds(self._socket, ROOM, self._files)
        for each in files:
            self.take_file(each)
        if not more:
            raise ConnectionError("end of the stream")
        self._in += more
        whole, at, least = [], 0, self._head.size
        while len(self._in) - at >= least:
            number, opcode, length = self._head.unpack(self._in, at)
            if not least <= length <= len(self._in) - at:
                break
            whole.append((number, opcode, self._in[at + least : at + length]))
            at += length
        self._in = self._in[at:]
        return whole


def packed_text(text: bytes) -> bytes:
    """An argument that is a text or an array: its length, and itself up to a whole word."""
    return struct.pack("<I", len(text)) + text + b"\0" * (-len(text) % 4)


def text_of(data: bytes, at: int = 0) -> tuple[str, int]:
    """A text among arguments, and where the next one begins."""
    (length,) = struct.unpack_from("<I", data, at)
    return data[at + 4 : at + 3 + length].decode(errors="replace"), at + 4 + (length + 3) // 4 * 4
