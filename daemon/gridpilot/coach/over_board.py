"""One look at a board, from the key to what is shown over it. No event is sent, and nothing is typed.

The story: what is shown already goes; the board is read and decided on as for a fill; and what its player asked for is
drawn over it, or is told in a notice where nothing can be drawn. What keeps a board from being solved is shown, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gridpilot.coach import READING
from gridpilot.coach.drawn_board import drawn
from gridpilot.errors import EnvironmentFault
from gridpilot.games import FIRST, GAMES
from gridpilot.games.deeds import HINT, LOOK, SHOW
from gridpilot.games.protocols import NO_MARKS, Advice
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Hurdle, Outcome, board_text
from gridpilot.pilot.guard import in_front
from gridpilot.pilot.guard.guard import Refused, Stopped
from gridpilot.pilot.record import Evidence
from gridpilot.pilot.session import Session
from gridpilot.profiles.match import choose
from gridpilot.texts import coach_words, messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.coach.shown import Shown
    from gridpilot.games.protocols import Decision, Game, Hint, Marks
    from gridpilot.pilot import Desk
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.pilot.guard.clock import Clock
    from gridpilot.profiles.store import Profiles

TOP = 3
"""The rung that tells all."""


@dataclass(frozen=True, slots=True)
class Told:
    """The hint that was shown last, up to which rung, over which board."""

    window: int
    board: tuple[int, ...]
    hint: Hint
    rung: int


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was ordered. `rung`: of a hint; 0 for the next one; `marks`: whether it counts the user's own."""

    window: int | None = None
    profile: str = ""
    rung: int = 0
    marks: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """A board in a window, and what the rules say of it."""

    session: Session
    decision: Decision


class OverBoard:
    """Remembers the hint that was shown last: the next one over the same board tells more."""

    def __init__(
        self, desk: Desk, shown: Shown | None, game: Callable[[str], Game], profiles: Profiles, clock: Clock
    ) -> None:
        """`shown` None: nothing can be drawn over windows here."""
        self._desk = desk
        self._shown = shown
        self._game = game
        self._profiles = profiles
        self._clock = clock
        self._told: Told | None = None
        self.cell_due: Cell | None = None

    def show(
        self,
        what: str,
        abort: Abort,
        wishes: Wishes = Wishes(),
        on_stage: Callable[[str], None] = lambda _: None,
    ) -> tuple[Outcome, Evidence]:
        """Above the top rung there is a cell to be filled, which is for somebody else to do: `cell_due` names it."""
        self.cell_due = None
        if self._shown is not None:
            self._shown.take_down()
        target = self._desk.target(wishes.window)
        if target is None:
            return Outcome(Ending.NO_BOARD, FIRST, detail=messages.no_window()), Evidence()
        profile = choose(self._profiles.current()[0], target, FIRST, wishes.profile)
        parts = self._desk, self._clock, abort, on_stage, target, profile, self._game(FIRST)
        session = Session(*parts, Outcome(Ending.NO_BOARD, FIRST))
        try:
            outcome = self._outcome(session, what, wishes)
        except (Stopped, Refused) as end:
            outcome = session.ended(end)
        return replace(outcome, ms=session.stopwatch.total()), session.evidence

    def _outcome(self, session: Session, what: str, wishes: Wishes) -> Outcome:
        session.stage(READING)
        found = session.read()
        if found is None:
            return session.outcome
        look = Look(session, self._game(FIRST).decide(found, session.sight.capture))
        reading = session.evidence.reading = look.decision.reading
        session.sight.settle_on(reading)
        session.outcome = replace(session.outcome, ending=Ending.SHOWN, board=board_text(reading.board))
        outcome, advice = self._answer(look, what, wishes)
        session.stopwatch.lap("think")
        outcome = self._drawn(look, outcome, advice)
        session.stopwatch.lap("show")
        return outcome

    def _answer(self, look: Look, what: str, wishes: Wishes) -> tuple[Outcome, Advice]:
        """What is to be said, and shown."""
        if what == LOOK.verb:
            return _as_read(look)
        if look.decision.ending is not None:
            return self._refusal(look, look.decision.ending)
        if what == SHOW.verb:
            return _solution(look)
        return self._hint(look, wishes) if what == HINT.verb else _checked(look)

    def _refusal(self, look: Look, ending: Ending) -> tuple[Outcome, Advice]:
        """What keeps the board from being solved. A wrong digit of the user's comes first, whatever was asked for."""
        cells, hurdle = look.decision.cells, look.decision.hurdle
        if hurdle is Hurdle.ENTRY:
            return _told(look, Advice(coach_words.wrong(cells), marked=cells))
        view = look.session.sight.capture.view
        detail = in_front.refusal(look.decision, view, look.session.window, self._desk)
        outcome = replace(look.session.outcome, ending=ending, cells=cells, detail=detail)
        sentence = messages.outcome_sentence(outcome).removesuffix(messages.SEE_LAST)
        return outcome, Advice(sentence, marked=cells)

    def _hint(self, look: Look, wishes: Wishes) -> tuple[Outcome, Advice]:
        marks = _marks(look) if wishes.marks else NO_MARKS
        if lacking := _lacking(look, marks):
            return _told(look, Advice(coach_words.marks_lack(lacking), marked=lacking))
        known = self._next(look, wishes.rung, marks)
        if known is None:
            full = all(look.decision.reading.board)
            sentence = coach_words.FULL if full else coach_words.NO_TECHNIQUE
            return _told(look, Advice(sentence))
        self._told = known
        advice = known.hint.rungs[min(known.rung, TOP) - 1]
        if known.rung > TOP:
            self.cell_due, self._told = known.hint.fills[0], None
            return replace(look.session.outcome, detail=advice.sentence), Advice("")
        return _told(look, advice)

    def _next(self, look: Look, rung: int, marks: Marks) -> Told | None:
        """The next rung of the hint that was shown over this board, or the first of the next hint."""
        reading, told = look.decision.reading, self._told
        adviser = GAMES[look.session.outcome.game].adviser
        same = told is not None and (told.window, told.board) == (look.session.window.handle, reading.board)
        if told is not None and same and (rung or told.rung < TOP or told.hint.fills):
            return replace(told, rung=rung or told.rung + 1)
        after = told.hint.after if told is not None and same else None
        hint = adviser().hint(reading, look.decision.solution, after, marks) if adviser else None
        return Told(look.session.window.handle, reading.board, hint, rung or 1) if hint else None

    def _drawn(self, look: Look, outcome: Outcome, advice: Advice) -> Outcome:
        """Over the board, where anything can be drawn there."""
        if self._shown is None or not advice.sentence:
            return outcome
        picture = look.session.sight.capture
        try:
            reading = look.decision.reading
            self._shown.put_up(drawn(advice, reading, picture), look.session.window, picture, reading.boxes)
        except EnvironmentFault:
            return outcome
        return replace(outcome, over=True)


