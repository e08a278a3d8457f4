"""Pages that scroll by the keys that move: their board goes along, or out of the window.

Where such a page takes letters or drags as well, these leave it where it is. A board that is partly out of the window
comes back with the opposite key, which is a move, too: none that could lose a game.
"""

from __future__ import annotations

import numpy as np
from numpy import int16
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Box
from gridpilot.pilot.abort import Abort
from gridpilot.pilot.clock import Clock
from gridpilot.pilot.moves import TOWARDS, Strokes
from gridpilot.pilot.picture_changes import same_picture
from gridpilot.pilot.sight import Sight
from gridpilot.plan import Move

Grey = NDArray[int16]

OPPOSITE = {Move.UP: Move.DOWN, Move.DOWN: Move.UP, Move.LEFT: Move.RIGHT, Move.RIGHT: Move.LEFT}
FARTHEST = 200  # pixels that a page may scroll by one key; Chromium's go 40 at scale 1
STEP = 3  # grey levels between neighbouring pixels: an edge, by which a shift is told
ALIKE, BETTER = 0.4, 0.2  # of the edges must be there after the shift, and so many more than without: tiles move, too
RESTS = 0.25  # s without a change
LONGEST = 1.5  # s


class Scrolling:
    def __init__(self, sight: Sight, strokes: Strokes, clock: Clock, abort: Abort) -> None:
        self._sight = sight
        self._strokes = strokes
        self._clock = clock
        self._abort = abort
        self._before: Capture | None = None

    def begin(self) -> None:
        """A move goes out now."""
        self._before = self._sight.capture

    def lost(self, move: Move, board: Box) -> bool:
        """Whether the move has scrolled the page so far that a part of the board is out of the window. Where it has
        scrolled at all, moves are made in another way from now on, if there is one.
        """
        if self._before is None or not self._strokes.by_arrows:
            return False
        capture, (right, down) = self._sight.capture, TOWARDS[move]
        shift = scrolled(self._before.crop(board), capture.crop(board), move)
        if not shift:
            return False
        x, y = (start - shift * way for start, way in ((board.x0, right), (board.y0, down)))
        lost = x < 0 or y < 0 or x + board.width > capture.view.width or y + board.height > capture.view.height
        self._strokes.leave_arrows(out_of_sight=lost)
        return lost

    def take_back(self, move: Move) -> None:
        """Brings a board back that has left the window, and waits until it rests."""
        self._strokes.press_arrow(OPPOSITE[move])
        began = changed = self._clock.now()
        while (now := self._clock.now()) - changed < RESTS and now - began < LONGEST and self._abort.reason is None:
            before = self._sight.capture
            if not same_picture(before, self._sight.snap()):
                changed = now
            self._clock.wait(RESTS / 10, self._abort)


def has_scrolled(before: Capture | None, after: Capture, board: Box) -> bool:
    """Whether what was the board's place on the earlier picture of the window has moved on the later one."""
    if before is None:
        return False
    old, new = before.crop(board), after.crop(board)
    return any(scrolled(old, new, move, int(board.height)) for move in Move)


def scrolled(before: Capture, after: Capture, move: Move, farthest: int = FARTHEST) -> int:
    """The pixels by which the board has gone the other way than the move, as the view went along with it."""
    if before.view != after.view:
        return 0
    right, down = TOWARDS[move]
    old, new = (_lines(capture, across=bool(right)) for capture in (before, after))
    if right + down < 0:
        old, new = new, old
    if _alike(old, new, 0) + BETTER >= 1:
        return 0
    alike = [_alike(old, new, shift) for shift in range(min(farthest, old.shape[1] // 2))]
    best = int(np.argmax(alike))
    return best if alike[best] > max(ALIKE, alike[0] + BETTER) else 0


def _lines(capture: Capture, *, across: bool) -> Grey:
    """Every fourth line along the way of the scroll."""
    grey = capture.pixels[..., 1].astype(np.int16)
    return (grey if across else grey.T)[::4]


def _alike(old: Grey, new: Grey, shift: int) -> float:
    """The share of the edges of the old picture that are in the new one, nearer to its begin by that many pixels."""
    one, other = np.diff(old[:, shift:], axis=1), np.diff(new[:, : new.shape[1] - shift], axis=1)
    edges = np.abs(one) > STEP
    return float((np.abs(one - other)[edges] <= STEP).mean()) if edges.any() else 0.0
