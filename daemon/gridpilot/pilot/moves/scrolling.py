"""Pages that scroll by the keys that move: the board moves along, or out of the window.

Where such a page also takes letters or drags, the board stays in its place with these. A board that is partly out of
the window is brought back by the opposite key. That is a move, too, but none that could lose a game.
"""

from __future__ import annotations

from gridpilot.capture import Capture
from gridpilot.geometry import Box
from gridpilot.pilot.eyes.picture_changes import same_picture
from gridpilot.pilot.eyes.scroll_shift import scrolled
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.moves.moves import Strokes
from gridpilot.plan import TOWARDS, Move

OPPOSITE = {Move.UP: Move.DOWN, Move.DOWN: Move.UP, Move.LEFT: Move.RIGHT, Move.RIGHT: Move.LEFT}
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
        """Notes the picture: a move goes out now."""
        self._before = self._sight.capture

    def check_scroll(self, move: Move, board: Box) -> bool:
        """Whether the move has scrolled a part of the board out of the window. Where it has scrolled the page at all,
        moves are made in another way from now on, if there is one.
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
        """Brings back a board that has left the window, and waits until it rests."""
        self._strokes.press_arrow(OPPOSITE[move])
        began = changed = self._clock.now()
        while (now := self._clock.now()) - changed < RESTS and now - began < LONGEST and self._abort.reason is None:
            before = self._sight.capture
            if not same_picture(before, self._sight.snap()):
                changed = now
            self._clock.wait(RESTS / 10, self._abort)
