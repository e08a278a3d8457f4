"""The pilot's eyes: take pictures of the window and read the board at the place where it was found.

A look takes some ten milliseconds. `wait_for` looks until the board is as hoped or has come to rest: games take a frame
or two to show what was typed, and nobody knows how long their frames are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from itertools import pairwise

import numpy as np

from gridpilot.capture import Capture
from gridpilot.desktop import Screen
from gridpilot.games.protocols import Eyes, Game
from gridpilot.geometry import Box, Cell, Point, Rect, cells_where
from gridpilot.pilot.eyes import marks
from gridpilot.pilot.eyes.picture_changes import (
    AROUND,
    MIDDLE,
    SHOWN,
    alike,
    changed_pixels,
    has_changed,
    has_other_frame,
    is_touched,
    same_picture,
    shows_more,
)
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.guard.guard import Refused
from gridpilot.reading import FOUND, Kind, Place, Reading, Recogniser
from gridpilot.texts import find_way_words, messages
from gridpilot.window import Window

BETWEEN_LOOKS, CLOSE_UPS = 0.01, 0.002
"""Seconds from one picture to the next, and from one of a single cell, which takes a fraction of a millisecond."""

SOONER = 4
"""A wait between two looks is one part in so many of the time waited so far: most of what comes does so at once. Not
tuned.
"""

LEAVING = 0.5
"""Seconds for which a notice that was told to go may still be seen; every refusal comes so much later. Not tuned."""

SMALL = 0.3
"""Of a cell's size: a mark is smaller than that in each direction; digits are higher. Not tuned."""

BLINK = 0.6  # seconds for which a text cursor is seen, or hidden, at most: in browsers half a second

STILL = 0.25
"""Seconds without a change after which a board that is not as hoped is not waited for any longer."""


