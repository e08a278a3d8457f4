"""The resident program: one thread of decisions, fed by hotkeys, tray, command line and worker through one queue.

Whoever wants something only puts a call on the queue, so nothing here needs a lock, and a hotkey callback returns at
once. The main thread belongs to the tray, as some systems demand. Nothing here polls: an idle daemon does not wake up.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from gridpilot.service.daemon.dependencies import Parts
from gridpilot.service.daemon.hotkeys import Care, Keys, bindings
from gridpilot.service.daemon.icon import Icon
from gridpilot.service.daemon.job_runner import Means, Shift, answered, refused
from gridpilot.service.daemon.notifier import Teller, offers_on
from gridpilot.service.daemon.pause import Pause
from gridpilot.service.daemon.paused_programs import Applications, application
from gridpilot.service.daemon.status import Panel
from gridpilot.service.orders import ORDERS, keys_of, order_for, order_of
from gridpilot.service.pages import PAGES, TRY_IT
from gridpilot.service.pipe import Ended
from gridpilot.texts import words

if TYPE_CHECKING:
    from gridpilot.config import Config
    from gridpilot.errors import Problem
    from gridpilot.profiles.profile import Profile

Message = dict[str, Any]
Reply = Callable[[Message], None]

LONGEST_NAME = 1000  # signs of a program's; a window without a class goes by its title
MENU_WAITS = 0.3  # seconds that an opening menu may wait for its newest lines
log = logging.getLogger(__name__)


class Daemon:
    def __init__(self, parts: Parts, started: float, *, first: bool = False) -> None:
        """`started` is when the process began, on the clock `parts.now`; `first`: never before on this machine."""
        self._parts = parts
        self._started = started
        self._first = first
        self._untold = parts.untold() if first else ""
        self._since = datetime.now().astimezone()
        self._inbox: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._config, self._profiles, self._problems = self._files()
        self._over = threading.Event()
        self._teller = Teller(parts.say, parts.notices, self._notices_wanted, lambda: self._shift.job is not None)
        care = Care(
            self._after,
            parts.now,
            gave_up=lambda: self._shift.give_up(words.LISTENER_GAVE_UP),
            chance=self._retry_keys,
            hold=lambda down: self._later(self._shift.hold, down),
        )
        self._keys = Keys(parts.hotkeys, lambda action: self._later(self._pressed, action), care)
        applications = Applications(
            parts.applications, parts.focus, parts.follower, lambda: self._later(self._pause.focus_moved)
        )
        self._pause: Pause = Pause(self._keys, applications, self._on_pause, self._update_tray)
        self._worker = parts.worker(lambda event, pid: self._later(self._shift.heard, event, pid))
        self._shift: Shift = Shift(
            Means(
                worker=self._worker,
                after=self._after,
                now=parts.now,
                release=parts.release,
                keep=parts.keep,
                clear=self._teller.clear,
                say=self._tell,
                changed=self._update_tray,
                gave_up=partial(self._pause.set, True),
            )
        )
        self._icon = Icon(parts.tray, parts.now)
        self._startup_ms = self._code = 0

    # The life of the process: the main thread

    def run(self) -> int:
        """Returns the exit code once it was told to quit or the display went away."""
        self._keys.take(self._bindings())
        self._startup_ms = round((self._parts.now() - self._started) * 1000)
        log.info("hotkeys after %d ms: %s", self._startup_ms, self._keys.states)
        self._shift.begin()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._later(self._quit))
        threading.Thread(target=self._watch_display, name="display", daemon=True).start()
        for line in self._panel().greeting():
            self._parts.say(line)
        self._icon.begin(wanted=self._config.tray.show)  # this may take a moment
        self._parts.say(words.tray_line(self._icon.kind, self._icon.trouble))
        practice = partial(self._later, self._parts.open, TRY_IT, None)
        self._teller.welcome(self._panel(), practice if self._first else None)
        if self._pause.applications.paused:
            self._later(self._pause.focus_moved)
        threading.Thread(target=self._serve, name="decisions", daemon=True).start()
        self._icon.serve(
            lambda: self._panel().tray(), partial(self._later, self._chosen), self._before_menu, self._over
        )
        self._over.wait()
        return self._code

    def answer(self, request: Message) -> Message:
        """For the control socket's threads: waits until the request is dealt with; a job takes its time."""
        replies: SimpleQueue[Message] = SimpleQueue()
        self.ask(request, replies.put)
        return replies.get()

    def ask(self, request: Message, reply: Reply) -> None:
        """From any thread: `reply` is called once, by the thread of decisions."""
        self._inbox.put(partial(answered, self._request, request, reply))

    def _later(self, call: Callable[..., object], *arguments: Any) -> None:
        """From any thread: has the thread of decisions call it, unless the program has been told to quit by then."""
        self._inbox.put(lambda: self._over.is_set() or call(*arguments))

    def _after(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Starts a timer; what it returns cancels the call, be the timer still running or the call on the queue."""
        due = [call]
        stop = self._parts.timer(seconds, partial(self._later, lambda: [each() for each in due]))

        def cancel() -> None:
            due.clear()
            stop()

        return cancel

    def _before_menu(self) -> None:
        """For the tray's thread: the menu names the window that has the focus at this moment."""
        shown = threading.Event()

        def look() -> None:
            self._pause.look()
            self._retry_keys()
            self._update_tray()
            shown.set()

        self._later(look)
        shown.wait(MENU_WAITS)

    def _watch_display(self) -> None:
        self._parts.wait_display_lost()
        self._later(self._display_lost)

    def _serve(self) -> None:
        while True:
            call = self._inbox.get()
            try:
                call()
                if self._shift.job is None:
                    self._teller.settle()
            except Exception:
                log.exception("a decision failed")

    # What may happen: the thread of decisions

    def _pressed(self, action: str) -> None:
        """A hotkey: starts a job, or stops the one that runs, unless that one merely shows something."""
        log.info("hotkey: %s", action)
        self._refresh_config()
        if action == "pause":
            self._toggle()
            return
        order = order_of(action)
        if order is not None and self._shift.line_up(order):
            return
        if self._shift.stop_job():
            return
        if self._shift.stopped_by_chord():
            self._shift.end_chord()
            return
        if order is None:
            self._teller.notify(words.NOTHING_TO_STOP, self._panel().face)
        elif self._pause.on:  # only just: its keys are given back
            self._teller.notify(words.PAUSED_REFUSAL, "paused")
        elif name := self._pause.forbids(None):  # nobody told that it got the focus, or not in time
            if self._pause.not_told_of(name):
                self._teller.notify(words.paused_for(name), "paused")
        else:
            self._shift.start_job(order)

    def _chosen(self, action: str) -> None:
        """A line of the tray menu, or "toggle" for a click on the icon."""
        log.info("tray: %s", action)
        if action in PAGES:
            self._parts.open(action, self._pause.here.handle if self._pause.here else None)
        elif action == "toggle":
            self._toggle()
        elif action == "toggle-here":
            self._request({"do": "toggle", "application": application(self._pause.here)}, self._refused)
        elif action == "stop":
            self._pressed(action)
        elif action in {*ORDERS, "quit"}:
            self._request({"do": action}, self._refused)

    def _refused(self, reply: Message) -> None:
        """Who chose from the menu what cannot be done any more hears why."""
        if reply.get("kind") == "refused":
            self._teller.notify(reply["error"]["message"], "trouble")

    def _request(self, request: Message, reply: Reply) -> None:
        """A verb of the command line."""
        do = str(request.get("do"))
        if self._over.is_set():
            reply(refused(words.QUITTING))
            return
        self._refresh_config()
        if do in ORDERS:
            self._start(request, reply)
        elif do == "status":
            reply({"ok": True, **self._panel().status()})
        elif do in {"pause", "resume", "toggle"}:
            reply(self._set_pause(do, request))
        elif do == "press":
            reply({"ok": True})
            self._pressed(str(request.get("action")))
        elif do == "stop":
            reply({"ok": True, "stopped": self._shift.stop_job()})
        elif do in {"clear", "quit"}:
            reply({"ok": True})
            (self._quit if do == "quit" else self._clear)()
        else:
            reply(refused(words.unknown_verb(do)))

    def _clear(self) -> None:
        """All that lies over the screen of ours."""
        self._teller.clear()
        self._shift.hide()

    def _start(self, request: Message, reply: Reply) -> None:
        """A request says what a job's order should say besides; None: as it is anyway."""
        try:
            order = order_for(request)
        except ValueError as fault:
            reply(refused(words.bad_request(str(fault))))
            return
        if self._pause.on:
            reply(refused(words.PAUSED_REFUSAL))
        elif name := self._pause.forbids(order.window):
            reply(refused(words.paused_for(name)))
        elif self._shift.job is None:
            self._shift.start_job(order, reply)
        elif not self._shift.line_up(order, reply):
            reply(refused(words.BUSY_REFUSAL))

    def _toggle(self) -> None:
        """By hotkey or click."""
        self._pause.set(not self._pause.on)
        self._teller.toggled(self._pause.on)

    def _on_pause(self, paused: bool) -> None:
        if paused:
            self._shift.stop_job()
        else:
            self._shift.begin()

    def _set_pause(self, do: str, request: Message) -> Message:
        """The verbs pause, resume and toggle, of everything or of one program."""
        if "application" in request:
            return self._pause_program(do, request["application"])
        self._pause.set(do == "pause" or (do == "toggle" and not self._pause.on))
        return {"ok": True, "paused": self._pause.on}

    def _pause_program(self, do: str, wanted: object) -> Message:
        """`wanted` is its name; empty: of the focused window's."""
        programs = self._pause.applications
        name = wanted or programs.of(None)
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            return refused(words.bad_request(words.NO_SUCH_PROGRAM))
        if not name:
            return refused(words.NO_APPLICATION)
        paused = do == "pause" or (do == "toggle" and not programs.is_paused(name))
        if not self._pause.set_program(name, paused):
            return refused(words.not_paused(name, programs.paused))
        return {"ok": True, "paused": paused, "application": name, "applications": list(programs.paused)}

    def _tell(self, sentence: str, problem: bool, ended: Ended | None = None) -> None:
        """`ended`: the job that the sentence tells the end of. What stands beside the board already needs no notice."""
        if ended and ended.outcome.over:
            self._parts.say(sentence)
            return
        if ended and self._untold:
            sentence, self._untold = f"{sentence} {self._untold}", ""
        picture = self._parts.crop(ended) if ended else None
        teach = partial(self._later, self._parts.open, "teach", None)
        offers = offers_on(ended.outcome, teach, partial(self._later, self._chosen)) if ended else ()
        self._teller.tell(sentence, "trouble" if problem else "ready", picture, offers)

    def _notices_wanted(self) -> str:
        return "none" if self._over.is_set() else self._config.notices.show

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
        self._pause.stop()
        self._keys.stop()
        self._icon.stop()
        self._over.set()

    def _refresh_config(self) -> None:
        """A stat of each file. Hotkeys that the settings or a profile changed are bound anew."""
        before = self._problems
        self._config, self._profiles, self._problems = self._files()
        if self._problems != before:
            self._teller.settings(self._panel().fault)
        if self._keys.take(self._bindings()) or self._problems != before:
            log.info("the settings or keys have changed")
            self._update_tray()
        self._retry_keys()

    def _retry_keys(self) -> None:
        """At each request, press and opened menu, and when the system tells of a chance: nothing waits for a time."""
        if self._keys.retry():
            log.info("a key is free again: %s", self._keys.states)
            self._update_tray()

    def _files(self) -> tuple[Config, Sequence[Profile], tuple[Problem, ...]]:
        """Settings, profiles, and what is wrong with any of them; a profile that is read has no more than warnings."""
        config, problems = self._parts.config.current()
        profiles, faults = self._parts.profiles()
        return config, profiles, (*problems, *(fault for fault in faults if fault.level == "error"))

    def _bindings(self) -> dict[str, str]:
        return bindings(self._config) | keys_of(self._profiles)

    def _update_tray(self) -> None:
        self._icon.update(self._panel().tray())

    def _panel(self) -> Panel:
        job, here = self._shift.job, self._pause.here
        return Panel(
            since=self._since,
            startup_ms=self._startup_ms,
            paused=self._pause.on,
            paused_for=self._pause.applications.paused,
            here=self._parts.name(here) if here else "",
            application=application(here),
            game=job.game if job else "",
            stage=job.stage if job else "",
            progress=job.progress if job else None,
            note=self._shift.note,
            last=self._shift.last,
            keys=self._keys.states,
            keys_free=self._keys.free,
            tray_kind=self._icon.kind,
            tray_trouble=self._icon.trouble,
            worker_pid=self._worker.pid,
            worker_ready_ms=self._shift.ready_ms,
            tesseract=self._parts.tesseract,
            config=str(self._parts.config.path),
            problems=self._problems,
        )
