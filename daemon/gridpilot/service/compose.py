"""Builds all objects, and does nothing else. Whatever is heavy is imported inside the function that needs it."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import logging.handlers
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from gridpilot import games, paths
from gridpilot.config import Config, ConfigFile
from gridpilot.desktop import Session
from gridpilot.errors import ConnectionLost, EnvironmentFault
from gridpilot.games import GAMES, game
from gridpilot.games.deeds import HINT
from gridpilot.games.protocols import SlidingGame
from gridpilot.geometry import Rect
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.plan import THINK
from gridpilot.service import last_record
from gridpilot.service.other_games import others
from gridpilot.service.pages import COMMANDS, TRY_IT
from gridpilot.service.pipe import Coach, Fill, Job, Play, Said
from gridpilot.texts import menu_words
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.coach.over_board import OverBoard
    from gridpilot.coach.shown import Shown
    from gridpilot.games.about import About
    from gridpilot.games.protocols import Decision
    from gridpilot.pilot import Desk
    from gridpilot.pilot.autoplay import Listener
    from gridpilot.pilot.fill import Pilot
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.pilot.other_game import Recognise
    from gridpilot.pilot.record import Evidence, Records
    from gridpilot.profiles.profile import Profile
    from gridpilot.profiles.store import Profiles
    from gridpilot.service.daemon.loop import Daemon
    from gridpilot.service.daemon.supervisor import Supervisor

WORKER = (sys.executable, "-m", "gridpilot.service.worker.loop")


def start_log(name: str) -> None:
    """A rotating log, and the stack of every thread should the interpreter crash. No board is ever written there. This
    and all other folders are the user's alone from now on.
    """
    from gridpilot.desktop import choose

    found = paths.find()
    folder = found.log
    logging.raiseExceptions = False  # a full disk costs the line, and is not told in the terminal
    file = folder / f"{name}.log"
    log = logging.handlers.RotatingFileHandler(file, maxBytes=1_000_000, backupCount=2, encoding="utf-8", delay=True)
    log.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(log)
    root.setLevel(logging.INFO)
    for each in (folder for folder in found.folders if folder.is_dir()):
        try:
            choose.keep_private(each)
        except OSError as fault:
            root.warning("%s cannot be made private: %s", each, fault)
    with contextlib.suppress(OSError):
        faulthandler.enable((folder / f"{name}-crash.log").open("a"))
    threading.excepthook = lambda fault: logging.getLogger("thread").error("a thread died", exc_info=fault.exc_value)


def daemon(started: float, *, first: bool = False, as_json: bool = False) -> Daemon:
    """`first`: the user has never started it before. `as_json`: what it says goes to standard output as one JSON object
    a line.
    """
    from gridpilot.desktop import choose
    from gridpilot.service.daemon.dependencies import Parts
    from gridpilot.service.daemon.loop import Daemon

    found = paths.find()
    session = choose.session()
    known = profiles()
    return Daemon(
        Parts(
            config=ConfigFile(found.config_file),
            profiles=known.current,
            hotkeys=choose.hotkeys,
            tray=choose.tray,
            notices=choose.notices,
            focus=choose.focus,
            follower=choose.follower,
            worker=_worker_for(session),
            release=session.release_everything,
            keep=_kept,
            crop=lambda ended: last_record.close_up(ended, records()),
            name=lambda window: _name(window, known.current()[0]),
            open=open_page,
            applications=found.paused,
            tesseract=shutil.which("tesseract") is not None,
            wait_display_lost=session.wait_lost,
            timer=_timer,
            now=time.monotonic,
            say=_say_json if as_json else _say,
            untold=session.untold,
        ),
        started,
        first=first,
    )


def _worker_for(session: Session) -> Callable[[Callable[[Said, int], None]], Supervisor]:
    """Where the session keeps gridpilot from working, what says so."""
    from gridpilot.service.daemon.supervisor import AbsentWorker

    try:
        session.describe()
    except EnvironmentFault as fault:
        return partial(AbsentWorker, fault)
    return _worker


def _worker(on_event: Callable[[Said, int], None]) -> Supervisor:
    from gridpilot.service.daemon.supervisor import Supervisor

    return Supervisor(WORKER, paths.find().log / "worker-output.log", on_event)


def _kept(outcome: Outcome) -> Outcome:
    from gridpilot.pilot.record import Evidence

    records().keep(Evidence(), outcome)
    return outcome


def _name(window: Window, known: Sequence[Profile]) -> str:
    """What is in a window, for people: the program that a profile is for, else the window's title."""
    from gridpilot.profiles import match

    chosen = (match.choose(known, window, game) for game in GAMES)
    name = next((menu_words.program_name(profile.name) for profile in chosen if profile.source), "")
    return name or window.title or window.class_name


