"""Proves that keys go to the cell that is clicked: a click may only mark text, while the game's own cursor is in
another cell, where a digit's key would land.

Waiting cannot tell, as a busy window shows late what a key has moved. Order can: what comes after a key is also shown
after its effect. So another cell is clicked, then the first one again, with an arrow key before each click. Once the
first cell is seen to be selected, the whole board must look as when it was selected before; a cursor that went
elsewhere makes it look different. Where colours change slowly, or clicks count elsewhere, the first cell is left and
clicked again after each key.

It is also seen whether clicks count where they were made: another cell is clicked, and the pointer is back over the
first one before the program can handle the click. Programs that ask where the pointer is do not select the other cell
then.

Fields that close at an arrow key are known by the text cursor that blinks in them: keys go where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridpilot.geometry import Box
from gridpilot.pilot.eyes.picture_changes import alike, same_picture
from gridpilot.pilot.hands.selecting import select_from
from gridpilot.plan import Plan, Press
from gridpilot.reading import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.capture import Capture
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.plan import Key

SAME, SLOWER, BLINK = 0.02, 2.0, 0.25
"""Seconds for which the board must keep that look, a frame at least; or so many times as long as a click took, as
colours may change slowly; but at most half of the time for which a blinking text cursor looks the same. The order of
events is what tells: with 0 for all of these, the 1,284 tests that the search and `test_lead.py` had then pass, too,
those with late windows among them.
"""

PATIENCE, BACK, SLOWLY_BACK = 0.6, 1.2, 1.6
"""Seconds within which a cell must be seen to be left, and within which its look must come back, also in slow colours:
a text cursor is seen half the time, and one page's colours take a second. Not tuned.
"""

STILL, SLOWEST = 0.12, 1.5
"""Seconds without a change after which slow colours have changed, and seconds that this may take: one page
takes one.
"""

BLINKS, WATCHED = 3, 2.0
"""How often a text cursor must be seen to come or go, and seconds within which: in a browser it does so each half
second.
"""

THIN, TALL = 0.1, 0.3
"""Of the cell's size: a text cursor's greatest width, and its least height. Not tuned; seen in Chromium alone."""


class Lead:
    """`expect` is what stands on the board. All tries serve `cell`, which was clicked last."""

    def __init__(self, sight: Sight, hands: Hands, expect: tuple[int, ...], cell: Cell, *, double: bool) -> None:
        self._sight = sight
        self._hands = hands
        self._expect = expect
        self._cell = cell
        self._clicks = 1 + double
        self._selected: Capture | None = None  # the other cell while it is selected, with the pointer over the first
        self._there: Capture  # the whole window at that time
        self._other = cell
        self._is_left = self._fades = False  # another cell was clicked since; colours change slowly
        self.clicks_land = False
        """Whether clicks count where they were made, wherever the pointer is when the program handles them."""

    def select_again(self, others: Sequence[Cell]) -> bool:
        """Selects the cell once more, where it is known already that keys go to a selected cell; returns whether that
        is seen. The cell is not clicked while it is selected: some programs deselect it then.
        """
        other = next((other for other in reversed(others) if self._leave_seen(other)), None)
        if other is None:
            return not others
        if self._selected is not None:
            self._click(self._cell)
            if not self._try_placed_click():
                self._leave(other, self._sight.snap())
        return select_from(other, self._sight, self._hands, self._cell, self._clicks)

    def recall(self, other: Cell, look: Capture) -> None:
        """Takes over that `other` was clicked before, which left the first cell, and how it looked then. It is still
        selected, with the pointer over the first cell.
        """
        self._note(other, look)

    def prove(self, others: Sequence[Cell]) -> bool:
        """Proves by clicks and arrow keys that keys go to the cell that was clicked last; returns whether they do.
        `others` are cells that may be clicked to leave it.
        """
        if self._other == self._cell and not self._leave_for_any(others):
            return not others
        if self._prove_at_once(others):
            return True
        self._hands.rests_first = True
        return any(self._prove_by_leaving(slowly=slowly) for slowly in (self._fades, True))

    def reselect_and_watch(self) -> bool:
        """Leaves the cell and clicks it again; returns whether a text cursor blinks in it then, while nothing else
        changes there.
        """
        if not self._is_left:
            self._leave(self._other, self._sight.snap())
        self._click(self._cell)
        self._sight.wait_for(lambda _: False, SLOWEST, STILL)
        return cursor_blinks(self._sight, self._cell)

    def _prove_at_once(self, others: Sequence[Cell]) -> bool:
        """Proves it by a given that looks selected. Where that fails because the given looked different, or looked so
        only at first, a blank is tried: fields that mark their text when they get the focus may lose that mark a frame
        later. That was seen in 10 of 66 first presses, and in 5 of 60.
        """
        tried = self._selected is not None
        if self._prove_by_keys():
            return True
        blanks = [other for other in others if self._sight.reading.at(other).kind is Kind.BLANK]
        again = tried and self._has_gone_over() and bool(blanks)
        return again and self._click(self._cell) and self._leave_seen(blanks[0]) and self._prove_by_keys()

    def _has_gone_over(self) -> bool:
        """Whether the selection is seen to be at the other cell, which only looks different from before."""
        plain, is_unlike = self._hands.plain, self._sight.is_unlike
        return plain is not None and is_unlike(self._other, plain) and not is_unlike(self._cell, plain)

    def _prove_by_keys(self) -> bool:
        """Whether arrow keys leave the cell selected, and clicks count where they were made. Keys are pressed in the
        first cell only, a blank: some programs empty a given at any key.
        """
        if self._selected is None or (self._is_left and not self._click(self._cell)):
            return False
        here = self._sight.snap()
        if self._sight.wait_for_look(self._other, self._selected, True, 0.0):
            return False  # the other looks so while the first is selected, too: that was no selection's look
        for key in self._sideways():
            self._press(key)
            if not self._try_placed_click() or not self._is_like(self._there, self._hands.soon(), but=self._cell):
                return False
            if not self._click(self._cell):
                return False
        return self._is_like(here, BACK, lasting=False)  # what the keys did shows before what the click does

    def _prove_by_leaving(self, *, slowly: bool) -> bool:
        is_left = self._is_left or self._leave(self._other, self._sight.snap())  # first, as a click may deselect it
        if not is_left or not self._click(self._cell):
            return False
        if slowly:
            self._sight.wait_for(lambda _: False, SLOWEST, STILL)
        look, within = self._sight.snap(), SLOWLY_BACK if slowly else BACK
        return all(self._press_and_return(key, look, within) for key in self._sideways())

    def _press_and_return(self, key: Key, look: Capture, within: float) -> bool:
        self._press(key)
        if not (self._try_placed_click() or self._leave(self._other, look)):
            return False
        self._click(self._cell)
        return self._is_like(look, within)

    def _sideways(self) -> tuple[Key, Key]:
        """Both keys, as a cursor may be at an edge. The one that leads away from the other cell comes first, so that
        the key does not select that one. Up and Down would change the digit of a number field.
        """
        return ("Right", "Left") if self._other.col < self._cell.col else ("Left", "Right")

    def _press(self, key: Key) -> None:
        self._hands.play(Plan((Press(key, self._cell),), self._expect))

    def _is_like(self, look: Capture, within: float, but: Cell | None = None, *, lasting: bool = True) -> bool:
        """Whether the board comes to look so within these seconds, and for some time if `lasting`. The cell `but` may
        look different.
        """
        extent, same = self._sight.reading.extent, lasting * min(BLINK, max(SAME, SLOWER * self._hands.latest))
        wanted = look.crop(extent)
        hole = self._sight.around(but).moved(-int(extent.x0), -int(extent.y0)) if but else None
        return self._sight.wait_until(lambda: alike(wanted, self._sight.snap().crop(extent), hole), within, same)

    def _leave(self, other: Cell, look: Capture) -> bool:
        """Clicks the other cell; returns whether the first one looks different then."""
        self._click(other)
        return self._sight.wait_until(lambda: self._sight.is_unlike(self._cell, look), PATIENCE)

    def _leave_for_any(self, others: Sequence[Cell]) -> bool:
        """Leaves the cell for one of the others, if possible for one that is seen to be selected then; returns whether
        it was left. Where none is seen to be selected the proof is slow, and so is each later click: 60 to 75 ms in a
        page with disabled givens.
        """
        found = False
        for other in others:
            if found:
                self._click(self._cell)
            found |= self._leave_seen(other)
            if self._selected or self._fades:
                break
        return found

    def _leave_seen(self, other: Cell) -> bool:
        """Leaves the cell as `_leave` does, and notes how the other one looks then."""
        self._sight.wait_for_cursor(self._cell, self._hands.plain)
        if not self._leave(other, self._sight.snap()):
            return False
        self._hands.hover(self._cell)
        self._note(other, self._sight.close_up(other))
        return True

    def _note(self, other: Cell, look: Capture) -> None:
        self._other, self._there, plain = other, self._sight.snap(), self._hands.plain
        shows = self._clicks == 1 and plain is not None and self._sight.is_unlike(other, plain)
        self._fades = shows and not same_picture(look, self._sight.close_up(other))
        self._selected = look if shows and not self._fades else None

    def _try_placed_click(self) -> bool:
        """Clicks the other cell with the pointer elsewhere; returns whether it is seen to be selected by that. Once it
        was not, it is not tried again.
        """
        if self._selected is None:
            return False
        self.clicks_land = self._is_left = self._hands.click_and_move_on(self._other, self._cell, self._selected)
        self._selected = self._selected if self.clicks_land else None
        return self.clicks_land

    def _click(self, cell: Cell) -> bool:
        """Clicks the cell; returns whether it is seen to be selected. What was sent before shows by that time, too."""
        if cell != self._other and self._sight.reading.at(self._other).kind is not Kind.GIVEN:
            self._sight.look()  # a menu that opened at the other one may lie over this one
        self._is_left = cell != self._cell
        return self._hands.select(cell, self._clicks, 0.0 if self._is_left else self._hands.soon())


def cursor_blinks(sight: Sight, cell: Cell) -> bool:
    """Whether a text cursor comes and goes in that cell, and nothing else changes there."""
    last, changes = sight.close_up(cell), list[Box]()

    def seen() -> bool:
        nonlocal last
        before, last = last, sight.close_up(cell)
        if not same_picture(before, last):
            changes.append(_changed(before, last))
        return len(changes) == BLINKS

    return sight.wait_until(seen, WATCHED) and len({*changes}) == 1 and _is_bar(changes[0], sight.reading.box_at(cell))


def _changed(before: Capture, now: Capture) -> Box:
    """The smallest box around all that differs."""
    rows, columns = np.nonzero((before.pixels != now.pixels).any(axis=2))
    return Box(float(columns.min()), float(rows.min()), float(columns.max()) + 1, float(rows.max()) + 1)


def _is_bar(box: Box, cell: Box) -> bool:
    return box.width <= THIN * cell.width and box.height >= TALL * cell.height
