"""Asks a page in a running Chromium or Firefox for a value, over its debugging port. Standard library only."""

import base64
import json
import os
import socket
import struct
import urllib.request
from pathlib import Path
from typing import Any

from virtual import wait_for


def port_of(profile: Path) -> int:
    """The debugging port that a Chromium with this profile folder chose (started with --remote-debugging-port=0)."""
    file = profile / "DevToolsActivePort"
    return int(wait_for(lambda: file.exists() and file.read_text().split(), what="Chromium's port")[0])


def page_socket(port: int) -> str:
    def found() -> str | None:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=10) as answer:
            pages = [page for page in json.load(answer) if page["type"] == "page" and page["url"] != "about:blank"]
        return pages[0]["webSocketDebuggerUrl"] if pages else None

    return wait_for(found, what="a page in Chromium")


class Page:
    """One page. A connection per question: nothing stays open beside the test."""

    def __init__(self, profile: Path) -> None:
        self._port = port_of(profile)

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page; None while another page takes its place."""
        url = page_socket(self._port)
        with socket.create_connection(("127.0.0.1", self._port), 10) as line:
            _shake_hands(line, url.split(str(self._port), 1)[1])
            _send(
                line,
                {"id": 1, "method": "Runtime.evaluate", "params": {"expression": expression, "returnByValue": True}},
            )
            while (answer := _receive(line)).get("id") != 1:
                pass
        return answer.get("result", {}).get("result", {}).get("value")


class FirefoxPage:
    """The only page of a Firefox, by WebDriver BiDi. It takes one connection, which stays open as long as it runs."""

    def __init__(self, profile: Path) -> None:
        file = profile / "WebDriverBiDiServer.json"
        port = wait_for(lambda: file.exists() and json.loads(file.read_text())["ws_port"], what="Firefox's port")
        self._line = socket.create_connection(("127.0.0.1", port), 30)
        self._asked = 0
        _shake_hands(self._line, "/session")
        self._command("session.new", capabilities={})

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page, None while there is none."""
        [context] = self._command("browsingContext.getTree")["contexts"]
        target = {"context": context["context"]}
        script = f"JSON.stringify({expression})"
        told = self._command("script.evaluate", expression=script, target=target, awaitPromise=False)
        return json.loads(told["result"].get("value", "null")) if told["type"] == "success" else None

    def _command(self, method: str, **params: Any) -> dict[str, Any]:
        self._asked += 1
        _send(self._line, {"id": self._asked, "method": method, "params": params})
        while (answer := _receive(self._line)).get("id") != self._asked:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]


def _shake_hands(line: socket.socket, path: str) -> None:
    key = base64.b64encode(os.urandom(16)).decode()
    host, port = line.getpeername()
    head = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += _exactly(line, 1)
    assert b" 101 " in answer, answer


def _send(line: socket.socket, message: dict[str, Any]) -> None:
    """One text frame. Clients must mask (RFC 6455, 5.3)."""
    payload = json.dumps(message).encode()
    assert len(payload) < 1 << 16
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    line.sendall(b"\x81" + size + mask + masked)


def _receive(line: socket.socket) -> dict[str, Any]:
    size = _exactly(line, 2)[1]
    if size == 126:
        (size,) = struct.unpack("!H", _exactly(line, 2))
    elif size == 127:
        (size,) = struct.unpack("!Q", _exactly(line, 8))
    return json.loads(_exactly(line, size))


def _exactly(line: socket.socket, size: int) -> bytes:
    got = b""
    while len(got) < size:
        part = line.recv(size - len(got))
        assert part, "the browser closed the connection"
        got += part
    return got
