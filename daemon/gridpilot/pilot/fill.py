"""Fills one board, from the hotkey to the verified fill. The job is told here once, in order.

Nothing is typed unless the rules allow exactly one board, and nothing counts as typed until it was read back.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell, cells_where
from gridpilot.outcome import Ending, Hurdle, Outcome, StopReason, board_text
from gridpilot.pilot import other_game, window_memory_store
from gridpilot.pilot.entry import strays
from gridpilot.pilot.entry.leaving import Leaving
from gridpilot.pilot.entry.part import WHOLE, Part
from gridpilot.pilot.entry.typist import Typist
from gridpilot.pilot.eyes.scroll_shift import has_scrolled
from gridpilot.pilot.eyes.sight import STILL
from gridpilot.pilot.guard import in_front
from gridpilot.pilot.guard.guard import Guard, Refused, Stopped, wait_released
from gridpilot.pilot.hands import places, pointer
from gridpilot.pilot.hands.popups import Popups
from gridpilot.pilot.hands.steps import Hands
from gridpilot.pilot.record import Evidence
from gridpilot.pilot.session import Session
from gridpilot.pilot.way.find_way import Probe
from gridpilot.pilot.way.stated_way import StatedWay
from gridpilot.pilot.window_memory import Habit, Learned
from gridpilot.plan import ARROWS, OPENED, PADS, Fill, Home, Way
from gridpilot.profiles.match import choose
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words, hurdles, messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.games.protocols import Decision, Game
    from gridpilot.geometry import Pixel
    from gridpilot.outcome import Stray
    from gridpilot.pilot import Desk
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.pilot.guard.clock import Clock
    from gridpilot.pilot.other_game import Recognise
    from gridpilot.pilot.record import Records
    from gridpilot.pilot.window_memory_store import Habits
    from gridpilot.profiles.store import Profiles
    from gridpilot.reading import Reading

FOUND_OUT = {Fill.AUTO, Fill.DOM}
"""The ways of profiles that leave it to a search how digits get in."""


class Pilot:
    """Fills boards of one game on one desktop."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a pilot has for all of its jobs
        self,
        desk: Desk,
        game: Game,
        profiles: Profiles,
        records: Records,
        clock: Clock,
        habits: Habits | None = None,
        recognise: Recognise = other_game.nobody,
        strays_left: strays.Memory | None = None,
    ) -> None:
        """Without `habits` every job begins as if it were the first. `recognise` names another game's board.
        `strays_left` holds what earlier jobs left to be put right.
        """
        self._strays_left = strays_left or strays.Memory()
        self._desk = desk
        self._game = game
        self._profiles = profiles
        self._records = records
        self._habits = habits
        self._clock = clock
        self._recognise = recognise
        self.step = 0.0  # seconds from one cell to the next that the user wants to watch
        self._job: _Job | None = None

    def give_up(self, outcome: Outcome) -> Outcome:
        """Records how the job at hand stands. Called from another thread, as the job's own is stuck."""
        evidence = Evidence()
        if self._job is not None:
            outcome, evidence = self._job.so_far(), self._job.session.evidence
        self._records.keep(evidence, outcome)
        return outcome

    def fill(
        self,
        abort: Abort,
        window: int | None = None,
        on_stage: Callable[[str], None] = lambda _: None,
        wish: str = "",
        part: Part = WHOLE,
    ) -> Outcome:
        """Does the whole job and records it: on the focused window or on `window`, by the profile that fits or by the
        one named `wish`.
        """
        target = self._desk.target(window)
        if target is None:
            outcome = Outcome(Ending.NO_BOARD, self._game.name, detail=messages.no_window())
            self._records.keep(Evidence(), outcome)
            return outcome
        profile = choose(self._profiles.current()[0], target, self._game.name, wish).paced(self.step)
        kind = window_memory_store.kind(profile, target)
        habit = self._habits.of(kind) if self._habits else Habit()
        nothing = Outcome(Ending.NO_BOARD, self._game.name)
        session = Session(self._desk, self._clock, abort, on_stage, target, profile, self._game, nothing)
        job = self._job = _Job(session, self._game, habit, self._strays_left.of(target.handle), part)
        try:
            outcome = other_game.told(job.run(), session.evidence, self._recognise)
        finally:
            self._job = None  # its pictures go with it
        self._strays_left.keep(target.handle, job.left(outcome))
        if self._habits and (taught := job.taught(outcome)):
            self._habits.keep(kind, habit.after(taught))
        self._records.keep(session.evidence, outcome)
        return outcome


