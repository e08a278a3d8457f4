"""Makes moves of a sliding game, by keys or by drags across the board."""

from __future__ import annotations

from collections.abc import Callable

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Pixel
from gridpilot.pilot.eyes.picture_changes import changed_part
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.guard.guard import Guard
from gridpilot.plan import TOWARDS, Key, Move, Moves

ARROWS: dict[Move, Key] = {Move.UP: "Up", Move.RIGHT: "Right", Move.DOWN: "Down", Move.LEFT: "Left"}
LETTERS: dict[Move, Key] = {Move.UP: "w", Move.RIGHT: "d", Move.DOWN: "s", Move.LEFT: "a"}
REACH = 0.3  # of the board, to either side of its centre: longer than any game's threshold, and well inside
HOLD = 0.05
"""Seconds for which a key is held: a program that looks 30 times a second sees it once, one that repeats keys does not
repeat it.
"""

WAYS = (Moves.KEYS, Moves.HELD_KEYS, Moves.LETTERS, Moves.DRAG)
"""The order in which ways are tried. A drag comes last: on a page it may mark text. It also gives the board the focus,
so that the keys are worth another try after it.
"""

WITH_LINES = *WAYS[:3], Moves.LINES, Moves.DRAG
"""The order where keys are seen to be typed into a line of text. Elsewhere Return is not tried: it may press a
button.
"""

TYPED = 7  # signs that the three ways before may have typed: a terminal sends three for an arrow key

ARROWS_FIRST = Moves.LETTERS, Moves.KEYS
DRAG_FIRST = Moves.LETTERS, Moves.DRAG, Moves.KEYS
"""The order where arrow keys scroll the page; a drag comes before them where they take the board out of sight."""


class Strokes:
    """`way` is how moves are made, `proven` whether it is known to work, `moved_pointer` whether the pointer has left
    its place.
    """

    def __init__(self, sight: Sight, guard: Guard, clock: Clock, abort: Abort, way: Moves) -> None:
        self._sight = sight
        self._guard = guard
        self._clock = clock
        self._abort = abort
        self._told = self.proven = way is not Moves.AUTO
        self._ways: tuple[Moves, ...] = WAYS
        self.way = self._made_by = way if self.proven else WAYS[0]
        self.moved_pointer = False
        self._before: Capture | None = None
        self._typed: Box | None = None

    def make(self, move: Move) -> None:
        """Sends one move by the current way."""
        self._made_by, self._before = self.way, self._sight.capture
        if self.way is Moves.DRAG:
            self._drag(move)
            return
        if self.by_lines and not self.proven:
            for _ in range(TYPED):
                self._press("BackSpace")
        if self.way is Moves.KEYS:
            self._press(ARROWS[move])
        else:
            key = (ARROWS if self.way is Moves.HELD_KEYS else LETTERS)[move]
            self._press(key, lambda: self._clock.wait(HOLD, self._abort))
        if self.by_lines:
            self._press("Return")
        self._guard.flush()

    def _press(self, key: Key, while_down: Callable[[], object] | None = None) -> None:
        middle = self._sight.capture.view.to_point(self._sight.reading.extent.centre)
        self._guard.press(key, over=middle, while_down=while_down)

    def note_arrival(self) -> None:
        """The latest move was seen to arrive. If it was made by another way than the present one, that proves
        nothing.
        """
        self.proven |= self._made_by is self.way

    def most_tries(self, proven: int) -> int:
        """How many moves in a row may be lost: `proven` of them by a way that works, else two rounds of all ways."""
        return proven if self.proven else 2 * len(self._ways)

    def note_loss(self, *, again: bool) -> None:
        """The latest move did nothing; `again`: nor did the one before. Until a way is known to work, the next one is
        tried. Some letters may move and others not, as where Z and Q stand for W and A: if letters were tried because
        arrows scroll, arrows come back for good.
        """
        if not self.proven:
            if self._is_typed() and self._ways is WAYS and self.way is Moves.LETTERS:
                self._ways = WITH_LINES
            self.way = self._ways[(self._ways.index(self.way) + 1) % len(self._ways)]
        elif again and self.way is Moves.LETTERS and self._ways in {ARROWS_FIRST, DRAG_FIRST}:
            self.way, self._told = Moves.KEYS, True

    def note_other_move(self) -> None:
        """The latest key made another move than it should. What a terminal sends for an arrow key ends with a letter,
        and some programs take the letter.
        """
        if not self.proven and self.by_arrows:
            self.leave_arrows(out_of_sight=False)

    @property
    def by_lines(self) -> bool:
        return self.way is Moves.LINES

    @property
    def by_arrows(self) -> bool:
        return self.way in {Moves.KEYS, Moves.HELD_KEYS}

    def leave_arrows(self, *, out_of_sight: bool) -> None:
        """Arrow keys scroll the page or make other moves: from now on they are the last choice, unless the profile
        states them. While the board stays in sight they are still better than a drag, which may mark text.
        """
        ways = DRAG_FIRST if out_of_sight else ARROWS_FIRST
        if self._told or self._ways in {ways, DRAG_FIRST}:
            return
        self.way = Moves.DRAG if self._ways is ARROWS_FIRST else Moves.LETTERS
        self._ways, self.proven = ways, False

    def press_arrow(self, move: Move) -> None:
        self._press(ARROWS[move])
        self._guard.flush()

    def answer(self, key: Key) -> None:
        """Presses a key for a window that the game has put in front of its board."""
        if dialog := self._guard.dialog():
            self._guard.of(dialog).press(key)
            self._guard.flush()

    def click(self, pixel: Pixel) -> None:
        """Clicks a button, in pixels of the sight's capture."""
        point = self._sight.capture.view.to_point(pixel)
        self.moved_pointer = True
        self._guard.click(point)

    def _is_typed(self) -> bool:
        """Whether what the latest key has changed follows what the key before changed, on the same line. A block cursor
        moves along, so where one sign is typed half of the change may lie in the second half of the change before. A
        clock's digits and a blinking cursor stay in their places.
        """
        before, now = self._typed, changed_part(self._before, self._sight.capture) if self._before else None
        self._typed = now or before
        if before is None or now is None:
            return False
        follows = before.centre.x <= now.x0 and 2 * before.x1 <= now.x0 + now.x1
        return follows and before.y0 < now.y1 and now.y0 < before.y1

    def _drag(self, move: Move) -> None:
        board, (right, down) = self._sight.reading.extent, TOWARDS[move]
        across, along = right * REACH * board.width, down * REACH * board.height
        centre, view = board.centre, self._sight.capture.view
        start = view.to_point(Pixel(centre.x - across, centre.y - along))
        end = view.to_point(Pixel(centre.x + across, centre.y + along))
        self.moved_pointer = True
        self._guard.drag(start, end)
