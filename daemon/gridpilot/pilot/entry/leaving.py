"""Leaves a cell by a click on a given: a digit may stand in a field that is still open, or touch the frame around what
is selected. What stands there once it was left, counts.
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
        self._clicked: Cell | None = None  # which may still be selected as another cell is to be left

    def leave(self, cell: Cell) -> bool:
        """Whether there is a given to click."""
        outside = self._outside(cell)
        if outside is not None:
            self._hands.play(Plan((Click(outside, cell),), self._target))
            self._clicked = outside
        return outside is not None

    def close_up_of_given(self, cell: Cell) -> Capture | None:
        """How that given looks, before the last digit comes."""
        outside = self._outside(cell)
        return self._sight.close_up(outside) if outside else None

    def leave_at_last(self, cell: Cell, look: Capture | None) -> None:
        """Leaves the last cell, unless the given looks otherwise than on that close-up: the game itself may have
        answered its last digit by a panel, or by a window, which gets no click. The answer comes with the digit, which
        is waited for: a text cursor in its field comes before it.
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
        """The given that was clicked, if it shows no other digit: a frame, or a field's buttons, may touch its own."""
        clicked, seen = self._clicked, self._sight.reading.contradicting(self._target)
        return {clicked} if clicked and clicked not in seen else set()

    def _outside(self, cell: Cell) -> Cell | None:
        """The farthest given, where what a game says of its end hardly has a button; if there is another, none that is
        tinted with the cell, as its row, column and digit may be.
        """

        def apart(given: Cell) -> tuple[bool, int]:
            rows, columns = abs(given.row - cell.row), abs(given.col - cell.col)
            return bool(rows and columns) and self._digit(given) != self._digit(cell), rows * rows + columns * columns

        return max((given for given in self._givens if given != self._clicked), key=apart, default=None)

    def _digit(self, cell: Cell) -> int:
        return self._target[cell.index(self._sight.reading.size)]
