"""The resident program in its world: its threads stand still until a decision is to be taken."""

from __future__ import annotations

import logging
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from fakes.desktop import FakeNotices, FakeTray
from fakes.resident.gates import PATIENCE, Decisions, Killed
from fakes.resident.world import Kept, World
from gridpilot.config import ConfigFile
from gridpilot.service.daemon import job_runner, loop, supervisor
from gridpilot.service.daemon.dependencies import Parts
from gridpilot.service.daemon.loop import Daemon
from gridpilot.service.daemon.supervisor import Supervisor

Message = dict[str, Any]


class Bugs(logging.Handler):
    """Decisions that failed."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self._found.append(f"{record.getMessage()}: {record.exc_info[1]!r}")


class Shown(FakeTray):
    """An icon that is served until it is stopped."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self.serving = threading.Event()
        super().__init__(lambda _: (self.serving.set(), self._over.wait()))

    def stop(self) -> None:
        super().stop()
        self._over.set()


class Follower:
    def __init__(self, house: House, on_change: Callable[[], None]) -> None:
        self.on_change = on_change
        self._house = house
        house.followers.append(self)

    def stop(self) -> None:
        self._house.followers.remove(self)


class House:
    """One run of the resident program. `world` may outlive it."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.notices = FakeNotices()
        self.tray = Shown()
        self.file = ConfigFile(folder / "config.toml")
        self.said: list[str] = []
        self.followers: list[Follower] = []
        self.profiles: list[Any] = []
        self.bugs: list[str] = []
        self.code: int | None = None
        self._lost = threading.Event()
        self._patches = ExitStack()
        self._handler = Bugs(self.bugs)
        parts = Parts(
            config=self.file,
            hotkeys=world.make_listener,
            tray=lambda: self.tray,
            notices=lambda: self.notices,
            focus=lambda: world.focus,
            follower=lambda on_change: Follower(self, on_change),
            worker=lambda on_event: Supervisor(("worker",), folder / "errors.log", on_event),
            release=world.let_go,
            keep=lambda outcome: world.kept.append(Kept("", outcome)),
            crop=lambda _ended: None,
            name=lambda window: window.title,
            open=lambda _page, _window: None,
            applications=folder / "paused.json",
            profiles=lambda: (self.profiles, ()),
            tesseract=False,
            wait_display_lost=self._lost.wait,
            timer=world.clock.timer,
            now=world.clock.now,
            say=self.said.append,
        )
        self._patch()
        self.daemon = Daemon(parts, started=0.0)
        self.inbox = self.daemon._inbox = Decisions()
        self._thread = threading.Thread(target=self._run, name="resident", daemon=True)
        self._thread.start()
        assert self.tray.serving.wait(PATIENCE)
        self.world.clock.settle()

    def _patch(self) -> None:
        """What belongs to the system, not to gridpilot."""
        popen = SimpleNamespace(Popen=self.world.popen, PIPE=subprocess.PIPE, TimeoutExpired=subprocess.TimeoutExpired)
        self._patches.enter_context(mock.patch.object(supervisor, "subprocess", popen))
        self._patches.enter_context(mock.patch.object(job_runner, "MOST_JOBS", self.world.most_jobs))
        self._patches.enter_context(mock.patch("signal.signal"))
        self._patches.enter_context(mock.patch("threading.excepthook", self._thread_ended))
        loop.log.addHandler(self._handler)

    def _thread_ended(self, how: Any) -> None:
        if how.exc_type is not Killed:
            self.bugs.append(f"a thread ended: {how.exc_value!r}")

    def _run(self) -> None:
        self.code = self.daemon.run()

    @property
    def over(self) -> bool:
        return self.daemon._over.is_set()

    @property
    def job(self) -> str:
        """The name of the job that runs as the daemon sees it."""
        job = self.daemon._shift.job
        return job.name if job else ""

    def ask(self, request: Message, reply: Callable[[Message], object]) -> None:
        """As a client of the command socket; the reply comes later."""
        self.daemon.ask(request, reply)

    def lose_display(self) -> None:
        """The system says so from a thread of its own."""
        if self._lost.is_set():
            return
        before = len(self.inbox.calls)
        self._lost.set()
        with self.inbox.changed:
            self.inbox.wait_until(lambda: len(self.inbox.calls) > before, "who waits for the display")

    def end(self) -> None:
        """The process is gone, whether it was told to quit or not."""
        if not self.over:
            self.inbox.put(self.daemon._quit)
        while not self.over:
            self.inbox.take_one()
        self.inbox.end()
        self._thread.join(PATIENCE)
        self._lost.set()
        self._patches.close()
        loop.log.removeHandler(self._handler)


def a_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="resident-"))


def forget(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
