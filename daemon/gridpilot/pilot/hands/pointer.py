"""The pilot's pointer: moves and clicks, and tells whether a cell is seen to be selected by that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.geometry import Cell, Pixel
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands.moving_buttons import MovingButtons
from gridpilot.texts import find_way_words, messages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Box, Point, View
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.pilot.guard.clock import Clock
    from gridpilot.pilot.guard.guard import Guard
    from gridpilot.profiles.profile import Pace

PATIENCE = 0.5
"""Seconds more for a selection to show while the way is searched. Beside busy programs (load 6 on two cores) a page
took more than 0.65 s to show a double click.
"""

AWAY, SLOWLY = 0.06, 4.0
"""Seconds within which a click must show, or so many times as long as clicks took lately. With less, the board would
only be looked at more often. Some window managers hold a click back until the pointer has left, and pages take it for a
drag then.
"""
HOLD, LONG_HOLD = 0.05, 0.2
"""Seconds that a button is held, and the pointer rests before, for programs that look at the mouse 30 times a second,
or 10 times. A program that draws 10 times a second lost every other click of 0.12 s beside other work.
"""
UNCOVERED, TINTS, DRAWN, BESIDE = 0.5, 0.06, 0.02, 12.0
"""None is tuned: seconds for which a menu that closes may still lie over a cell, within which the pointer's tint comes
or goes, and for which some programs show a cell that is half drawn; and pixels off the board where the pointer waits.
"""


class Pointer:
    """`buttons` are the named buttons, in pixels of the sight's capture."""

    def __init__(self, sight: Sight, guard: Guard, pace: Pace, clock: Clock, abort: Abort) -> None:
        self._sight = sight
        self._guard = guard
        self._clock = clock
        self._abort = abort
        self.pace = pace
        self.clicks_land = False  # clicks were seen to count where they were made, even if the pointer moved on
        self.hold = 0.0  # seconds for which the button is held in each click
        self.rests_first = False  # the pointer rests before a click: some programs ask once a frame where it is
        self.tinted: Sequence[Cell] = ()
        """Cells that look different under the pointer, where that is known: this tint may be taken for a selection or
        hide one.
        """
        self.plain: Capture | None = None
        """The window without a selection. Where it is known, no digit follows a click that was not seen to arrive."""
        self.buttons: dict[str, Pixel] = {}
        self.moving: MovingButtons | None = None  # the buttons that were found by their digits
        self.latest = 0.0  # seconds that clicks took to show lately
        self._digit = ""  # the key, or button, of the latest digit
        self._before: Capture | None = None  # the window between the latest click on a cell and its digit

    def take_pad(self, game: Game, pad: dict[str, Pixel]) -> None:
        """Adds buttons that were found by their digits on the latest picture. Buttons of the same names that are known
        stay.
        """
        found = {name: at for name, at in pad.items() if name not in self.buttons}
        self.moving = MovingButtons(game, self._sight, found)
        self.buttons = pad | self.buttons

    def soon(self) -> float:
        """Seconds within which a click must show, as fast as this window is."""
        return min(PATIENCE, max(AWAY, SLOWLY * self.latest))

    def hover(self, cell: Cell, *, aside: bool = False) -> None:
        """Moves the pointer over the cell."""
        self._guard.move(self._point(cell, aside=aside), cell)

    def move_off_and_look(self, cell: Cell) -> bool:
        """Moves beside the board. Whether the cell, which it was over, looks otherwise still: the pointer alone selects
        there, and the selection stays.
        """
        plain = self.plain
        self._guard.move(_beside(self._sight.reading.extent, self._sight.capture.view), cell)
        return plain is not None and not self._sight.wait_until(
            lambda: not self._sight.is_unlike(cell, plain), PATIENCE
        )

    def click_and_move_on(self, cell: Cell, to: Cell, look: Capture | None = None) -> bool:
        """Clicks a cell; the pointer is over the other one before the program can come to that. Whether the cell comes
        to look so, as where it was selected before; or otherwise than until then, and not only while it is drawn.
        """
        point, then, before = self._point(cell), self._point(to), look or self._sight.close_up(cell)
        self._guard.click(point, cell, then)
        return self._sight.wait_for_look(cell, before, look is not None, self.soon(), 0.0 if look else DRAWN)

    def select(
        self, cell: Cell, clicks: int = 1, patience: float = PATIENCE, *, doubted: bool = False, aside: bool = False
    ) -> bool:
        """Clicks a cell; returns whether its look changes. Where its look stays but differs from `plain`, the cell may
        have been selected before or light up with another one: that counts as selected, unless `doubted`. `aside`: see
        `Sight.point`.
        """
        point, witness = self._point(cell, aside=aside), self._witness(cell)
        if not witness:
            self.hover(cell, aside=aside)  # so that its tint is there before and is not taken for the selection
        elif self._is_over(cell):
            self._leave(witness)
        self._before = None
        before, clicked = self._sight.close_up(cell), self._clock.now()
        self._click_at(point, cell, clicks)
        if witness:
            self._leave(witness)
        shown = self._sight.wait_for_effect(cell, before, self.pace.after_click)
        if not shown and (self.plain is None or self._sight.is_unlike(cell, self.plain)):
            return self.plain is not None and not doubted
        if shown := shown or self._sight.wait_for_effect(cell, before, patience):
            self.latest = max(self._clock.now() - clicked, self.latest / 2)
        return shown

    def _witness(self, cell: Cell) -> Cell | None:
        """A tinted cell that hardly changes when that cell is selected, as cells of its row, column and box may."""
        seen = (each for each in self.tinted if each not in self._sight.reading.hidden)
        apart = (each for each in seen if each.row != cell.row and each.col != cell.col)
        return max(apart, key=lambda each: abs(each.row - cell.row) + abs(each.col - cell.col), default=None)

    def _leave(self, witness: Cell) -> None:
        """Moves the pointer over the witness and off the board. The witness shows and loses its tint: so the program
        has handled the moves, and no tint on the way is taken for a selection. The pointer stays where the click has
        opened a window.
        """
        self._wait(0.0 if self.clicks_land else max(HOLD, self.hold))  # a program may ask late where the pointer is
        off = _beside(self._sight.reading.extent, self._sight.capture.view)
        for point in (self._point(witness), off):
            if self._abort.reason is not None or not self._guard.reaches(point):
                return
            look = self._sight.close_up(witness)
            self._guard.move(point)
            self._sight.wait_for_effect(witness, look, TINTS)

    def _is_over(self, cell: Cell) -> bool:
        at, view = self._guard.pointer(), self._sight.capture.view
        return at in view.area and view.to_pixel(at) in self._sight.reading.box_at(cell)

    def _click_at(self, point: Point, cell: Cell, clicks: int) -> None:
        if self.rests_first:
            self._guard.move(point, cell)
            self._wait(max(HOLD, self.hold))
        for _ in range(clicks):
            self._guard.click(point, cell, hold=self.hold)

    def _point(self, at: Cell | str, *, aside: bool = False) -> Point:
        if isinstance(at, Cell):
            covered = at in self._sight.reading.hidden
            if covered and not self._sight.wait_for(lambda now: at not in now.hidden, UNCOVERED):
                raise Refused(find_way_words.covered(at))
            return self._sight.point(at, aside=aside)
        if at not in self.buttons:
            raise Refused(messages.no_button(at))
        if self.moving and at in self.moving and at != self._digit:
            self.buttons[at] = self.moving.find(at, self.buttons[at])
        return self._sight.capture.view.to_point(self.buttons[at])

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            self._clock.wait(seconds, self._abort)


def _beside(board: Box, view: View) -> Point:
    """A place in the window right beside its board, on the side with the most room; at the left rim where there is
    none.
    """
    sides = board.x0, board.y0, view.width - board.x1, view.height - board.y1
    out, side = min(max(sides) / 2, BESIDE), sides.index(max(sides))
    across = {0: board.x0 - out, 2: board.x1 + out}.get(side, board.centre.x)
    down = {1: board.y0 - out, 3: board.y1 + out}.get(side, board.centre.y)
    return view.to_point(Pixel(across, down))
