"""The wire against a compositor of a few lines, which says what the protocol's own bytes are."""

import os
import socket
import struct
import threading

import pytest

from gridpilot.desktop.wayland.messages import text_of
from gridpilot.desktop.wayland.wire import ProtocolError, Wire, says_when_lost
from gridpilot.errors import ConnectionLost, EnvironmentFault

pytestmark = pytest.mark.posix("Wayland")

OUTPUT = b"\x0a\0\0\0wl_output\0\0\0"  # 10 bytes with the zero that ends it, filled up to a whole word
SEAT = b"\x08\0\0\0wl_seat\0"
OFFERED = struct.pack("<I", 5) + OUTPUT + struct.pack("<I", 4), struct.pack("<I", 9) + SEAT + struct.pack("<I", 7)


def message(sender: int, event: int, body: bytes = b"") -> bytes:
    return struct.pack("<IHH", sender, event, 8 + len(body)) + body


class Compositor:
    """Answers the first two requests as all do; then what it was given, a piece for each request that comes."""

    def __init__(self, path, *answers: bytes):
        self.path, self.heard, self.files = str(path / "wayland-0"), [], []
        self._answers = list(answers)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(self.path)
        self._listening.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        client, _ = self._listening.accept()
        rest = b""
        with client:
            while True:
                more, files, _flags, _address = socket.recv_fds(client, 4096, 4)
                self.files += files
                rest += more
                while len(rest) >= 8:
                    target, opcode, size = struct.unpack_from("<IHH", rest)
                    body, rest = rest[8:size], rest[size:]
                    self.heard.append((target, opcode, body))
                    if not self._answer(client, target, opcode, body):
                        return
                if not more:
                    return

    def _answer(self, client, target, opcode, body):
        if (target, opcode) == (1, 1):
            client.sendall(b"".join(message(2, 0, each) for each in OFFERED))
        elif (target, opcode) == (1, 0):
            client.sendall(message(*struct.unpack("<I", body), 0, bytes(4)) + message(1, 1, body))
        elif self._answers:
            answer = self._answers.pop(0)
            for start in range(0, len(answer), 5):  # a message may come in pieces
                client.sendall(answer[start : start + 5])
            return bool(answer)
        return True


def test_what_is_offered_is_known_and_bound_in_the_version_that_both_know(tmp_path):
    served = Compositor(tmp_path)
    wire = Wire(served.path)
    assert {each.interface: each.version for each in wire.globals.values()} == {"wl_output": 4, "wl_seat": 7}
    assert (wire.offers("wl_seat"), wire.offers("nothing")) == (7, 0)
    number = wire.bind("wl_seat", 5)
    wire.sync()
    assert number == 3, "the number of the first sync is free again"
    assert (2, 0, struct.pack("<I", 9) + SEAT + struct.pack("<II", 5, 3)) in served.heard
    with pytest.raises(EnvironmentFault, match="lacks nothing"):
        wire.bind("nothing", 1)


def test_events_that_come_in_pieces_reach_their_listener_whole(tmp_path):
    told = struct.pack("<ii", 3, -4) + b"\x05\0\0\0eDP1\0\0\0\0"
    served = Compositor(tmp_path, message(4, 2, told) + message(4, 3))
    wire, heard = Wire(served.path), []
    wire.listen(4, lambda *event: heard.append(event))
    wire.request(3, 0)
    wire.read_until(lambda: len(heard) == 2)
    assert heard == [(2, told), (3, b"")]
    assert text_of(told, 8) == ("eDP1", 20)


def test_arguments_are_packed_in_words(tmp_path):
    served = Compositor(tmp_path)
    wire = Wire(served.path)
    wire.request(7, 3, "uifsa", 1, -2, 1.5, "ab", b"xyz")
    wire.sync()
    body = struct.pack("<Iii", 1, -2, 384) + b"\x03\0\0\0ab\0\0" + b"\x03\0\0\0xyz\0"
    assert (7, 3, body) in served.heard


def test_a_file_goes_along(tmp_path):
    served = Compositor(tmp_path)
    wire = Wire(served.path)
    with (tmp_path / "shared").open("w+") as file:
        file.write("seen")
        file.flush()
        wire.request(7, 0, "u", 4, file=file.fileno())
        wire.sync()
    assert os.pread(served.files[0], 9, 0) == b"seen"


def test_what_the_compositor_says_of_a_mistake_is_said(tmp_path):
    fault = struct.pack("<II", 7, 2) + b"\x04\0\0\0bad\0"
    wire = Wire(Compositor(tmp_path, message(1, 0, fault)).path)
    wire.request(7, 0)
    with pytest.raises(ProtocolError, match=r"bad \(object 7, code 2\)"):
        wire.sync()


def test_a_compositor_that_goes_is_a_fault_that_can_be_told(tmp_path):
    wire = Wire(Compositor(tmp_path, b"").path)
    wire.request(7, 0)
    with pytest.raises(ConnectionLost, match="ended the connection"):
        says_when_lost(wire.sync)()


def test_without_a_compositor_it_is_said_where_one_was_looked_for(tmp_path):
    with pytest.raises(EnvironmentFault, match="wayland-3"):
        Wire(str(tmp_path / "wayland-3"))
