"""One board, from the hotkey to the verified fill: the story of design.md, told once, in order.

Nothing is typed unless the rules allow exactly one board, and nothing counts as typed until it was read back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridpilot import messages
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot import learnt, where
from gridpilot.pilot.guard import Guard, Refused, Stopped
from gridpilot.pilot.hands import Hands
from gridpilot.pilot.learnt import Habit
from gridpilot.pilot.pace import Stopwatch
from gridpilot.pilot.pieces import cut, last_apart
from gridpilot.pilot.probe import Probe
from gridpilot.pilot.record import Evidence
from gridpilot.pilot.sight import Sight, contradicting, differing
from gridpilot.plan import Fill, Plan, Way
from gridpilot.profiles.match import choose
from gridpilot.reading import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.games import Decision, Game
    from gridpilot.geometry import Pixel
    from gridpilot.pilot import Desk
    from gridpilot.pilot.abort import Abort
    from gridpilot.pilot.learnt import Habits
    from gridpilot.pilot.pace import Clock
    from gridpilot.pilot.record import Records
    from gridpilot.profiles.profile import Profile
    from gridpilot.profiles.store import Profiles
    from gridpilot.reading import Reading
    from gridpilot.window import Window

REPAIRS = 2
"""So many times wrong cells are typed again before the job ends as missed."""

HOLD = 1.0
"""Seconds that the user may go on holding the hotkey's modifiers before they are released by injection."""


