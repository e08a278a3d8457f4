"""Digit pads of programs that look once a frame whether the mouse's button is down and where the pointer is: quick
clicks get lost there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands.pointer import HOLD
from gridpilot.pilot.way.digit_pad import BY_HELD_CLICKS, DIGIT_FIRST, HELD_CELL_FIRST
from gridpilot.pilot.way.unseen_selection import HELD, hover_and_see_none

if TYPE_CHECKING:
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.pilot.way.attempts import Attempts
    from gridpilot.pilot.way.digit_pad import DigitPad
    from gridpilot.plan import Way


class HeldClicks:
    """Held clicks are tried on a given, a button and blanks of one digit only: a digit, or a cell, may already be
    chosen.
    """

    def __init__(self, sight: Sight, hands: Hands, tries: Attempts, pad: DigitPad) -> None:
        self._sight = sight
        self._hands = hands
        self._try = tries
        self._pad = pad
        self._given: Cell | None = tries.cells.given_alike

    def select(self) -> tuple[Way, None] | None:
        """The way where held clicks are seen to select cells and quick ones are not; None where held ones are not,
        either.
        """
        if self._given is None or not self._pad.tapped or self._hands.shows_selection:
            return None
        self._hands.hold, self._hands.rests_first, before = HOLD, True, self._sight.reading
        if not self._hands.select(self._given):
            self._hands.hold, self._hands.rests_first = 0.0, False
            return None
        way = self._pad.enter_beside(self._given, HELD_CELL_FIRST, before)
        if way is None:
            raise Refused(self._pad.why())
        way = self._pad.try_more_cells(way, None)
        return self._pad.prove_held_clicks() if way == DIGIT_FIRST else replace(way, held=True), None

    def choose_unseen(self) -> tuple[Way, None] | None:
        """The way where no selection shows: a digit comes first, and each choice must be seen before a cell is clicked.
        None where that cannot be tried. Refused where it does not work, as nothing else may be clicked then.
        """
        plain = self._hands.plain
        if self._given is None or plain is None or not hover_and_see_none(self._sight, self._hands, plain, self._given):
            return None
        self._hands.hold = HELD
        self._pad.rest_on_a_given()
        cells = filter(None, (self._try.cells.first, self._try.cells.second))
        if not self._pad.choose_and_look(self._given) or not all(self._pad.click_and_look(cell) for cell in cells):
            raise Refused(self._pad.why())
        return BY_HELD_CLICKS, None
