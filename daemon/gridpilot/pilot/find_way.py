"""Finds out how an unknown window is filled: tries one cell, looks whether it took, goes on or tries the next way.

The order is by harm: a click and a key, then the on-screen buttons, then keys alone (arrow keys scroll a page). Every
try types the right digit into its cell; one that lands anywhere else is erased again before the next try.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.pilot.guard import Refused
from gridpilot.pilot.sight import contradicting
from gridpilot.plan import Click, Fill, Home, Plan, Press, Way
from gridpilot.texts import messages

if TYPE_CHECKING:
    from gridpilot.games import Game
    from gridpilot.pilot.sight import Sight
    from gridpilot.pilot.steps import Hands
    from gridpilot.plan import Key, Step

TOOK = 0.6
"""Seconds within which a digit must show for a way to count as working."""

ERASERS: tuple[Key, ...] = ("Delete", "BackSpace", "0")


class Probe:
    """One search for a way; `board` is what stands there, `target` what shall."""

    def __init__(self, game: Game, sight: Sight, hands: Hands, board: tuple[int, ...], target: tuple[int, ...]) -> None:
        self._game = game
        self._sight = sight
        self._hands = hands
        self._target = target
        self._size = sight.reading.size
        self._blanks = [Cell(*divmod(i, self._size)) for i, value in enumerate(board) if not value]
        self._first = self._blanks[0]
        self._expect = board

    def find(self, known: Way | None = None) -> tuple[Way, Cell | None]:
        """The way that works and where its cursor is; the tried cells hold their right digits. Refused if none does.

        `known`: what worked in such a window before; it is tried first.
        """
        quick = known != Way(Fill.ARROWS)  # that one needs two cells to be told, known or not
        steps = self._once(known) if known and quick else []
        if known and steps:
            if self._tried(steps) or self._tried_again(steps):
                return known, self._first if known.fill is Fill.ARROWS else None
            self._clean()
        if self._tried(self._walk(Way(Fill.CLICK_KEY), None, self._first)):
            return self._arrows_or_clicks()
        self._clean()
        self._hands.buttons = self._game.pad(self._sight.capture, self._sight.reading) | self._hands.buttons
        if f"digit-{self._value(self._first)}" in self._hands.buttons:
            return self._which_pad()
        if self._tried(self._walk(Way(Fill.ARROWS, Home.KEYS), None, self._first)):
            return Way(Fill.ARROWS, Home.KEYS), self._first
        self._clean()
        raise Refused(messages.no_way_works())

    def _once(self, way: Way) -> list[Step]:
        """One cell by that way; no steps where a pad that it needs is not seen."""
        first = self._first
        if way.fill not in {Fill.CLICK_PAD, Fill.PAD_CLICK}:
            return self._walk(way, None, first)
        self._hands.buttons = {**self._game.pad(self._sight.capture, self._sight.reading), **self._hands.buttons}
        button = Click(f"digit-{self._value(first)}", first)
        if button.at not in self._hands.buttons:
            return []
        cell = Click(first, first)
        return [cell, button] if way.fill is Fill.CLICK_PAD else [button, cell]

    def _arrows_or_clicks(self) -> tuple[Way, Cell | None]:
        """Keys work after a click. Do arrow keys move the selection, so that one click is enough?"""
        clicks = Way(Fill.CLICK_KEY)
        if len(self._blanks) == 1:
            return clicks, None
        second = self._blanks[1]
        arrows = Way(Fill.ARROWS)
        if self._tried(self._walk(arrows, self._first, second)):
            return arrows, second
        if not set(contradicting(self._sight.reading, self._expect)) <= set(self._blanks):
            self._clean()
        return clicks, None  # what went astray among the blanks, the fill itself puts right

    def _which_pad(self) -> tuple[Way, Cell | None]:
        """Cell first, or digit first? The first click of the second try is already made by the first."""
        first, erase = self._first, "erase" if "erase" in self._hands.buttons else ""
        button = Click(f"digit-{self._value(first)}", first)
        if self._tried([Click(first, first), button]):
            return Way(Fill.CLICK_PAD, erase=erase), None
        if self._tried([Click(first, first)]) or self._tried([button, Click(first, first)]):
            return Way(Fill.PAD_CLICK, erase=erase), None
        self._clean()
        raise Refused(messages.no_way_works())

    def _walk(self, way: Way, cursor: Cell | None, to: Cell) -> list[Step]:
        """The game's own steps for one more cell."""
        now = list(self._target)
        now[to.row * self._size + to.col] = 0
        return list(self._game.plan(tuple(now), self._target, way, cursor).steps)

    def _tried(self, steps: list[Step]) -> bool:
        """Whether these steps put the right digit into their cell, and changed nothing else."""
        cell = steps[-1].cell
        before = self._sight.look().board
        at = cell.row * self._size + cell.col
        after = (*before[:at], self._value(cell), *before[at + 1 :])
        self._hands.play(Plan(tuple(steps), after))
        took = self._sight.wait_for(
            lambda reading: reading.at(cell).value == self._value(cell) and not contradicting(reading, after), TOOK
        )
        self._expect = after if took else before
        return took

    def _tried_again(self, steps: list[Step]) -> bool:
        """The same with a look at the click, where what was learnt spared that: it may be the wait that is wrong."""
        if self._hands.wait is None:
            return False
        self._hands.slipped()
        self._clean()
        return self._tried(steps)

    def _clean(self) -> None:
        """Erases what a failed try left behind, wherever it is; Refused when that cannot be done."""
        for key in ERASERS:
            wrong = contradicting(self._sight.look(), self._expect)
            if not wrong:
                return
            # Not every window moves its cursor on a click; the one that took the digit still has it at that cell.
            press = Press(key, wrong[0])
            for steps in ((press,), (Click(wrong[0], wrong[0]), press)):
                self._hands.play(Plan(steps, self._expect))
                if self._sight.wait_for(lambda reading: not contradicting(reading, self._expect), TOOK):
                    return
        if wrong := contradicting(self._sight.look(), self._expect):
            raise Refused(messages.cannot_erase(wrong))

    def _value(self, cell: Cell) -> int:
        return self._target[cell.row * self._size + cell.col]
