"""A model of the resident program for hypothesis: whatever may happen, in any order, and what must hold all the time.

The model is small: it knows what is forbidden and what is owed, not how the program works.

* Never two jobs at once, and no digit of a job that is over, or that was stopped, or into another window.
* No job goes on that Esc, mouse, keyboard, a press, a command or a pause ended.
* No wrong digit on the board, at any moment.
* No key is down once nothing runs, whatever was killed.
* Each press and each command gets its answer: the job's end, a notice, a reply; one, not two.
* No decision fails. What was told to quit has let go of everything and begins nothing.
* Left alone for a while, it works: the next press fills the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fakes.resident.house import House, Message, a_folder, forget
from fakes.resident.process import never
from fakes.resident.world import KINDS, SLIDING, SUDOKU, TERMINAL, USER, WINDOWS, World
from gridpilot.errors import ConnectionLost, EnvironmentFault
from gridpilot.geometry import Rect
from gridpilot.outcome import StopReason
from gridpilot.service.daemon import job_runner
from gridpilot.window import Window

MOST = 20_000
"""So many moments may pass until a job is over; a game of 2048 takes some thousands."""

KEYS = {"solve": "ctrl+alt+s", "play": "ctrl+alt+2", "hint": "ctrl+alt+h"}
KEYS |= {"cell": "ctrl+alt+shift+h", "show": "ctrl+alt+shift+s"}
KEYS |= {"pause": "ctrl+alt+p", "stop": "ctrl+alt+x"}
USUAL = '[hotkeys]\npause = "ctrl+alt+p"\nstop = "ctrl+alt+x"\n'
SETTINGS = {
    "usual": USUAL,
    "the default": "",
    "another key": USUAL + 'solve = "f9"\n',
    "no key": '[hotkeys]\nsolve = ""\nplay = ""\n',
    "twice the same key": '[hotkeys]\nsolve = "ctrl+alt+2"\n',
    "broken": "[[[",
    "problems alone": USUAL + '[notices]\nshow = "problems"\n',
    "no notices": USUAL + '[notices]\nshow = "none"\n',
}
COMMANDS: tuple[Message, ...] = (
    {"do": "solve"},
    {"do": "solve", "window": SUDOKU.handle},
    {"do": "solve", "window": TERMINAL.handle},
    {"do": "solve", "window": 4711},
    {"do": "solve", "window": "that one"},
    {"do": "hint"},
    {"do": "show"},
    {"do": "play", "goal": {"moves": 3}},
    {"do": "play", "window": SLIDING.handle, "goal": {"until": 64}},
    {"do": "status"},
    {"do": "pause"},
    {"do": "resume"},
    {"do": "toggle"},
    {"do": "stop"},
    {"do": "clear"},
    {"do": "pause", "application": SUDOKU.class_name},
    {"do": "pause", "application": ""},
    {"do": "resume", "application": SUDOKU.class_name},
    {"do": "resume", "application": ""},
    {"do": "toggle", "application": TERMINAL.class_name},
    {"do": "dance"},
    {},
)
FAULTS: tuple[BaseException, ...] = (
    EnvironmentFault("No picture", "The screen is locked.", "Unlock it."),
    ConnectionLost("The display is gone", "The connection was cut.", "Try again."),
    RuntimeError("a bug of a library"),
)
TITLES = {window.title: window for window in WINDOWS}
ELSEWHERE = Rect(20, 20, 900, 1000)
GAMES_KEYS = (KEYS["solve"], KEYS["play"])
CHOSEN = ("toggle", "toggle-here", "solve", "play", "hint", "stop")
WINDOW_CHANGES = ("focus", "none", "close", "open", "move")
AFTER = st.sampled_from((0, 1, 1, 2, 4))
"""Keys and clicks of a job, where one runs."""

SEEDS = st.integers(0, 999)


@dataclass
class Asked:
    request: Message
    replies: list[Message] = field(default_factory=list)


@dataclass(frozen=True)
class Sight:
    """What can be told from outside of how the daemon stands."""

    job: str
    stopping: bool
    lined_up: int  # what begins once a hint has been shown
    paused: bool
    paused_for: tuple[str, ...]
    over: bool
    notices: int
    said: int
    silent: bool  # a press now would be left unanswered on purpose: the chord's, or in a paused program once more


class Resident(RuleBasedStateMachine):
    """`counts` add up over all examples: what was done, and how jobs ended."""

    counts: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.folder = a_folder()
        (self.folder / "config.toml").write_text(USUAL)
        self.house = House(self.world, self.folder)
        self.world.ours = lambda process: process.job == self.house.job
        self.asked: list[Asked] = []
        self.presses: list[Callable[[], object]] = []
        self.ended: set[str] = set()

    # How things go on

    def sees(self) -> Sight:
        daemon = self.house.daemon
        job, pause, shift = daemon._shift.job, daemon._pause, daemon._shift
        here = pause.forbids(None)
        return Sight(
            job=job.name if job else "",
            stopping=bool(job and job.stopping),
            lined_up=len(job.then) if job else 0,
            paused=pause.on,
            paused_for=pause.applications.paused,
            over=self.house.over,
            notices=len(self.house.notices.shown),
            said=len(self.house.said),
            silent=shift.stopped_by_chord() or (bool(here) and here in pause._told),
        )

    def decide(self) -> None:
        """The next decision."""
        inbox = self.house.inbox
        if not inbox.calls:
            return
        call, before, living = inbox.calls[0], self.sees(), self.world.living()
        inbox.take_one()
        now = self.sees()
        if not now.over and any(process.left and process.done < job_runner.MOST_JOBS for process in living):
            self.world.faults.append("a worker is put away before its time")
        if call in self.presses:
            self.presses.remove(call)
            self.check_answer(before, now)
        self.check_job(before, now)

    def check_answer(self, before: Sight, now: Sight) -> None:
        quiet = self.house.daemon._config.notices.show != "all"
        paused = (now.paused, now.paused_for) != (before.paused, before.paused_for)
        done = paused or now.job != before.job or (now.job and now.stopping) or now.lined_up > before.lined_up
        waits = bool(before.job) and self.house.daemon._teller._held is not None  # for the job's end
        if not (done or waits or quiet or before.over or before.silent or now.notices > before.notices):
            self.world.faults.append("a press without an answer")

    def check_job(self, before: Sight, now: Sight) -> None:
        wanted = self.house.daemon._config.notices.show == "all"
        if before.job and now.job != before.job:
            self.counts["jobs ended"] += 1
            if before.job in self.ended:
                self.world.faults.append("a job that ended twice")
            self.ended.add(before.job)
            if now.said == before.said:
                self.world.faults.append("a job that ended without a word")
            if wanted and not now.over and now.notices == before.notices:
                self.world.faults.append("a job that ended without a notice")
        if now.paused and now.job and not now.stopping:
            self.world.faults.append("a job that goes on while it is paused")
        if before.job and now.job == before.job and now.notices > before.notices:
            self.world.faults.append("a notice over the board of a job")

    def hear(self) -> bool:
        """The next word of a worker arrives; whether there was one."""
        for process in self.world.processes:
            if process.stdout.waits:
                process.stdout.pass_on()
                return True
        return False

    def work(self, most: int = 1, until: Callable[[], object] = never) -> bool:
        """A worker goes on by so many looks and keys, or until that holds; whether one could."""
        return most > 0 and any(process.go(most, until) for process in self.world.living())

    def work_and_say(self, most: int) -> bool:
        """The same until it has said something."""
        lines = [process.stdout.lines for process in self.world.living()]
        before = sum(map(len, lines))
        return self.work(most, lambda: sum(map(len, lines)) > before)

    def rest(self) -> None:
        """Until nothing happens any more by itself."""
        for _ in range(MOST):
            self.nothing_forbidden_has_happened()
            if self.house.inbox.calls:
                self.decide()
            elif not self.hear() and not self.work_and_say(MOST):
                return
        raise AssertionError("it does not come to rest")

    # Rules: the user

    @initialize(kind=st.sampled_from(sorted(KINDS)), seed=SEEDS, most_jobs=st.sampled_from((1, 3)))
    def begins(self, kind: str, seed: int, most_jobs: int) -> None:
        """With workers that are replaced after so many jobs."""
        self.world.new_sudoku(kind, seed)
        self.world.most_jobs = job_runner.MOST_JOBS = most_jobs

    def runs(self) -> bool:
        return not self.house.over

    @precondition(runs)
    @rule(kind=st.sampled_from(sorted(KINDS)), seed=SEEDS, calm=st.booleans())
    def goes_to_a_sudoku_and_presses_the_hotkey(self, kind: str, seed: int, calm: bool) -> None:
        self._puts_things_right(calm)
        if not self.world.working():
            self.world.new_sudoku(kind, seed)
        self._begins_a_job(SUDOKU, "solve")

    @precondition(runs)
    @rule(seed=SEEDS, calm=st.booleans())
    def goes_to_a_2048_and_presses_the_hotkey(self, seed: int, calm: bool) -> None:
        self._puts_things_right(calm)
        if not self.world.working():
            self.world.new_2048(seed)
        self._begins_a_job(SLIDING, "play")

    def _puts_things_right(self, calm: bool) -> None:
        """So that a job can begin, whatever has been before; else it can or not."""
        if calm:
            self.no_more_troubles()
            self.ask({"do": "stop"})
            self.rest()
            self.takes_keys_again()

    def _begins_a_job(self, window: Window, action: str) -> None:
        self._focus_moves(window.handle)
        self.press(KEYS[action])
        self.decide()

    @rule(keys=st.sampled_from((*KEYS.values(), KEYS["solve"], "f9")))
    def presses_a_hotkey(self, keys: str) -> None:
        self.press(keys)

    def press(self, keys: str) -> bool:
        self.counts["presses"] += 1
        hearing = [each for each in self.world.hearing() if keys in each.bound.values()]
        if len(hearing) > 1:
            self.world.faults.append("two listeners have one key")
        before = len(self.house.inbox.calls)
        for each in hearing:
            each.press(keys)
        self.presses += list(self.house.inbox.calls)[before:]
        return bool(hearing)

    @precondition(lambda self: any(process.may_go for process in self.world.working()))
    @rule(reason=st.sampled_from(USER), keys=AFTER, glances=st.booleans())
    def touches_mouse_or_keyboard(self, reason: StopReason, keys: int, glances: bool) -> None:
        """Perhaps after a glance at another window, which not every job is stopped by."""
        self.types(keys)
        if glances:
            before = self.world.focus.active
            self._focus_moves(TERMINAL.handle)
            self._focus_moves(before)
            self.types(1)
        self.world.interfere(reason)

    @precondition(runs)
    @rule(
        kind=st.sampled_from(sorted(KINDS)), seed=SEEDS, reason=st.sampled_from(USER), keys=AFTER, glances=st.booleans()
    )
    def begins_a_sudoku_and_touches(self, kind: str, seed: int, reason: StopReason, keys: int, glances: bool) -> None:
        """Most touches come when no job is at work."""
        self.goes_to_a_sudoku_and_presses_the_hotkey(kind, seed, calm=True)
        self.touches_mouse_or_keyboard(reason, keys, glances)

    def types(self, keys: int) -> None:
        """The job, so many keys and clicks."""
        before = self.world.touches
        self.work(MOST if keys else 0, lambda: self.world.touches >= before + keys)

    @precondition(runs)
    @rule(title=st.sampled_from(sorted(TITLES)), what=st.sampled_from(WINDOW_CHANGES), keys=AFTER)
    def does_something_with_a_window(self, title: str, what: str, keys: int) -> None:
        self.types(keys)
        windows, window = self.world.focus.windows, TITLES[title]
        if what == "open":
            windows[window.handle] = window
        elif what == "none":
            self._focus_moves(None)
        elif window.handle not in windows:
            return
        elif what == "focus":
            self._focus_moves(window.handle)
        elif what == "close":
            del windows[window.handle]
            self._interferes_with(window.handle, StopReason.WINDOW_CLOSED)
        else:
            windows[window.handle] = replace(window, content=ELSEWHERE)
            self._interferes_with(window.handle, StopReason.WINDOW_MOVED)

    def _interferes_with(self, handle: int, reason: StopReason) -> None:
        if any(process.window == handle for process in self.world.working()):
            self.world.interfere(reason)

    def _focus_moves(self, handle: int | None) -> None:
        if self.world.focus.active == handle:
            return
        self.world.focus.active = handle
        self.world.interfere(StopReason.FOCUS_LOST)
        for follower in list(self.house.followers):
            follower.on_change()

    @precondition(runs)
    @rule(name=st.sampled_from(sorted(SETTINGS)))
    def changes_the_settings(self, name: str) -> None:
        (self.folder / "config.toml").write_text(SETTINGS[name])

    @precondition(runs)
    @rule(action=st.sampled_from((*CHOSEN, "settings", "nonsense")))
    def chooses_from_the_menu(self, action: str) -> None:
        self.house.tray.click(action)
        if action in CHOSEN:
            self.presses.append(self.house.inbox.calls[-1])

    @rule(request=st.sampled_from(COMMANDS))
    def types_a_command(self, request: Message) -> None:
        self.ask(request)

    def ask(self, request: Message) -> Asked:
        asked = Asked(request)
        self.asked.append(asked)
        self.house.ask(dict(request), asked.replies.append)
        return asked

    # Rules: what goes on by itself

    @precondition(lambda self: self.house.inbox.calls)
    @rule(count=st.sampled_from((1, 1, 2, 9)))
    def decides(self, count: int) -> None:
        for _ in range(count):
            self.decide()

    @precondition(lambda self: any(process.stdout.waits for process in self.world.processes))
    @rule(count=st.sampled_from((1, 1, 2, 9)))
    def hears_of_the_worker(self, count: int) -> None:
        for _ in range(count):
            self.hear()

    @precondition(lambda self: any(process.may_go for process in self.world.living()))
    @rule(count=st.sampled_from((1, 2, 5, 20, 60, 200)))
    def works(self, count: int) -> None:
        self.work(count)

    @precondition(lambda self: self.world.living())
    @rule(count=st.sampled_from((1, 2, 4, 8)), most=st.sampled_from((5, 20, 60)))
    def goes_on(self, count: int, most: int) -> None:
        """As things usually do: what was said is heard and decided at once."""
        for _ in range(count):
            while self.house.inbox.calls or self.hear():
                self.decide()
            if not self.work_and_say(most):
                return

    @rule()
    def comes_to_rest(self) -> None:
        self.rest()

    @rule(seconds=st.sampled_from((0.1, 0.9, 2.0, 3.0, 5.0, 10.0, 32.0, 36.0, 61.0)))
    def time_passes(self, seconds: float) -> None:
        self.world.clock.advance(seconds)

    @precondition(lambda self: self.world.working())
    @rule(keys=st.sampled_from(GAMES_KEYS), seconds=st.sampled_from((3.0, 10.0, 36.0)), dies=st.booleans())
    def decisions_are_held_up(self, keys: str, seconds: float, dies: bool) -> None:
        """A job ends, perhaps its worker, too, its key is pressed again, and time passes, all before they go on."""
        process = self.world.working()[0]
        self.work(MOST, lambda: not self.world.working())
        if dies:
            process.dies(1)
        while self.hear():
            pass
        self.press(keys)
        self.world.clock.advance(seconds)

    # Rules: what breaks

    @precondition(lambda self: self.world.living())
    @rule(code=st.sampled_from((1, -9, -11)), when=st.sampled_from(("now", "in a stroke", "after its job")))
    def the_worker_dies(self, code: int, when: str) -> None:
        if when == "in a stroke":
            self.work(MOST, lambda: self.world.down)
        elif when == "after its job":
            self.work(MOST, lambda: not self.world.working())
        self.counts["deaths in a stroke"] += bool(self.world.down)
        for process in self.world.living()[-1:]:
            self.counts["deaths at work"] += bool(process.job)
            process.dies(code)

    @precondition(lambda self: self.world.living())
    @rule(all_of_it=st.booleans())
    def the_worker_hangs(self, all_of_it: bool) -> None:
        if all_of_it:
            self.world.living()[-1].frozen = True
        for process in self.world.working():
            process.stuck = True

    @precondition(lambda self: any(process.frozen for process in self.world.living()))
    @rule()
    def the_worker_goes_on(self) -> None:
        for process in self.world.living():
            process.stuck = False
            process.thaw()

    @precondition(runs)
    @rule(which=st.sampled_from(("no_process", "no_build", "no_keys")), count=st.sampled_from((1, 3)))
    def the_next_start_fails(self, which: str, count: int) -> None:
        setattr(self.world, which, count)

    @precondition(lambda self: self.world.working())
    @rule(fault=st.sampled_from(FAULTS))
    def a_look_fails(self, fault: BaseException) -> None:
        self.world.job_fault = fault

    @precondition(lambda self: self.world.hearing())
    @rule(keys=st.sampled_from((None, None, (), ("ctrl+alt+s",), ("ctrl+alt+s", "ctrl+alt+2"))))
    def the_hotkeys_are_lost_or_taken(self, keys: tuple[str, ...] | None) -> None:
        if keys is None:
            self.world.hearing()[-1].lose()
        else:
            ours = {each for listening in self.world.hearing() for each in listening.bound.values()}
            self.world.taken = tuple(each for each in keys if each not in ours)

    # Rules: the end, and another beginning

    @precondition(runs)
    @rule(how=st.sampled_from(("command", "menu", "display", *["not yet"] * 5)))
    def quits(self, how: str) -> None:
        if how == "command":
            self.ask({"do": "quit"})
        elif how == "menu":
            self.house.tray.click("quit")
        elif how == "display":
            self.house.lose_display()

    @precondition(lambda self: self.house.over)
    @rule()
    def starts_again(self) -> None:
        self.counts["starts"] += 1
        self.finish()
        self.house = House(self.world, self.folder)
        self.asked, self.presses = [], []

    # What must hold

    @invariant()
    def holds_after_each_step(self) -> None:
        self.counts["steps"] += 1
        self.holds()

    def holds(self) -> None:
        self.nothing_forbidden_has_happened()
        self.no_key_is_down_at_rest()
        self.what_has_quit_has_let_go()
        self.one_listens()

    def nothing_forbidden_has_happened(self) -> None:
        assert not self.world.faults, self.world.faults
        assert not self.house.bugs, self.house.bugs
        for asked in self.asked:
            assert len(asked.replies) <= 1, f"two answers to {asked.request}: {asked.replies}"

    def no_key_is_down_at_rest(self) -> None:
        waits = self.house.inbox.calls or any(process.stdout.waits for process in self.world.processes)
        if not waits and not self.house.job and not self.world.working():
            assert not self.world.down, f"held down: {self.world.down}"

    def what_has_quit_has_let_go(self) -> None:
        if self.house.over:
            assert not self.world.living(), "a worker after the end"
            assert not [each for each in self.world.listeners if each.alive()], "hotkeys after the end"
            assert not self.house.followers, "the focus is followed after the end"
            assert not self.house.job, "a job after the end"

    def one_listens(self) -> None:
        alive = [each for each in self.world.listeners if each.alive()]
        assert len(alive) <= 1, "two listeners"

    # The end of an example

    def teardown(self) -> None:
        for kept in self.world.kept:
            outcome = kept.outcome
            self.counts[f"{outcome.game} {outcome.ending}" + (f" {outcome.reason}" if outcome.reason else "")] += 1
        self.counts["worker processes"] += len(self.world.processes)
        try:
            self.is_left_alone()
            if not self.house.over:
                self.works_again()
                self.house.tray.click("quit")
            self.finish()
        finally:
            for process in self.world.processes:
                process.forget()
            self.house.end()
            forget(self.folder)

    def no_more_troubles(self) -> None:
        world = self.world
        world.no_process = world.no_build = world.no_keys = 0
        world.job_fault, world.taken = None, ()
        world.focus.windows = {window.handle: window for window in WINDOWS}
        (self.folder / "config.toml").write_text(USUAL)

    def takes_keys_again(self) -> None:
        """Those that others had, and all where it was paused."""
        for do in ("pause", "resume"):
            self.ask({"do": do})
        for name in self.house.daemon._pause.applications.paused:
            self.ask({"do": "resume", "application": name})
        self.rest()

    def is_left_alone(self) -> None:
        """No more troubles: whatever hangs is ended, and everybody has an answer."""
        self.no_more_troubles()
        self.rest()
        for seconds in (3.0, 36.0, 61.0):
            self.world.clock.advance(seconds)
            self.rest()
        self.everybody_has_an_answer()
        assert not self.house.job, "a job that does not end"
        self.status_is_honest()
        for process in self.world.living():  # one that hangs without a job is noticed by nobody
            process.stuck = False
            process.thaw()
        self.rest()

    def status_is_honest(self) -> Message:
        """What it calls live can be pressed."""
        asked = self.ask({"do": "status"})
        self.rest()
        (told,) = asked.replies
        if not self.house.over:
            live = {key["combination"] for key in told["hotkeys"] if key["live"]}
            heard = {keys for each in self.world.hearing() for keys in each.bound.values()}
            assert live == heard, f"{live} are called live, {heard} are"
            assert told["busy"] == bool(self.house.job)
        return told

    def works_again(self) -> None:
        house, world = self.house, self.world
        world.new_sudoku("keys", 1)
        self._focus_moves(SUDOKU.handle)
        self.takes_keys_again()
        told = self.status_is_honest()
        assert [key["live"] for key in told["hotkeys"]] == [True] * len(KEYS), told["hotkeys"]
        assert (told["paused"], told["busy"], told["paused_for"]) == (False, False, []), told
        world.clock.advance(5.0)
        assert self.press(KEYS["solve"]), "nobody hears the hotkey"
        self.rest()
        assert not world.sudoku.board.count(0), f"{house.said[-1]} {world.crashes}"
        self.holds()

    def finish(self) -> None:
        """It has quit: all have their answers, and nothing is left."""
        self.rest()
        self.everybody_has_an_answer()
        self.what_has_quit_has_let_go()
        self.house.end()

    def everybody_has_an_answer(self) -> None:
        for asked in self.asked:
            assert len(asked.replies) == 1, f"no answer to {asked.request}"
