"""sway's own words, over its socket: which windows there are, commands, news. Source: the manual page sway-ipc(7)."""

from __future__ import annotations

import glob
import json
import os
import socket
import struct
from typing import Any

from gridpilot.errors import EnvironmentFault

MAGIC, HEAD = b"i3-ipc", struct.Struct("<6sII")
RUN_COMMAND, SUBSCRIBE, GET_TREE, GET_VERSION, GET_CONFIG, GET_BINDING_STATE = 0, 2, 4, 7, 9, 12
NEWS = 0x80000000
KINDS = {0: "workspace", 2: "mode", 3: "window", 5: "binding", 6: "shutdown"}
ANSWERS = 10.0  # s; not tuned: a sway that hangs costs that much

Node = dict[str, Any]


def socket_path() -> str:
    """Where it listens; empty where no sway does. One that was started anew has another place than its old children
    were told, so a place that is gone is looked for by the rule of its name.
    """
    told = os.environ.get("SWAYSOCK", "")
    if not told or os.path.exists(told):  # noqa: PTH110 - as it stands there
        return told
    found = glob.glob(os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), "sway-ipc.*.sock"))  # noqa: PTH118, PTH207
    return found[0] if len(found) == 1 else ""


class SwayIpc:
    """For one thread. Raises EnvironmentFault where no sway answers; later on OSError when it is gone."""

    def __init__(self, path: str | None = None) -> None:
        where = socket_path() if path is None else path
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(ANSWERS)
        self._news: list[tuple[str, Node]] = []
        try:
            self._socket.connect(where)
        except OSError as fault:
            self._socket.close()
            raise EnvironmentFault(
                "No sway",
                f"sway's socket {where or '(SWAYSOCK is not set)'} cannot be reached ({fault}).",
                "Start gridpilot from a program of that desktop.",
            ) from fault

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def run(self, command: str) -> str:
        """Why it was not done; empty when it was."""
        answers = self._ask(RUN_COMMAND, command)
        return next((str(each.get("error", "refused")) for each in answers if not each["success"]), "")

    def tree(self) -> Node:
        return dict(self._ask(GET_TREE))

    def version(self) -> Node:
        return dict(self._ask(GET_VERSION))

    def config(self) -> str:
        return str(self._ask(GET_CONFIG)["config"])

    def mode(self) -> str:
        return str(self._ask(GET_BINDING_STATE)["name"])

    def subscribe(self, *kinds: str) -> None:
        self._ask(SUBSCRIBE, json.dumps(kinds))

    def has_news(self) -> bool:
        return bool(self._news)

    def news(self) -> tuple[str, Node]:
        """The next piece, and its kind; sleeps until there is one."""
        if self._news:
            return self._news.pop(0)
        kind, told = self._take()
        return KINDS.get(kind & ~NEWS, ""), told

    def _ask(self, kind: int, words: str = "") -> Any:
        raw = words.encode()
        self._socket.sendall(HEAD.pack(MAGIC, len(raw), kind) + raw)
        while True:
            answered, told = self._take()
            if answered == kind:
                return told
            self._news.append((KINDS.get(answered & ~NEWS, ""), told))

    def _take(self) -> tuple[int, Any]:
        _magic, length, kind = HEAD.unpack(self._exactly(HEAD.size))
        return kind, json.loads(self._exactly(length))

    def _exactly(self, length: int) -> bytes:
        parts = bytearray()
        while len(parts) < length:
            more = self._socket.recv(length - len(parts))
            if not more:
                raise OSError("sway is gone")
            parts += more
        return bytes(parts)
