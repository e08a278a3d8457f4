"""Whether arrow keys move what a click has selected, or, where the mouse does nothing, the program's own cursor, which
letters may do as well.
"""

from __future__ import annotations

from dataclasses import replace

from gridpilot.capture import Capture
from gridpilot.games.protocols import Game
from gridpilot.geometry import Cell
from gridpilot.pilot.attempts import Attempts
from gridpilot.pilot.find_cursor import SIDEWAYS, STEPS, Cursor
from gridpilot.pilot.guard import Refused
from gridpilot.pilot.picture_changes import alike, same_picture
from gridpilot.pilot.scrolling import has_scrolled
from gridpilot.pilot.sight import Sight
from gridpilot.pilot.standing_out import cell_stands_out
from gridpilot.pilot.steps import Hands
from gridpilot.plan import ARROWS, Fill, Home, Key, Press, Way
from gridpilot.reading import LARGEST_DIGIT
from gridpilot.texts import find_way_words

SEVERAL, BLINKS = 2, 2
"""Arrow keys at once that tell whether a program takes them all; and tries, as a cursor may blink just then."""

SAME, AT_ONCE = 4, 0.0038
"""Of a key that comes at once: one may come late enough to count where the next is lost. And seconds from a key to the
same one that are as soon as in a fill: 2.8 to 3.9 ms, its pause included, in 17 batches that were timed while
`scripts/bench_first_press.py --kind "arrows alone"` ran. On a busy machine all may come later: then none comes sooner.
"""

FOLLOWS, SLOWER, REST, KEY_REST = 0.02, 1.5, 0.12, 0.3
"""Seconds, or so many times as long as a click took to show, within which a selection must follow an arrow key: clicks
serve as well where it comes later. And seconds in which it must leave, and come back by all keys at once.
"""

LETTERS: dict[Home, tuple[Key, Key]] = {Home.WASD: ("Right", "Up"), Home.HJKL: ("Down", "Up")}
"""In the place of which arrow keys letters are tried first, as the others stand for more elsewhere: s saves, or solves,
a answers, h is a hint, l loads.
"""

SCROLLS, GOES_ON = 0.05, 0.6
"""Seconds within which a page begins to scroll by the keys that came, and for which it may go on; not tuned."""


