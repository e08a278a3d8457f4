"""Types a solved board and looks whether it arrived: batch by batch, and what did not arrive again.

Batches only say when the next look is. Whether the user, the window or the clock says stop is asked before every step.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.outcome import StopReason
from gridpilot.pilot.entry.batches import CLICKED, Batches, cut, from_latest
from gridpilot.pilot.entry.leaving import Leaving
from gridpilot.pilot.eyes import game_answer
from gridpilot.pilot.eyes.sight import STILL, sketched
from gridpilot.pilot.guard.guard import Stopped
from gridpilot.pilot.way.attempts import TOOK
from gridpilot.plan import PADS, Fill, Plan
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words, messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.guard.clock import Stopwatch
    from gridpilot.pilot.guard.guard import Guard
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.plan import Way
    from gridpilot.reading import Reading

UNCOVERED = 0.5  # seconds for which cells may seem to be changed by what lies over them

REPAIRS = 2  # so many times wrong cells are typed again before the job ends as missed


class Typist:
    """Types into one window. `plans` are those it carried out, `repaired` says whether anything had to be typed again,
    `detail` is what its user should know of the end.
    """

    def __init__(  # noqa: PLR0913 - the pieces of a job
        self,
        game: Game,
        sight: Sight,
        hands: Hands,
        guard: Guard,
        stopwatch: Stopwatch,
        *,
        hides_solved: bool,
    ) -> None:
        """`hides_solved`: the game covers or clears its board as soon as the last digit is in."""
        self._game = game
        self._sight = sight
        self._hands = hands
        self._guard = guard
        self._stopwatch = stopwatch
        self._hides_solved = hides_solved
        self._blanks: frozenset[Cell] = frozenset()
        self._target: tuple[int, ...] = ()
        self._marked: set[Cell] = set()
        self._again: set[Kind] = set()
        self._leaves = False  # a click on a given leaves what is selected, and does nothing else
        self._leaving: Leaving
        self._left_to_read = False  # a digit was read once it was left so
        self._most_right = 0  # so many cells were seen to be right at once
        self._pending: set[Cell] = set()  # the last cell, while the game must not cover its board yet
        self._last: tuple[Cell, Capture] | None = None  # once its digit was sent, with the picture before that
        self._batches = Batches(sight, hands)
        self.on_progress: Callable[[], None] = lambda: None  # called whenever more cells are seen to be right
        self.find_cursor: Callable[[], Cell | None] | None = None
        """Where the cursor is, and the mouse does nothing: keys may have been lost."""
        self.plans: list[Plan] = []
        self.repaired = False
        self.detail = ""

    def fill(
        self,
        blanks: frozenset[Cell],
        target: tuple[int, ...],
        way: Way,
        cursor: Cell | None,
        on_repair: Callable[[], None],
    ) -> tuple[Cell, ...]:
        """Types what is not there yet into `blanks` until the board looks like `target`; returns the cells that are
        wrong in the end.
        """
        self._begin(blanks, target, way)
        slips = 0
        for attempt in range(1 + REPAIRS):
            if attempt:
                on_repair()
                self._begin_again(noticed=self._hands.slips > slips)
                cursor = self.find_cursor() if self.find_cursor else None
                if not self._prepare_retry(cursor, way):
                    break
            slips = self._hands.slips
            plan = self._game.plan(self._standing(target, way), target, way, cursor)
            self.plans.append(plan := self._from_latest_digit(plan, way, again=bool(attempt)))
            if self._play_to_end(plan, way) or self._answers_late():
                return ()
            self._check_untouched()
        self._guard.check()
        left = self._left(way)
        self.detail = find_way_words.taken([cell for cell in left if self._is_taken(cell)])
        return left

    def _prepare_retry(self, cursor: Cell | None, way: Way) -> bool:
        """Whether what was lost can be typed again: not where the cursor is not found, nor before a pad is mended."""
        return not (cursor is None and self.find_cursor) and self._mend(self.plans[-1], way)

    def _begin(self, blanks: frozenset[Cell], target: tuple[int, ...], way: Way) -> None:
        """What is known of the board before anything of it is typed."""
        self._blanks, self._target = blanks, target
        self._last, self.detail = None, ""
        self._again = {Kind.PENCIL} if way.confirm else set()
        self._leaves = way.fill in {Fill.CLICK_KEY, Fill.CLICK_PAD}
        reading = self._sight.reading
        givens = [at for at in reading.places if at not in blanks and reading.at(at).kind is Kind.GIVEN]
        self._leaving = Leaving(self._sight, self._hands, self._guard, target, givens)
        unread = {Kind.PENCIL}
        if way.fill in PADS:  # its digit comes in the place of what stands there, as marks may since a click
            unread, self._sight.blank = unread | {Kind.UNKNOWN}, self._sight.snap()
        if way.confirm:  # what is not confirmed is written anew
            self._sight.blank = None
        self._marked = {cell for cell in blanks if self._sight.reading.at(cell).kind in unread}

    def _play_to_end(self, plan: Plan, way: Way) -> bool:
        """Plays the plan; whether the board is right then, or its game says so."""
        self._pending = set()
        if not (self._hides_solved and plan.steps):
            return self._play_and_check(plan, way)
        cell = plan.steps[-1].cell
        rest, last = cut(plan, next(i for i, step in enumerate(plan.steps) if step.cell == cell))
        self._pending = {cell}
        if not self._play_and_check(rest, way, TOOK):  # all of it may be shown at once, late
            return False
        self._pending, self._hands.cursor_stays = set(), False  # so its click is looked at
        self._last = cell, self._sight.capture
        return self._play_and_check(last, way) or self._game_answered(*self._last)

    def _left(self, way: Way) -> tuple[Cell, ...]:
        """The cells that were not seen to be right at the latest look."""
        left = {*self._sight.reading.differing(self._target), *self._sketched(way)}
        return tuple(sorted(left - self._leaving.unread()))

    def _sketched(self, way: Way) -> tuple[Cell, ...]:
        """The cells whose digits were not seen to be confirmed, where they must be."""
        return sketched(self._game, self._sight.capture, self._sight.reading, self._blanks) if way.confirm else ()

    def _begin_again(self, *, noticed: bool) -> None:
        """Something was lost; `noticed`: while it was typed."""
        self._guard.check()
        self.repaired = True
        if not noticed:
            self._hands.note_loss()

    def _from_latest_digit(self, plan: Plan, way: Way, *, again: bool) -> Plan:
        """The plan from the latest digit on: it is the one that needs no look, or that is still chosen."""
        latest = [step for step in plan.steps if self._hands.is_latest(step)]
        chosen = way.fill is Fill.PAD_CLICK and not (way.once or again)
        looked_at = way.once or (way.fill in CLICKED - {Fill.PAD_CLICK} and not way.held)
        return from_latest(plan, latest[0], chosen=chosen) if latest and (chosen or looked_at) else plan

    def _play_and_check(self, plan: Plan, way: Way, still: float = STILL) -> bool:
        """Plays the plan; whether all cells but the pending one are seen to be right then, before the board has been at
        rest for so many seconds.
        """
        if plan.steps:
            self._play(plan, way)
        self._stopwatch.lap("fill")

        def look() -> bool:
            self._sight.wait_for(lambda _: self._is_right(way) or self._is_asked(), self._hands.pace.settle, still)
            return self._is_right(way)

        may_leave = self._pending or self._left_to_read  # after the last digit the game may have put something there
        right = look() or bool(may_leave and self._leave_unread({*self._left(way)} - self._pending) and look())
        self._stopwatch.lap("verify")
        return right

    def _is_right(self, way: Way) -> bool:
        """Whether all cells but the pending one were right at the latest look."""
        return self._pending.issuperset(self._left(way))

    def _is_asked(self) -> bool:
        """Whether a window of the game's own has come at its last digit: nothing else is to be seen then."""
        return self._last is not None and self._guard.game_asks()

    def _game_answered(self, last: Cell, before: Capture) -> bool:
        """Whether the program itself has moved or covered its board, or closed its window, as some do when the last
        digit is in; what cannot be seen then is said.
        """
        if self._guard.window_is_gone():
            self.detail = messages.closed_by_the_game()
            return True
        answered = game_answer.has_answered(self._sight, self._guard, self._blanks, self._target, last, before)
        self.detail = messages.answered_by_the_game() if answered else ""
        return answered or self._sight.find_filled(self._target)

    def _answers_late(self) -> bool:
        """The same once all but the last cell were right: what comes over the board may take its time."""
        if self._last is None:
            return False
        seen = partial(game_answer.has_answered, self._sight, self._guard, self._blanks, self._target, *self._last)
        comes = bool(self._foreign(self._sight.reading)) and self._sight.wait_for(lambda _: seen(), UNCOVERED)
        return (comes or seen()) and self._game_answered(*self._last)

    def _standing(self, target: tuple[int, ...], way: Way) -> tuple[int, ...]:
        """The board as a plan should see it: what cannot be read, or is not ours to type, counts as right. So does a
        mark in a cell that was blank, or whatever has come there: the digit would stand twice in a field of several.
        """
        reading, sketches = self._sight.reading, self._sketched(way)
        now = list(target)
        for cell in filter(self._may_be_typed, self._blanks):
            now[cell.index(reading.size)] = reading.at(cell).value * (cell not in sketches)
        return tuple(now)

    def _may_be_typed(self, cell: Cell) -> bool:
        seen = self._sight.reading.at(cell)
        unread = seen.kind in {Kind.UNKNOWN, Kind.PENCIL} - self._again and cell not in self._marked
        return not unread and (seen.value > 0 or not self._is_taken(cell))

    def _is_taken(self, cell: Cell) -> bool:
        """Whether a cell that was typed into shows something since, read or not."""
        return cell in self._hands.reached and self._sight.is_taken(cell)

    def _play(self, plan: Plan, way: Way) -> None:
        """Plays the plan, in parts with a look after each. The caller looks at the last one: the game may be over.
        The rest is left where a digit of a pad does not come, or a wrong one does.
        """
        while True:
            part, plan = self._batches.first(plan, way)
            last = part.steps[-1].cell
            before = self._sight.close_up(last)
            at_last = way.fill is Fill.CLICK_KEY and not (plan.steps or self._pending)
            outside = self._leaving.close_up_of_given(last) if at_last else None
            self._hands.play(part)
            self._sight.wait_for_ink(last, before, STILL, self._is_asked)  # looking at all cells takes longer
            if not plan.steps:
                self._leaving.leave_at_last(last, outside)
                return
            shown = self._wait_for_part(part, way)
            self._tell_progress()
            if shown:
                self._hands.note_arrival(last)
                self._batches.came(part)
            else:
                self._hands.note_loss()
                self._check_heard({step.cell for step in part.steps})
                if self._wrong() or not self._mend(part, way):
                    return
            self._check_untouched()

    def _wait_for_part(self, part: Plan, way: Way) -> bool:
        return self._batches.is_seen(part, way) or self._wait_for_digits({step.cell for step in part.steps})

    def _tell_progress(self) -> None:
        right = len(self._blanks.difference(self._sight.reading.differing(self._target)))
        if right > self._most_right:
            self._most_right = right
            self.on_progress()

    def _wrong(self) -> bool:
        """Whether another digit than the right one was typed somewhere: no more follow before that is put right."""
        other = self._blanks.intersection(self._sight.reading.contradicting(self._target))
        return any(self._sight.reading.at(cell).value for cell in other)

    def _mend(self, plan: Plan, way: Way) -> bool:
        """Whether another digit may follow. From a pad, that is so once all cells of the latest digit show it, those
        that lack it tried one by one: it may be chosen still, as the click on its cell was lost. Then it comes with the
        next click, and its button would choose it once more, for the cell that is clicked after that.
        """
        if way.fill is not Fill.CLICK_PAD:
            return True
        latest = {step.cell for step in plan.steps if self._hands.is_latest(step)}
        missing = latest & {*self._sight.look().differing(self._target)} - self._pending
        self.repaired |= bool(missing)
        for step in plan.steps:
            if step.cell in missing and not self._is_taken(step.cell):
                self._hands.play(Plan((step,), plan.expect))
                missing -= {step.cell} if self._wait_for_digits({step.cell}, TOOK) else set()
        return not missing

    def _wait_for_digits(self, cells: set[Cell], limit: float | None = None) -> bool:
        """Whether these cells are right soon, or within `limit` seconds."""
        settle = self._hands.pace.settle
        limits = limit or settle, STILL if self._left_to_read else settle
        look = partial(self._sight.wait_for, lambda now: cells.isdisjoint(now.differing(self._target)), *limits)
        if look():
            return True
        self._left_to_read = self._leave_unread(cells) and look()
        return self._left_to_read

    def _leave_unread(self, cells: set[Cell]) -> bool:
        """Whether one of these alone is not read, and was left by a click on a given: a frame may touch its digit."""
        reading = self._sight.reading
        wrong = [*cells.intersection(reading.differing(self._target))]
        unread = [reading.at(cell).kind for cell in wrong] in ([Kind.UNKNOWN], [Kind.PENCIL])
        return self._leaves and unread and self._leaving.leave(wrong[0])

    def _check_heard(self, cells: set[Cell]) -> None:
        """Where none of a batch has come and nobody tells who has the focus, the keys may go to another window."""
        if self._hands.blind and cells.issubset(self._sight.reading.differing(self._target)):
            raise Stopped(StopReason.FOCUS_LOST, min(cells))

    def _check_untouched(self) -> None:
        """Whoever changed a cell that is not ours to type: it is no longer the board that was solved. A list that has
        just been closed may still be seen over other cells for a moment.
        """
        foreign = self._foreign
        if foreign(self._sight.reading) and not self._sight.wait_for(lambda reading: not foreign(reading), UNCOVERED):
            cell = min(foreign(self._sight.reading))
            shown = self._guard.reaches(self._sight.middle(cell))
            raise Stopped(StopReason.BOARD_CHANGED if shown else StopReason.COVERED, cell)

    def _foreign(self, reading: Reading) -> set[Cell]:
        """What is seen to be otherwise, and is not ours to type."""
        return {*reading.contradicting(self._target)} - self._blanks
