"""Plays a game of moves, from the hotkey to its goal: reads the board, chooses a move, makes it, looks what became of
it, and so on.

A board is believed only when the rules let it follow from the one before, so a move that was lost, misread or made by
somebody else is noticed at once. A lost move is made again; a board that makes no sense is read anew; three failures in
a row end the job.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from gridpilot.games.protocols import Cover, Decision, Engine, Eyes, SlidingGame
from gridpilot.outcome import POINTER_IN_USE, Ending, Hurdle, Outcome, StopReason, board_text
from gridpilot.pilot import Desk, other_game, window_memory_store
from gridpilot.pilot.guard import in_front
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.guard.guard import Asked, Guard, Refused, Stopped, wait_released
from gridpilot.pilot.moves.move_gap import Tempo
from gridpilot.pilot.moves.mover import Mover
from gridpilot.pilot.moves.score import Progress, Score
from gridpilot.pilot.other_game import Recognise
from gridpilot.pilot.record import Evidence, Records
from gridpilot.pilot.session import Session
from gridpilot.pilot.window_memory_store import Paces
from gridpilot.plan import Goal
from gridpilot.profiles.match import choose
from gridpilot.profiles.store import Profiles
from gridpilot.reading import Reading
from gridpilot.texts import hurdles, messages

STILL_THERE = frozenset(
    {StopReason.ESCAPE, StopReason.USER_KEY, StopReason.FOCUS_LOST, StopReason.COMMAND, *POINTER_IN_USE}
)
"""After a stop for one of these the board can still be looked at."""

BETWEEN_QUESTIONS = 0.1
MOST_CHANGES = 5  # changes of a window in a row, while its board is looked for
CALM = 0.8  # s that a doubtful board may take to come to rest
BETWEEN_REPORTS = 1.0
BETWEEN_DRAFTS = 20.0  # s of a game that its record may lack when gridpilot is killed


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user asked for; what is left open here the profile decides. `window`: None for the focused one. `think`
    and `step`: seconds.
    """

    window: int | None = None
    goal: Goal | None = None
    engine: str = ""
    profile: str = ""
    think: float = 0.0
    step: float = 0.0


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told how far a job is: each stage, and about once a second the progress of the game."""

    stage: Callable[[str], None] = lambda _: None
    progress: Callable[[Progress], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Memory:
    """What outlives a job. `recognise` names another game's board."""

    records: Records
    paces: Paces
    recognise: Recognise = other_game.nobody


class Autoplay:
    """Plays one game on one desktop."""

    def __init__(self, desk: Desk, game: SlidingGame, profiles: Profiles, memory: Memory, clock: Clock) -> None:
        self._desk = desk
        self._game = game
        self._profiles = profiles
        self._memory = memory
        self._clock = clock

    def play(self, abort: Abort, wishes: Wishes | None = None, listener: Listener | None = None) -> Outcome:
        """Plays until the goal, or until it is stopped, and keeps a record of it."""
        wishes, listener = wishes or Wishes(), listener or Listener()
        target = self._desk.target(wishes.window)
        if target is None:
            outcome = Outcome(Ending.NO_BOARD, self._game.name, detail=messages.no_window())
            self._memory.records.keep(Evidence(), outcome)
            return outcome
        profile = choose(self._profiles.current()[0], target, self._game.name, wishes.profile).paced(wishes.step)
        profile = replace(profile, goal=wishes.goal or profile.goal, engine=wishes.engine or profile.engine)
        profile = replace(profile, pace=replace(profile.pace, think=wishes.think or profile.pace.think))
        kind = window_memory_store.kind(profile, target)
        tempo = Tempo(self._clock, self._memory.paces.gap(kind), profile.pace.between_moves)
        eyes, nothing = self._game.eyes(kind), Outcome(Ending.NO_BOARD, self._game.name)
        session = Session(self._desk, self._clock, abort, listener.stage, target, profile, eyes, nothing)
        sitting = _Sitting(session, self._game, eyes, tempo, listener.progress, self._memory.records.draft)
        outcome = other_game.told(sitting.run(), session.evidence, self._memory.recognise)
        self._memory.paces.keep(kind, tempo.gap)
        self._memory.records.keep(session.evidence, outcome)
        return outcome


