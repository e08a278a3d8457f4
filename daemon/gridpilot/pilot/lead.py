"""Whether clicks lead keys: a click may mark text while the game's own cursor is in another cell, and a digit's key
would land there.

No time can tell: a busy window shows late what a key has moved. Order can: what comes after a key is also shown after
it. So the cell is left and clicked again, with an arrow key before. Once it is seen to be left and then to look as it
did, the whole board must do so: a cursor that went elsewhere makes it another one.

Whether clicks count where they were made is seen, too: another cell is clicked with the pointer back over the first one
before the program can come to that. Programs that ask where the pointer is do not select the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.pilot.sight import alike, same_picture
from gridpilot.plan import Plan, Press

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.capture import Capture
    from gridpilot.geometry import Cell
    from gridpilot.pilot.sight import Sight
    from gridpilot.pilot.steps import Hands
    from gridpilot.plan import Key

SIDEWAYS: tuple[Key, Key] = "Right", "Left"
"""Both, as a cursor may be at an edge. Up and Down would count the digit of a number field."""

SAME, SLOWER, BLINK = 0.05, 2.0, 0.25
"""Seconds for which it must go on looking so, or so many times as long as the click took, as colours may change slowly;
at most half of the time for which a blinking text cursor looks alike.
"""

AWAY, SLOWLY = 0.06, 4.0
"""Seconds within which that must show, or so many times as long as a click took to show: after less is looked at more
often, and nothing else. Some window managers hold a click back until the pointer is away; then pages see a drag.
"""

PATIENCE, BACK = 0.6, 1.2
"""Seconds within which a cell must be seen to be left, and its look to come back: a text cursor is seen half the time.
"""

STILL, SLOWEST = 0.12, 0.5
"""Seconds without a change after which slow colours have changed, and that this may take."""


class Lead:
    """`expect` is what stands on the board; the tries serve `cell`. `places`: it is also seen where clicks count."""

    def __init__(  # noqa: PLR0913 - what the tries need
        self, sight: Sight, hands: Hands, expect: tuple[int, ...], cell: Cell, *, double: bool, places: bool
    ) -> None:
        self._sight = sight
        self._hands = hands
        self._expect = expect
        self._cell = cell
        self._clicks = 1 + double
        self._places = places
        self._selected: Capture | None = None  # how the other cell looks then, the pointer not over it
        self.placed = False
        """Whether clicks count where they were made, wherever the pointer is when the program comes to them."""

    def again(self, others: Sequence[Cell]) -> bool:
        """Whether the cell is seen to be selected once more, where it is known that keys go there. It is never clicked
        while it is selected, which deselects it in some programs.
        """
        other = next((other for other in reversed(others) if self._leave_seen(other)), None)
        if other is None:
            return not others
        if self._selected is not None:
            self._click(self._cell)
            if not self._is_placed(other):
                self._leave(other, self._sight.snap())
        return self._hands.select(self._cell, self._clicks)

    def proven(self, others: Sequence[Cell]) -> bool:
        """Whether keys go to the cell that was clicked last. `others` may be clicked to leave it."""
        other = next((other for other in others if self._leave_seen(other)), None)
        if other is None:
            return not others
        return any(self._by(other, slowly=slowly) for slowly in (False, True))

    def _by(self, other: Cell, *, slowly: bool) -> bool:
        self._click(self._cell)
        if slowly:
            self._sight.wait_for(lambda _: False, SLOWEST, STILL)
        look = self._sight.snap()
        return all(self._comes_back(key, other, look) for key in SIDEWAYS)

    def _comes_back(self, key: Key, other: Cell, look: Capture) -> bool:
        self._hands.play(Plan((Press(key, self._cell),), self._expect))
        if not (self._is_placed(other) or self._leave(other, look)):
            return False
        self._click(self._cell)
        extent, same = self._sight.reading.extent, min(BLINK, max(SAME, SLOWER * self._hands.latest))
        wanted = look.crop(extent)
        return self._sight.wait_until(lambda: alike(wanted, self._sight.snap().crop(extent)), BACK, same)

    def _leave(self, other: Cell, look: Capture) -> bool:
        """Whether a click there makes the cell look otherwise."""
        self._click(other)
        return self._sight.wait_until(lambda: self._sight.is_unlike(self._cell, look), PATIENCE)

    def _leave_seen(self, other: Cell) -> bool:
        """The same, and how the other looks then."""
        self._hands.wait_for_cursor(self._cell)
        if not self._leave(other, self._sight.snap()):
            return False
        self._hands.hover(self._cell)
        plain, look = self._hands.plain, self._sight.close_up(other)
        shows = self._clicks == 1 and plain is not None and self._sight.is_unlike(other, plain)
        still = shows and same_picture(look, self._sight.close_up(other))  # slow colours would not come back soon
        self._selected = look if still and self._places else None
        return True

    def _is_placed(self, other: Cell) -> bool:
        """Whether the other is seen to be selected by a click with the pointer elsewhere; once it was not, it is not
        tried again.
        """
        if self._selected is None:
            return False
        self._hands.leave(other, self._cell)
        within = min(PATIENCE, max(AWAY, SLOWLY * self._hands.latest))
        self.placed = self._sight.wait_for_look(other, self._selected, True, within)
        self._selected = self._selected if self.placed else None
        return self.placed

    def _click(self, cell: Cell) -> None:
        self._hands.select(cell, self._clicks, patience=0.0)
