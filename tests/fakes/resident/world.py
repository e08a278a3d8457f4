"""What the resident program and its worker find on the system: windows, games in them, keys, a clock, a user."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fakes import sliding_window
from fakes.board_window import WINDOW, BoardWindow, TextGame
from fakes.desktop import Clicked, Dragged, Event, FakeDesk, FakeFocus, FakeHotkeys, FakeInput, Pressed
from fakes.resident.gates import Clock, Killed
from fakes.resident.process import Process
from fakes.sliding_window import SlidingWindow, TextSliding
from gridpilot.capture import Capture
from gridpilot.coach.over_board import OverBoard
from gridpilot.desktop import HotkeyState
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect, View
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot import Desk
from gridpilot.pilot.autoplay import Autoplay, Listener, Memory, Wishes
from gridpilot.pilot.entry.part import Part
from gridpilot.pilot.fill import Pilot
from gridpilot.plan import Fill as Way
from gridpilot.profiles.profile import Profile, Rule
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.plan import Key
    from gridpilot.service.pipe import Coach, Fill, Job, Play

SUDOKU = replace(WINDOW, title="Sudoku", class_name="Gnome-sudoku", pid=11)
SLIDING = replace(sliding_window.WINDOW, handle=8, title="2048", class_name="Gnome-2048", pid=12)
TERMINAL = Window(9, "make", "xterm", "XTerm", 13, "/usr/bin/xterm", "xterm", Rect(0, 0, 400, 400))
WINDOWS = (SUDOKU, SLIDING, TERMINAL)
SOLUTION = tuple(map(int, "519687432724913658386254917178345296652891743943726581231479865467538129895162374"))
START = (2, 4, 8, 16, 32, 64, 128, 256, 2, 4, 8, 16, 0, 2, 0, 0)
"""Which is over soon."""
KINDS: dict[str, tuple[Way, dict[str, Any]]] = {
    "keys": (Way.ARROWS, {}),
    "clicks": (Way.CLICK_KEY, {"arrows_move": False}),
    "pad": (Way.CLICK_PAD, {"keys_type": False, "pad": "cell-first"}),
    "held keys": (Way.AUTO, {"polls": True}),
}
"""What its profile says of the program, and what that understands."""
USER = (StopReason.ESCAPE, StopReason.USER_KEY, StopReason.USER_POINTER)
TOUCHES = (Clicked, Dragged, Pressed)


class Listening(FakeHotkeys):
    """A listener among others: what one has, no other gets."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    @property
    def taken(self) -> tuple[str, ...]:
        others = (each for each in self._world.listeners if each is not self and each.alive())
        return (*self._world.taken, *(keys for each in others for keys in each.bound.values()))

    @taken.setter
    def taken(self, keys: tuple[str, ...]) -> None: ...

    def bind(self) -> tuple[HotkeyState, ...]:
        states = super().bind()
        if self.lost:
            self.bound = {}
            return tuple(replace(state, live=False, reason="its listener ended") for state in states)
        return states

    def lose(self) -> None:
        self.bound = {}
        super().lose()


class Hand(FakeInput):
    """The worker's pointer and keyboard: what it holds down stays down, should it be killed meanwhile."""

    def __init__(self, world: World, process: Process) -> None:
        super().__init__(partial(world.take, process), world.focus, process.turn)
        self._down = world.down

    def press(
        self,
        *keys: Key,
        into: Window | None = None,
        over: Point | None = None,
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,
        more: bool = False,
    ) -> StopReason | None:
        self._down.update(keys)
        hindrance = super().press(*keys, into=into, over=over, while_down=while_down, apart=apart, more=more)
        self._down.difference_update(keys)
        return hindrance


@dataclass
class Kept:
    """A record of a job."""

    job: str
    outcome: Outcome


class KeptRecords:
    """As the records of one job."""

    def __init__(self, kept: list[Kept], job: str) -> None:
        self._kept = kept
        self._job = job

    def keep(self, _evidence: object, outcome: Outcome) -> None:
        self._kept.append(Kept(self._job, outcome))

    def draft(self, evidence: object) -> None: ...


class OneProfile:
    """Of the sudoku."""

    def __init__(self, way: Way) -> None:
        self._profile = Profile("gnome-sudoku", "sudoku", (Rule(class_name=(SUDOKU.class_name,)),), fill=way)

    def current(self) -> tuple[tuple[Profile, ...], tuple[()]]:
        return (self._profile,), ()


class NoPaces:
    def gap(self, _window: str) -> float:
        return 0.0

    def keep(self, window: str, gap: float) -> None: ...


