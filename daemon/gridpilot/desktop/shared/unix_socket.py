"""The way to the daemon where there are Unix sockets: one in a folder of the user's own, that only he may use.

Who holds the lock on the file beside it is the only daemon. The system frees that however the process ends, so a socket
that is still there without it is a dead one's, and there are no pid files.
"""

import contextlib
import fcntl
import logging
import os
import socket
import struct
from pathlib import Path
from typing import IO

from gridpilot.desktop import LONGEST_PART
from gridpilot.errors import EnvironmentFault

LONGEST_PATH = 100  # bytes; sun_path takes 108 on Linux and 104 on macOS, with a zero at the end
CALLERS = 8  # that may wait to be taken
log = logging.getLogger(__name__)


class SocketConnection:
    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection

    def send(self, part: bytes) -> None:
        self._socket.settimeout(None)
        self._socket.sendall(part)

    def receive(self, timeout: float | None) -> bytes:
        self._socket.settimeout(timeout)
        return self._socket.recv(LONGEST_PART)

    def close(self) -> None:
        self._socket.close()


class SocketLine:
    def __init__(self, path: Path, lock: IO[bytes]) -> None:
        self._path, self._lock = path, lock
        path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o177)
        try:
            self._socket.bind(str(path))
        finally:
            os.umask(before)
        self._socket.listen(CALLERS)

    def accept(self) -> SocketConnection:
        while True:
            connection, _ = self._socket.accept()
            if _is_ours(connection):
                return SocketConnection(connection)
            connection.close()
            log.warning("a request of another user was turned away")

    def close(self) -> None:
        self._path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes `accept`
        self._socket.close()
        self._lock.close()


def address(path: Path) -> str:
    return str(path)


def line(path: Path) -> SocketLine | None:
    """None when another process has it."""
    _check(path)
    file = path.with_suffix(".lock").open("a+b")
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return SocketLine(path, file)


def taken(path: Path) -> bool:
    """Whether a process has it."""
    try:
        with os.fdopen(os.open(path.with_suffix(".lock"), os.O_RDWR), "r+b") as file:
            fcntl.flock(file.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def call(path: Path) -> SocketConnection:
    _check(path)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(str(path))
    except OSError:
        connection.close()
        raise
    return SocketConnection(connection)


def _check(path: Path) -> None:
    """Raises EnvironmentFault where no socket can be."""
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise EnvironmentFault(
            "The runtime folder's path is too long",
            f"A socket cannot be made at {path}.",
            "Set XDG_RUNTIME_DIR to a shorter folder.",
        )


def _is_ours(connection: socket.socket) -> bool:
    """Whether the user of the other end is ours, or root, where the system tells: the file's permissions may be lost on
    its way through a copied or shared folder.
    """
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return True
    _, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("3i")))
    return user in {os.getuid(), 0}
