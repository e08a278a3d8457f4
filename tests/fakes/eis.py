"""A compositor's input server, as its protocol's description has it: it offers one keyboard and one pointer, and notes
what they do. What breaks the protocol ends the connection, as with the real one.
"""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Callable

HEAD = struct.Struct("<QII")
CONNECTION, SEAT = 0xFF00000000000000, 0xFF00000000000001
KEYBOARD, POINTER, BUTTON = "ei_keyboard", "ei_pointer_absolute", "ei_button"
MASKS = {KEYBOARD: 4, POINTER: 8, BUTTON: 32}
NEEDED = {"ei_connection", "ei_callback", "ei_pingpong", "ei_seat", "ei_device", *MASKS}


class FakeEis:
    """`sent` has what was done, each with its frame: a key or button that changes twice in one frame is an error."""

    def __init__(self, keymap: bytes, regions: tuple[tuple[str, tuple[int, int, int, int]], ...]) -> None:
        self.ours, theirs = socket.socketpair()
        self.file = theirs.detach()
        self.sent: list[tuple[object, ...]] = []
        self.fault = ""
        self.syncs = self.pongs = 0
        self._keymap, self._regions = keymap, regions
        self._next = SEAT + 1
        self._names: set[str] = set()
        self._parts: dict[int, tuple[str, int]] = {}
        self._emulating: set[int] = set()
        self._frame: dict[int, list[tuple[object, ...]]] = {}
        self._keyboard = 0
        self._event(0, 0, struct.pack("<I", 1))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def change_layout(self, keymap: bytes) -> None:
        """The keyboard goes, and another comes."""
        self._event(self._keyboard, 0, struct.pack("<I", 9))
        self._add_keyboard(keymap)

    def take_back(self) -> None:
        """All devices are paused."""
        for device in {device for _, device in self._parts.values()}:
            self._event(device, 8, struct.pack("<I", 9))

    def end(self) -> None:
        self._event(CONNECTION, 0, struct.pack("<III", 0, 0, 0))
        self.close()

    def close(self) -> None:
        self.ours.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self.ours.close()

    def _event(self, number: int, event: int, body: bytes = b"", file: int | None = None) -> None:
        whole = HEAD.pack(number, HEAD.size + len(body), event) + body
        socket.send_fds(self.ours, [whole], [] if file is None else [file])

    def _serve(self) -> None:
        waiting = b""
        while more := self.ours.recv(1 << 16):
            waiting += more
            while len(waiting) >= HEAD.size and len(waiting) >= (size := HEAD.unpack_from(waiting)[1]):
                number, _, request = HEAD.unpack_from(waiting)
                try:
                    self._take(number, request, waiting[HEAD.size : size])
                except Exception as fault:  # it is told by the test
                    self.fault = f"{number:x}.{request}: {fault!r}"
                    self.ours.shutdown(socket.SHUT_RDWR)
                    return
                waiting = waiting[size:]

    def _take(self, number: int, request: int, body: bytes) -> None:
        takers: dict[int, Callable[[int, bytes], None]] = {
            0: self._handshake,
            CONNECTION: self._connected,
            SEAT: self._bound,
        }
        if number in takers:
            takers[number](request, body)
        elif number in self._parts:
            self._done(*self._parts[number], request, body)
        elif request == 1:
            assert number not in self._emulating
            self._emulating.add(number)
        elif request == 3:
            struct.unpack("<IQ", body)
            self.sent += self._frame.pop(number)
        elif request == 0 and len(body) == 8:
            self.pongs += 1
        else:
            raise AssertionError("no such request")

    def _handshake(self, request: int, body: bytes) -> None:
        if request == 4:
            self._names.add(_text(body))
        elif request == 1:
            assert self._names >= NEEDED, self._names
            self._event(0, 2, struct.pack("<IQI", 1, CONNECTION, 1))
            self._event(CONNECTION, 3, struct.pack("<QI", SEAT + 0x100, 1))  # a ping
            self._event(CONNECTION, 1, struct.pack("<QI", SEAT, 1))
            for name, mask in MASKS.items():
                self._event(SEAT, 2, struct.pack("<Q", mask) + _packed(name))
            self._event(SEAT, 3)

    def _connected(self, request: int, body: bytes) -> None:
        if request == 0:
            number, version = struct.unpack("<QI", body)
            assert version == 1
            self.syncs += 1
            self._event(number, 0, struct.pack("<Q", 0))

    def _bound(self, request: int, body: bytes) -> None:
        assert request == 1
        assert struct.unpack("<Q", body)[0] == sum(MASKS.values())
        self._add_keyboard(self._keymap)
        device = self._device()
        for name, area in self._regions:
            if name:
                self._event(device, 12, _packed(name))
            self._event(device, 4, struct.pack("<IIIIf", *area, 1.0))
        self._part(device, POINTER)
        self._part(device, BUTTON)
        self._event(device, 6)
        self._event(device, 7, struct.pack("<I", 3))

    def _add_keyboard(self, keymap: bytes) -> None:
        self._keyboard = device = self._device()
        part = self._part(device, KEYBOARD)
        file = os.memfd_create("keymap")
        os.write(file, keymap + b"\0")
        self._event(part, 1, struct.pack("<II", 1, len(keymap) + 1), file)
        os.close(file)
        self._event(device, 6)
        self._event(device, 7, struct.pack("<I", 2))

    def _device(self) -> int:
        self._next += 1
        self._event(SEAT, 4, struct.pack("<QI", self._next, 2))
        return self._next

    def _part(self, device: int, name: str) -> int:
        self._next += 1
        self._parts[self._next] = name, device
        self._event(device, 5, struct.pack("<Q", self._next) + _packed(name) + struct.pack("<I", 1))
        return self._next

    def _done(self, name: str, device: int, request: int, body: bytes) -> None:
        assert request == 1
        assert device in self._emulating
        what: tuple[object, ...] = (name, *struct.unpack("<ff" if name == POINTER else "<II", body))
        frame = self._frame.setdefault(device, [])
        assert what[:2] not in [each[:2] for each in frame]
        frame.append(what)


def _packed(text: str) -> bytes:
    raw = text.encode() + b"\0"
    return struct.pack("<I", len(raw)) + raw + b"\0" * (-len(raw) % 4)


def _text(body: bytes) -> str:
    (length,) = struct.unpack_from("<I", body)
    return body[4 : 3 + length].decode()