class JobClock:
    """A job's: while it waits, all others go on."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def now(self) -> float:
        clock = self._process.world.clock
        clock.time += 0.001
        return clock.time

    def slept(self) -> float:
        return 0.0

    def wait(self, seconds: float, abort: Abort) -> None:
        if abort.reason is None:
            self._process.turn(seconds)


class World:
    """`faults` are what must never be: each ends the test. The `next_...` are troubles that come once."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.focus = FakeFocus(*WINDOWS)
        self.taken: tuple[str, ...] = ()
        self.listeners: list[Listening] = []
        self.processes: list[Process] = []
        self.desks: dict[int, FakeDesk] = {}
        self.down: set[str] = set()
        self.most_jobs = 3  # of a worker, before another takes its place
        self.touches = 0  # keys, clicks and drags of jobs
        self.kept: list[Kept] = []
        self.faults: list[str] = []
        self.crashes: list[BaseException] = []
        self.ours: Callable[[Process], bool] = lambda _process: True
        """Whether the daemon takes the process's job for the one that runs."""
        self.no_process = self.no_build = self.no_keys = 0  # so many of the next ones fail
        self.job_fault: BaseException | None = None  # at the next look of a job
        self.sudoku, self.profiles = BoardWindow([*SOLUTION]), OneProfile(Way.AUTO)
        self.sliding = SlidingWindow(START)
        self.sliding.now = self.clock.now

    # Games

    def new_sudoku(self, kind: str, seed: int) -> None:
        """A few blanks, as a whole board shows no more of what may happen."""
        chance = random.Random(seed)
        blanks = set(chance.sample(range(81), chance.randint(1, 6)))
        board = [0 if index in blanks else value for index, value in enumerate(SOLUTION)]
        way, flags = KINDS[kind]
        self.sudoku, self.profiles = BoardWindow(board, solution=[*SOLUTION], **flags), OneProfile(way)

    def new_2048(self, seed: int) -> None:
        self.sliding = SlidingWindow(START, seed=seed)
        self.sliding.now = self.clock.now

    def picture(self, process: Process, area: Rect) -> Capture:
        """Of what is seen of the focused window."""
        process.turn()
        fault, self.job_fault = self.job_fault, None
        if fault is not None:
            raise fault
        if self.focus.active == SUDOKU.handle:
            return self.sudoku.picture(area)
        if self.focus.active == SLIDING.handle:
            return self.sliding.picture(area)
        return Capture(np.zeros((100, 90, 3), np.uint8), View(area, 90, 100))

    def take(self, process: Process, event: Event) -> None:
        """What a job's hand does."""
        if not process.alive:
            raise Killed
        if isinstance(event, TOUCHES):
            self.touches += 1
            self._judge(process, event)
            process.touched = True
        if self.focus.active == SUDOKU.handle:
            self.sudoku.take(event)
        elif self.focus.active == SLIDING.handle:
            self.sliding.take(event)
        wrong = [at for at, value in enumerate(self.sudoku.board) if value not in {0, SOLUTION[at]}]
        if wrong:
            self.faults.append(f"a wrong digit in cell {wrong[0]} after {event}")

    def _judge(self, process: Process, event: Event) -> None:
        if process.told_to_stop or (process.abort is not None and process.abort.reason is not None):
            self.faults.append(f"{event} after a stop")
        if not self.ours(process):
            self.faults.append(f"{event} of a job that is over")
        focused = self.focus.focused()
        if focused is None or focused.handle != process.window:
            self.faults.append(f"{event} into another window")

    # Processes

    def popen(self, *_command: object, **_how: object) -> Process:
        if self.no_process:
            self.no_process -= 1
            raise OSError("no more processes")
        return Process(self)

    def living(self) -> list[Process]:
        return [each for each in self.processes if each.alive]

    def working(self) -> list[Process]:
        """Those that are at a job."""
        return [each for each in self.living() if each.job]

    def jobs(self, process: Process) -> SimulatedJobs:
        """What a worker builds at its start."""
        if self.no_build:
            self.no_build -= 1
            raise EnvironmentFault("No display", "The display cannot be opened.", "Log in again.")
        return SimulatedJobs(self, process)

    def note_crash(self, fault: BaseException) -> None:
        self.crashes.append(fault)

    def let_go(self) -> None:
        """Of every key on the system."""
        self.down.clear()

    # The user

    def make_listener(self) -> Listening:
        if self.no_keys:
            self.no_keys -= 1
            raise EnvironmentFault("No hotkeys", "The display cannot be opened.", "Log in again.")
        self.listeners.append(Listening(self))
        return self.listeners[-1]

    def hearing(self) -> list[Listening]:
        return [each for each in self.listeners if each.alive() and each.bound]

    def interfere(self, reason: StopReason) -> None:
        """Whoever watches hears of it. Until a job's first key or click, the user's still belong to the hotkey."""
        for process in self.living():
            process.told_to_stop |= process.touched and reason in USER
            if desk := self.desks.get(process.pid):
                desk.watch.report(reason)