class Pilot:
    """Fills boards of one game on one desktop."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a pilot has for all of its jobs
        self, desk: Desk, game: Game, profiles: Profiles, records: Records, clock: Clock, habits: Habits | None = None
    ) -> None:
        """Without `habits` every job begins as if it were the first."""
        self._desk = desk
        self._game = game
        self._profiles = profiles
        self._records = records
        self._habits = habits
        self._clock = clock

    def fill(
        self, abort: Abort, window: int | None = None, on_stage: Callable[[str], None] = lambda _: None, wish: str = ""
    ) -> Outcome:
        """Does the whole job on the focused window, or that one, by the profile that fits, or that one; records it."""
        target = self._desk.target(window)
        if target is None:
            outcome = Outcome(Ending.NO_BOARD, self._game.name, detail=messages.no_window())
            self._records.keep(Evidence(), outcome)
            return outcome
        profile = choose(self._profiles.current()[0], target, self._game.name, wish)
        kind = learnt.kind(profile, target)
        habit = self._habits.of(kind) if self._habits else Habit()
        job = _Job(self._desk, self._game, profile, target, abort, self._clock, on_stage, habit)
        outcome = job.run()
        if self._habits and outcome.done and outcome.filled:
            self._habits.keep(kind, job.taught(habit))
        self._records.keep(job.evidence, outcome)
        return outcome


class _Job:
    """One run: what it has seen and done so far."""

    def __init__(  # noqa: PLR0913, PLR0917 - it is the place where a job's pieces meet
        self,
        desk: Desk,
        game: Game,
        profile: Profile,
        window: Window,
        abort: Abort,
        clock: Clock,
        on_stage: Callable[[str], None],
        habit: Habit,
    ) -> None:
        self._desk = desk
        self._habit = habit
        self._found: Way | None = None
        self._game = game
        self._profile = profile
        self._window = window
        self._abort = abort
        self._stage = on_stage
        self._clock = clock
        self._stopwatch = Stopwatch(clock)
        self._guard = Guard(abort, desk.focus, window, clock)
        self._sight = Sight(desk.screen, game, window, clock, abort)
        self._hands = Hands(desk.input, self._sight, self._guard, habit.pace(profile.pace), clock, abort)
        self._pace = self._hands.pace
        self._blanks: frozenset[Cell] = frozenset()
        self.evidence = Evidence(window=window)
        self._outcome = Outcome(Ending.NO_BOARD, game.name, profile.name, window.title)

    def run(self) -> Outcome:
        pointer = self._desk.input.pointer()
        try:
            outcome = self._read_and_fill()
        except Stopped as stop:
            outcome = replace(self._outcome, ending=Ending.STOPPED, reason=stop.reason, at=stop.at)
        except Refused as refusal:
            outcome = replace(self._outcome, ending=Ending.BLOCKED, detail=refusal.detail)
        finally:
            self._desk.watch.stop()
            self._desk.input.release_all()
            if self._hands.reached:
                self.evidence.after = self._sight.capture
                if self._abort.reason is not StopReason.USER_POINTER:
                    self._desk.input.move(pointer)
        if outcome.ending is not Ending.VERIFIED:
            outcome = replace(outcome, filled=len(self._hands.reached & self._blanks - {*outcome.cells}))
        return replace(outcome, ms=self._stopwatch.total())

    def taught(self, habit: Habit) -> Habit:
        """What this job, which was verified, adds to what was known of such windows."""
        clean = self._hands.pace == self._pace
        blind = self._hands.unseen > self._hands.seen
        way = self._found or habit.way
        return replace(habit.after(self._pace.after_click, clean=clean, blind=blind), way=way)

    def _read_and_fill(self) -> Outcome:
        self._stage("reading")
        self.evidence.before = self._sight.snap()
        self._stopwatch.lap("capture")
        place = where.to_look(self._profile, self._sight.capture.view)
        found = self._sight.find(self._desk.input.pointer(), self._profile.recogniser, place)
        self._stopwatch.lap("read")
        if found is None:
            return self._outcome
        detect = self._stopwatch.ms["detect"] = found.ms.get("detect", 0.0)
        self._stopwatch.ms["read"] -= detect
        decision = self._game.decide(found)
        self._stopwatch.lap("solve")
        self.evidence.reading = decision.reading
        self._outcome = replace(self._outcome, board=_text(decision.reading.board))
        if decision.ending is not None:
            detail = messages.hurdle(decision.hurdle)
            return replace(self._outcome, ending=decision.ending, cells=decision.cells, detail=detail)
        return self._fill(found, decision)

    def _fill(self, found: Reading, decision: Decision) -> Outcome:
        board, target = decision.reading.board, decision.solution
        cells = [Cell(*divmod(index, found.size)) for index, value in enumerate(board) if not value]
        self._blanks = frozenset(cells)
        self._outcome = replace(self._outcome, blanks=len(cells))
        if not cells:
            return replace(self._outcome, ending=Ending.VERIFIED)
        self._wait_for_release(found)
        # Cells that are not to be typed must go on looking as they were read, even where the rules corrected that.
        expect = tuple(new if not old else seen for seen, old, new in zip(found.board, board, target, strict=True))
        self._stage("filling")
        way, cursor = self._way(board, target)
        missed = self._fill_and_check(way, cursor, target, expect)
        if missed:
            return replace(self._outcome, ending=Ending.MISSED, cells=missed)
        return replace(self._outcome, ending=Ending.VERIFIED, filled=len(cells), board=_text(target))

    def _wait_for_release(self, found: Reading) -> None:
        """From here on the user's keys and pointer stop the job; until here they belong to the hotkey."""
        self._stage("waiting")
        if not self._desk.input.wait_released(HOLD):
            raise Stopped(StopReason.KEYS_HELD, None)
        self._stopwatch.lap("wait")
        self._desk.watch.start(self._window, self._abort.stop)
        if self._profile.pace.countdown:
            self._clock.wait(self._profile.pace.countdown, self._abort)
        self._guard.check_window()
        if self._sight.look().board != found.board:
            raise Stopped(StopReason.BOARD_CHANGED, None)

    def _way(self, board: tuple[int, ...], target: tuple[int, ...]) -> tuple[Way, Cell | None]:
        profile = self._profile
        self._hands.buttons = where.buttons_are(profile, self._sight)
        if profile.fill in {Fill.AUTO, Fill.DOM}:
            way, cursor = Probe(self._game, self._sight, self._hands, board, target).find(self._habit.way)
            self._found = way
            return way, cursor
        erase = profile.erase
        if profile.fill in {Fill.CLICK_PAD, Fill.PAD_CLICK}:
            self._hands.buttons = self._hands.buttons or self._pad()
            erase = "erase" if "erase" in self._hands.buttons else ""
        return Way(profile.fill, profile.home, erase), None

    def _pad(self) -> dict[str, Pixel]:
        """The buttons that are seen beside the board: the profile names none, or none that hold in this window."""
        found = self._game.pad(self._sight.capture, self._sight.reading)
        if self._profile.buttons and not found:
            raise Refused(messages.buttons_moved(self._profile.name))
        return found

    def _fill_and_check(
        self, way: Way, cursor: Cell | None, target: tuple[int, ...], expect: tuple[int, ...]
    ) -> tuple[Cell, ...]:
        """Types what is not there yet and looks whether it arrived; returns the cells that are wrong in the end."""
        for attempt in range(1 + REPAIRS):
            if attempt:
                self._guard.check()
                self._stage("repairing")
                self._hands.pace = self._hands.pace.slower()
                cursor = None
            plan = self._game.plan(self._standing(target), target, way, cursor)
            self.evidence.plans.append(plan)
            if not (self._profile.hides_solved and plan.steps):
                if self._arrives(plan, way, expect):
                    return ()
            else:
                rest, last = last_apart(plan)
                standing = self._arrives(rest, way, expect, frozenset({last.steps[-1].cell}))
                if standing and (self._arrives(last, way, expect) or self._game_answered()):
                    return ()
            self._check_untouched(expect)
        self._guard.check()
        return differing(self._sight.reading, expect)

    def _arrives(self, plan: Plan, way: Way, expect: tuple[int, ...], pending: frozenset[Cell] = frozenset()) -> bool:
        """Plays the plan; whether all cells but the `pending` ones are seen to be right then."""
        if plan.steps:
            self._play(plan, way, expect)
        self._stopwatch.lap("fill")
        settle = self._profile.pace.settle
        right = self._sight.wait_for(lambda reading: pending.issuperset(differing(reading, expect)), settle)
        self._stopwatch.lap("verify")
        return right

    def _game_answered(self) -> bool:
        """Whether the program itself has put another window over its board: some do when the last digit is in.

        Then the last cell cannot be read back. All others were, and it is said in the outcome.
        """
        focused = self._desk.focus.focused()
        answered = bool(
            focused and self._window.pid and focused.pid == self._window.pid and focused.handle != self._window.handle
        )
        if answered:
            self._outcome = replace(self._outcome, detail=messages.answered_by_the_game())
        return answered

    def _standing(self, target: tuple[int, ...]) -> tuple[int, ...]:
        """The board as a plan should see it: what cannot be read, or is not ours to type, counts as right."""
        reading = self._sight.reading
        cells = (Cell(*divmod(index, reading.size)) for index in range(len(target)))
        return tuple(
            reading.at(cell).value
            if cell in self._blanks and reading.at(cell).kind is not Kind.UNKNOWN
            else target[cell.row * reading.size + cell.col]
            for cell in cells
        )

    def _play(self, plan: Plan, way: Way, expect: tuple[int, ...]) -> None:
        """Plays the plan, in pieces with a look after each where typing is slow enough to have time for it."""
        if way.fill is Fill.ARROWS and not self._hands.pace.between_keys:
            self._hands.play(plan)
            return
        *pieces, last = cut(plan)
        for piece in pieces:
            self._hands.play(piece)
            if not self._shown({step.cell for step in piece.steps}, expect):
                self._hands.pace = self._hands.pace.slower()
            self._check_untouched(expect)
        self._hands.play(last)  # what comes after it is the caller's to look at: the game may be over

    def _shown(self, cells: set[Cell], expect: tuple[int, ...]) -> bool:
        """Whether these cells are right soon: a lost click shows at once, a slow game may take until the end."""
        soon = self._hands.pace.settle / 4
        return self._sight.wait_for(lambda reading: cells.isdisjoint(differing(reading, expect)), soon)

    def _check_untouched(self, expect: tuple[int, ...]) -> None:
        """Whoever changed a cell that is not ours to type: it is no longer the board that was solved."""
        foreign = {*contradicting(self._sight.reading, expect)} - self._blanks
        if foreign:
            raise Stopped(StopReason.BOARD_CHANGED, min(foreign))


def _text(board: tuple[int, ...]) -> str:
    """81 characters, or numbers apart where a value has two digits."""
    if max(board) < 10:
        return "".join(str(value or ".") for value in board)
    return " ".join(str(value or ".") for value in board)