class ArrowsAlone:
    """`key` is that of the first blank's digit."""

    def __init__(self, game: Game, sight: Sight, hands: Hands, tries: Attempts, key: Key) -> None:
        self._game = game
        self._sight = sight
        self._hands = hands
        self._try = tries
        self._first = tries.cells.first
        self._key = key
        self._tried = False

    def find_once(self) -> tuple[Way, Cell | None] | None:
        """By arrow keys or letters; what clicks select, and how they are made, changes nothing about it."""
        tried, self._tried = self._tried, True
        return None if tried else self.find(Home.KEYS) or self._by_letters()

    def _by_letters(self) -> tuple[Way, Cell | None] | None:
        """Where a cursor may show that neither a click nor arrow keys have moved, and letters are no digits."""
        for home, keys in LETTERS.items():
            if self._sight.reading.size > LARGEST_DIGIT or not self._nothing_came():
                break
            self._hands.arrows = ARROWS[home]
            if self._cursor().moves(keys) and (found := self.find(home)):
                return found
            self._hands.arrows = {}
        return None

    def _nothing_came(self) -> bool:
        """Whether the board looks as before the first click, and some cell otherwise than the others."""
        extent, plain = self._sight.reading.extent, self._hands.plain
        if plain is None or not alike(plain.crop(extent), self._sight.snap().crop(extent)):
            return False
        return cell_stands_out(plain, self._sight.reading)

    def find(self, home: Home) -> tuple[Way, Cell | None] | None:
        """The mouse does nothing: the cursor is seen to move, and to be in the cell before and after its digit."""
        self._hands.arrows = ARROWS[home]
        at = self._takes_digit() if self._reaches_first() else None
        self._hands.arrows = self._hands.arrows if at else {}
        self._hands.one_by_one = at is not None and (self._hands.one_by_one or self._is_small())
        return (Way(Fill.ARROWS, home), at) if at else None

    def _is_small(self) -> bool:
        """Whether the same key comes so seldom in a row that one may count by chance where a sooner one is lost."""
        return self._sight.reading.size < 2 * SAME

    def _reaches_first(self) -> bool:
        """Whether several arrow keys at once bring the cursor to the first cell."""
        for _ in range(BLINKS):
            if not (arrows := self._several_arrows()):
                return False
            again = self._press_at_once(arrows)
            if self._cursor().is_at(self._first):
                self._come_no_sooner(again)
                return True
        return False

    def _takes_digit(self) -> Cell | None:
        """Where the cursor is once the first cell has its digit: on the given beside it, by a key that came at once, or
        still there, where these are not taken in turn, or no given tells.
        """
        beside = self._try.cells.beside(self._first)
        if beside and self._in_turn(self._first):
            return beside[0] if any(self._cursor().is_at(beside[0]) for _ in range(BLINKS)) else None
        self._hands.one_by_one = True
        if beside and self._cursor().is_at(beside[0]):
            self._press_at_once((beside[2],))
        if not self._cursor().is_at(self._first):
            return None
        self._try.play(Press(self._key, self._first))
        return self._first if self._try.shows(self._first) and self._cursor().is_at(self._first) else None

    def _in_turn(self, cell: Cell) -> bool:
        """Whether a digit and an arrow key that comes at once are taken in turn: programs that enter a digit once a
        frame put it where the cursor is by then. So the key leads to a given, which takes none.
        """
        beside = self._try.cells.beside(cell)
        if beside is None:
            return False
        sign = self._sight.reading.signs[self._try.cells.digit(cell) - 1]
        self._try.play(Press(sign, cell), Press(beside[1], beside[0]))
        return self._try.shows(cell)

    def along(self, given: Cell, look: Capture) -> tuple[Way, Cell | None] | None:
        """The selection moves from the first cell to the given beside it, which looks as it did when it was selected
        before, on by some rows, one by one, and back by all keys at once. Programs that take no keys while their cursor
        moves, or take the same key, so soon, for one that is held, would lose one, and all digits would be wrong.
        A page that scrolls by the keys is clicked instead: its cells would soon be elsewhere, or out of the window. A
        board with too few rows to tell is, too.
        """
        if self._is_small():
            return None
        there, back = SIDEWAYS[given.col < self._first.col]
        before, at_first = self._sight.snap(), self._sight.close_up(self._first)
        self._press_at_once((there,))
        if not self._sight.wait_for_look(given, look, True, max(FOLLOWS, SLOWER * self._hands.latest)):
            self._scrolls(before, back, SCROLLS)
            return None
        up, down = ("Up", "Down") if given.row >= SAME else ("Down", "Up")
        looks = ((given, look), (self._first, at_first))  # the latter of a cell that is not selected, if all shows late
        away = all(self._moves(up) for _ in range(SAME))
        if self._scrolls(before, down) or not (away and self._look_otherwise(looks)):
            return None
        again = self._press_at_once((down,) * SAME + (back,))
        came_back = self._sight.wait_for_look(self._first, at_first, True, KEY_REST)
        if self._scrolls(before, up, SCROLLS):
            return None
        self._try.check()
        self._come_no_sooner(again)
        return self._from_a_spare() if came_back else None

    def _from_a_spare(self) -> tuple[Way, Cell | None] | None:
        """A digit and an arrow key are tried together in a cell of its own."""
        cell = self._try.cells.spare
        beside = self._try.cells.beside(cell) if cell else None
        takes = cell and beside and self._hands.select(cell) and self._in_turn(cell)
        return (Way(Fill.ARROWS), beside[0]) if beside and takes else None

    def _look_otherwise(self, looks: tuple[tuple[Cell, Capture], ...]) -> bool:
        return all(self._sight.wait_for_look(*each, False, 0.0) for each in looks)

    def _moves(self, key: Key) -> bool:
        before = self._sight.snap()
        self._press_at_once((key,))
        return self._sight.wait_for_change(before, self._try.rest(REST))

    def _scrolls(self, before: Capture, back: Key, within: float = 0.0) -> bool:
        """Whether the page scrolls by the keys. It is brought back by that one then, as it must be: clicks would go to
        other cells. Nothing is read meanwhile.
        """
        extent = self._sight.reading.extent
        if not self._sight.wait_until(lambda: has_scrolled(before, self._sight.snap(), extent), within):
            return False
        for _ in range(1 + SAME):
            self._sight.wait_until(lambda: same_picture(self._sight.capture, self._sight.snap()), GOES_ON, REST)
            if not has_scrolled(before, self._sight.capture, extent):
                return True
            self._press_at_once((back,))
        raise Refused(find_way_words.scrolls())

    def _several_arrows(self) -> tuple[Key, ...]:
        """The keys that lead to the first cell: some key several times, as programs lose all but the first, or all but
        the first of the same key. None: no cursor.
        """
        start = self.cursor()
        self._try.check()
        arrows = self._arrows_from(start)
        if start is not None and not _repeat(arrows):
            self._press_at_once(self._away(start))
            arrows = self._arrows_from(self.cursor())
        return arrows if _repeat(arrows) else ()

    def _arrows_from(self, start: Cell | None) -> tuple[Key, ...]:
        if start is None:
            return ()
        now = list(self._try.target)
        now[self._try.cells.index(self._first)] = 0
        steps = self._game.plan(tuple(now), self._try.target, Way(Fill.ARROWS), start).steps
        return tuple(step.key for step in steps if isinstance(step, Press) and step.key in STEPS)

    def _away(self, start: Cell) -> tuple[Key, ...]:
        """Keys that lead so far inwards that the same one leads back several times, and be it to a cell beside."""
        half = self._sight.reading.size // 2
        down: Key = "Down" if start.row < half else "Up"
        return ("Right" if start.col < half else "Left",) * SEVERAL + (down,) * (SEVERAL + 1)

    def _press_at_once(self, keys: tuple[Key, ...]) -> float:
        """The least seconds after which the same key came again, as far as any did."""
        took = [self._try.play(Press(key, self._first)) for key in keys]
        again = [after for one, two, after in zip(keys, keys[1:], took[1:], strict=False) if one == two]
        return min(again, default=0.0)

    def _come_no_sooner(self, again: float) -> None:
        """All keys came, the same one after so many seconds; of what comes sooner nothing is known. They may have
        reached the program further apart than they were sent, so as much time again is left.
        """
        if again > AT_ONCE:
            self._hands.pace = replace(self._hands.pace, between_keys=max(2 * again, self._hands.pace.between_keys))

    def _cursor(self) -> Cursor:
        return Cursor(self._sight, self._hands, self._try.expect, self._first)

    def cursor(self) -> Cell | None:
        """Where it is; None where that is not seen."""
        return self._cursor().find()


def _repeat(keys: tuple[Key, ...]) -> bool:
    """Whether one of them is there several times."""
    return max(map(keys.count, keys), default=0) >= SEVERAL
