"""The pilot's hands: carry out a plan's steps, asking the guard before each one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.geometry import Cell, Pixel
from gridpilot.pilot.guard import Refused
from gridpilot.plan import Click, Press
from gridpilot.texts import messages

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.desktop import Input
    from gridpilot.geometry import Point
    from gridpilot.pilot.abort import Abort
    from gridpilot.pilot.clock import Clock
    from gridpilot.pilot.guard import Guard
    from gridpilot.pilot.sight import Sight
    from gridpilot.plan import Plan, Step
    from gridpilot.profiles.profile import Pace

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
        self.buttons: dict[str, Pixel] = {}
        self.reached: set[Cell] = set()
        self._looks: list[float] = []

    @property
    def looked(self) -> float:
        """Seconds that a click took to show in its cell, on average; one that did not counts as waited for. 0: none."""
        return sum(self._looks) / len(self._looks) if self._looks else 0.0

    def slipped(self) -> None:
        """Something was lost: from now on each click is looked at; where that was done already, the pace is slower."""
        self.slips.append(self.wait)
        if self.wait is None:
            self.pace = self.pace.slower()
        self.wait = None

    def play(self, plan: Plan) -> None:
        """All steps in order; Stopped or Refused leave it at once. `reached` grows by the cells that were served."""
        done = -1
        for index, step in enumerate(plan.steps):
            following = plan.steps[index + 1] if index + 1 < len(plan.steps) else None
            if isinstance(step, Click) and isinstance(following, Press) and self._both(step, following):
                done = index + 1
            elif index != done:
                self._do(step, then_key=isinstance(following, Press))
            if following is None or following.cell != step.cell:
                self.reached.add(step.cell)
        self._input.flush()

    def _do(self, step: Step, *, then_key: bool) -> None:
        if isinstance(step, Click):
            self._click(step, then_key=then_key)
        elif isinstance(step, Press):
            self._guard.check_key(step.cell)
            if not self._input.press(step.key):
                self._guard.user_typed(step.cell)
            self._wait(self.pace.between_keys)
        else:
            self._guard.check(step.cell)
            self._wait(step.seconds)

    def _both(self, click: Click, press: Press) -> bool:
        """A cell's click and key at once, if the system can do that and the game needs no time between them."""
        waits = self.pace.between_clicks or self.pace.between_keys
        if not self._input.at_once or not isinstance(click.at, Cell) or waits:
            return False
        point = self._point(click.at)
        self._guard.check_click(point, click.cell)
        self._input.click_and_press(point, press.key)
        return True

    def _click(self, step: Click, *, then_key: bool) -> None:
        point = self._point(step.at)
        self._guard.check_click(point, step.cell)
        before: Capture | None = None
        if then_key and self.wait is None and isinstance(step.at, Cell) and self.pace.after_click >= LOOK:
            # Only a selection that is seen to arrive lets the key follow sooner; the hover comes first and must not
            # be taken for it.
            self._input.move(point)
            self._input.flush()
            before = self._sight.close_up(step.at)
            self._guard.check(step.cell)
        self._input.click(point)
        if before is not None and isinstance(step.at, Cell):
            clicked = self._clock.now()
            self._sight.wait_for_effect(step.at, before, self.pace.after_click)
            self._looks.append(self._clock.now() - clicked)
        else:
            after = self.pace.after_click if self.wait is None else self.wait
            self._wait(max(self.pace.between_clicks, after if then_key else 0.0))

    def _point(self, at: Cell | str) -> Point:
        if isinstance(at, Cell):
            return self._sight.point(at)
        if at not in self.buttons:
            raise Refused(messages.no_button(at))
        return self._sight.capture.view.to_point(self.buttons[at])

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            self._clock.wait(seconds, self._abort)
