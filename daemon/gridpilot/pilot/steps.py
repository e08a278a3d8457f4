"""The pilot's hands: carry out a plan's steps, asking the guard before each one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.geometry import Cell, Pixel
from gridpilot.pilot.guard import Refused
from gridpilot.pilot.popups import POPUP
from gridpilot.plan import Click, Press
from gridpilot.texts import find_way_words, messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.capture import Capture
    from gridpilot.desktop import Input
    from gridpilot.geometry import Point
    from gridpilot.pilot.abort import Abort
    from gridpilot.pilot.clock import Clock
    from gridpilot.pilot.guard import Guard
    from gridpilot.pilot.popups import Popups
    from gridpilot.pilot.sight import Sight
    from gridpilot.plan import Key, Plan, Step
    from gridpilot.profiles.profile import Pace

HELD = 0.2
"""Seconds that a key is held down at most, which is less than what makes it repeat itself."""

PATIENCE, LONG_PATIENCE = 0.5, 3.0
"""Seconds more for a selection to show: while the way is searched, and before a fill ends for want of one. Beside busy
programs (load 6 on two cores) a page took more than 0.65 s to show a double click.
"""

LOOK = 0.005
"""Seconds that it takes to see whether a click arrived: a profile that says that less is enough is believed."""


class Hands:
    """`buttons` are the named buttons in pixels of the sight's capture. `pace` is slowed while playing when something
    gets lost. `wait`: seconds from a click to its key, where no look is needed; None: each click is looked at.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the pieces of a job, each used in every step
        self,
        input_: Input,
        sight: Sight,
        guard: Guard,
        pace: Pace,
        clock: Clock,
        abort: Abort,
        *,
        wait: float | None = None,
        popups: Popups | None = None,
    ) -> None:
        self._input = input_
        self._sight = sight
        self._guard = guard
        self._clock = clock
        self._abort = abort
        self.pace = pace
        self.wait = wait
        self.slips: list[float | None] = []
        """The waits at which something was lost."""
        self.steady = False
        """A digit's key is seen to change its cell alone, so the cursor stays there: a click that is lost has the next
        key write into the cell before once more. Where that has the same digit, no look is needed.
        """
        self.plain: Capture | None = None
        """The board without a selection. Where it is known, no key follows a click that was not seen to arrive."""
        self.popups = popups
        self.buttons: dict[str, Pixel] = {}
        self.reached: set[Cell] = set()
        self.latest = 0.0
        """Seconds that the latest click took to show."""
        self._looks: list[float] = []
        self._pressed = ""  # the latest key
        self._served: Cell | None = None
        self._turn = float("-inf")  # when it was served first

    @property
    def looked(self) -> float:
        """Seconds that a click took to show in its cell, on average; one that did not counts as waited for. 0: none."""
        return sum(self._looks) / len(self._looks) if self._looks else 0.0

    def slipped(self) -> None:
        """Something was lost: from now on each click is looked at; where that was done already, the pace is slower."""
        self.slips.append(0.0 if self.steady and self.wait is None else self.wait)
        if self.slips[-1] is None:
            self.pace = self.pace.slower()
        self.wait, self.steady = None, False

    def play(self, plan: Plan) -> None:
        """All steps in order; Stopped or Refused leave it at once. `reached` grows by the cells that were served."""
        done = -1
        for index, step in enumerate(plan.steps):
            self._wait_for_turn(step.cell)
            following = plan.steps[index + 1] if index + 1 < len(plan.steps) else None
            if isinstance(step, Click) and isinstance(following, Press) and self._both(step, following):
                done = index + 1
            elif index != done:
                self._do(step, following)
            if following is None or following.cell != step.cell:
                self.reached.add(step.cell)
        self._input.flush()

    def _wait_for_turn(self, cell: Cell) -> None:
        """Before a cell's first step, where the user wants to watch. The guard is asked afterwards."""
        if not self.pace.between_cells or cell == self._served:
            return
        rest = self._turn + self.pace.between_cells - self._clock.now()
        if rest > 0:
            self._input.flush()
            self._guard.allow(rest)
            self._wait(rest)
        self._served, self._turn = cell, self._clock.now()

    def _do(self, step: Step, following: Step | None) -> None:
        if isinstance(step, Click):
            opens = isinstance(following, Click) and _in_popup(following)
            if self.popups is not None and _in_popup(step):
                self.popups.choose(str(step.at), step.cell)
                return
            if self.popups is not None and opens:
                self.popups.expect()
            self._click(step, following.key if isinstance(following, Press) else "")
        elif isinstance(step, Press):
            self._press(step)
        else:
            self._guard.check(step.cell)
            self._wait(step.seconds)

    def _press(self, step: Press) -> None:
        self._guard.check_key(step.cell)
        down: Callable[[], None] | None = None
        if step.held:
            before = self._sight.close_up(step.cell)

            def down() -> None:
                self._sight.wait_for_effect(step.cell, before, HELD)

        if not self._input.press(step.key, down):
            self._guard.user_typed(step.cell)
        self._pressed = step.key
        self._wait(self.pace.between_keys)

    def _both(self, click: Click, press: Press) -> bool:
        """A cell's click and key at once, if the system can do that and the game needs no time between them: by what is
        said of it, or was learnt. Games that ask where the pointer is when they come to a click would mix cells up.
        """
        unseen = self._unseen(press.key)
        after = self.pace.after_click if unseen is None else unseen
        waits = after >= LOOK or self.pace.between_clicks or self.pace.between_keys
        if not self._input.at_once or not isinstance(click.at, Cell) or waits or click.double:
            return False
        point = self._point(click.at)
        self._guard.check_click(point, click.cell)
        self._input.click_and_press(point, press.key)
        self._pressed = press.key
        return True

    def _click(self, step: Click, then_key: Key) -> None:
        wait = self._unseen(then_key)
        if then_key and wait is None and isinstance(step.at, Cell) and self.pace.after_click >= LOOK:
            clicked = self._clock.now()
            seen = self.select(step.at, 1 + step.double, LONG_PATIENCE)
            self._looks.append(self._clock.now() - clicked)
            if not seen and self.plain is not None:
                raise Refused(find_way_words.click_not_seen(step.at))
            return
        point = self._point(step.at)
        for _ in range(1 + step.double):
            self._guard.check_click(point, step.cell)
            self._input.click(point)
        after = self.pace.after_click if wait is None else wait
        self._wait(max(self.pace.between_clicks, after if then_key else 0.0))

    def _unseen(self, then_key: Key) -> float | None:
        """Seconds until a key may follow its click without a look; None: it may not."""
        if then_key != self._pressed:
            return None
        if self.steady:
            return self.wait or 0.0
        return self.wait if self.plain is None else None

    def hover(self, cell: Cell) -> None:
        point = self._point(cell)
        self._guard.check_click(point, cell)
        self._input.move(point)
        self._input.flush()

    def select(self, cell: Cell, clicks: int = 1, patience: float = PATIENCE) -> bool:
        """Clicks a cell; whether that was seen to arrive: the cell looks otherwise than before, or than without any
        selection, where it had that already.
        """
        point = self._point(cell)
        self.hover(cell)  # it comes first and must not be taken for the selection
        before, clicked = self._sight.close_up(cell), self._clock.now()
        for _ in range(clicks):
            self._guard.check_click(point, cell)
            self._input.click(point)
        if self._sight.wait_for_effect(cell, before, self.pace.after_click):
            self.latest = self._clock.now() - clicked
            return True
        if self.plain is None:
            return False
        return self._sight.is_unlike(cell, self.plain) or self._sight.wait_for_effect(cell, before, patience)

    def _point(self, at: Cell | str) -> Point:
        if isinstance(at, Cell):
            return self._sight.point(at)
        if at not in self.buttons:
            raise Refused(messages.no_button(at))
        return self._sight.capture.view.to_point(self.buttons[at])

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            self._clock.wait(seconds, self._abort)


def _in_popup(click: Click) -> bool:
    return isinstance(click.at, str) and click.at.startswith(POPUP)
