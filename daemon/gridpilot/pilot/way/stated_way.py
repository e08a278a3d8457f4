"""Proves a way that a profile states before it is believed: profiles are handed on, and may match another program.

One cell gets its digit step by step. Each step must be seen before the next is sent: the cursor comes into the cell
from the one beside it, or a click selects the cell; then the digit comes; only a digit that has come is confirmed. So a
window in which the way does nothing gets one click and one arrow key.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.geometry import Cell, cells_where
from gridpilot.pilot.eyes.standing_out import APART, MIDDLE
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.way.attempts import Attempts
from gridpilot.pilot.way.find_cursor import MOVES, Cursor, beyond, leading
from gridpilot.pilot.way.lead import Lead
from gridpilot.plan import Fill, Home, Press, Way
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Box
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.plan import Key

TRIES = 2  # to come into the first cell: quick keys may be lost, or the first key only shows the cursor


class StatedWay:
    """`board` is what stands there, `target` what shall stand there."""

    def __init__(self, game: Game, sight: Sight, hands: Hands, board: tuple[int, ...], target: tuple[int, ...]) -> None:
        hands.plain = sight.capture
        self._game = game
        self._sight = sight
        self._hands = hands
        self._try = Attempts(sight, hands, board, target, board)
        self._cells = self._try.cells
        self._first = self._cells.first
        self._is_last = board.count(0) == 1
        self._cursor = Cursor(sight, hands, board, self._first)
        self._beside, self._there, self._back = self._cells.beside(self._first) or self._neighbour()

    def _neighbour(self) -> tuple[Cell, Key, Key]:
        """The cell beside the first one, the arrow key that leads there, and the key that leads back."""
        keys: tuple[Key, Key] = ("Left", "Right") if self._first.col else ("Right", "Left")
        return Cell(*beyond(self._first, keys[0])), *keys

    def prove(self, way: Way) -> Cell | None:
        """Returns where the cursor is then, if arrow keys move it. Refused where a step is not seen."""
        by_arrows = way.fill is Fill.ARROWS
        if by_arrows and way.home is Home.CLICK:
            self._come_by_click()
        elif by_arrows:
            self._come_by_keys(way.home)
        elif way.fill is Fill.CLICK_KEY:
            self._select()
        if not self._is_last:  # nothing follows the last digit, and the game may cover its board
            self._enter(way)
        if way.fill is not Fill.CLICK_KEY:  # no other click leads a key from now on
            self._hands.plain = None
        return self._first if by_arrows else None

    def _come_by_click(self) -> None:
        """Comes from the given beside the first cell, as a click on a blank opens a list in some programs; from the
        first cell where givens cannot be selected.
        """
        self._hands.select(self._beside)
        if self._come_from_beside():
            return
        leaves = self._hands.select(self._first) and self._cursor.press_and_trace(self._there) == self._first
        if not (leaves and self._come_from_beside()):
            raise self._refused()

    def _come_from_beside(self) -> bool:
        """Presses the arrow key; returns whether the cursor is seen to come into the first cell from the one
        beside it.
        """
        return self._cursor.press_and_trace(self._back) == self._beside

    def _come_by_keys(self, home: Home) -> None:
        at = self._cursor_after_key(home)
        for _ in range(TRIES):
            if at is None:
                break
            look = self._sight.close_up(self._beside)
            arrows = [Press(key, self._first) for key in leading(at, self._beside)]
            if arrows and self._try.play(*arrows):
                self._sight.wait_for_effect(self._beside, look, MOVES)
            if self._come_from_beside():
                return
            at = self._cursor.find()
        raise self._refused()

    def _cursor_after_key(self, home: Home) -> Cell | None:
        """Where the cursor is after a key that moves it; some programs show it only then. Where a cell at the right
        edge stands out, the cursor may be there, and the other direction is tried, too. No letter is pressed where no
        cell stands out.
        """
        out = self._standing_out()
        at_edge = any(cell.col == self._sight.reading.size - 1 for cell in out)
        keys: Sequence[Key] = ("Right", "Left") if at_edge else ("Right",) if out or home is Home.KEYS else ()
        for key in keys:
            for _ in range(TRIES):
                if (origin := self._cursor.press_and_trace(key)) is not None:
                    return self._wrapped(*beyond(origin, key))
                if not self._cursor.changes:
                    break
        return None

    def _standing_out(self) -> list[Cell]:
        """The cells that look different from all others with the same content, as a cell with a cursor does."""
        reading = self._sight.reading
        looks = [self._inside(box) for box in reading.boxes]
        like: dict[int, list[NDArray[np.int16]]] = {}
        for value, look in zip(reading.board, looks, strict=True):
            like.setdefault(value, []).append(look)
        pairs = zip(reading.board, looks, strict=True)
        out = [len(like[value]) > 1 and _is_alone(look, like[value]) for value, look in pairs]
        return cells_where(out, reading.size)

    def _inside(self, box: Box) -> NDArray[np.int16]:
        inner, first = box.scaled(MIDDLE), self._sight.reading.boxes[0]
        left, top, side = round(inner.x0), round(inner.y0), int(MIDDLE * min(first.width, first.height))
        return self._sight.capture.pixels[top : top + side, left : left + side].astype(np.int16)

    def _wrapped(self, row: int, column: int) -> Cell:
        size = self._sight.reading.size
        return Cell(row % size, column % size)

    def _select(self) -> None:
        """Selects the first cell by a click that is seen, and sees that keys go where it was made. No click comes
        before the last one shows: two quick ones mark a word in a terminal.
        """
        others, select = self._cells.others(blanks=True), self._hands.select
        again = (select(other) and select(self._first, doubted=True) for other in others)
        if not (select(self._first, doubted=True) or any(again)):
            raise Refused(find_way_words.click_not_seen(self._first))
        lead = Lead(self._sight, self._hands, self._try.expect, self._first, double=False)
        if not (lead.prove(others) or lead.reselect_and_watch()):
            raise self._refused()
        self._hands.clicks_land = lead.clicks_land
        self._try.check(self._cells.second)

    def _enter(self, way: Way) -> None:
        first, settle = self._first, self._hands.pace.settle
        after = list(self._try.expect)
        after[self._cells.index(first)] = self._cells.digit(first)
        way = replace(way, signs=self._sight.reading.signs)
        steps = self._game.plan(self._try.expect, tuple(after), way, first).steps
        keys = way.fill in {Fill.ARROWS, Fill.CLICK_KEY}  # the cell is selected
        self._try.play(*(step for step in steps if isinstance(step, Press) or not keys))
        self._sight.wait_for(lambda now: now.at(first).value == self._cells.digit(first), settle, settle)
        if not self._try.shows(first, 0.0):
            raise Refused(find_way_words.stated_not_taken(first))

    def _refused(self) -> Refused:
        return Refused(find_way_words.cursor_not_seen(self._first))


def _is_alone(part: NDArray[np.int16], others: Sequence[NDArray[np.int16]]) -> bool:
    """Whether the close-up is like none of the others but itself."""
    return sum(part.shape == each.shape and int(np.abs(part - each).max()) <= APART for each in others) == 1