class _Job:
    """One fill: what it has seen and done so far."""

    def __init__(self, session: Session, game: Game, habit: Habit, left: strays.Left, part: Part) -> None:
        self.session = session
        self._desk, self._sight = session.desk, session.sight
        self._profile, self._window = session.profile, session.window
        self._stage, self._stopwatch, self._abort = session.stage, session.stopwatch, session.abort
        self._game = game
        self._habit = habit
        self._left = left
        self._part = part
        self._solution: tuple[int, ...] = ()
        self._strays: tuple[Stray, ...] = ()  # left by the jobs before, to be put right
        self._read_back: strays.ReadBack | None = None
        profile, clock, sight = session.profile, session.clock, session.sight
        found_out = profile.fill in FOUND_OUT
        follows = found_out or profile.fill in OPENED
        self._guard = Guard(session.abort, session.desk, session.window, clock, follows=follows)
        popups = Popups(session.desk.screen, game, sight, self._guard, clock, session.abort)
        pace, slow = habit.pace(profile.pace), max(habit.slow, session.window.focuses_late)
        self._hands = Hands(sight, self._guard, pace, clock, session.abort, slow=slow, popups=popups)
        parts = (game, sight, self._hands, self._guard, session.stopwatch)
        self._typist = Typist(*parts, hides_solved=profile.hides_solved or found_out)
        self._typist.on_progress = partial(_progressed, self._guard, partial(session.stage, "filling"))
        session.evidence.plans = self._typist.plans
        self._way: Way | None = None
        self._lost, self._blanks = False, frozenset[Cell]()  # `_lost`: something was lost while the way was searched
        self._target: tuple[int, ...] = ()

    def run(self) -> Outcome:
        try:
            outcome = self._until_the_end()
        finally:
            if self._hands.reached:
                self.session.evidence.after = self._sight.capture
        if outcome.ending is not Ending.VERIFIED:
            filled = 0 if self._part.empties else self._filled()
            outcome = replace(outcome, filled=filled, strays=self._left_wrong())
        return replace(outcome, looks=self._sight.looks, ms=self._stopwatch.total())

    def _until_the_end(self) -> Outcome:
        """Reads and fills. Keys, watch and pointer are the user's again before the board is read back after a stop."""
        try:
            with self.session.hands_on(lambda: bool(self._hands.reached)):
                return self._read_and_fill()
        except (Stopped, Refused) as end:
            sent = isinstance(end, Stopped) or self._abort.reason is not None  # some of it may not show yet
            return self._ended(end, strays.LATEST if sent else 0.0)

    def _ended(self, end: Stopped | Refused, latest: float) -> Outcome:
        """The outcome after a stop or a refusal. Where the page has scrolled, cells are elsewhere now, and none is
        named.
        """
        if isinstance(end, Stopped) and end.reason is StopReason.FOCUS_LOST and self._guard.game_asks():
            end = Refused(find_way_words.asks())
        changed = isinstance(end, Refused) or end.reason is StopReason.BOARD_CHANGED
        seen = changed and self._blanks and self._desk.focus.hindrance(self._window) is None
        if seen and has_scrolled(self.session.evidence.before, self._sight.snap(), self._sight.reading.extent):
            return replace(self.session.outcome, ending=Ending.BLOCKED, detail=find_way_words.scrolls())
        return replace(self.session.ended(end), cells=self._seen_wrong(latest))

    def _seen_wrong(self, latest: float) -> tuple[Cell, ...]:
        """The cells that hold a wrong digit, as far as they can be seen, once all that was sent shows: `latest` seconds
        later at most.
        """
        if self._read_back is None or not self._hands.reached:
            return tuple(each.cell for each in self._strays)
        if in_front.is_seen(self._window, self._desk.focus):
            self._read_back.look(latest)
        return tuple(sorted(self._read_back.wrong()))

    def _left_wrong(self) -> tuple[Stray, ...]:
        """The wrong digits that are ours, as far as they can be seen."""
        return self._read_back.strays(self._strays) if self._read_back else ()

    def left(self, outcome: Outcome) -> strays.Left:
        """What the next job is to know. Where this one did not come to know the board, that is what was known
        before.
        """
        known = self._read_back is not None or outcome.done
        if not known:
            return self._left
        filled = tuple(sorted(self._blanks)) if outcome.done else self._ours()
        return strays.Left(self._solution, outcome.strays, () if self._part.empties else filled, self._way)

    def _ours(self) -> tuple[Cell, ...]:
        """The cells that were typed and hold their digits on the latest picture."""
        typed = self._hands.reached & self._blanks
        return tuple(sorted(typed.difference(self._sight.reading.differing(self._target)))) if typed else ()

    def _filled(self) -> int:
        return len(self._ours())

    def so_far(self) -> Outcome:
        """The outcome as if the job had run out of time now."""
        self.session.evidence.after = self._sight.capture if self._hands.reached else None
        stopped = replace(self.session.outcome, ending=Ending.STOPPED, reason=StopReason.BUDGET, filled=self._filled())
        return replace(stopped, looks=self._sight.looks, ms=self._stopwatch.total())

    def taught(self, outcome: Outcome) -> Learned | None:
        """What a verified fill teaches about such windows, or a fill that lost something; else None. Digits that were
        only late teach nothing.
        """
        hands, way = self._hands, self._way
        clean = outcome.done and not hands.slips
        if way is None or not (clean or self._lost or self._typist.repaired):
            return None
        return Learned(way if self._profile.fill in FOUND_OUT else None, hands.slow, bool(hands.slips))

    def _read_and_fill(self) -> Outcome:
        found, decision = self._read()
        inked = decision is not None and decision.hurdle in hurdles.READ
        if (decision is None or decision.ending is not None) and self._sight.changes_soon(blinks=inked):
            found, decision = self._read()
        if found is None or decision is None:
            over = in_front.over(self._window, self._window.content, self._desk.focus)
            return replace(self.session.outcome, note=hurdles.lies_over(over) if over else "")
        self.session.evidence.reading = decision.reading
        self.session.outcome = replace(self.session.outcome, board=board_text(decision.reading.board))
        if self._part.empties:
            return self._empty(found)
        if self._part.replaces and decision.hurdle is Hurdle.ENTRY:
            return self._replace(found, decision)
        if self._part.replaces and decision.ending is None:
            raise Refused(messages.nothing_wrong())
        if decision.ending is not None:
            detail = in_front.refusal(decision, self._sight.capture.view, self._window, self._desk)
            return replace(self.session.outcome, ending=decision.ending, cells=decision.cells, detail=detail)
        return self._fill(found, decision)

    def _read(self) -> tuple[Reading | None, Decision | None]:
        found = self.session.read()
        if found is None:
            return None, None
        decision, self._strays = strays.decide(self._game, found, self._sight.capture, self._left)
        self._stopwatch.lap("solve")
        return found, decision

    def _fill(self, found: Reading, decision: Decision) -> Outcome:
        board, target = decision.reading.board, decision.solution
        self._solution = target
        if self._part.only:
            target = self._part.alone(decision, self._sight.capture.view.to_pixel(self._desk.input.pointer()))
            self._strays = ()
        astray = {each.cell for each in self._strays}
        cells = cells_where((right and not value for right, value in zip(target, board, strict=True)), found.size)
        cells += sorted(astray)
        self._blanks, self._target = frozenset(cells), target
        self._sight.aim_at(target)
        self._sight.settle_on(decision.reading)
        self._read_back = strays.ReadBack(self._sight, decision.reading, target, self._hands.sent)
        self.session.outcome = replace(self.session.outcome, blanks=len(cells))
        if not cells:
            return replace(self.session.outcome, ending=Ending.VERIFIED)
        pad = self._wait_for_release()
        self._sight.blank = self._sight.capture
        self._hands.last_digit.begin(self._blanks)
        self._stage("filling")
        self._way, cursor = self._find_way(board, target, pad)
        self._guard.prolong()
        way = replace(self._way, signs=found.signs)
        missed, cursor = self._put_right(way, cursor)
        if not missed:
            missed = self._typist.fill(self._blanks, target, way, cursor, partial(self._stage, "repairing"))
        self.session.outcome = replace(self.session.outcome, detail=self._typist.detail)
        if missed:
            return replace(self.session.outcome, ending=Ending.MISSED, cells=missed)
        return replace(self.session.outcome, ending=Ending.VERIFIED, filled=len(cells), board=board_text(target))

    def _empty(self, found: Reading) -> Outcome:
        """Takes out what the last job has filled in, and nothing else."""
        way, cells = self._left.way, self._left.ours(found)
        if not cells:
            raise Refused(messages.nothing_of_mine())
        if way is None:
            raise Refused(messages.cannot_empty())
        self._take_out(found, cells, way)
        detail, board = messages.emptied(len(cells)), board_text(self._target)
        return replace(self.session.outcome, ending=Ending.EMPTIED, detail=detail, board=board)

    def _replace(self, found: Reading, decision: Decision) -> Outcome:
        """Replaces the user's own wrong digits, and nothing else. All of them are seen to be gone before a right one is
        typed.
        """
        cells, way = frozenset(decision.cells), self._left.way or self._habit.way
        mended = self._game.decide(strays.without(found, cells), self._sight.capture)
        if way is None or mended.ending is not None:
            raise Refused(messages.cannot_replace())
        self._solution = mended.solution
        self._take_out(found, cells, way)
        self._way, self._target = way, strays.mended(self._target, self._solution, cells)
        self._sight.aim_at(self._target)
        self._sight.blank = self._sight.capture
        self._hands.last_digit.begin(cells)
        self._read_back = strays.ReadBack(self._sight, mended.reading, self._target, self._hands.sent)
        self.session.outcome = replace(self.session.outcome, blanks=len(cells))
        missed = self._typist.fill(cells, self._target, way, None, partial(self._stage, "repairing"))
        if missed:
            return replace(self.session.outcome, ending=Ending.MISSED, cells=missed)
        self._leave(found, min(cells))
        done = replace(self.session.outcome, ending=Ending.VERIFIED, filled=len(cells), detail=messages.replaced(cells))
        return replace(done, board=board_text(self._target))

    def _take_out(self, found: Reading, cells: frozenset[Cell], way: Way) -> None:
        """Empties these cells, which were filled in that way, and sees that they are empty. Refused where they cannot
        be emptied.
        """
        if way.fill in OPENED | {Fill.MARK}:
            raise Refused(messages.cannot_empty())
        self._blanks, self._target = cells, self._part.emptied(found, cells)
        self._sight.aim_at(self._target)
        self._sight.settle_on(found)
        pad = self._wait_for_release()
        self._stage("filling")
        self._hands.buttons = places.buttons_are(self._profile, self._sight)
        self._hands.take_pad(self._game, pad)
        if way.fill in PADS and "erase" not in self._hands.buttons:
            raise Refused(messages.cannot_empty())
        self._hands.slow = max(1, self._hands.slow)  # each click is looked at: what is selected may be the user's
        left: tuple[Cell, ...] = ()
        for each in strays.ways_to_erase(replace(way, erase="erase") if way.fill in PADS else way):
            left = self._typist.fill(cells, self._target, each, None, partial(self._stage, "repairing"))
            self._leave(found, min(cells))
            if not left or self._sight.wait_for(lambda now: not now.differing(self._target), STILL):
                return
        raise Refused(messages.not_emptied(tuple(cells.intersection(left)) or left))

    def _leave(self, found: Reading, cell: Cell) -> None:
        """Closes what a click on that cell has opened over the board, by a click on a given. A digit of ours may look
        like a given and is not clicked.
        """
        if self._sight.look().hidden:
            shown = cells_where((each.kind is Kind.GIVEN for each in found.cells), found.size)
            givens = [each for each in shown if each not in {*self._sight.reading.hidden, *self._left.filled}]
            Leaving(self._sight, self._hands, self._guard, self._target, givens).leave(cell)

    def _put_right(self, way: Way, cursor: Cell | None) -> tuple[tuple[Cell, ...], Cell | None]:
        """Puts the strays of earlier jobs right, and types nothing else while one still stands. Returns those that do,
        and the cursor.
        """
        left, find_cursor = frozenset(each.cell for each in self._strays), self._typist.find_cursor
        for each in strays.ways_to_erase(way) if left else ():
            target = strays.mended(self._sight.look().board, self._target, left)
            self._typist.fill(left, target, each, cursor, partial(self._stage, "repairing"))
            left = left.intersection(self._sight.reading.differing(self._target))
            cursor = find_cursor() if find_cursor else None
            if not left or (find_cursor and cursor is None):
                break
        return tuple(sorted(left)), cursor

    def _wait_for_release(self) -> dict[str, Pixel]:
        """Waits until the hotkey's keys are released. From here on the user's keys and pointer stop the job; until here
        they belong to the hotkey. The digit pad is looked for meanwhile, if it may be clicked; its buttons are
        returned.
        """
        self._stage("waiting")
        was, seen, wanted = self._sight.reading, self._sight.capture, self._profile.fill in FOUND_OUT | PADS
        with ThreadPoolExecutor(1) as aside:
            pad = aside.submit(lambda: self._game.pad(seen, was) if wanted else {})
            wait_released(self._desk.input)
            self._stopwatch.lap("wait")
            self._guard.watch()
            self.session.clock.wait(self._profile.pace.countdown, self._abort)
            self._guard.check_window()
            if was.changed(self._sight.look()):
                raise Stopped(StopReason.BOARD_CHANGED, None)
        return pad.result()

    def _find_way(
        self, board: tuple[int, ...], target: tuple[int, ...], pad: dict[str, Pixel]
    ) -> tuple[Way, Cell | None]:
        profile = self._profile
        if profile.fill in FOUND_OUT and self._guard.blind:
            if pad:  # a click on a cell may enter the digit that is chosen there
                raise Refused(find_way_words.untold_pad())
            profile = replace(profile, fill=Fill.CLICK_KEY)
        self._hands.buttons = places.buttons_are(profile, self._sight)
        if profile.fill in FOUND_OUT:
            self._hands.take_pad(self._game, pad)
            probe = Probe(self._game, self._sight, self._hands, board, target)
            found = probe.find(self._habit.way)
            if found[0].home is not Home.CLICK:
                self._typist.find_cursor = probe.alone.find_cursor
            self._lost = bool(self._hands.slips)
            return found
        erase = profile.erase
        if profile.fill in PADS:
            if profile.buttons and not self._hands.buttons | pad:
                raise Refused(messages.buttons_moved(profile.name))
            if not self._hands.buttons:
                self._hands.take_pad(self._game, pad)
            erase = "erase" if "erase" in self._hands.buttons else ""
        self._hands.hold, self._hands.arrows = pointer.HOLD * profile.held, ARROWS.get(profile.home, {})
        self._hands.confirms_if_seen = bool(profile.confirm)
        way = Way(profile.fill, profile.home, erase, profile.held, profile.confirm)
        known = profile.is_bundled and not self._guard.blind  # its windows are that game's
        if known and way.home is Home.CLICK:  # a shell takes no click
            return way, None
        return way, StatedWay(self._game, self._sight, self._hands, board, target).prove(way)


def _progressed(guard: Guard, tell: Callable[[], None]) -> None:
    guard.prolong()
    tell()