def open_page(page: str, window: int | None, *, stay: bool = True) -> None:
    """A window in a process of its own; a thread waits for its end, so that it does not stay as a zombie."""
    command = [sys.executable, "-m", *COMMANDS[page]]
    if page in {"teach", "profiles"} and window is not None:
        command += ["--window", str(window)]
    process = subprocess.Popen(command, start_new_session=stay)
    threading.Thread(target=process.wait, name="window", daemon=True).start()


def greet() -> None:
    """The very first start by the user: three steps, and a board to try them on. They end with the program's
    process group.
    """
    for page in (TRY_IT, "welcome"):
        open_page(page, None, stay=False)


def _timer(seconds: float, call: Callable[[], None]) -> Callable[[], None]:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()
    return timer.cancel


def _say(sentence: str) -> None:
    """To the real output: another thread may keep python-xlib from printing just now."""
    with contextlib.suppress(OSError, ValueError):  # started without a terminal, or the terminal was closed
        print(sentence, file=sys.__stdout__, flush=True)


def _say_json(sentence: str) -> None:
    _say(json.dumps({"said": sentence}))


def profiles() -> Profiles:
    from gridpilot.profiles.store import Profiles

    return Profiles(paths.find().profiles)


_settings_file = lru_cache(ConfigFile)


def settings() -> Config:
    """The user's, for whoever has no file at hand; read again only where the file has changed."""
    return _settings_file(paths.find().config_file).current()[0]


def records(job: str = "") -> Records:
    """`job`: the name of the one that is to be recorded, if it has one."""
    from gridpilot.service.counting import CountedRecords

    def save(capture: Any, path: Any) -> None:
        from gridpilot.vision.pictures import save

        save(capture, path)

    found, config = paths.find(), settings()
    keep = 0 if config.records.which == "none" else config.records.keep
    made = CountedRecords(found.records, save, keep, failures_only=config.records.which == "failures")
    made.statistics = found.statistics if config.statistics.keep else None
    made.job = job
    return made


def desk() -> Desk:
    from gridpilot.desktop import choose
    from gridpilot.pilot import Desk

    return Desk(choose.focus(), choose.screen(), choose.input_(), choose.watch())


def sliding_game(name: str) -> SlidingGame:
    return games.sliding_game(name, paths.find().learnt)


