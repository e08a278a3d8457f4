"""Answers what a click on a cell opens to type its digit into: a window of the game's own with a field, or a box with a
field over the whole page, which is dimmed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridpilot.pilot.eyes.picture_changes import changed_part, same_picture
from gridpilot.pilot.eyes.scroll_shift import has_scrolled
from gridpilot.pilot.guard.guard import Refused
from gridpilot.plan import Key
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.desktop import Screen
    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Cell, Rect
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.guard.guard import Guard

POPUP = "popup-"
"""The names of digits in what has opened begin so."""

CONFIRMS: tuple[tuple[Key, ...], ...] = (("Return",), ("Tab", "space"))
"""The keys that confirm a field's digit: Return, or the button after the field where Return does nothing."""

OPENS, TAKES, CLOSES = 2.0, 1.0, 3.0
"""Seconds that a prompt may take to open, to show what was typed, and to be gone after Return. Not tuned."""

REST = 0.06  # seconds without a change after which it is drawn: its text cursor changes it each half second
TEXT_CURSOR = 0.1  # of a cell's width: a text cursor is no wider; what is wider was typed; not tuned


class Prompt:
    """`before` is the picture before the first click that may open a prompt. A later picture would not do: the prompt
    of the cell before may still be closing on it.
    """

    def __init__(self, screen: Screen, game: Game, sight: Sight, guard: Guard) -> None:
        self._screen = screen
        self._game = game
        self._sight = sight
        self._guard = guard
        self._known = False  # a digit was read in one
        self._confirms = CONFIRMS  # the first of these closed the latest prompt
        self._closed = True  # the latest prompt was seen to be gone
        self.before: Capture | None = None

    def is_open(self) -> bool:
        """Whether a window of the game's own has the focus, or something lies over all of the board, be it dimmed
        glass: no selection changes the looks of all cells. A page that has scrolled does not count.
        """
        return self._guard.game_asks() or self._is_dimmed()

    def _is_dimmed(self) -> bool:
        if self.before is None:
            return False
        now, reading = self._sight.snap(), self._sight.reading
        all_changed = len(self._sight.changed_cells(self.before)) == len(reading.boxes)
        return all_changed and not has_scrolled(self.before, now, reading.extent)

    def answer(self, key: Key, cell: Cell) -> None:
        """Types the sign, and confirms it once something is seen to have come; in the first prompt this must be the
        digit itself. Refused where nothing comes, as Return alone may say yes to anything, and where the prompt before
        may still be open: that cell would get this digit.
        """
        opened = self._closed and self._sight.wait_until(self.is_open, OPENS)
        dialog = self._guard.dialog()
        guard = self._guard.of(dialog) if dialog else self._guard
        if dialog:
            self._guard.bring_up(dialog)
        before = self._drawn(dialog.content if dialog else self._sight.capture.view.area) if opened else None
        if before:
            guard.press(key, at=cell)
        if not before or not self._sight.wait_until(lambda: self._is_typed(key, before), TAKES):
            raise Refused(find_way_words.no_prompt(cell))
        self._known = True
        self._closed = self._confirm(guard, cell)

    def _confirm(self, guard: Guard, cell: Cell) -> bool:
        """Presses what confirms a digit, which is known afterwards; returns whether the prompt is gone."""
        gone = self._guard.has_focus if self._guard.game_asks() else lambda: not self._is_dimmed()
        while True:
            for key in self._confirms[0]:
                guard.press(key, at=cell)
            if self._sight.wait_until(gone, CLOSES) or len(self._confirms) == 1:
                return gone()
            self._confirms = self._confirms[1:]

    def _drawn(self, area: Rect) -> Capture | None:
        """A picture of the prompt once it is drawn and rests: a new window is of one colour at first."""
        shown = [self._screen.capture(area)]

        def rests() -> bool:
            shown.append(self._screen.capture(area))
            return same_picture(*shown[-2:]) and bool(np.ptp(shown[-1].pixels, axis=(0, 1)).any())

        return shown[-1] if self._sight.wait_until(rests, OPENS, REST) else None

    def _is_typed(self, key: Key, before: Capture) -> bool:
        now, reading = self._screen.capture(before.view.area), self._sight.reading
        part = changed_part(before, now)
        if part is None or part.width <= TEXT_CURSOR * reading.boxes[0].width:
            return False
        digit = reading.signs.index(key) + 1
        return self._known or f"{POPUP}{digit}" in self._game.opened(before, now, reading, 1)
