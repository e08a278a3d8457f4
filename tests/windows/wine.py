"""Windows programs under Wine on a virtual desktop, and Windows' functions over the bridge.

`missing()` says what the machine lacks. A `Wine` has its own prefix in the desktop's home; all ends with the desktop.
"""

import ctypes
import secrets
import shutil
import socket
import struct
import subprocess
import threading
from pathlib import Path
from typing import Any

from virtual import Desktop

COMPILER = "x86_64-w64-mingw32-gcc"
HERE = Path(__file__).parent
LIBRARIES = {"bridge": ["-lws2_32"], "board": ["-municode", "-mwindows", "-lgdi32"], "facts": []}


def missing() -> str:
    """What the tests under Wine need and is not there; empty when all is."""
    lacking = [name for name in ("wine", COMPILER) if not shutil.which(name)]
    return f"not installed: {', '.join(lacking)} (scripts/test.py installs them when run as root)" if lacking else ""


def compiled(name: str, folder: Path) -> Path:
    """A program of this folder; a C file that is not of this folder may be given by its path."""
    target = folder / f"{name}.exe"
    if not target.exists():
        source = HERE / f"{name}.c"
        command = [COMPILER, "-O1", "-Wall", "-Werror", "-s", "-o", str(target), str(source), *LIBRARIES[name]]
        subprocess.run(command, check=True, timeout=120)
    return target


class Wine:
    """Wine on that desktop. `dpi` is the scale that Windows' own settings name."""

    def __init__(self, desk: Desktop, prefix: Path, dpi: int = 96) -> None:
        self.desk = desk
        desk.env |= {"WINEPREFIX": str(prefix), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
        made = prefix / "made"
        if not made.exists():
            shutil.rmtree(prefix, ignore_errors=True)  # half of it may be there, after a start that failed
            self.run("wineboot", "-i")
            made.touch()
        self.run(
            "reg", "add", r"HKCU\Control Panel\Desktop", "/v", "LogPixels", "/t", "REG_DWORD", "/d", str(dpi), "/f"
        )
        desk.ending.callback(self.run_quietly, "wineserver", "-k")

    def run(self, *words: str) -> str:
        command = ["wine", *words]
        done = subprocess.run(command, env=self.desk.env, check=True, timeout=120, capture_output=True, text=True)
        return done.stdout

    def run_quietly(self, *command: str) -> None:
        subprocess.run(command, env=self.desk.env, timeout=60, capture_output=True)

    def start(self, program: Path, *words: str, **popen: Any) -> "subprocess.Popen[bytes]":
        return self.desk.start(["wine", str(program), *words], **popen)


class Bridge:
    """Windows' libraries for `Api`, called in a process under Wine. Each Python thread has its own thread there."""

    def __init__(self, wine: Wine, program: Path) -> None:
        self._token = secrets.token_hex(16)
        self.process = wine.start(program, self._token, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self._port = int(self.process.stdout.readline())
        self._local = threading.local()
        self.calls: list[str] = []

    def library(self, name: str) -> "Library":
        return Library(self, name)

    def last_error(self) -> int:
        return int(self._local.error)

    def call(self, library: str, name: str, arguments: list[Any]) -> int:
        """The raw result; buffers that were passed by reference hold afterwards what they hold there."""
        buffers = [_buffer(each) for each in arguments]
        request = b"".join(struct.pack("B", len(word)) + word.encode() for word in (library, name))
        request += struct.pack("B", len(arguments))
        for each, buffer in zip(arguments, buffers, strict=True):
            if buffer is None:
                request += (
                    struct.pack("<Bq", 0, _number(each)) if _number(each) < 2**63 else struct.pack("<BQ", 0, each)
                )
            else:
                request += struct.pack("<BI", 1, ctypes.sizeof(buffer)) + bytes(buffer)
        reply = self._exchange(request)
        result, self._local.error = struct.unpack_from("<QI", reply)
        at = 12
        for buffer in buffers:
            if buffer is not None:
                ctypes.memmove(ctypes.addressof(buffer), reply[at:], ctypes.sizeof(buffer))
                at += ctypes.sizeof(buffer)
        return int(result)

    def _exchange(self, request: bytes) -> bytes:
        if not hasattr(self._local, "socket"):
            self._local.socket = socket.create_connection(("127.0.0.1", self._port))
            self._local.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._local.socket.sendall(self._token.encode())
        self._local.socket.sendall(struct.pack("<I", len(request)) + request)
        return self._read(struct.unpack("<I", self._read(4))[0])

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self._local.socket.recv(size - len(data))
            if not part:
                raise ConnectionError("the bridge is gone")
            data += part
        return data


class Library:
    def __init__(self, bridge: Bridge, name: str) -> None:
        self._bridge = bridge
        self._name = name

    def __getattr__(self, function: str) -> "Function":
        return Function(self._bridge, self._name, function)


class Function:
    """As ctypes' own: with `restype` and `argtypes`, which every call must fit."""

    def __init__(self, bridge: Bridge, library: str, name: str) -> None:
        self._bridge, self._library, self.__name__ = bridge, library, name
        self.restype: Any = None
        self.argtypes: Any = None

    def __call__(self, *arguments: Any) -> int:
        assert len(arguments) == len(self.argtypes), self.__name__
        raw = self._bridge.call(self._library, self.__name__, list(arguments))
        return int(self.restype(raw).value)


def _buffer(argument: Any) -> Any:
    """The ctypes object behind a reference or an array, None for a number or no pointer at all."""
    inner = getattr(argument, "_obj", argument)
    return inner if isinstance(inner, ctypes.Structure | ctypes.Array) or inner is not argument else None


def _number(argument: Any) -> int:
    return int(getattr(argument, "value", argument) or 0)