class RealJobs:
    """What the worker does, with everything that it needs at hand."""

    def __init__(self, asked_at: float | None = None) -> None:
        """`asked_at`: for the one job that this process was started for."""
        from gridpilot.desktop.shared import asked
        from gridpilot.pilot.entry import strays

        self._asked = asked
        asked.at = asked_at
        self._desk = desk()
        self._profiles = profiles()
        self._strays_left = strays.Memory()
        self._game = lru_cache(game)
        self._sliding_game = lru_cache(sliding_game)
        self._pilot: Pilot | None = None
        self._shown: Shown | None = None
        self._coach: OverBoard | None = None

    def warm(self) -> Iterator[None]:
        """Goes once through all that the first job would wait for: libraries, the net, a picture of the screen."""
        from gridpilot.pilot import fill  # noqa: F401 - a job needs it
        from gridpilot.profiles import bundled
        from gridpilot.vision.pictures import load

        try:
            if not self._desk.screen.asks:
                self._desk.screen.capture(Rect(0, 0, 64, 64))
        except ConnectionLost:
            raise
        except EnvironmentFault as fault:  # the first job says it, and a later one may get its picture
            logging.getLogger(__name__).warning("no picture yet: %s", fault)
        self._profiles.current()
        for about in GAMES.values():
            reader = self._sliding_game(about.name).eyes("") if about.slides else self._game(about.name)
            yield
            sample = bundled() / about.name / about.sample / "sample.png"
            if about.sample and (found := reader.read(picture := load(sample))) and not about.slides:
                decision = self._game(about.name).decide(reader.reread(picture, found))
                yield
                self._warm_coach(about, decision, picture)

    def _warm_coach(self, about: About, decision: Decision, picture: Capture) -> None:
        """All that the first hint would wait for, but for what is on the screen."""
        from gridpilot.coach.drawn_board import drawn
        from gridpilot.desktop.shared import overlay_picture

        self._coaching()
        if about.adviser and (hint := about.adviser().hint(decision.reading, decision.solution, None)):
            drawing = drawn(hint.rungs[-1], decision.reading, picture)
            overlay_picture.drawn(drawing, Rect(0, 0, 4 * drawing.board.width, drawing.board.height))

    def _coaching(self) -> OverBoard:
        from gridpilot.coach.over_board import OverBoard
        from gridpilot.coach.shown import Shown
        from gridpilot.desktop import choose
        from gridpilot.pilot.guard.clock import RealClock

        if self._shown is None:
            with contextlib.suppress(EnvironmentFault):  # a notice tells the same
                self._shown = Shown(choose.overlay(), self._desk.screen, RealClock())
        if self._coach is None:
            self._coach = OverBoard(self._desk, self._shown, self._game, self._profiles, RealClock())
        return self._coach

    def coach(self, order: Coach, abort: Abort, on_stage: Callable[[str], None]) -> Outcome:
        """Sends no event."""
        from gridpilot.coach.over_board import Wishes

        self._pilot, coach = None, self._coaching()
        wishes = Wishes(order.window, order.profile, order.rung, marks=order.marks or settings().hint.marks)
        outcome, evidence = coach.show(order.what, abort, wishes, on_stage)
        if outcome.ending is Ending.NO_BOARD and order.what == HINT.verb and evidence.window:
            outcome, evidence = self._coach_moves(order, abort, on_stage, evidence.window) or (outcome, evidence)
        if coach.cell_due is not None:
            on_stage("filling")  # from here on events are sent
            fill = Fill(outcome.game, order.job, order.window, order.profile, cell=str(coach.cell_due))
            return self.fill(fill, abort, on_stage)
        records(order.job).keep(evidence, outcome)
        return outcome

    def _coach_moves(
        self, order: Coach, abort: Abort, on_stage: Callable[[str], None], window: Window
    ) -> tuple[Outcome, Evidence] | None:
        """The same over the board of a game of moves; None where there is none of any."""
        from gridpilot.coach.over_tiles import OverTiles
        from gridpilot.pilot import window_memory_store
        from gridpilot.pilot.guard.clock import RealClock
        from gridpilot.pilot.session import Session
        from gridpilot.profiles.match import choose

        for about in (each for each in GAMES.values() if each.slides):
            profile = choose(self._profiles.current()[0], window, about.name, order.profile)
            sliding = self._sliding_game(about.name)
            eyes = sliding.eyes(window_memory_store.kind(profile, window))
            parts = self._desk, RealClock(), abort, on_stage, window, profile, eyes
            session = Session(*parts, Outcome(Ending.NO_BOARD, about.name))
            outcome = OverTiles(session, self._shown, sliding).follow()
            if outcome.ending is not Ending.NO_BOARD:
                return outcome, session.evidence
        return None

    def note_order(self) -> None:
        """The user has asked for a job; any thread."""
        self._asked.at = time.monotonic()

    def hold(self, down: bool) -> None:
        """The user holds the hotkey, or not any more; any thread."""
        self._asked.key.tell(down)

    def hide(self) -> None:
        """Takes away what is shown over a board, before any picture is taken; any thread."""
        if self._shown is not None:
            self._shown.take_down()

    def shows(self) -> bool:
        return self._shown is not None and self._shown.is_up()

    def fill(self, order: Fill, abort: Abort, on_stage: Callable[[str], None]) -> Outcome:
        self.hide()
        from gridpilot.pilot.entry.part import Part
        from gridpilot.pilot.fill import Pilot
        from gridpilot.pilot.guard.clock import RealClock
        from gridpilot.pilot.window_memory_store import Habits

        habits = Habits(paths.find().learnt / "habits.json")
        parts = self._desk, self._game(order.game), self._profiles, records(order.job), RealClock(), habits
        self._pilot = Pilot(*parts, self._others(order), self._strays_left)
        self._pilot.step = settings().pace.step_ms / 1000
        part = Part(order.cell, order.empties, order.replaces)
        return self._pilot.fill(abort, order.window, on_stage, order.profile, part)

    def _others(self, order: Job) -> Recognise:
        return others(order.game, self._game, self._sliding_game)

    def give_up(self, order: Job) -> Outcome:
        """Records the job at hand, as far as it came, as one that took too long; from another thread."""
        outcome = Outcome(Ending.STOPPED, order.game, reason=StopReason.BUDGET)
        return self._pilot.give_up(outcome) if self._pilot is not None else _kept(outcome)

    def play(self, order: Play, abort: Abort, listener: Listener) -> Outcome:
        from gridpilot.pilot.autoplay import Autoplay, Memory, Wishes
        from gridpilot.pilot.guard.clock import RealClock
        from gridpilot.pilot.window_memory_store import Paces

        self._pilot = None
        self.hide()
        memory = Memory(records(order.job), Paces(paths.find().learnt / "paces.json"), self._others(order))
        pilot = Autoplay(self._desk, self._sliding_game(order.game), self._profiles, memory, RealClock())
        think, step = order.think or THINK[settings().play.think], settings().pace.step_ms / 1000
        return pilot.play(abort, Wishes(order.window, order.goal, order.engine, order.profile, think, step), listener)


def jobs() -> RealJobs:
    """Warmed, for one process that does one job."""
    made = RealJobs()
    for _ in made.warm():
        pass
    return made