class Sight:
    """Looks at one board in one window. `reading` is the latest one, `capture` the latest picture; `looks` counts
    pictures.
    """

    def __init__(self, screen: Screen, game: Game | Eyes, window: Window, clock: Clock, abort: Abort) -> None:
        self._screen = screen
        self._game = game
        self._window = window
        self._clock = clock
        self._abort = abort
        self.looks = 0
        self.waited = 0.0  # seconds that the latest `wait_for` took
        self.capture: Capture
        self.reading: Reading
        self.blank: Capture | None = None  # the window before anything was typed, where no cell may be typed into twice
        self._target: tuple[int, ...] = ()
        self._spaced: tuple[Box, ...] = ()  # the boxes between which these gaps are
        self._gaps = (0.0, 0.0)
        self._read: Capture  # what the reading was read from: other pictures may have been taken since

    def snap(self) -> Capture:
        """Takes a picture of the whole content. Refused for a window of which the system denies pictures."""
        if self._window.obstacle:
            raise Refused(self._window.obstacle)
        self.looks += 1
        self.capture = self._screen.capture(self._window.content)
        return self.capture

    def go_along(self, window: Window) -> None:
        """Takes over the window's new place."""
        self._window = window

    def find(self, pointer: Point, recogniser: Recogniser, place: Place = FOUND) -> Reading | None:
        """Searches the last picture for the board. Refused where the picture is black and stays so: the system denies
        it. A new window may be black at first.
        """
        found = self._game.read(self.capture, self.capture.view.to_pixel(pointer), recogniser, place)
        if found is not None:
            self.reading, self._read = found, self.capture
        elif not self.capture.pixels.any():
            if self.changes_soon():
                return self.find(pointer, recogniser, place)
            raise Refused(messages.all_black())
        return found

    def changes_soon(self, *, blinks: bool = False) -> bool:
        """Whether the window looks different in a moment. gridpilot's own notice of the job before, which is taken away
        as a job begins, may still have been there; or what is seen in a cell `blinks`, as a text cursor does.
        """
        before = self.capture
        self._clock.wait(LEAVING, self._abort)
        return self.wait_until(lambda: not same_picture(before, self.snap()), BLINK * blinks)

    def find_filled(self, board: tuple[int, ...]) -> bool:
        """Whether the window shows that board anywhere, which becomes the reading then: some pages are laid out anew
        once their board is full.
        """
        found = self._game.read(self.snap())
        if found is None or found.board != board:
            return False
        self.settle_on(found)
        return True

    def settle_on(self, reading: Reading) -> None:
        """Takes over a reading of the last picture, for example the one that the rules made of it."""
        self.reading, self._read = reading, self.capture

    def look(self) -> Reading:
        """Reads the same cells again."""
        if not same_picture(self._read, self.snap()):
            self.reading = self._game.reread(self.capture, self.reading).corrected_as(self.reading)
            self._read = self.capture
        return self.reading

    def has_kept(self, cell: Cell) -> bool:
        """Looks, and returns whether the board shows what it did at the look before, also in that cell. Digits may have
        come elsewhere.
        """
        before, now = self.reading, self.look()
        kept = all(value in {0, other} for value, other in zip(before.board, now.board, strict=True))
        return kept and now.hidden == before.hidden and now.at(cell).value == before.at(cell).value

    def wait_for(self, hoped: Callable[[Reading], bool], limit: float, still: float = STILL) -> bool:
        """Looks until `hoped`; False when the board came to rest otherwise, after `limit` seconds, or when stopped.

        `still`: seconds without a change that are taken for rest.
        """
        begun = changed = self._clock.now()
        deadline = begun + limit
        while True:
            before, seen = self.capture, hoped(self.look())
            now = self._clock.now()
            self.waited = now - begun
            if seen:
                return True
            if not same_picture(before, self.capture):
                changed = now
            if now >= deadline or now - changed >= min(still, limit) or self._abort.reason is not None:
                return False
            self._clock.wait(min(BETWEEN_LOOKS, max(CLOSE_UPS, (now - begun) / SOONER)), self._abort)

    def look_on(self, hoped: Callable[[Reading], bool], limit: float) -> bool:
        """Looks, after the job was stopped, until the board is and stays as hoped; False after `limit` seconds. Only
        looks can follow.
        """
        self._abort = Abort()
        return self.wait_until(lambda: hoped(self.look()), limit, min(limit, STILL))

    def wait_until(
        self, seen: Callable[[], bool], limit: float, lasting: float = 0.0, between: float = BETWEEN_LOOKS / 2
    ) -> bool:
        """Asks `seen` until it holds for `lasting` seconds without a break; False after `limit` seconds."""
        deadline = self._clock.now() + limit
        since: float | None = None
        while True:
            holds, now = seen(), self._clock.now()
            since = (now if since is None else since) if holds else None
            if since is not None and now - since >= lasting:
                return True
            if (now >= deadline and not holds) or self._abort.reason is not None:
                return False
            self._clock.wait(between, self._abort)

    def wait_for_effect(self, cell: Cell, before: Capture, limit: float) -> bool:
        """Waits until the cell looks different from `before`, its earlier close-up; False after `limit` seconds."""
        return self.wait_for_look(cell, before, False, limit)

    def wait_for_ink(
        self, cell: Cell, before: Capture, limit: float, is_over: Callable[[], bool] = lambda: False
    ) -> bool:
        """Waits until a cell shows more ink than on `before`, its earlier close-up, or until `is_over`. A tint is no
        ink.
        """
        area = self.around(cell)
        own = self.reading.box_at(cell).moved(-int(area.x0), -int(area.y0))

        def seen() -> bool:
            return shows_more(before, self.close_up(cell), own) or is_over()

        return self.wait_until(seen, limit, between=CLOSE_UPS)

    def wait_for_change(self, before: Capture, limit: float) -> bool:
        """Waits until anything on the board looks different from that earlier picture of the window; returns whether it
        does.
        """
        extent = self.reading.extent
        old = before.crop(extent)
        return self.wait_until(lambda: not alike(old, self.snap().crop(extent)), limit)

    def is_unlike(self, cell: Cell, before: Capture) -> bool:
        """Whether a cell, or a frame around it, looks different now from that earlier picture of the window."""
        box = self.around(cell)
        return not self._are_alike(cell, before.crop(box), self.snap().crop(box))

    def wait_for_cursor(self, cell: Cell, plain: Capture | None) -> None:
        """Waits until the clicked cell looks different from `plain`: a text cursor, seen half the time, may be all that
        shows there.
        """
        if plain is not None:
            self.wait_until(lambda: self.is_unlike(cell, plain), BLINK)

    def around(self, cell: Cell) -> Box:
        """A cell with the lines around it, where a frame may be; nothing of its neighbours, which may be tinted."""
        box, boxes = self.reading.box_at(cell), self.reading.boxes
        if self._spaced is not boxes:  # they stay the same for a whole job, mostly
            self._spaced, self._gaps = boxes, _gaps(boxes, self.reading.size)
        across, down = self._gaps
        right, bottom = min(box.x1 + across, self.capture.view.width), min(box.y1 + down, self.capture.view.height)
        return Box(max(box.x0 - across, 0.0), max(box.y0 - down, 0.0), right, bottom)

    def is_alone(self, cell: Cell, before: Capture) -> bool:
        """Whether nothing but this cell looks different on the latest picture from that earlier one."""
        return alike(before, self.capture, self.reading.box_at(cell).scaled(AROUND))

    def is_marked(self, cell: Cell, before: Capture) -> bool:
        """Whether something small has come into a cell, or gone, since that earlier picture of the window. A frame may
        have come as well: browsers show one around what has the keys, from the first key on.
        """
        box = self.reading.box_at(cell).scaled(MIDDLE)
        changed = changed_pixels(before.crop(box), self.snap().crop(box))
        sides = (np.flatnonzero(changed.any(axis=axis)) for axis in (0, 1))
        return all(side.size and np.ptp(side) < SMALL * min(changed.shape) for side in sides)

    def taken(self, cells: Iterable[Cell]) -> set[Cell]:
        """Those that show something that they did not show while they were blank, whatever that is: their fields may
        take a second sign. A text cursor, which goes by itself, does not count.
        """
        blank, left, box_at = self.blank, {*cells}, self.reading.box_at
        if blank is None or not left:
            return set()

        def all_blank() -> bool:
            if blank.view == self.snap().view:
                left.intersection_update([cell for cell in left if shows_more(blank, self.capture, box_at(cell))])
            return not left

        self.wait_until(all_blank, BLINK)
        return left

    def has_come(self, cell: Cell) -> bool:
        """Whether the digit that was typed into a cell shows by now. Refused where something else does. This takes no
        time where the digit is read at once; a whole batch may show late.
        """
        right = self._target[cell.index(self.reading.size)]
        if self.blank is None or self.look().at(cell).value == right:
            return self.blank is not None
        if self.taken({cell}) and self.look().at(cell).value != right:
            raise Refused(find_way_words.taken((cell,)))
        return self.reading.at(cell).value == right

    def changed_cells(self, before: Capture) -> set[Cell]:
        """The cells that look different on the latest picture from that earlier one of the window."""
        after, reading = self.capture, self.reading
        if same_picture(before, after):
            return set()
        apart = changed_pixels(before, after) if before.view == after.view else None
        changed = [is_touched(apart, box) and has_changed(before, after, box) for box in reading.boxes]
        return {*cells_where(changed, reading.size)}

    def wait_for_look(self, cell: Cell, look: Capture, like: bool, limit: float, lasting: float = 0.0) -> bool:
        """Waits until the cell looks as on `look`, an earlier close-up (`like`), or no longer does, for `lasting`
        seconds.
        """
        return self.wait_until(
            lambda: self._are_alike(cell, look, self.close_up(cell)) is like, limit, lasting, CLOSE_UPS
        )

    def _are_alike(self, cell: Cell, one: Capture, other: Capture) -> bool:
        """Whether these close-ups of a cell show the same, the frame around it included."""
        if same_picture(one, other) or one.view != other.view:
            return one.view == other.view
        area = self.around(cell)
        own = self.reading.box_at(cell).moved(-int(area.x0), -int(area.y0))
        return alike(one.crop(own), other.crop(own)) and not has_other_frame(one, other, SHOWN)

    def close_up(self, cell: Cell) -> Capture:
        """A picture of one cell and of the frame around it, for a fraction of the cost of a look."""
        self.looks += 1
        box, view = self.around(cell), self.capture.view
        ratio_x, ratio_y = view.area.width / view.width, view.area.height / view.height
        return self._screen.capture(
            Rect(
                view.area.x + int(box.x0 * ratio_x),
                view.area.y + int(box.y0 * ratio_y),
                max(1, round(box.width * ratio_x)),
                max(1, round(box.height * ratio_y)),
            )
        )

    def middle(self, cell: Cell) -> Point:
        return self.capture.view.to_point(self.reading.box_at(cell).centre)

    def point(self, cell: Cell, *, aside: bool = False) -> Point:
        """Where to click for a cell, by the latest reading: its middle. Where it shows marks, or something unread, or
        if `aside`: the place of the right digit's mark, as some programs take a click there for that digit.
        """
        box, size = self.reading.box_at(cell), self.reading.size
        digit = self._target[cell.index(size)] if self._target else 0
        marked = digit and (aside or self.reading.at(cell).kind in {Kind.PENCIL, Kind.UNKNOWN})
        return self.capture.view.to_point(marks.place(self._read, box, digit, size) if marked else box.centre)

    def aim_at(self, target: tuple[int, ...]) -> None:
        """Notes what shall stand on the board."""
        self._target = target


def _gaps(boxes: tuple[Box, ...], size: int) -> tuple[float, float]:
    """The least distance from one cell to the next, across and down."""
    across = min(right.x0 - left.x1 for left, right in pairwise(boxes) if left.x0 < right.x0)
    down = min(lower.y0 - upper.y1 for upper, lower in zip(boxes, boxes[size:], strict=False))
    return max(0.0, across), max(0.0, down)


def sketched(game: Game, capture: Capture, reading: Reading, typed: AbstractSet[Cell]) -> tuple[Cell, ...]:
    """The typed cells whose digits do not count yet, as far as a given of the same digit tells."""
    values = {at: value for at, value in zip(reading.places, reading.board, strict=True) if value}
    givens = {value: cell for cell, value in values.items() if cell not in typed}
    alike = {cell: givens[value] for cell, value in values.items() if cell in typed and value in givens}
    return tuple(cell for cell, given in alike.items() if game.sketched(capture, reading, cell, given))
