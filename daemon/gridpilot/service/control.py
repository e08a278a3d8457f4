"""Requests to the daemon and its replies: one JSON line each way, then the connection closes. What carries them is the
desktop's: a Unix socket, or a named pipe on Windows.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gridpilot import paths, whole_file
from gridpilot.desktop import Connection, Line, choose
from gridpilot.errors import EnvironmentFault, NoAnswer, NoDaemon
from gridpilot.paths import Paths
from gridpilot.texts import words

Message = dict[str, Any]

LONGEST_REQUEST, LONGEST_REPLY = 1 << 16, 1 << 20
"""Bytes of a line. Two hundred callers who stop in the middle of one cost 13 MB until they are hung up on."""
REQUEST = "request"  # the name of the threads that answer
RETRY = 0.5  # seconds, when the system has no file or thread left for another request
STARTING = 3.0  # seconds that a daemon may take from its lock to its socket
PATIENCE = 5.0  # seconds that a client may take to say what it wants
log = logging.getLogger(__name__)


class Server:
    """Answers whoever calls on the line, until it closes that."""

    def __init__(self, line: Line, answer: Callable[[Message], Message]) -> None:
        """`answer` is called in a thread of its own for each request, and may take as long as a job takes."""
        self._line = line
        self._answer = answer
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="control", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Takes no more requests; the last answers still go out."""
        self._over.set()
        self._line.close()
        for thread in threading.enumerate():
            if thread.name == REQUEST:
                thread.join(1.0)

    def _serve(self) -> None:
        while not self._over.is_set():
            try:
                connection = self._line.accept()
                threading.Thread(target=self._talk, args=(connection,), name=REQUEST, daemon=True).start()
            except (OSError, RuntimeError) as fault:  # closed by `stop`; or too many open files or threads at present
                if not self._over.wait(RETRY):
                    log.warning("a request could not be taken: %s", fault)

    def _talk(self, connection: Connection) -> None:
        understood = False
        with contextlib.suppress(OSError), contextlib.closing(connection):  # it went away, or says nothing
            try:
                request = _receive(connection, PATIENCE, LONGEST_REQUEST)
            except ValueError as fault:
                reply = {"ok": False, "error": {"title": "Bad request", "message": str(fault), "fix": ""}}
            else:
                understood = True
                reply = self._reply(request)
            _send(connection, reply)
        if not understood:
            choose.give_back_memory()  # of many that came together, room for all would be kept

    def _reply(self, request: Message) -> Message:
        try:
            return self._answer(request)
        except Exception:
            log.exception("a request failed")
            return {"ok": False, "error": {"title": "Bug", "message": "The request failed, see the log."}}


def address(found: Paths) -> Path:
    """Of the daemon that is meant: this display's; where no display is named, as over ssh, the only one that runs.
    Raises EnvironmentFault where several do.
    """
    own = found.address(paths.current_display())
    if choose.taken(own):
        return own
    others = [each for each in found.addresses(paths.current_display()) if choose.taken(each)]
    if len(others) > 1:
        raise EnvironmentFault(*words.SEVERAL_RUN)
    return others[0] if others else own


def ask(path: Path, request: Message, timeout: float | None = PATIENCE) -> Message:
    """Sends a request to the daemon and returns its answer. Raises NoDaemon when none listens, NoAnswer when it ends
    or is silent.
    """
    try:
        connection = choose.call(path)
    except OSError as fault:
        raise NoDaemon(*words.no_daemon(paths.current_display())) from fault
    try:
        return exchange(connection, request, timeout)
    except (OSError, ValueError) as fault:
        raise NoAnswer(*words.NO_ANSWER) from fault


def exchange(connection: Connection, request: Message, timeout: float | None) -> Message:
    """The answer; closes the connection. Raises OSError or ValueError when there is none."""
    with contextlib.closing(connection):
        _send(connection, request)
        return _receive(connection, timeout, LONGEST_REPLY)


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


def _send(connection: Connection, message: Message) -> None:
    connection.send(json.dumps(message).encode() + b"\n")


def _receive(connection: Connection, timeout: float | None, longest: int) -> Message:
    """One line. Raises ValueError when it is too long, cut off, or no JSON object, OSError when it takes longer."""
    line = bytearray()
    end = None if timeout is None else time.monotonic() + timeout
    while not line.endswith(b"\n"):
        part = connection.receive(None if end is None else max(0.0, end - time.monotonic()))
        if not part:
            raise ValueError("the line ended early")
        line += part
        if len(line) > longest:
            raise ValueError("the line is too long")
    message = whole_file.parsed(line)
    if not isinstance(message, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - to the caller it is one more kind of bad line
    return message
