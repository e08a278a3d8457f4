"""Leaves a cell by a click on a given: its digit may stand in a field that is still open, or touch the frame of the
selection. What the cell shows after that counts.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from gridpilot.pilot.eyes.sight import STILL
from gridpilot.pilot.guard.guard import Refused, Stopped
from gridpilot.plan import Click, Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.capture import Capture
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.guard.guard import Guard
    from gridpilot.pilot.hands.steps import Hands


class Leaving:
    """`givens` are those of a board that shall become `target`."""

    def __init__(
        self, sight: Sight, hands: Hands, guard: Guard, target: tuple[int, ...], givens: Sequence[Cell]
    ) -> None:
        self._sight = sight
        self._hands = hands
        self._guard = guard
        self._target = target
        self._givens = givens
        self._clicked: Cell | None = None  # the given that was clicked last: it may still be selected

    def leave(self, cell: Cell) -> bool:
        """Clicks a given; returns whether there is one to click."""
        outside = self._outside(cell)
        if outside is not None:
            self._hands.play(Plan((Click(outside, cell),), self._target))
            self._clicked = outside
        return outside is not None

    def close_up_of_given(self, cell: Cell) -> Capture | None:
        """How the given looks that `leave` would click: to be asked before the last digit."""
        outside = self._outside(cell)
        return self._sight.close_up(outside) if outside else None

    def leave_at_last(self, cell: Cell, look: Capture | None) -> None:
        """Leaves the last cell, unless the given looks different from that close-up. The game may have answered its
        last digit by a panel or a window, which must get no click. The answer comes with the digit, so the digit is
        waited for.
        """
        outside = self._outside(cell)
        if not (outside and look):
            return
        self._sight.wait_for(lambda now: cell not in now.differing(self._target) or self._guard.game_asks(), STILL)
        there = self._sight.wait_for_look(outside, look, True, 0.0)
        if there and self._guard.reaches(self._sight.point(outside)):
            # A window may come just now, or a question. Whoever looks next sees what became of the board.
            with suppress(Stopped, Refused):
                self.leave(cell)

    def unread(self) -> set[Cell]:
        """The given that was clicked, unless it shows a wrong digit: a frame or a field's buttons may keep it from
        being read.
        """
        clicked, seen = self._clicked, self._sight.reading.contradicting(self._target)
        return {clicked} if clicked and clicked not in seen else set()

    def _outside(self, cell: Cell) -> Cell | None:
        """The given to click: the farthest one, as what a game shows at its end hardly has a button there. If possible
        one that is not tinted along with the cell, as its row, column and digit may be.
        """

        def apart(given: Cell) -> tuple[bool, int]:
            rows, columns = abs(given.row - cell.row), abs(given.col - cell.col)
            return bool(rows and columns) and self._digit(given) != self._digit(cell), rows * rows + columns * columns

        return max((given for given in self._givens if given != self._clicked), key=apart, default=None)

    def _digit(self, cell: Cell) -> int:
        return self._target[cell.index(self._sight.reading.size)]
