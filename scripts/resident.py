"""The resident gridpilot as demo and benches see it: started on a virtual desktop, its records, its costs in /proc."""

from __future__ import annotations

import ctypes
import json
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from virtual import end, wait_for

from gridpilot.config import ConfigFile
from gridpilot.errors import NoDaemon
from gridpilot.paths import display_key
from gridpilot.service import control

if TYPE_CHECKING:
    from virtual import Desktop

PIDFD_GETFD = 438  # Linux's number of the call
LIBC = ctypes.CDLL(None, use_errno=True)
TICKS = os.sysconf("SC_CLK_TCK")


def gridpilot(*words: str) -> list[str]:
    return [sys.executable, "-m", "gridpilot", *words]


def logs(desk: Desktop) -> str:
    """The ends of what programs on the desktop wrote to their outputs and gridpilot to its logs."""
    files = [*desk.home.glob("*.log"), *Path(desk.env["XDG_CACHE_HOME"]).rglob("*.log")]
    return "\n".join(f"--- {file.name}\n{file.read_text('utf-8', 'replace')[-2000:]}" for file in sorted(files))


class Resident:
    """The program, ready to work. `live_after`: seconds from its start until it said that its hotkeys are live.
    `first`: it greets its user with a notice, which stays on the screen for a while.
    """

    def __init__(self, desk: Desktop, *, first: bool = False, **env: str) -> None:
        self._desk = desk
        settings = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "config.toml"
        if not first:
            settings.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            ConfigFile(settings).write_default()
        self._output = desk.home / "resident.out"
        begun = time.monotonic()
        with self._output.open("wb") as output:
            self.process = desk.start(gridpilot("run"), env=env | {"PYTHONUNBUFFERED": "1"}, stdout=output)
        wait_for(lambda: "hotkey" in self.said() or self.process.poll() is not None, 60, "the first lines")
        self.live_after = time.monotonic() - begun
        wait_for(self._ready, 60, "the worker to be ready")
        if self.process.poll() is not None:
            raise RuntimeError(f"gridpilot ended with {self.process.returncode}: {self.said()}\n{logs(desk)}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end(self.process)

    def _ready(self) -> bool:
        return self.process.poll() is not None or self.ask("status").get("worker", {}).get("ready", False)

    def said(self) -> str:
        """What it has printed so far."""
        return self._output.read_text("utf-8").rstrip()

    def ask(self, *words: str) -> dict[str, Any]:
        """The JSON answer of a verb, empty when it has none.

        `status`, for which tests and benches wait by asking again and again, is asked without a process of its own for
        each look: those would take the time that the program should have.
        """
        if words == ("status",):
            return self._status()
        command = gridpilot(*words, "--json")
        done = subprocess.run(command, env=self._desk.env, capture_output=True, check=False, timeout=30)
        try:
            answer: dict[str, Any] = json.loads(done.stdout)
        except ValueError:
            return {}
        return answer

    def _status(self) -> dict[str, Any]:
        folder, file = Path(self._desk.env["XDG_RUNTIME_DIR"]), f"gridpilot-{display_key(self._desk.name)}.sock"
        with suppress(NoDaemon, StopIteration):
            status = control.ask(next(folder.rglob(file)), {"do": "status"})
            status.pop("ok")
            return status
        return {}

    def quit(self) -> None:
        self.ask("quit")
        self.process.wait(15)

    @property
    def pid(self) -> int:
        return self.process.pid

    def records(self) -> list[Path]:
        """How each job ended, the newest last."""
        return sorted(Path(self._desk.env["XDG_STATE_HOME"]).glob("gridpilot/records/*/outcome.json"))

    def newest_record(self) -> Path | None:
        return max(self.records(), default=None)

    def record_after(self, before: Path | None) -> Path | None:
        """The outcome of a job that came after `before`, None as long as there is none. The record is there a moment
        before the job counts as ended: a press between the two would be one that stops it.
        """
        newest = self.newest_record()
        return newest if newest != before and not self.ask("status").get("busy") else None

    def workers(self) -> list[int]:
        pids: list[int] = []
        for children in Path(f"/proc/{self.pid}/task").glob("*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):  # the thread may have ended since
                pids += map(int, children.read_text("ascii").split())
        return pids

    def connections(self, pid: int) -> list[socket.socket]:
        """The ends of a process's connections to the X server, shared with it: shut one down, and it is cut for both.

        Raises PermissionError where the system lets nobody reach into another process.
        """
        found = []
        process = os.pidfd_open(pid)
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            if entry.readlink().name.startswith("socket:"):
                number = LIBC.syscall(PIDFD_GETFD, process, int(entry.name), 0)
                if number < 0:
                    raise PermissionError(ctypes.get_errno(), "pidfd_getfd")
                found.append(socket.socket(fileno=number))
        os.close(process)
        display = f"/tmp/.X11-unix/X{self._desk.name[1:]}".encode()
        return [each for each in found if _peer(each).strip(b"\0") == display]

    @staticmethod
    def pss(pid: int) -> float:
        """MiB, shared pages divided by the number of processes that share them."""
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
        return 0.0

    @staticmethod
    def account(pid: int) -> tuple[float, int]:
        """CPU seconds and context switches so far, all threads together."""
        stat = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        switches = 0
        for task in Path(f"/proc/{pid}/task").glob("*/status"):
            lines = [line for line in task.read_text("utf-8").splitlines() if "ctxt_switches" in line]
            switches += sum(int(line.split()[1]) for line in lines)
        return (int(stat[11]) + int(stat[12])) / TICKS, switches


def _peer(connection: socket.socket) -> bytes:
    try:
        name = connection.getpeername()
    except OSError:
        return b""  # it listens
    return name if isinstance(name, bytes) else str(name).encode()