class _Sitting:
    """One game in one window."""

    def __init__(  # noqa: PLR0913, PLR0917 - it is the place where a job's pieces meet
        self,
        session: Session,
        game: SlidingGame,
        eyes: Eyes,
        tempo: Tempo,
        progress: Callable[[Progress], None],
        draft: Callable[[Evidence], None],
    ) -> None:
        self._session = session
        self._desk, self._profile, self._abort, self._clock = (
            session.desk,
            session.profile,
            session.abort,
            session.clock,
        )
        self._sight, self._stopwatch = session.sight, session.stopwatch
        self._game = game
        self._eyes = eyes
        budget, answers = inf, bool(session.profile.keep_going)
        self._guard = Guard(session.abort, session.desk, session.window, session.clock, budget=budget, answers=answers)
        self._score = Score(session.clock)
        parts = eyes, self._guard, self._score, tempo, session.clock, session.abort, session.profile
        self._mover = Mover(session.sight, *parts)
        self._progress = progress
        self._reported = -inf
        self._drafted = session.clock.now()
        self._draft = draft
        session.evidence.story = self._score.story

    def run(self) -> Outcome:
        try:
            with self._session.hands_on(lambda: self._mover.moved_pointer):
                outcome = self._read_and_play()
        except (Stopped, Refused) as end:
            outcome = replace(self._session.ended(end), at=None)
        finally:
            self._eyes.keep()
        if outcome.reason in STILL_THERE:
            self._mover.look_back()
        if self._score.moves:
            self._session.evidence.after = self._sight.capture
            note, engine = (self._game.note(name := self._profile.engine), self._game.engine(name).name)
            outcome = replace(outcome, board=board_text(self._mover.board, apart=True), note=note, engine=engine)
        return replace(outcome, **self._score.facts(), ms=self._stopwatch.total())

    def _read_and_play(self) -> Outcome:
        found = self._session.read()
        if found is None and self._sight.changes_soon():
            found = self._session.read()
        if found is None:
            return self._session.outcome
        self._session.outcome = replace(self._session.outcome, board=board_text(found.board, apart=True))
        if found.equals:
            return replace(self._session.outcome, ending=Ending.DOUBTFUL, detail=hurdles.hurdle(Hurdle.SEVERAL))
        self._session.stage("waiting")
        wait_released(self._desk.input)
        self._stopwatch.lap("wait")
        self._watch()
        self._clock.wait(self._profile.pace.countdown, self._abort)
        self._guard.check_window()
        if self._guard.blind:
            self._mover.take_focus()
        self._sight.look()
        if not self._sight.wait_for(_certain, CALM, still=CALM):  # the user's own last move may still be under way
            self._guard.check()
            return self._doubtful(self._sight.reading)
        self._session.evidence.reading = self._sight.reading
        self._session.outcome = replace(self._session.outcome, board=board_text(self._sight.reading.board, apart=True))
        self._mover.begin(self._sight.reading)
        self._session.stage("playing")
        try:
            return self._play()
        finally:
            self._game.rest()
            self._stopwatch.lap("play")

    def _doubtful(self, reading: Reading) -> Outcome:
        """The outcome that says why the board may not be played as it is read."""
        covered = self._eyes.cover(self._sight.capture, reading, reading.board, None).cover is not Cover.NONE
        hurdle = Hurdle.COVERED if covered else None
        decision = Decision(reading, ending=Ending.DOUBTFUL, cells=reading.doubts, hurdle=hurdle)
        detail = in_front.refusal(decision, self._sight.capture.view, self._session.window, self._desk)
        return replace(self._session.outcome, ending=Ending.DOUBTFUL, cells=reading.doubts, detail=detail)

    def _watch(self) -> None:
        """From here on the user's keys and pointer stop the job, and so does another window unless it is the game's
        own.
        """

        def interfered(reason: StopReason) -> None:
            if reason is StopReason.FOCUS_LOST and self._profile.keep_going:
                self._guard.lost_focus()
            elif reason is StopReason.WINDOW_MOVED:
                self._guard.window_changed()
            else:
                self._abort.stop(reason)

        self._desk.watch.start(self._session.window, interfered)

    def _play(self) -> Outcome:
        engine = self._game.engine(self._profile.engine)
        while not self._game.ready(self._profile.engine):
            self._guard.check()
            self._tell()
            self._clock.wait(BETWEEN_QUESTIONS, self._abort)
        while True:
            try:
                return self._play_on(engine)
            except Asked:
                self._mover.answer_dialog()
                self._watch()
            except Stopped as stop:
                if stop.reason is not StopReason.WINDOW_MOVED or not self._follow_window():
                    raise Stopped(self._abort.reason or stop.reason, None) from stop

    def _follow_window(self) -> bool:
        """Follows a window that was moved or resized; returns whether the game goes on there. It does if the window was
        resized: some grow with what they show. A window that was moved, the user has moved; what became of the last
        move is looked at all the same.
        """
        old, found = self._session.window.content, False
        for _ in range(MOST_CHANGES):
            self._session.window = self._guard.go_along()
            self._sight.go_along(self._session.window)
            self._watch()
            found = self._mover.find_again()
            if found or self._abort.reason is not None or not self._guard.changed:
                break
        new = self._session.window.content
        return found and (new == old or (new.width, new.height) != (old.width, old.height))

    def _play_on(self, engine: Engine) -> Outcome:
        goal, mover = self._profile.goal, self._mover
        while True:
            self._guard.check()
            self._tell()
            if self._score.reached(goal, mover.board):
                return replace(self._session.outcome, ending=Ending.VERIFIED)
            if not self._game.moves(mover.board, mover.columns):
                if goal.restart and mover.restart():
                    continue
                return self._over()
            ending = mover.make(engine)
            if ending is Ending.VERIFIED:
                return self._won()
            if ending is not None:
                return self._over()

    def _won(self) -> Outcome:
        """The outcome where the game says that it is won, and nothing is known by which it would go on."""
        goal = self._profile.goal
        if self._score.reached(goal, self._mover.board):
            return replace(self._session.outcome, ending=Ending.VERIFIED)
        if goal.until or goal.moves:
            return replace(self._session.outcome, ending=Ending.BLOCKED, detail=messages.won_too_soon())
        return replace(self._session.outcome, ending=Ending.VERIFIED, detail=messages.game_won())

    def _over(self) -> Outcome:
        """The outcome at the end of the game, which is what was wanted where no goal was named."""
        if self._profile.goal.until or self._profile.goal.moves:
            return replace(self._session.outcome, ending=Ending.GAME_OVER)
        return replace(self._session.outcome, ending=Ending.VERIFIED, detail=messages.game_over())

    def _tell(self) -> None:
        """Reports the progress, which also shows that the job is alive: a worker without a word for long is taken to
        hang.
        """
        now = self._clock.now()
        if now - self._reported >= BETWEEN_REPORTS:
            self._reported = now
            self._progress(self._score.progress)
        if now - self._drafted >= BETWEEN_DRAFTS:
            self._drafted = now
            self._draft(self._session.evidence)


def _certain(reading: Reading) -> bool:
    return not reading.doubts
