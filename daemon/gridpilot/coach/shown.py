"""What is shown over a board at present: it is taken down before any picture is read, and once it would be wrong."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Box
from gridpilot.outcome import StopReason
from gridpilot.pilot.eyes.picture_changes import same_picture
from gridpilot.pilot.guard.abort import Abort

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gridpilot.capture import Capture
    from gridpilot.desktop import Overlay, Screen
    from gridpilot.drawing import Colour, Drawing
    from gridpilot.pilot.guard.clock import Clock
    from gridpilot.window import Window

    Gone = Callable[[StopReason], None]

log = logging.getLogger(__name__)

SECONDS = 20.0  # for which it is shown
BETWEEN_LOOKS, STILL, LONGEST, GONE = 0.01, 0.1, 0.5, 3.0
"""Seconds: from one picture to the next until programs have drawn again what was below; without a change, for where
that does not look as it did; at most; and at most where something of ours is still seen. A compositor on a busy machine
may draw nothing for a tenth of a second and more. Not tuned.
"""

SOON, EVERY = 0.03, 0.4  # seconds from one look whether it is drawn, and at what is below, to the next
ALIKE, SPECK = 8, 3  # levels that a screen of 16 bits may change an accent by; and pixels that may have it by chance
RIM = 0.06  # of a cell: the rim of a sign in it, and a little more; it may have the ground's own colour
MIDDLE, OTHER, INKED = 0.7, 60, 0.06
"""Of a cell: the part that is looked at; levels by which ink stands out from the ground; and the share of pixels that
become ink, or are none any more, from which on it shows another digit. A text cursor has less. Not tuned.
"""


@dataclass(slots=True)
class Up:
    """One showing. `picture`: what the window looked like before; `over`: it is not there any more; `went`: when it has
    gone by itself.
    """

    drawing: Drawing
    window: Window
    picture: Capture
    board: Box
    over: threading.Event = field(default_factory=threading.Event)
    watcher: threading.Thread | None = None
    went: float | None = None

    def is_seen(self, now: Capture) -> bool:
        """Whether the board has pixels of the accents that it had not before."""
        if now.view != self.picture.view:
            return False
        before, after = self.picture.crop(self.board), now.crop(self.board)
        new = (_has(after, colour) & ~_has(before, colour) for colour in self.drawing.accents)
        return any(int(each.sum()) > SPECK for each in new)

    @property
    def is_inked(self) -> bool:
        """Whether anything is drawn on the board itself."""
        return bool(self.drawing.lines or self.drawing.signs)


class Shown:
    def __init__(self, overlay: Overlay, screen: Screen, clock: Clock, *, watches: bool = True) -> None:
        """`watches`: for what changes below it."""
        self._overlay = overlay
        self._screen = screen
        self._clock = clock
        self._watches = watches
        self._up: Up | None = None

    def put_up(
        self, drawing: Drawing, window: Window, picture: Capture, boxes: Sequence[Box], on_gone: Gone = lambda _: None
    ) -> None:
        """`picture`: the window's, from which the board was read, with its cells in `boxes`."""
        up = self._up = Up(drawing, window, picture, around(boxes))

        def gone(reason: StopReason) -> None:
            up.went = self._clock.now()
            up.over.set()
            log.info("what was shown has gone: %s", reason)
            on_gone(reason)

        self._overlay.show(drawing, window, SECONDS, gone)
        if self._watches:
            parts = up, self._seen_up(up), boxes, gone
            up.watcher = threading.Thread(target=self._watch, args=parts, name="below", daemon=True)
            up.watcher.start()

    def _seen_up(self, up: Up) -> Capture | None:
        """A picture with it, None where it is not drawn yet: compositors do it late, and let it come slowly."""
        with suppress(EnvironmentFault):  # the window lies off the screen
            now = self._screen.capture(up.window.content)
            return now if up.is_seen(now) or not up.is_inked else None
        return None

    def _watch(self, up: Up, first: Capture | None, boxes: Sequence[Box], on_gone: Gone) -> None:
        """Until other digits stand below: what is shown is of another board then. Nobody sees it before it is drawn, or
        answers to it at once.
        """
        while first is None:
            if up.over.wait(SOON):
                return
            first = self._seen_up(up)
        with suppress(EnvironmentFault):
            while not up.over.wait(EVERY):
                now = self._screen.capture(up.window.content)
                if first.view == now.view and has_other_ink(first, now, boxes, up.picture):
                    if not up.over.is_set():
                        self._overlay.hide()
                        on_gone(StopReason.BOARD_CHANGED)
                    return

    def take_down(self) -> None:
        """Returns once it is on no picture any more. Also where it has just gone by itself: what was below may still
        have to be drawn.
        """
        up, self._up = self._up, None
        if up is not None:
            up.over.set()
        self._overlay.hide()
        if up is None:
            return
        if up.watcher is not None and up.watcher is not threading.current_thread():
            up.watcher.join()
        self._wait_until_gone(up)

    def _wait_until_gone(self, up: Up) -> None:
        changed = self._clock.now()
        begun = changed if up.went is None else up.went
        seen, nobody = up.picture, Abort()
        while (now := self._clock.now()) - begun < GONE:
            before, seen = seen, self._screen.capture(up.window.content)
            if seen.view != up.picture.view or same_picture(seen, up.picture):
                return
            if not same_picture(before, seen):
                changed = now
            if (now - begun > LONGEST or now - changed > STILL) and not up.is_seen(seen):
                return
            self._clock.wait(BETWEEN_LOOKS, nobody)

    def is_up(self) -> bool:
        return self._overlay.shown()


def has_other_ink(one: Capture, other: Capture, boxes: Sequence[Box], plain: Capture) -> bool:
    """Whether a cell shows something else, and not merely another ground. What is drawn over the `plain` board counts
    for nothing: it stands out from one ground, and not from another.
    """
    for box in boxes:
        part = box.scaled(MIDDLE)
        where = slice(int(part.y0), int(part.y1) + 1), slice(int(part.x0), int(part.x1) + 1)
        free = ~_widened((plain.pixels[where] != one.pixels[where]).any(axis=2), ceil(RIM * box.width))
        before, now = one.pixels[where][free], other.pixels[where][free]
        if not np.array_equal(before, now) and (_ink(before) != _ink(now)).mean() > INKED:
            return True
    return False


def _widened(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    wide = mask.copy()
    for _ in range(by):
        for _turn in range(2):
            wide[1:] |= wide[:-1].copy()
            wide[:-1] |= wide[1:].copy()
            wide = wide.T
    return wide


def _ink(part: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """What stands out from the commonest colour."""
    ground = np.median(part, axis=0)
    stands_out: NDArray[np.bool_] = np.abs(part - ground).max(axis=1) > OTHER
    return stands_out


def around(boxes: Sequence[Box]) -> Box:
    """The board that these cells make up."""
    edges = min(each.x0 for each in boxes), min(each.y0 for each in boxes)
    return Box(*edges, max(each.x1 for each in boxes), max(each.y1 for each in boxes))


def _has(part: Capture, colour: Colour) -> NDArray[np.bool_]:
    apart = np.abs(part.pixels.astype(np.int16) - colour[::-1]).max(axis=2)
    alike: NDArray[np.bool_] = apart <= ALIKE
    return alike