class SimulatedJobs:
    """As `RealJobs`, with the real pilot on the simulated games."""

    def __init__(self, world: World, process: Process) -> None:
        self._world = world
        self._process = process
        window = world.focus.focused() or TERMINAL
        self._fake = FakeDesk(window, lambda area: world.picture(process, area))
        self._fake.focus = world.focus
        self._fake.input = Hand(world, process)
        world.desks[process.pid] = self._fake
        self._desk = Desk(world.focus, self._fake.screen, self._fake.input, self._fake.watch)
        self._pilot: Pilot | None = None

    def warm(self) -> Iterator[None]:
        for _ in range(2):
            self._process.turn()
            yield

    def fill(self, order: Fill, abort: Abort, on_stage: Callable[[str], None]) -> Outcome:
        game, records = Reading(self._world), KeptRecords(self._world.kept, order.job)
        parts = self._desk, game, self._world.profiles, records, JobClock(self._process)
        self._pilot = Pilot(*parts)  # type: ignore[arg-type]
        with _under_way(self._process, order, abort):
            part = Part(order.cell, order.empties, order.replaces)
            return self._pilot.fill(abort, order.window, on_stage, order.profile, part)

    def play(self, order: Play, abort: Abort, listener: Listener) -> Outcome:
        self._pilot = None
        memory = Memory(KeptRecords(self._world.kept, order.job), NoPaces())  # type: ignore[arg-type]
        game = Sliding(self._world)
        parts = self._desk, game, self._world.profiles, memory, JobClock(self._process)
        pilot = Autoplay(*parts)  # type: ignore[arg-type]
        with _under_way(self._process, order, abort):
            return pilot.play(abort, Wishes(order.window, order.goal), listener)

    def coach(self, order: Coach, abort: Abort, on_stage: Callable[[str], None]) -> Outcome:
        """Nothing can be drawn on this desktop."""
        self._pilot, game = None, Reading(self._world)
        parts = self._desk, None, lambda _: game, self._world.profiles, JobClock(self._process)
        with _under_way(self._process, order, abort):
            outcome, _ = OverBoard(*parts).show(order.what, abort, order.window, on_stage)  # type: ignore[arg-type]
        self._world.kept.append(Kept(order.job, outcome))
        return outcome

    def hide(self) -> None: ...

    def note_order(self) -> None: ...

    def give_up(self, order: Job) -> Outcome:
        outcome = Outcome(Ending.STOPPED, order.game, reason=StopReason.BUDGET)
        if self._pilot is not None:
            return self._pilot.give_up(outcome)
        self._world.kept.append(Kept(order.job, outcome))
        return outcome


class _under_way:  # noqa: N801 - used as a function
    """A job: the process is at it, for its window."""

    def __init__(self, process: Process, order: Job, abort: Abort) -> None:
        self._process = process
        self._order = order
        self._abort = abort

    def __enter__(self) -> None:
        process, world = self._process, self._process.world
        process.job, process.abort = self._order.job, self._abort
        handle = self._order.window
        process.window = world.focus.active if handle is None else handle
        if len(world.working()) > 1:
            world.faults.append("two jobs at once")
        process.turn()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None or not issubclass(kind, Killed):
            self._process.done += 1
            self._process.job, self._process.abort, self._process.touched = "", None, False


class Reading(TextGame):
    """Sudoku, where that window is in front."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    @property
    def board_there(self) -> bool:
        return self._world.focus.active == SUDOKU.handle

    @board_there.setter
    def board_there(self, there: bool) -> None: ...

    @property
    def pad_there(self) -> bool:
        return bool(self._world.sudoku.pad)

    @pad_there.setter
    def pad_there(self, there: bool) -> None: ...


class Sliding(TextSliding):
    """2048, where that window is in front."""

    def __init__(self, world: World) -> None:
        self._world = world
        super().__init__(world.sliding)

    @property
    def board_there(self) -> bool:
        return self._world.focus.active == SLIDING.handle

    @board_there.setter
    def board_there(self, there: bool) -> None: ...
