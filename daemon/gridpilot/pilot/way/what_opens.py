"""What a click on a blank opens: digits to choose from, in a menu, a pad or the cell itself; or a list of what may come
there, which only tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands.popups import OPENS
from gridpilot.pilot.hands.prompts import POPUP
from gridpilot.pilot.way.attempts import REST, SOON, TOOK
from gridpilot.pilot.way.digit_pad import CELL_FIRST
from gridpilot.plan import OPENED, Click, Fill, Way
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.pilot.way.attempts import Attempts
    from gridpilot.pilot.way.digit_pad import DigitPad

HOVERS = 0.04  # seconds within which what opens under the pointer begins to show: two frames; not tuned


class WhatOpens:
    """What a click on the first blank opens. `only_tells`: what has opened takes no clicks, so keys may be tried."""

    def __init__(self, game: Game, sight: Sight, hands: Hands, tries: Attempts, pad: DigitPad) -> None:
        self._game = game
        self._sight = sight
        self._hands = hands
        self._try = tries
        self._pad = pad
        self._first, self._second = tries.cells.first, tries.cells.second
        self._popup = f"{POPUP}{tries.cells.digit(self._first)}"
        self._lists = sight.reading.lists
        self.only_tells = False
        self._pointed = False

    def expect(self, *, first: bool) -> None:
        """Prepares for a click. Refused before the `first` click where the pointer alone opens digits over the blank:
        that click, which is made on its digit's own place, would choose what lies under it.
        """
        popups = self._hands.popups
        if popups is not None:
            popups.expect()
        more = not self._pointed and self.hover_and_look()
        if popups is not None and first and more:
            self._sight.wait_for(lambda _: False, TOOK, REST)
            if popups.shows(self._popup, self._first, 0.0):
                raise Refused(find_way_words.opens_by_the_pointer(self._first))

    def hover_and_look(self) -> bool:
        """Moves the pointer over the first blank; returns whether the cell shows more then. The hands are told if it
        looks different in any way.
        """
        self._pointed, before = True, self._sight.close_up(self._first)
        self._hands.hover(self._first, aside=True)
        more = self._sight.wait_for_ink(self._first, before, HOVERS)
        if self._sight.wait_for_look(self._first, before, False, 0.0):
            self._hands.tinted = self._try.cells.blanks
        return more

    def is_open(self, before: Capture, known: Way | None) -> bool:
        """Whether digits to choose from have opened; they may take a moment. `before`: the window before the click."""
        if (popups := self._hands.popups) is None:
            return False
        others = known is not None and known.fill not in OPENED
        changed = self._try.changes_others(0.0 if others else self._try.rest(SOON)) or popups.are_windows()
        if not changed and not self._lists and self._sight.is_alone(self._first, before):
            return False
        return popups.shows(self._popup, self._first, OPENS if changed or self._lists else 0.0)

    def enter(self, known: Way | None, *, selects: bool) -> Way | None:
        """Tries the digit's button in a menu, or in a pad that shows while a blank is selected; returns the way. Where
        such a pad stays and the click `selects` its cell visibly, each later click must be seen to do so: the pad would
        still be there if a click were lost.
        """
        popups = self._hands.popups
        over = self._pad.covered or (popups and popups.are_windows())
        pad = {} if over else self._game.pad(self._sight.snap(), self._sight.reading)
        self._hands.take_pad(self._game, pad)
        if not self._try_button(self._pad.button if self._pad.button in pad else self._popup):
            return None
        if pad and self._pad.button in self._game.pad(self._sight.snap(), self._sight.reading):
            self._hands.shows_selection = selects
            return self._pad.try_more_cells(CELL_FIRST, known)
        if self._second:  # of the same digit: it may be chosen still, and come with the click
            self._try.play(Click(self._second, self._second), Click(self._popup, self._second))
        return Way(Fill.POPUP, erase="")

    def _try_button(self, button: str) -> bool:
        """Clicks the button; returns whether the digit comes. If not, and the digits are beside the board, which goes
        on as it was, they only tell.
        """
        popups = self._hands.popups
        try:
            self._pad.tap(button)
        except Refused:
            if popups is None or not popups.are_beside():
                raise
        took = self._try.shows(self._first)
        self.only_tells = not took and popups is not None and popups.are_beside()
        self._hands.popups = None if self.only_tells else popups
        return took

    def click_its_place(self) -> bool:
        """Where digits have opened in the first blank itself, clicks the right one's place; returns whether that enters
        it. A click in the middle would enter another digit. Marks take no click.
        """
        kind, popups = self._sight.reading.at(self._first).kind, self._hands.popups
        opened = kind is Kind.UNKNOWN and popups and popups.fills(self._popup, self._first)
        if not opened and kind is not Kind.PENCIL:
            return False
        self._sight.wait_for(lambda _: False, TOOK, REST)
        if popups:
            popups.part_from_latest(self._sight.point(self._first))
        self._try.play(Click(self._first, self._first))
        took = self._try.shows(self._first)
        self._sight.wait_for(lambda _: False, TOOK, REST)
        return took
