"""The local socket between the command line and the daemon: one JSON line each way, then the connection closes.

A Unix socket that only its owner may use, where there are Unix sockets; elsewhere (Windows, not run yet) a port of the
loopback with a secret in a file that only the user can read.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import struct
import threading
import time
from typing import TYPE_CHECKING, Any

from gridpilot import paths
from gridpilot.errors import GridpilotError
from gridpilot.service import words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Message = dict[str, Any]

UNIX: int | None = getattr(socket, "AF_UNIX", None)
LONGEST_LINE = 1 << 20
REQUEST = "request"  # the name of the threads that answer
RETRY = 0.5  # seconds, when the system has no file or thread left for another request
STARTING = 3.0  # seconds that a daemon may take from its lock to its socket
PATIENCE = 5.0  # seconds that a client may take to say what it wants
log = logging.getLogger(__name__)


class NoDaemon(GridpilotError):  # noqa: N818 - the name says what is the case
    """Nothing answers; the CLI's exit code 4."""


class Server:
    """Listens at `path`; the caller holds the instance lock, so a socket that is still there is a dead one's."""

    def __init__(self, path: Path, answer: Callable[[Message], Message]) -> None:
        """`answer` is called in a thread of its own for each request, and may take as long as a job takes."""
        self._path = path
        self._answer = answer
        self._secret = ""
        path.unlink(missing_ok=True)
        if UNIX is not None:
            self._socket = socket.socket(UNIX, socket.SOCK_STREAM)
            before = os.umask(0o177)
            try:
                self._socket.bind(str(path))
            finally:
                os.umask(before)
        else:
            self._socket = socket.create_server(("127.0.0.1", 0))
            self._secret = os.urandom(16).hex()
            path.write_text(f"{self._socket.getsockname()[1]} {self._secret}", encoding="ascii")
        self._socket.listen(8)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="control", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Takes no more requests; the last answers still go out."""
        self._over.set()
        self._path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for thread in threading.enumerate():
            if thread.name == REQUEST:
                thread.join(1.0)

    def _serve(self) -> None:
        while not self._over.is_set():
            try:
                connection, _ = self._socket.accept()
                threading.Thread(target=self._talk, args=(connection,), name=REQUEST, daemon=True).start()
            except (OSError, RuntimeError) as fault:  # closed by `stop`; or too many open files or threads at present
                if not self._over.wait(RETRY):
                    log.warning("a request could not be taken: %s", fault)

    def _talk(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            if not _is_ours(connection):
                log.warning("a request of another user was turned away")
                return
            connection.settimeout(PATIENCE)
            try:
                request = _receive(connection)
                if self._secret and not _same(str(request.pop("secret", "")), self._secret):
                    return
                connection.settimeout(None)
                reply = self._answer(request)
            except ValueError as fault:
                reply = {"ok": False, "error": {"title": "Bad request", "message": str(fault), "fix": ""}}
            except Exception:
                log.exception("a request failed")
                reply = {"ok": False, "error": {"title": "Bug", "message": "The request failed, see the log."}}
            _send(connection, reply)


def ask(path: Path, request: Message, timeout: float | None = PATIENCE) -> Message:
    """Sends a request to the daemon and returns its answer. Raises NoDaemon when none listens or it does not answer."""
    try:
        with _connect(path, request) as connection:
            connection.settimeout(timeout)
            _send(connection, request)
            return _receive(connection)
    except (OSError, ValueError) as fault:
        raise NoDaemon(*words.no_daemon(paths.current_display())) from fault


def ask_a_new_one(path: Path, request: Message) -> Message:
    """As `ask`, of a daemon that has its lock but perhaps, for a moment, no socket yet."""
    end = time.monotonic() + STARTING
    while True:
        try:
            return ask(path, request)
        except NoDaemon:
            if time.monotonic() > end:
                raise
        threading.Event().wait(RETRY)


def _same(given: str, secret: str) -> bool:
    """Takes the same time wherever they differ."""
    from hmac import compare_digest  # brings OpenSSL along, and its weight

    return compare_digest(given.encode(), secret.encode())


def _is_ours(connection: socket.socket) -> bool:
    """Whether the user of the other end is ours, or root, where the system tells: the file's permissions may be lost on
    its way through a copied or shared folder.
    """
    option, our_id = getattr(socket, "SO_PEERCRED", None), getattr(os, "getuid", None)
    if option is None or our_id is None:
        return True
    _, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("3i")))
    return user in {our_id(), 0}


def _connect(path: Path, request: Message) -> socket.socket:
    if UNIX is not None:
        connection = socket.socket(UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(path))
        except OSError:
            connection.close()
            raise
        return connection
    port, request["secret"] = path.read_text(encoding="ascii").split()
    return socket.create_connection(("127.0.0.1", int(port)), timeout=PATIENCE)


def _send(connection: socket.socket, message: Message) -> None:
    connection.sendall(json.dumps(message).encode() + b"\n")


def _receive(connection: socket.socket) -> Message:
    """One line. Raises ValueError when it is too long, cut off, or no JSON object."""
    line = bytearray()
    while not line.endswith(b"\n"):
        part = connection.recv(65536)
        if not part:
            raise ValueError("the line ended early")
        line += part
        if len(line) > LONGEST_LINE:
            raise ValueError("the line is too long")
    message = json.loads(line)
    if not isinstance(message, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - to the caller it is one more kind of bad line
    return message