def _marks(look: Look) -> Marks:
    """The user's own, of those cells in which all can be read."""
    adviser = GAMES[look.session.outcome.game].adviser
    return adviser().marks(look.session.sight.capture, look.decision.reading) if adviser else NO_MARKS


def _lacking(look: Look, marks: Marks) -> tuple[Cell, ...]:
    """The cells whose marks are without the right digit."""
    solution, size = look.decision.solution, look.decision.reading.size
    return tuple(cell for cell, own in marks.items() if solution[cell.index(size)] not in own)


def _told(look: Look, advice: Advice) -> tuple[Outcome, Advice]:
    return replace(look.session.outcome, cells=advice.marked or advice.cells, detail=advice.sentence), advice


def _solution(look: Look) -> tuple[Outcome, Advice]:
    """Only what is not there yet."""
    reading, solution = look.decision.reading, look.decision.solution
    pairs = zip(reading.places, solution, strict=True)
    signs = tuple((cell, digit) for cell, digit in pairs if not reading.at(cell).value)
    return _told(look, Advice(coach_words.solution(len(signs)), signs=signs))


def _checked(look: Look) -> tuple[Outcome, Advice]:
    """A wrong digit would have kept the board from being solved."""
    return _told(look, Advice(coach_words.right(sum(map(bool, look.decision.reading.board)))))


def _as_read(look: Look) -> tuple[Outcome, Advice]:
    reading = look.decision.reading
    cells = dict(zip(reading.places, reading.board, strict=True))
    doubts = tuple(sorted({*reading.doubts, *look.decision.cells} if look.decision.ending else reading.doubts))
    sentence = coach_words.as_read(sum(map(bool, cells.values())), len(cells), doubts)
    return _told(look, Advice(sentence, marked=doubts, read=tuple((at, value) for at, value in cells.items() if value)))
