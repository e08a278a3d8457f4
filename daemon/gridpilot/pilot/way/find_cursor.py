"""Finds a game's own cursor by what arrow keys change: the cell that it leaves, and the cell to which it comes.

Where the mouse does nothing, there is no other way to know where it stands: on some boards it comes back at the
opposite edge, so no number of keys leads to a corner for certain. Other cells may light up with it, such as those of
its row or of its digit. Its own look goes from one cell and comes to another, which theirs does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import product

from gridpilot.capture import Capture
from gridpilot.geometry import Cell
from gridpilot.pilot.eyes.picture_changes import FAINT, Lost, changed_pixels
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.hands.steps import Hands
from gridpilot.plan import Key, Plan, Press

MOVES = 0.6
"""Seconds within which a cursor must be seen to move."""

REST, CALM = 0.05, 0.3
"""Seconds without a change after which the cursor has moved, and after which nothing of an earlier try shows
any more.
"""

BOTH = 2  # cells that change where a cursor moves: the one that it leaves and the one to which it comes

MOST, MUCH = 0.5, 4
"""Of the cursor's pixels at least this share comes along into the next cell. A move that carries so many times fewer
pixels than the best one is none. Not tuned.
"""

TEXTURED = 2 * FAINT
"""Grey levels within which no other cell may show a cursor's pixel. Set by hand on eight pairs of pictures of KSudoku's
board, a photograph: within 16 levels up to 24 pixels of a cell without a cursor are like no other's; within 32 only a
cursor's frame is. `tests/desktop/test_real_games.py -k ksudoku` fails without it on the smallest window.
"""

TRIES, BUSY_TRIES = 2, 5
"""Tries to see the cursor, which may blink just then, or another part of the board may change. The larger number is for
keys that are seen to move something, but late, as on a busy machine.
"""

SIDEWAYS: tuple[tuple[Key, Key], ...] = (("Right", "Left"), ("Left", "Right"))
UPRIGHT: tuple[tuple[Key, Key], ...] = (("Down", "Up"), ("Up", "Down"))
STEPS: dict[Key, tuple[int, int]] = {"Right": (0, 1), "Left": (0, -1), "Down": (1, 0), "Up": (-1, 0)}


class Cursor:
    """`serves` is the cell for which all keys are pressed."""

    def __init__(self, sight: Sight, hands: Hands, expect: tuple[int, ...], serves: Cell) -> None:
        self._sight = sight
        self._hands = hands
        self._expect = expect
        self._serves = serves
        self._size = sight.reading.size
        self._moved = False  # a key was seen to change something
        self.changes = False  # whether the latest key of `press_and_trace` changed anything on the board

    def find(self) -> Cell | None:
        """Presses a key sideways and one back, then one up or down and one back; returns where the cursor is. None
        where that is not seen.
        """
        for tries in range(BUSY_TRIES):
            beside = self._go_and_return(SIDEWAYS)
            if beside is not None and self._go_and_return(UPRIGHT) == beside:
                return beside
            if tries + 1 >= TRIES and not self._moved:
                return None
            self._rest()
        return None

    def try_keys(self, keys: tuple[Key, ...]) -> bool:
        """Presses these keys until one changes anything; returns whether that one moved the cursor to the cell
        beside.
        """
        for key in keys:
            before = self._sight.snap()
            if changed := self._press_and_compare(key, before):
                return self._origin(key, before, changed) is not None
        return False

    def press_and_trace(self, key: Key) -> Cell | None:
        """Presses the key; returns the cell from which it is seen to move the cursor to the cell beside. `changes` says
        then whether anything changed on the board.
        """
        before, origin = self._sight.snap(), None

        def seen() -> bool:
            nonlocal origin
            origin = self._origin(key, before, self._differing(before))
            return origin is not None

        self._press(key)
        if self._sight.wait_for_change(before, MOVES):
            self._sight.wait_for(lambda _: seen(), MOVES, BOTH * REST)
        self.changes = bool(self._differing(before))
        return origin

    def prove_at(self, cell: Cell) -> bool:
        """Presses keys; returns whether the cursor is seen to leave the cell and come back, sideways and up or down. It
        must go from just this cell to the one beside, whatever keys led there: so the cell was reached, however late a
        window shows it.
        """
        self._rest()
        return all(self._leave_and_return(cell, *self._inwards(cell, keys)) for keys in (SIDEWAYS, UPRIGHT))

    def _rest(self) -> None:
        self._sight.wait_for(lambda _: False, MOVES, CALM)

    def _inwards(self, cell: Cell, keys: tuple[tuple[Key, Key], ...]) -> tuple[Key, Key]:
        return next(each for each in keys if all(0 <= line < self._size for line in beyond(cell, each[0])))

    def _leave_and_return(self, cell: Cell, there: Key, back: Key) -> bool:
        """Presses both keys; returns whether the cursor left this cell, and the board looks as before then."""
        before = self._sight.snap()
        origin = self._origin(there, before, self._press_and_compare(there, before))
        if origin is None:
            return False
        self._press(back)  # the origin is known already; the key back only leaves the board as it was
        return self._sight.wait_until(partial(self._is_like, before), MOVES, REST) and origin == cell

    def _go_and_return(self, keys: tuple[tuple[Key, Key], ...]) -> Cell | None:
        """Presses a key and its opposite; returns the cell that the cursor left. None where the board does not look as
        before then.
        """
        for there, back in keys:
            before = self._sight.snap()
            changed = self._press_and_compare(there, before)
            if not changed:
                continue  # the cursor may be at that edge
            self._moved = True
            origin = self._origin(there, before, changed)
            self._press(back)
            returned = self._sight.wait_until(partial(self._is_like, before), MOVES, REST)
            return origin if returned else None
        return None

    def _press_and_compare(self, key: Key, before: Capture) -> set[Cell]:
        """Presses the key; returns the cells that look different then. There are two at least where it has moved a
        cursor.
        """
        self._press(key)
        if self._sight.wait_for_change(before, MOVES):
            self._sight.wait_until(lambda: len(self._differing(before)) >= BOTH, MOVES, REST)
        return self._differing(before)

    def _press(self, key: Key) -> None:
        self._hands.play(Plan((Press(key, self._serves),), self._expect))

    def _is_like(self, before: Capture) -> bool:
        return not self._differing(before)

    def _differing(self, before: Capture) -> set[Cell]:
        self._sight.snap()
        return self._sight.changed_cells(before)

    def _origin(self, key: Key, before: Capture, changed: set[Cell]) -> Cell | None:
        """The cell from which the key leads to the other changed cell, which may be at the opposite edge. Where more
        than two changed: the only two between which something moves that no other cell shows.
        """
        beside = {here: Cell(*(line % self._size for line in beyond(here, key))) for here in changed}
        moves = [(here, to) for here, to in beside.items() if to in changed]
        if len(changed) > BOTH:
            whole = self._mostly(before, changed)
            moves = [move for move in moves if {*move} == whole] or self._outstanding(moves, before, changed)
        return moves[0][0] if len(moves) == 1 else None

    def _mostly(self, before: Capture, changed: AbstractSet[Cell]) -> set[Cell]:
        """The cells that have changed most. A cursor may reach into the next cell, for example with the space behind a
        sign.
        """
        apart = changed_pixels(before, self._sight.capture)
        boxes = {cell: self._sight.reading.box_at(cell) for cell in changed}
        shares = {
            cell: apart[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)].mean() for cell, box in boxes.items()
        }
        return {cell for cell, share in shares.items() if share > MOST * max(shares.values())}

    def _outstanding(
        self, moves: Sequence[tuple[Cell, Cell]], before: Capture, changed: AbstractSet[Cell]
    ) -> list[tuple[Cell, Cell]]:
        """The moves that carry about the most pixels. On a textured board no two pixels are quite alike, so pixels of
        other cells may differ more there, unless nothing of a pale cursor is left by that.
        """
        found: list[tuple[Cell, Cell]] = []
        for faint in (TEXTURED, FAINT):
            carried = [self._carried(before, changed, move, faint) for move in moves]
            found = [move for move, each in zip(moves, carried, strict=True) if each and MUCH * each >= max(carried)]
            if len(found) == 1:
                break
        return found

    def _carried(self, before: Capture, changed: AbstractSet[Cell], move: tuple[Cell, Cell], faint: int) -> int:
        """How many pixels go from the one cell to the other that no other cell had or has, be it with `faint` grey
        levels of difference. 0 unless most of them arrive.
        """
        here, to = move
        now, box_at = self._sight.capture, self._sight.reading.box_at
        lost = Lost(before, now, box_at(here))
        own = ~lost.shown(before, box_at(to))
        for cell, picture in product(changed - {here, to}, (before, now)):
            if own.sum() <= lost.least:  # this comes soon where all has changed, as on a page that scrolls
                return 0
            own &= ~lost.shown(picture, box_at(cell), faint)
        alone = own.sum() > lost.least and lost.shown(now, box_at(to))[own].mean() > MOST
        return int(own.sum()) * int(alone)


def leading(start: Cell, end: Cell) -> tuple[Key, ...]:
    """The arrow keys that lead from one cell to another."""
    down, right = end.row - start.row, end.col - start.col
    upright: Key = "Down" if down > 0 else "Up"
    sideways: Key = "Right" if right > 0 else "Left"
    return (upright,) * abs(down) + (sideways,) * abs(right)


def beyond(cell: Cell, key: Key) -> tuple[int, int]:
    """Row and column to which the key leads from the cell. They may be off the board."""
    down, right = STEPS[key]
    return cell.row + down, cell.col + right
