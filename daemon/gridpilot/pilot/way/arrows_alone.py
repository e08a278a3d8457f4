"""Finds out whether arrow keys move the program's own cursor where the mouse does nothing. Letters may do the same."""

from __future__ import annotations

from dataclasses import replace

from gridpilot.geometry import Cell
from gridpilot.pilot.eyes.picture_changes import alike
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.eyes.standing_out import cell_stands_out
from gridpilot.pilot.hands.steps import Hands
from gridpilot.pilot.way.attempts import Attempts
from gridpilot.pilot.way.find_cursor import Cursor, leading
from gridpilot.plan import ARROWS, Fill, Home, Key, Press, Way
from gridpilot.reading import LARGEST_DIGIT

SEVERAL, BLINKS = 2, 2
"""Arrow keys in a row that show whether a program takes all of them; and tries, as a cursor may blink just then."""

SAME, AT_ONCE = 4, 0.0038
"""So often must the same key come in a row for it to be seen that none is lost: one may come late enough to count by
chance. And seconds from a key to the same one that are as soon as in a fill: 2.8 to 3.9 ms with the pause, in 17
batches that were timed while `scripts/bench_first_press.py --kind "arrows alone"` ran. Where all come later, on a busy
machine, none comes sooner in the fill.
"""

LETTERS: dict[Home, tuple[Key, Key]] = {Home.WASD: ("Right", "Up"), Home.HJKL: ("Down", "Up")}
"""The arrow keys whose letters are tried first, as the other letters mean more elsewhere: s saves or solves, a answers,
h is a hint, l loads.
"""


