"""Digits of ours that came into other cells than their own, for example because the user pressed an arrow key just
before.

The board is read back once a job was stopped. A wrong digit is ours where the same digit was sent to a cell that lacks
it; in any doubt it is the user's. The next job on the same puzzle takes these cells for blank and puts them right
first.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import isqrt
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.outcome import Stray
from gridpilot.plan import PADS
from gridpilot.reading import CellReading, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Decision, Game
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.plan import Way
    from gridpilot.reading import Reading

LATEST = 1.0
"""Seconds within which all that was sent shows, and within which a text cursor that was read as a digit goes. Not
tuned.
"""

MOST = 20
"""The number of windows that are remembered."""

ERASERS = ("Delete", "BackSpace", "")
"""The keys that may empty a cell. The last, empty one: a digit simply overwrites what stands there."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a job left behind: `target` is the solution of its puzzle, `filled` are the cells that got their digits, and
    `way` says how they got them.
    """

    target: tuple[int, ...] = ()
    strays: tuple[Stray, ...] = ()
    filled: tuple[Cell, ...] = ()
    way: Way | None = None

    def ours(self, found: Reading) -> frozenset[Cell]:
        """The cells that still show what was filled in; none where another puzzle stands there."""
        cells = list(zip(found.board, self.target, strict=False))
        if len(found.board) != len(self.target) or any(value not in {0, right} for value, right in cells):
            return frozenset()
        return frozenset(cell for cell in self.filled if found.at(cell).value)


class Memory:
    """Remembers what was left in which window, as long as the process lives."""

    def __init__(self) -> None:
        self._left: dict[int, Left] = {}

    def of(self, window: int) -> Left:
        return self._left.get(window, Left())

    def keep(self, window: int, left: Left) -> None:
        self._left.pop(window, None)
        if left.strays or left.filled:
            self._left = dict([*self._left.items(), (window, left)][-MOST:])


def decide(game: Game, found: Reading, capture: Capture, left: Left) -> tuple[Decision, tuple[Stray, ...]]:
    """Decides what is to be typed; returns also the strays that still stand there. There are some only where the rest
    of the board is the same puzzle and a blank is left to find out how digits get in. In the reading their cells count
    as entered by the user, not as givens.
    """
    known = len(found.cells) == len(left.target) and 0 in found.board
    strays = tuple(each for each in left.strays if known and found.at(each.cell).value == each.digit)
    decision = game.decide(without(found, {each.cell for each in strays}), capture)
    if not strays:
        return decision, ()
    if decision.ending is not None or decision.solution != left.target:
        return game.decide(found, capture), ()
    cells = list(decision.reading.cells)
    for each in strays:
        cells[each.cell.index(found.size)] = replace(found.at(each.cell), kind=Kind.ENTERED)
    return replace(decision, reading=replace(decision.reading, cells=tuple(cells))), strays


def without(found: Reading, cells: AbstractSet[Cell]) -> Reading:
    """The reading as if these cells were blank."""
    blank = CellReading(0, Kind.BLANK, 1.0)
    told = (blank if at in cells else cell for at, cell in zip(found.places, found.cells, strict=True))
    return replace(found, cells=tuple(told))


def mended(board: tuple[int, ...], target: tuple[int, ...], cells: Iterable[Cell]) -> tuple[int, ...]:
    """The board with the right digits in these cells, and nothing else changed."""
    size, now = isqrt(len(board)), list(board)
    for cell in cells:
        now[cell.index(size)] = target[cell.index(size)]
    return tuple(now)


def ways_to_erase(way: Way) -> list[Way]:
    """The way, once for each key or button that may empty a cell; the most likely first."""
    erasers = ("",) if way.fill in PADS else ERASERS
    return [replace(way, erase=erase) for erase in dict.fromkeys((way.erase, *erasers))]


class ReadBack:
    """Looks at what stands on a board that shall become `target`. `begun` is the reading before anything was typed,
    `sent` the cells whose digits were sent.
    """

    def __init__(self, sight: Sight, begun: Reading, target: tuple[int, ...], sent: AbstractSet[Cell]) -> None:
        self._sight = sight
        self._unclaimed = begun.unclaimed() - sent
        self._target = target
        self._sent = sent
        self._seen: set[Cell] = set()
        self._gone: set[Cell] = set()

    def look(self, latest: float) -> None:
        """Looks until all that was sent is right, or for `latest` seconds, by which it would show. What the user typed
        shows by then, too.
        """
        self._sight.look_on(self._is_right, latest)

    def _is_right(self, reading: Reading) -> bool:
        now = self._contradicting(reading)
        self._gone |= self._seen - now
        self._seen = now
        return not now - self._gone and not self._missing(reading)

    def wrong(self) -> set[Cell]:
        """The cells that hold a wrong digit. What came and went does not count: it was a text cursor."""
        return self._contradicting(self._sight.reading) - self._gone

    def strays(self, before: Iterable[Stray] = ()) -> tuple[Stray, ...]:
        """The wrong digits that are ours. Where a digit is wrong in more cells than lack it, nobody knows which are
        ours, and none is named. `before` are strays that were known already.
        """
        reading, wrong = self._sight.reading, self.wrong()
        known = [each for each in before if each.cell in wrong and reading.at(each.cell).value == each.digit]
        others = sorted(wrong - {each.cell for each in known})
        shown = Counter(reading.at(cell).value for cell in others)
        homes: dict[int, list[Cell]] = {}
        for cell in sorted(self._missing(reading)):
            homes.setdefault(self._digit(cell), []).append(cell)
        found = []
        for cell in others:
            value = reading.at(cell).value
            if shown[value] <= len(homes.get(value, ())):
                found.append(Stray(cell, value, homes[value].pop(0)))
                shown[value] -= 1
        return (*known, *found)

    def _missing(self, reading: Reading) -> set[Cell]:
        return {cell for cell in self._sent if reading.at(cell).value != self._digit(cell)}

    def _contradicting(self, reading: Reading) -> set[Cell]:
        return {cell for cell in reading.contradicting(self._target) if reading.at(cell).value} - self._unclaimed

    def _digit(self, cell: Cell) -> int:
        return self._target[cell.index(self._sight.reading.size)]
