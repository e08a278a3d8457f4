"""The way to the daemon on Windows: a named pipe whose permissions name the user alone, so that Windows turns away all
others; nobody reaches it over a network.

Who has the mutex of that name is the only daemon, and nobody else can have made the name's first instance; both are
gone with the process, however that ends. Each caller gets an instance of his own, and the next one is made before he is
served: the name stays taken.
"""

import contextlib
import threading
import time
from ctypes import byref, c_uint8, c_uint32, sizeof
from pathlib import Path

from gridpilot.desktop import LONGEST_PART
from gridpilot.desktop.windows.api import SECURITY_ATTRIBUTES, Api, units
from gridpilot.desktop.windows.rights import descriptor, failed, user

NO_HANDLE = 2**64 - 1
PATIENCE = 2000  # ms that a caller waits for an instance that is free, while others are just being taken
TRIES = 5
BETWEEN_LOOKS = 0.005  # s; a wait with an end is one of looks, and is made during a request only


class PipeConnection:
    def __init__(self, api: Api, handle: int) -> None:
        self._api, self._handle = api, handle

    def send(self, part: bytes) -> None:
        for start in range(0, len(part), LONGEST_PART):
            piece = part[start : start + LONGEST_PART]
            piece_there, written = (c_uint8 * len(piece)).from_buffer_copy(piece), c_uint32()
            if not self._api.WriteFile(self._handle, piece_there, len(piece), byref(written), None):
                raise failed(self._api, "WriteFile")

    def receive(self, timeout: float | None) -> bytes:
        if timeout is not None:
            self._await(time.monotonic() + timeout)
        part, size = (c_uint8 * LONGEST_PART)(), c_uint32()
        if self._api.ReadFile(self._handle, part, LONGEST_PART, byref(size), None):
            return bytes(part[: size.value])
        if self._api.last_error() == self._api.ERROR_BROKEN_PIPE:
            return b""
        raise failed(self._api, "ReadFile")

    def _await(self, end: float) -> None:
        """Returns when there is something to read, be it the end. Raises TimeoutError at the time `end`."""
        size = c_uint32()
        while self._api.PeekNamedPipe(self._handle, None, 0, None, byref(size), None) and not size.value:
            if time.monotonic() > end:
                raise TimeoutError("nothing was said")
            time.sleep(BETWEEN_LOOKS)

    def close(self) -> None:
        """What was sent can still be read by the other end."""
        self._api.CloseHandle(self._handle)


class PipeLine:
    def __init__(self, api: Api, path: Path) -> None:
        """Raises OSError when it is another's."""
        self._api, self._path = api, path
        self._name, self._descriptor = units(name_of(api, path)), descriptor(api, f"D:P(A;;GA;;;{user(api)})")
        self._closing = threading.Lock()
        self._closed = False
        self._mutex = self._only()
        self._next = self._instance(api.FILE_FLAG_FIRST_PIPE_INSTANCE)

    def accept(self) -> PipeConnection:
        while True:
            there = self._api.ConnectNamedPipe(self._next, None)
            error = 0 if there else self._api.last_error()
            with self._closing:
                if self._closed:
                    raise OSError("the pipe is closed")
                taken, self._next = self._next, self._instance()
            if error in {0, self._api.ERROR_PIPE_CONNECTED}:
                return PipeConnection(self._api, taken)
            self._api.CloseHandle(taken)
            if error != self._api.ERROR_NO_DATA:  # that one has gone away again
                raise OSError(error, f"ConnectNamedPipe: error {error}")

    def close(self) -> None:
        with self._closing:
            self._closed = True
        with contextlib.suppress(OSError):
            call(self._api, self._path).close()  # wakes `accept`
        self._api.CloseHandle(self._next)
        self._api.CloseHandle(self._mutex)
        self._api.LocalFree(self._descriptor)

    def _attributes(self) -> SECURITY_ATTRIBUTES:
        return SECURITY_ATTRIBUTES(sizeof(SECURITY_ATTRIBUTES), self._descriptor.value, 0)

    def _only(self) -> int:
        name = units(name_of(self._api, self._path).replace(r"\\.\pipe", "Local"))
        mutex = int(self._api.CreateMutexW(byref(self._attributes()), False, name))
        if mutex and self._api.last_error() != self._api.ERROR_ALREADY_EXISTS:
            return mutex
        fault = failed(self._api, "CreateMutexW")
        if mutex:
            self._api.CloseHandle(mutex)
        raise fault

    def _instance(self, first: int = 0) -> int:
        api, size, kind = self._api, LONGEST_PART, self._api.PIPE_REJECT_REMOTE_CLIENTS
        access, most = api.PIPE_ACCESS_DUPLEX | first, api.PIPE_UNLIMITED_INSTANCES
        handle = int(api.CreateNamedPipeW(self._name, access, kind, most, size, size, 0, byref(self._attributes())))
        if handle == NO_HANDLE:
            raise failed(api, "CreateNamedPipeW")
        return handle


def line(api: Api, path: Path) -> PipeLine | None:
    try:
        return PipeLine(api, path)
    except OSError as fault:
        if fault.errno in {api.ERROR_ALREADY_EXISTS, api.ERROR_ACCESS_DENIED}:
            return None
        raise


def call(api: Api, path: Path) -> PipeConnection:
    """Whoever answers learns who calls, but cannot act in his name."""
    name = units(name_of(api, path))
    access, manners = api.GENERIC_READ | api.GENERIC_WRITE, api.SECURITY_SQOS_PRESENT | api.SECURITY_IDENTIFICATION
    for _ in range(TRIES):
        handle = int(api.CreateFileW(name, access, 0, None, api.OPEN_EXISTING, manners, 0))
        if handle != NO_HANDLE:
            return PipeConnection(api, handle)
        if api.last_error() != api.ERROR_PIPE_BUSY:
            break
        api.WaitNamedPipeW(name, PATIENCE)
    raise failed(api, "CreateFileW")


def name_of(api: Api, path: Path) -> str:
    """A name that each user has in each of his sessions: those of pipes are known to the whole machine."""
    session = c_uint32()
    api.ProcessIdToSessionId(api.GetCurrentProcessId(), byref(session))
    return rf"\\.\pipe\{path.stem}-{session.value}-{user(api)}"
