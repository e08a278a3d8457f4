"""The pilot's hands: carry out a plan's steps. Each event goes through the guard."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands import selecting
from gridpilot.pilot.hands.last_digit import LastDigit
from gridpilot.pilot.hands.pointer import PATIENCE, Pointer
from gridpilot.pilot.hands.popups import is_in_popup
from gridpilot.plan import ARROW_KEYS, Answer, Click, Press, Wait, carries_digit, is_sign
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridpilot.capture import Capture
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.pilot.guard.clock import Clock
    from gridpilot.pilot.guard.guard import Guard
    from gridpilot.pilot.hands.popups import Popups
    from gridpilot.plan import Key, Plan, Step
    from gridpilot.profiles.profile import Pace

HELD = 0.2  # seconds that a key is held down at most: less than it takes to repeat itself
LOOK = 0.005  # seconds to see whether a click arrived; a profile that gives less wants no such look


class Hands(Pointer):
    """`pace` gets slower while playing when something is lost. `slow` counts by how many steps it is slower, those of
    earlier jobs in the same kind of window included.
    """

    def __init__(  # noqa: PLR0913 - the pieces of a job, each used in every step
        self,
        sight: Sight,
        guard: Guard,
        pace: Pace,
        clock: Clock,
        abort: Abort,
        *,
        slow: int = 0,
        popups: Popups | None = None,
    ) -> None:
        super().__init__(sight, guard, pace, clock, abort)
        self.slow = slow
        self.slips = 0  # how often something was lost
        self.cursor_stays: bool | None = None
        """Whether the cursor stays in a cell after its digit: a digit was seen to change its cell alone. Then a lost
        click makes the next digit come into the cell before once more; where that is the same digit, no look is needed.
        None: not seen yet.
        """
        self.one_by_one = False  # each key must be seen to change the board before the next one
        self.blind = guard.blind  # nobody tells who has the focus
        self.shows_selection = False  # clicks are seen to select cells; on a pad, too, each must be
        self.selection_unseen = False  # the program shows no selection
        self.confirms_if_seen = False  # only a digit that is seen is confirmed, as a profile states the key
        self.popups = popups
        self.arrows: Mapping[Key, Key] = {}  # what is pressed in the place of arrow keys
        self.reached: set[Cell] = set()  # cells that had their last step, or were seen to be right
        self.last_digit = LastDigit(sight, guard)
        self.typed: set[Cell] = set()  # cells into which a key's digit was typed: it may stand there unread
        self.sent: set[Cell] = set()  # cells whose digits were sent, to whatever cell they came
        self._ahead: list[Key] = []  # arrow keys that are sent with the next key
        self._latest_typed: tuple[Cell, Capture] | None = None  # the latest key's cell, and how it looked before
        self._served: tuple[Cell | None, float] = None, float("-inf")  # the latest cell, and when its steps began

    def note_arrival(self, cell: Cell) -> None:
        """The latest digit was seen to arrive in its cell."""
        before, self._before = self._before, None
        if self.cursor_stays is None:
            self.cursor_stays = bool(before and not self.slow and self._sight.changed_cells(before) == {cell})

    def note_loss(self) -> None:
        """Something was lost: from now on each click is looked at. Where each was looked at already, the pace gets
        slower.
        """
        self.slips += 1
        if self.slow:
            self.pace = self.pace.slower()
        self.slow += 1
        self.cursor_stays = self.clicks_land = False

    def play(self, plan: Plan) -> float:
        """Carries out all steps in order; returns the seconds that they took. Stopped and Refused leave it at once.
        `reached` grows by each cell whose last step was carried out.
        """
        done, begun, self._ahead = -1, self._clock.now(), []
        for index, step in enumerate(plan.steps):
            self._wait_for_turn(step.cell)
            following = plan.steps[index + 1] if index + 1 < len(plan.steps) else None
            if isinstance(step, Click) and isinstance(following, Press) and self._click_and_press(step, following):
                done = index + 1
            elif index != done:
                self._serve(step, following)
            if carries_digit(step):
                self.sent.add(step.cell)
            if following is None or following.cell != step.cell:
                self.reached.add(step.cell)
        self._guard.flush()
        return self._clock.now() - begun

    def _wait_for_turn(self, cell: Cell) -> None:
        """Waits before a cell's first step, where the user wants to watch. The guard is asked after the wait."""
        if not self.pace.between_cells or cell == self._served[0]:
            return
        if (rest := self._served[1] + self.pace.between_cells - self._clock.now()) > 0:
            self._guard.flush()
            self._guard.allow(rest)
            self._wait(rest)
        self._served = cell, self._clock.now()

    def _serve(self, step: Step, following: Step | None) -> None:
        last = self.last_digit.entering(step.cell, self.reached) if self._enters(step, following) else nullcontext()
        with last:
            self._do(step, following)

    def _do(self, step: Step, following: Step | None) -> None:
        if self.popups is not None and is_in_popup(step):
            self.popups.take(step)
        elif isinstance(step, Click):
            if self.popups is not None and is_in_popup(following):
                self.popups.expect()
            held = isinstance(following, Press) and following.held  # until its cell changes; a click changes it, too
            self._click(step, self._digit_after(step, following), held=held)
            if self.moving:
                self.moving.check_choice(step.at)
        elif isinstance(step, Press) and self._goes_along(step, following):
            self._ahead.append(step.key)
        elif isinstance(step, Press):
            self._press(step, following)
        elif isinstance(step, Wait):
            self._guard.check(step.cell)
            self._wait(step.seconds)

    def _enters(self, step: Step, following: Step | None) -> bool:
        """Whether a digit comes into its cell by that step."""
        if isinstance(step, Press):
            return is_sign(step.key)
        ends = following is None or following.cell != step.cell
        by_button = isinstance(step, Click) and (isinstance(step.at, str) or self._digit in self.buttons)
        return isinstance(step, Answer) or (ends and by_button)

    def _goes_along(self, step: Press, following: Step | None) -> bool:
        """Whether that arrow key can be sent together with the next key, so that nothing comes between them. No key
        goes twice.
        """
        alone = self.pace.between_keys or self.one_by_one or step.held or step.key not in ARROW_KEYS
        return not alone and isinstance(following, Press) and following.key not in {*self._ahead, step.key}

    def _press(self, step: Press, following: Step | None) -> None:
        if is_sign(step.key):
            if step.cell in self.typed and self._sight.has_come(step.cell):
                self._digit = ""  # the cursor may be in a cell of another digit: the next click is looked at
                return
            self.typed.add(step.cell)
            self._remember(step.key)
            waits = self.confirms_if_seen or (self.plain is not None and (step.held or not self.clicks_land))
            self._latest_typed = (step.cell, self._sight.close_up(step.cell)) if waits else None
        elif self._latest_typed and self._latest_typed[0] == step.cell and not self._may_confirm(*self._latest_typed):
            return
        see = partial(self._sight.wait_for_effect, step.cell)
        down = partial(see, self._sight.close_up(step.cell), HELD) if step.held else None
        before = self._sight.snap() if self.one_by_one else None
        keys, self._ahead = [self.arrows.get(key, key) for key in (*self._ahead, step.key)], []
        apart = self.pace.between_same_keys
        over, more = self._sight.middle(step.cell), self._leads_on(step, following)
        self._guard.press(*keys, at=step.cell, over=over, while_down=down, apart=apart, more=more)
        if before:
            self._sight.wait_for_change(before, selecting.LONG_PATIENCE)
        self._wait(self.pace.between_keys)

    def _leads_on(self, step: Press, following: Step | None) -> bool:
        """Whether the next key follows without a look or a wait."""
        if not isinstance(following, Press) or following.cell in self.typed - {step.cell}:
            return False
        waits = self.pace.between_keys or self.pace.between_same_keys or self.pace.between_cells or self.one_by_one
        return not (waits or self._latest_typed or step.held or following.held)

    def _may_confirm(self, cell: Cell, before: Capture) -> bool:
        """Waits for the digit before its confirming key, which would be lost in the same frame; returns whether to
        press it. A key that a profile states is pressed only where something is seen to stand in the cell.
        """
        if self.confirms_if_seen:
            return self._sight.wait_for(lambda now: now.at(cell).kind is not Kind.BLANK, PATIENCE, PATIENCE)
        self._sight.wait_for_effect(cell, before, PATIENCE)
        return True

    def _click_and_press(self, click: Click, press: Press) -> bool:
        """Sends a cell's click and key at once; returns whether it did. It must be known that the system can do that
        and that the game needs no time between them. A game that asks where the pointer is when it handles a click
        would mix cells up.
        """
        after = 0.0 if self._same_as_before(press.key) else self.pace.after_click
        times = after >= LOOK, self.pace.between_clicks, self.pace.between_keys, self.hold
        slow = any((*times, self.rests_first, click.double, press.cell in self.typed))
        if slow or not self._guard.at_once or not isinstance(click.at, Cell):
            return False
        with self.last_digit.entering(press.cell, self.reached):
            self._guard.click_and_press(self._point(click.at), press.key, click.cell)
        self._digit = press.key
        self.typed.add(press.cell)
        return True

    def _digit_after(self, click: Click, following: Step | None) -> str:
        """The key, or button, by which a digit comes into the clicked cell; empty where none does."""
        if isinstance(following, Press):
            return following.key
        leads = self.shows_selection and isinstance(click.at, Cell)
        return str(following.at) if leads and isinstance(following, Click) and following.cell == click.cell else ""

    def _click(self, step: Click, digit: str, *, held: bool) -> None:
        """`digit` follows in the cell that is clicked; empty where none does."""
        self._wait_for_digit(step.cell)
        looks = bool(digit) and (held or not self._same_as_before(digit))
        if looks and not self.selection_unseen and isinstance(step.at, Cell) and self.pace.after_click >= LOOK:
            if not selecting.select(self._sight, self, step.at, 1 + step.double, self.reached):
                raise Refused(find_way_words.click_not_seen(step.at))
            return
        point = self._point(step.at)
        self._remember(step.at)
        self._click_at(point, step.cell, 1 + step.double)
        self._wait(max(self.pace.between_clicks, self.pace.after_click if looks else 0.0))

    def _wait_for_digit(self, other: Cell) -> None:
        """Waits until the latest digit shows, before another cell is clicked: programs that look at clicks once a frame
        would put the digit into that cell.
        """
        if self._latest_typed and self._latest_typed[0] != other:
            self._sight.wait_for_effect(*self._latest_typed, HELD)

    def _remember(self, served: Cell | str) -> None:
        """Notes the latest digit. As long as it is not known whether the cursor stays, a picture is taken between each
        click and its digit.
        """
        if isinstance(served, Cell):
            self._before = None
            return
        if self.cursor_stays is None and self._before is None:
            self._before = self._sight.snap()
        self._digit = served

    def _same_as_before(self, digit: str) -> bool:
        """Whether that digit may follow its click without a look."""
        return bool(self.cursor_stays) and digit == self._digit

    def is_latest(self, step: Step) -> bool:
        """Whether the step types the same digit as the latest key or button."""
        return self._digit in {getattr(step, "key", None), getattr(step, "at", None)}