class ArrowsAlone:
    """`key` is that of the first blank's digit."""

    def __init__(self, sight: Sight, hands: Hands, tries: Attempts, key: Key) -> None:
        self._sight = sight
        self._hands = hands
        self._try = tries
        self._first = tries.cells.first
        self._key = key
        self._tried = False
        self._keypad = False  # only the keypad's keys enter digits

    def find_once(self) -> tuple[Way, Cell | None] | None:
        """Finds the way by arrow keys or letters. A second call finds nothing: what clicks select changes nothing about
        it.
        """
        tried, self._tried = self._tried, True
        return None if tried else self.find(Home.KEYS) or self._by_letters()

    def _by_letters(self) -> tuple[Way, Cell | None] | None:
        """Tries letters where a cursor may show that neither clicks nor arrow keys have moved, and letters are no
        digits.
        """
        for home, keys in LETTERS.items():
            if self._sight.reading.size > LARGEST_DIGIT or not self._nothing_came():
                break
            self._hands.arrows = ARROWS[home]
            if self._cursor().try_keys(keys) and (found := self.find(home)):
                return found
            self._hands.arrows = {}
        return None

    def _nothing_came(self) -> bool:
        """Whether the board looks as before the first click, and some cell looks different from its like."""
        extent, plain = self._sight.reading.extent, self._hands.plain
        if plain is None or not alike(plain.crop(extent), self._sight.snap().crop(extent)):
            return False
        return cell_stands_out(plain, self._sight.reading)

    def find(self, home: Home) -> tuple[Way, Cell | None] | None:
        """Tries these keys; returns the way and where the cursor is. The cursor must be seen to move, and to be in the
        cell before and after its digit.
        """
        self._hands.arrows = ARROWS[home]
        at = self._try_digit() if self._go_to_first() else None
        self._hands.arrows = self._hands.arrows if at else {}
        self._hands.one_by_one = at is not None and (self._hands.one_by_one or self._is_small())
        return (Way(Fill.ARROWS, home, keypad=self._keypad), at) if at else None

    def _is_small(self) -> bool:
        """Whether the same key comes so seldom in a row on this board that a lost one may not have been noticed."""
        return self._sight.reading.size < 2 * SAME

    def _go_to_first(self) -> bool:
        """Presses several arrow keys at once; returns whether they bring the cursor to the first cell."""
        for _ in range(BLINKS):
            if not (arrows := self._find_several_arrows()):
                return False
            again = self._press_at_once(arrows)
            if self._cursor().prove_at(self._first):
                self._come_no_sooner(again)
                return True
        return False

    def _try_digit(self) -> Cell | None:
        """Types the first cell's digit; returns where the cursor is then. It is on the given beside where an arrow key
        that followed at once counted; else still in the first cell, where that key was lost, is not taken in turn, or
        no given is beside.
        """
        beside = self._try.cells.beside(self._first)
        if beside and self._try_in_turn(beside):
            return self._look_after_digit(*beside[:2])
        self._hands.one_by_one = True
        if beside and self._cursor().prove_at(beside[0]):
            self._press_at_once((beside[2],))
        entered = self._cursor().prove_at(self._first) and self._enter_digit()
        return self._first if entered and self._cursor().prove_at(self._first) else None

    def _look_after_digit(self, beside: Cell, key: Key) -> Cell | None:
        """Finds the cursor after the digit and the arrow key `key` that followed it: on the given `beside`, unless that
        key was lost. Where the digit itself may have moved the cursor on, a second digit tells.
        """
        if any(self._cursor().prove_at(beside) for _ in range(BLINKS)):
            at_edge = key == "Right" and beside.col == self._sight.reading.size - 1
            return self._try_another_digit(beside) if at_edge else beside
        self._hands.one_by_one = True
        at_first = self._cursor().prove_at(self._first)
        return self._try_another_digit(self._first) if at_first else None

    def _try_another_digit(self, start: Cell) -> Cell | None:
        """Types the same digit into the second blank; returns where the cursor is then, if it stayed there."""
        second = self._try.cells.second
        if second is None:
            return None
        self._press_at_once(leading(start, second))
        if not self._cursor().prove_at(second):
            return None
        self._try.play(Press(self._try.key(Way(Fill.ARROWS, keypad=self._keypad)), second))
        return second if self._try.shows(second) and self._cursor().prove_at(second) else None

    def _enter_digit(self) -> bool:
        """Types into the first cell, by the keypad where nothing came of the other key; returns whether the digit
        shows.
        """
        before = self._sight.snap()
        self._try.play(Press(self._key, self._first))
        if self._try.shows(self._first):
            return True
        if self._sight.reading.size > LARGEST_DIGIT or self._sight.is_unlike(self._first, before):
            return False
        self._keypad = True
        self._try.play(Press(self._try.key(Way(Fill.ARROWS, keypad=True)), self._first))
        return self._try.shows(self._first)

    def _try_in_turn(self, beside: tuple[Cell, Key, Key]) -> bool:
        """Types the digit and an arrow key at once; returns whether they are taken in turn. Programs that enter a digit
        once a frame put it where the cursor is by then. So the key leads to a given, which takes none.
        """
        self._try.play(Press(self._key, self._first), Press(beside[1], beside[0]))
        return self._try.shows(self._first)

    def _find_several_arrows(self) -> tuple[Key, ...]:
        """The keys from the cursor to the first cell, one of them several times, as programs lose all but the first
        key, or all but the first of the same key. Moves the cursor away where it is too near. Empty where no cursor is
        found.
        """
        start = self.find_cursor()
        self._try.check()
        arrows = self._arrows_from(start)
        if start is not None and not _repeat(arrows):
            self._press_at_once(self._away(start))
            arrows = self._arrows_from(self.find_cursor())
        return arrows if _repeat(arrows) else ()

    def _arrows_from(self, start: Cell | None) -> tuple[Key, ...]:
        """The keys that lead to the first blank."""
        return leading(start, self._first) if start else ()

    def _away(self, start: Cell) -> tuple[Key, ...]:
        """Keys that lead so far inwards that one key leads back several times, even to a cell beside the start."""
        half = self._sight.reading.size // 2
        down: Key = "Down" if start.row < half else "Up"
        return ("Right" if start.col < half else "Left",) * SEVERAL + (down,) * (SEVERAL + 1)

    def _press_at_once(self, keys: tuple[Key, ...]) -> float:
        """Presses the keys; returns the least seconds after which the same key came again, 0 where none did."""
        took = [self._try.play(Press(key, self._first)) for key in keys]
        again = [after for one, two, after in zip(keys, keys[1:], took[1:], strict=False) if one == two]
        return min(again, default=0.0)

    def _come_no_sooner(self, again: float) -> None:
        """All keys came, the same one after `again` seconds; nothing is known of what comes sooner. They may have
        reached the program further apart than they were sent, so twice that time is kept.
        """
        if again > AT_ONCE:
            self._hands.pace = replace(self._hands.pace, between_keys=max(2 * again, self._hands.pace.between_keys))

    def _cursor(self) -> Cursor:
        return Cursor(self._sight, self._hands, self._try.expect, self._first)

    def find_cursor(self) -> Cell | None:
        """Finds the cursor by keys; None where it is not seen."""
        return self._cursor().find()


def _repeat(keys: tuple[Key, ...]) -> bool:
    """Whether one of the keys is there several times."""
    return max(map(keys.count, keys), default=0) >= SEVERAL
