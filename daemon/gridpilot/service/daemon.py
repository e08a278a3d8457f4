"""The resident program: one thread of decisions, fed by hotkeys, tray, command line and worker through one queue.

Whoever wants something only puts a call on the queue, so nothing here needs a lock, and a hotkey callback returns at
once. The main thread belongs to the tray, as some systems demand. Nothing here polls: an idle daemon does not wake up.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import threading
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from gridpilot.errors import GridpilotError
from gridpilot.service import words
from gridpilot.service.keys import Keys, bindings
from gridpilot.service.panel import Panel
from gridpilot.service.shift import Means, Shift

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.config import ConfigFile
    from gridpilot.desktop import Hotkeys, Notices, Tray
    from gridpilot.outcome import Outcome
    from gridpilot.service.supervisor import Supervisor

    Message = dict[str, Any]
    Reply = Callable[[Message], None]

ORDERS: dict[str, Message] = {
    "solve": {"do": "fill", "game": "sudoku", "window": None},
    "play": {"do": "play", "game": "2048", "window": None},
}
"""What the worker is told for each hotkey's action."""

WISHES = ("game", "window", "goal", "engine")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the daemon is made of; `compose.daemon` brings the real ones, tests bring fakes."""

    config: ConfigFile
    hotkeys: Callable[[], Hotkeys]
    tray: Callable[[], Tray]
    notices: Callable[[], Notices]
    worker: Callable[[Callable[[Message], None]], Supervisor]
    release: Callable[[], None]  # lets go of every key and button on the system, after a worker was killed
    keep: Callable[[Outcome], None]  # a record of a job whose worker could not make one
    practice: Callable[[], None]
    wait_display_lost: Callable[[], None]
    timer: Callable[[float, Callable[[], None]], Callable[[], None]]  # what it returns cancels it
    now: Callable[[], float]
    say: Callable[[str], None]


class Daemon:
    def __init__(self, parts: Parts, started: float) -> None:
        """`started` is when the process began, on the clock `parts.now`."""
        self._parts = parts
        self._started = started
        self._since = datetime.now().astimezone()
        self._inbox: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._config, _ = parts.config.current()
        self._keys = Keys(parts.hotkeys, lambda action: self._later(self._pressed, action))
        self._worker = parts.worker(lambda event: self._later(self._shift.heard, event))
        self._shift = Shift(
            Means(
                worker=self._worker,
                after=lambda seconds, call: parts.timer(seconds, partial(self._later, call)),
                now=parts.now,
                release=parts.release,
                keep=parts.keep,
                say=self._tell,
                changed=self._update_tray,
                gave_up=lambda: self._set_paused(True),
            )
        )
        self._notices: Notices | None = None
        self._tray: Tray | None = None
        self._tray_reason = ""
        self._paused = False
        self._startup_ms = 0
        self._code = 0
        self._over = threading.Event()

    # The life of the process: the main thread

    def run(self) -> int:
        """Returns the exit code once it was told to quit or the display went away."""
        self._keys.take(bindings(self._config))
        self._startup_ms = round((self._parts.now() - self._started) * 1000)
        log.info("hotkeys after %d ms: %s", self._startup_ms, self._keys.states)
        self._shift.begin()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._later(self._quit))
        threading.Thread(target=self._watch_display, name="display", daemon=True).start()
        self._make_tray()
        for line in self._panel().greeting():
            self._parts.say(line)
        for state in self._keys.states:
            if not state.live:
                self._notify(words.hotkey_line(state), "trouble")
        threading.Thread(target=self._serve, name="decisions", daemon=True).start()
        self._show_tray()
        self._over.wait()
        return self._code

    def answer(self, request: Message) -> Message:
        """For the control socket's threads: waits until the request is dealt with; a job takes its time."""
        replies: SimpleQueue[Message] = SimpleQueue()
        self._later(self._request, request, replies.put)
        return replies.get()

    def _later(self, call: Callable[..., object], *arguments: Any) -> None:
        """From any thread: has the thread of decisions call it."""
        self._inbox.put(lambda: call(*arguments))

    def _make_tray(self) -> None:
        if not self._config.tray.show:
            self._tray_reason = words.TRAY_OFF
            return
        try:
            self._tray = self._parts.tray()
        except GridpilotError as fault:
            self._tray_reason = f"{fault.message} {fault.fix}".strip()
        except Exception:
            log.exception("no tray")
            self._tray_reason = words.SEE_LOG

    def _show_tray(self) -> None:
        if self._tray is None:
            return
        try:
            self._tray.run(self._panel().tray(), lambda action: self._later(self._chosen, action))
        except Exception:
            log.exception("the tray ended")
            self._tray, self._tray_reason = None, words.SEE_LOG

    def _watch_display(self) -> None:
        self._parts.wait_display_lost()
        self._later(self._display_lost)

    def _serve(self) -> None:
        while True:
            call = self._inbox.get()
            try:
                call()
            except Exception:
                log.exception("a decision failed")

    # What may happen: the thread of decisions

    def _pressed(self, action: str) -> None:
        """A hotkey: starts a job, or stops the one that runs."""
        log.info("hotkey: %s", action)
        self._refresh_config()
        if action == "pause":
            self._set_paused(not self._paused)
            self._notify(words.NOW_PAUSED if self._paused else words.NOW_READY, "paused" if self._paused else "ready")
            return
        stopped = self._shift.stop_job() or self._shift.stopped_by_chord()
        if not stopped and not self._paused and action in ORDERS:
            self._shift.start_job(ORDERS[action])

    def _chosen(self, action: str) -> None:
        """A line of the tray menu, or "toggle" for a click on the icon."""
        log.info("tray: %s", action)
        if action == "practice":
            self._parts.practice()
        elif action in {"solve", "play", "stop", "toggle", "quit"}:
            self._request({"do": action}, lambda _: None)

    def _request(self, request: Message, reply: Reply) -> None:
        """A verb of the command line."""
        do = request.get("do")
        if self._over.is_set():
            reply(_refused(words.QUITTING))
            return
        self._refresh_config()
        if do in ORDERS:
            self._start(request, reply)
        elif do == "status":
            reply({"ok": True, **self._panel().status()})
        elif do in {"pause", "resume", "toggle"}:
            self._set_paused(do == "pause" or (do == "toggle" and not self._paused))
            reply({"ok": True, "paused": self._paused})
        elif do == "stop":
            reply({"ok": True, "stopped": self._shift.stop_job()})
        elif do == "quit":
            reply({"ok": True})
            self._quit()
        else:
            reply(_refused(f"unknown verb {do!r}"))

    def _start(self, request: Message, reply: Reply) -> None:
        """A request says what a job's order should say besides; None: as it is anyway."""
        if self._paused:
            reply(_refused(words.PAUSED_REFUSAL))
        elif self._shift.job is not None:
            reply(_refused(words.BUSY_REFUSAL))
        else:
            asked = {key: request[key] for key in WISHES if request.get(key) is not None}
            self._shift.start_job(ORDERS[request["do"]] | asked, reply)

    def _set_paused(self, paused: bool) -> None:
        if paused == self._paused:
            return
        self._paused = paused
        log.info("paused" if paused else "resumed")
        if paused:
            self._shift.stop_job()
            self._keys.release()
        else:
            self._shift.begin()
            self._keys.bind()
        self._update_tray()

    def _tell(self, sentence: str, problem: bool) -> None:
        """In the terminal, and as a notice, if such are wanted."""
        self._parts.say(sentence)
        self._notify(sentence, "trouble" if problem else "ready")

    def _notify(self, sentence: str, face: str) -> None:
        wanted = self._config.notices.show
        if self._over.is_set() or wanted == "none" or (wanted == "problems" and face != "trouble"):
            return
        try:
            self._notices = self._notices or self._parts.notices()
            self._notices.show("gridpilot", sentence, face)
        except GridpilotError as fault:
            log.info("no notices: %s", fault)

    def _display_lost(self) -> None:
        if self._over.is_set():
            return
        log.error("the display is lost")
        self._parts.say(words.DISPLAY_LOST)
        self._code = 3
        self._quit()

    def _quit(self) -> None:
        """Ends everything; what hangs on a lost display must not keep the rest from ending."""
        if self._over.is_set():
            return
        log.info("quit")
        self._shift.end()
        self._keys.stop()
        if self._tray is not None:
            with contextlib.suppress(Exception):
                self._tray.stop()
        self._over.set()

    def _refresh_config(self) -> None:
        """One stat. Hotkeys that the settings changed are bound anew."""
        config, _ = self._parts.config.current()
        if config != self._config:
            self._config = config
            log.info("settings read again")
            if self._keys.take(bindings(config), paused=self._paused):
                self._update_tray()

    def _update_tray(self) -> None:
        if self._tray is not None:
            self._tray.update(self._panel().tray())

    def _panel(self) -> Panel:
        _, problems = self._parts.config.current()
        job = self._shift.job
        return Panel(
            since=self._since,
            startup_ms=self._startup_ms,
            paused=self._paused,
            game=job.game if job else "",
            stage=job.stage if job else "",
            progress=job.progress if job else None,
            note=self._shift.note,
            last=self._shift.last,
            keys=self._keys.states,
            tray_kind=self._tray.kind if self._tray else "",
            tray_trouble=self._tray.trouble if self._tray else self._tray_reason,
            worker_pid=self._worker.pid,
            worker_ready_ms=self._shift.ready_ms,
            config=str(self._parts.config.path),
            problems=problems,
        )


def _refused(sentence: str) -> Message:
    return {"ok": False, "error": {"title": "", "message": sentence, "fix": ""}, "kind": "refused"}
