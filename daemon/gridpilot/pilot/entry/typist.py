"""Types a solved board, looks after each batch whether it arrived, and types again what did not.

Batches only say when the next look is. The guard is asked before every step whether the job must stop.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.outcome import StopReason
from gridpilot.pilot.entry.batches import CLICKED, Batches, cut, from_latest
from gridpilot.pilot.entry.leaving import Leaving
from gridpilot.pilot.eyes import game_answer
from gridpilot.pilot.eyes.picture_changes import shows_more
from gridpilot.pilot.eyes.sight import STILL, sketched
from gridpilot.pilot.guard.guard import Stopped
from gridpilot.pilot.way.attempts import TOOK
from gridpilot.plan import PADS, Fill, Plan
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words, messages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.guard.clock import Stopwatch
    from gridpilot.pilot.guard.guard import Guard
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.plan import Way
    from gridpilot.reading import Reading

UNCOVERED = 0.5  # seconds for which cells may seem changed by something that lies over them

REPAIRS = 2  # times that missing cells are typed again before the job ends as missed


class Typist:
    """Types into one window. `plans` are those it carried out, `repaired` says whether anything had to be typed again,
    `detail` is what the user should know of the end.
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
        self._leaves = False  # a click on a given only leaves the selected cell
        self._leaving: Leaving
        self._left_to_read = False  # a digit could be read only once its cell was left by such a click
        self._most_right = 0  # the most cells that were seen to be right at once
        self._pending: set[Cell] = set()  # the last cell, while the game must not cover its board yet
        self._last: tuple[Cell, Capture] | None = None  # the last cell, and the picture before its digit was sent
        self._batches = Batches(sight, hands)
        self.on_progress: Callable[[], None] = lambda: None  # called whenever more cells are seen to be right
        self.find_cursor: Callable[[], Cell | None] | None = None
        """Finds the cursor by keys, where the mouse does nothing: keys may have been lost."""
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
        """Types what is missing in `blanks` until the board shows `target`; returns the cells that are wrong in the
        end.
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
        self.detail = find_way_words.taken(sorted(self._taken(left)))
        return left

    def _prepare_retry(self, cursor: Cell | None, way: Way) -> bool:
        """Whether what was lost may be typed again: not where the cursor is not found, nor while a pad's digit may
        still be chosen, whose missing cells are typed first.
        """
        return not (cursor is None and self.find_cursor) and self._mend(self.plans[-1], way)

    def _begin(self, blanks: frozenset[Cell], target: tuple[int, ...], way: Way) -> None:
        """Notes what is known of the board before anything of it is typed."""
        self._blanks, self._target = blanks, target
        self._last, self.detail = None, ""
        self._again = {Kind.PENCIL} if way.confirm else set()
        self._leaves = way.fill in {Fill.CLICK_KEY, Fill.CLICK_PAD}
        reading = self._sight.reading
        givens = [at for at in reading.places if at not in blanks and reading.at(at).kind is Kind.GIVEN]
        self._leaving = Leaving(self._sight, self._hands, self._guard, target, givens)
        unread = {Kind.PENCIL}
        if way.fill in PADS:  # a digit replaces what stands in its cell, be it marks that came by a click
            unread, self._sight.blank = unread | {Kind.UNKNOWN}, self._sight.snap()
        if way.confirm:  # a digit that is not confirmed is typed again
            self._sight.blank = None
        self._marked = {cell for cell in blanks if self._sight.reading.at(cell).kind in unread}

    def _play_to_end(self, plan: Plan, way: Way) -> bool:
        """Plays the plan; returns whether the board is right then or its game says so. Where the game may cover its
        solved board, all but the last cell are checked before that one is filled.
        """
        self._pending = set()
        if not (self._hides_solved and plan.steps and all(self._target)):  # else nothing is solved
            return self._play_and_check(plan, way)
        cell = plan.steps[-1].cell
        rest, last = cut(plan, next(i for i, step in enumerate(plan.steps) if step.cell == cell))
        self._pending = {cell}
        if not self._play_and_check(rest, way, TOOK):  # a window may show all of it at once, late
            return False
        self._pending, self._hands.cursor_stays = set(), False  # the last cell's click is looked at
        self._last = cell, self._sight.capture
        return self._play_and_check(last, way) or self._game_answered(*self._last)

    def _left(self, way: Way) -> tuple[Cell, ...]:
        """The cells that were not seen to be right at the latest look."""
        left = {*self._sight.reading.differing(self._target), *self._sketched(way)}
        return tuple(sorted(left - self._leaving.unread()))

    def _sketched(self, way: Way) -> tuple[Cell, ...]:
        """The cells whose digits must be confirmed and were not seen to be."""
        return sketched(self._game, self._sight.capture, self._sight.reading, self._blanks) if way.confirm else ()

    def _begin_again(self, *, noticed: bool) -> None:
        """Something was lost. `noticed`: the loss was seen while typing, and the hands know of it."""
        self._guard.check()
        self.repaired = True
        if not noticed:
            self._hands.note_loss()

    def _from_latest_digit(self, plan: Plan, way: Way, *, again: bool) -> Plan:
        """The plan from the latest digit on: that digit needs no look, or is still chosen."""
        latest = [step for step in plan.steps if self._hands.is_latest(step)]
        chosen = way.fill is Fill.PAD_CLICK and not (way.once or again)
        looked_at = way.once or (way.fill in CLICKED - {Fill.PAD_CLICK} and not way.held)
        return from_latest(plan, latest[0], chosen=chosen) if latest and (chosen or looked_at) else plan

    def _play_and_check(self, plan: Plan, way: Way, still: float = STILL) -> bool:
        """Plays the plan; returns whether all cells but the pending one are seen to be right, before the board has been
        at rest for `still` seconds.
        """
        if plan.steps:
            self._play(plan, way)
        self._stopwatch.lap("fill")

        def look() -> bool:
            if not self._is_cleared():
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
        """Whether the game has opened a window of its own at the last digit: no more is to be seen then."""
        return self._last is not None and self._guard.game_asks()

    def _is_cleared(self) -> bool:
        """Whether it has done so before its last digit was seen, so that the board cannot be right."""
        if self._last is None or not self._is_asked():
            return False
        (cell, before), now = self._last, self._sight.snap()
        return before.view == now.view and not shows_more(before, now, self._sight.reading.box_at(cell))

    def _game_answered(self, last: Cell, before: Capture) -> bool:
        """Whether the program has covered or moved its board or closed its window, as some do at the last digit.
        `detail` says then what could not be seen.
        """
        if self._guard.window_is_gone():
            self.detail = messages.closed_by_the_game()
            return True
        answered = game_answer.has_answered(self._sight, self._guard, self._blanks, self._target, last, before)
        self.detail = messages.answered_by_the_game() if answered else ""
        return answered or self._sight.find_filled(self._target)

    def _answers_late(self) -> bool:
        """Whether the game answers after a moment, once all but the last cell were right."""
        if self._last is None:
            return False
        seen = partial(game_answer.has_answered, self._sight, self._guard, self._blanks, self._target, *self._last)
        comes = bool(self._foreign(self._sight.reading)) and self._sight.wait_for(lambda _: seen(), UNCOVERED)
        return (comes or seen()) and self._game_answered(*self._last)

    def _standing(self, target: tuple[int, ...], way: Way) -> tuple[int, ...]:
        """The board as a plan should see it. What cannot be read, or is not ours to type, counts as right; so does a
        blank in which something has come, as a second digit would stand beside it in a field that takes several.
        """
        reading, sketches = self._sight.reading, self._sketched(way)
        now = list(target)
        unreadable = {Kind.UNKNOWN, Kind.PENCIL} - self._again
        unread = {cell for cell in self._blanks - self._marked if reading.at(cell).kind in unreadable}
        taken = self._taken({cell for cell in self._blanks - unread if not reading.at(cell).value})
        for cell in self._blanks - unread - taken:
            now[cell.index(reading.size)] = reading.at(cell).value * (cell not in sketches)
        return tuple(now)

    def _taken(self, cells: Iterable[Cell]) -> set[Cell]:
        """Those that were typed into and have come to show something, read or not."""
        return self._sight.taken(self._hands.reached.intersection(cells))

    def _play(self, plan: Plan, way: Way) -> None:
        """Plays the plan in parts, with a look after each but the last, after which the game may be over: the caller
        looks then. Where keys keep their order, a part of which the last digit shows is read while the next one is on
        its way. Stops early where a pad's digit does not come, or a wrong digit does.
        """
        unread: Plan | None = None
        while True:
            part, plan = self._batches.first(plan, way)
            last = part.steps[-1].cell
            before, outside = self._sight.close_up(last), self._given_outside(last, plan, way)
            self._hands.play(part)
            if unread is not None and not self._has_come(unread, way):
                return
            inked = self._wait_for_ink(last, before)
            if not plan.steps:
                self._leaving.leave_at_last(last, outside)
                return
            unread = part if inked and self._batches.keep_order(way) and not self._hands.slips else None
            if unread is None and not self._has_come(part, way):
                return

    def _given_outside(self, last: Cell, rest: Plan, way: Way) -> Capture | None:
        """How the given looks that the last cell of all is left by."""
        at_last = way.fill is Fill.CLICK_KEY and not (rest.steps or self._pending)
        return self._leaving.close_up_of_given(last) if at_last else None

    def _has_come(self, part: Plan, way: Way) -> bool:
        """Reads the part; returns whether other digits may follow it."""
        shown = self._wait_for_part(part, way)
        self._tell_progress()
        if shown:
            self._hands.note_arrival(part.steps[-1].cell)
            self._batches.came(part)
        else:
            self._hands.note_loss()
            self._check_heard({step.cell for step in part.steps})
            if self._wrong() or not self._mend(part, way):
                return False
        self._check_untouched()
        return True

    def _wait_for_ink(self, last: Cell, before: Capture) -> bool:
        """Looking at all cells takes longer. GNOME was seen to show what had come only once the pointer moved."""
        inked = self._sight.wait_for_ink(last, before, STILL, self._is_asked)
        if self._hands.blind and not inked:
            self._hands.hover(last)
        return inked

    def _wait_for_part(self, part: Plan, way: Way) -> bool:
        return self._batches.is_seen(part, way) or self._wait_for_digits({step.cell for step in part.steps})

    def _tell_progress(self) -> None:
        right = len(self._blanks.difference(self._sight.reading.differing(self._target)))
        if right > self._most_right:
            self._most_right = right
            self.on_progress()

    def _wrong(self) -> bool:
        """Whether a wrong digit was typed somewhere. It must be put right before any other follows."""
        other = self._blanks.intersection(self._sight.reading.contradicting(self._target))
        return any(self._sight.reading.at(cell).value for cell in other)

    def _mend(self, plan: Plan, way: Way) -> bool:
        """Types the missing cells of the latest digit again, one by one; returns whether another digit may follow. On a
        pad, that digit may still be chosen where the click on its cell was lost. It comes with the next click then,
        while its button would choose it once more for the cell after that.
        """
        if way.fill is not Fill.CLICK_PAD:
            return True
        latest = {step.cell for step in plan.steps if self._hands.is_latest(step)}
        missing = latest & {*self._sight.look().differing(self._target)} - self._pending
        self.repaired |= bool(missing)
        for step in plan.steps:
            if step.cell in missing and not self._taken({step.cell}):
                self._hands.play(Plan((step,), plan.expect))
                missing -= {step.cell} if self._wait_for_digits({step.cell}, TOOK) else set()
        return not missing

    def _wait_for_digits(self, cells: set[Cell], limit: float | None = None) -> bool:
        """Waits until these cells are right, for `limit` seconds; leaves the cell by a click where only one is not
        read.
        """
        settle = self._hands.pace.settle
        limits = limit or settle, STILL if self._left_to_read else settle
        look = partial(self._sight.wait_for, lambda now: cells.isdisjoint(now.differing(self._target)), *limits)
        if look():
            return True
        self._left_to_read = self._leave_unread(cells) and look()
        return self._left_to_read

    def _leave_unread(self, cells: set[Cell]) -> bool:
        """Where exactly one of these cells is wrong and cannot be read, leaves it by a click on a given; returns
        whether it did. A frame may touch the digit.
        """
        reading = self._sight.reading
        wrong = [*cells.intersection(reading.differing(self._target))]
        unread = [reading.at(cell).kind for cell in wrong] in ([Kind.UNKNOWN], [Kind.PENCIL])
        return self._leaves and unread and self._leaving.leave(wrong[0])

    def _check_heard(self, cells: set[Cell]) -> None:
        """Raises Stopped where no cell of the batch has come and nobody tells who has the focus: keys may go to another
        window.
        """
        if self._hands.blind and cells.issubset(self._sight.reading.differing(self._target)):
            raise Stopped(StopReason.FOCUS_LOST, min(cells))

    def _check_untouched(self) -> None:
        """Raises Stopped where a cell changed that is not ours to type: this is no longer the board that was solved. A
        list that has just closed may still be seen over other cells for a moment.
        """
        foreign = self._foreign
        if foreign(self._sight.reading) and not self._sight.wait_for(lambda reading: not foreign(reading), UNCOVERED):
            cells = foreign(self._sight.reading)
            shown = self._guard.reaches(self._sight.middle(min(cells)))
            if shown and cells.issubset(self._sight.reading.hidden):
                return  # by the program's own list, which its click may have opened
            raise Stopped(StopReason.BOARD_CHANGED if shown else StopReason.COVERED, min(cells))

    def _foreign(self, reading: Reading) -> set[Cell]:
        """The cells that are seen to differ from the target and are not ours to type."""
        return {*reading.contradicting(self._target)} - self._blanks
