"""Finds a game's own cursor by what arrow keys change: the cell that it leaves, and the one it comes to.

Where it stands cannot be known otherwise where the mouse does nothing: on some boards it comes back at the other edge,
so no number of keys leads to a corner for certain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.geometry import Box, Cell
from gridpilot.pilot.sight import same_picture
from gridpilot.plan import Plan, Press

if TYPE_CHECKING:
    from gridpilot.pilot.sight import Sight
    from gridpilot.pilot.steps import Hands
    from gridpilot.plan import Key

MOVES = 0.6
"""Seconds within which a cursor must be seen to move."""

REST = 0.05
"""Seconds without a change after which it has moved."""

MIDDLE = 0.84
"""Of a cell's width and height: what is looked at."""

TRIES = 2
"""A cursor may blink just then, or another part of the board change."""

SIDEWAYS: tuple[tuple[Key, Key], ...] = (("Right", "Left"), ("Left", "Right"))
UPRIGHT: tuple[tuple[Key, Key], ...] = (("Down", "Up"), ("Up", "Down"))
STEPS: dict[Key, tuple[int, int]] = {"Right": (0, 1), "Left": (0, -1), "Down": (1, 0), "Up": (-1, 0)}


class Cursor:
    """`serves` is the cell that all of it is for."""

    def __init__(self, sight: Sight, hands: Hands, expect: tuple[int, ...], serves: Cell) -> None:
        self._sight = sight
        self._hands = hands
        self._expect = expect
        self._serves = serves

    def find(self) -> Cell | None:
        """Where it is, after a key sideways and back, and one up or down and back; None where that is not seen."""
        for _ in range(TRIES):
            beside = self._by(SIDEWAYS)
            if beside is not None and self._by(UPRIGHT) == beside:
                return beside
        return None

    def _by(self, keys: tuple[tuple[Key, Key], ...]) -> Cell | None:
        for there, back in keys:
            changed = self._changed(there)
            if not changed:
                continue  # it may be at that edge
            if self._changed(back) != changed or len(changed) != len((there, back)):
                return None
            return self._origin(there, *changed)
        return None

    def _changed(self, key: Key) -> set[Cell]:
        """The cells that look otherwise after the key than before."""
        before, boxes = self._sight.snap(), self._sight.reading.boxes
        self._hands.play(Plan((Press(key, self._serves),), self._expect))
        if self._sight.wait_for_change(before, MOVES):
            self._sight.wait_for(lambda _: False, MOVES, REST)
        after, size = self._sight.snap(), self._sight.reading.size
        inner = [_middle(box) for box in boxes]  # a block cursor may reach into the next row
        differ = [not same_picture(before.crop(box), after.crop(box)) for box in inner]
        return {Cell(*divmod(index, size)) for index, differs in enumerate(differ) if differs}

    def _origin(self, key: Key, one: Cell, other: Cell) -> Cell | None:
        """The one from which the key leads to the other, which may be at the other edge."""
        down, right = STEPS[key]
        size = self._sight.reading.size
        for here, to in ((one, other), (other, one)):
            if Cell((here.row + down) % size, (here.col + right) % size) == to:
                return here
        return None


def _middle(box: Box) -> Box:
    across, down = box.width * (1 - MIDDLE) / 2, box.height * (1 - MIDDLE) / 2
    return Box(box.x0 + across, box.y0 + down, box.x1 - across, box.y1 - down)
