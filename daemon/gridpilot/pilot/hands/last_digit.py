"""What may follow the last digit of a board: nothing, once the program shows anything new beside its board.

Some programs ask whether to play again once they are solved, and take any key or click for an answer; some ask before
they draw the last digit. Clocks and counters change anyway: where they are, something has changed before.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.pilot.eyes.picture_changes import changed_pixels
from gridpilot.pilot.guard.guard import Refused
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from gridpilot.capture import Capture
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.guard.guard import Guard

FRAME = 1.05  # times the board's width and height: its frame, into which cursors and coloured lines reach; not tuned


class LastDigit:
    """Holds back the event after the last digit until a look has shown that the program asks nothing."""

    def __init__(self, sight: Sight, guard: Guard) -> None:
        self._sight = sight
        self._guard = guard
        self._blanks: frozenset[Cell] = frozenset()
        self._at_first: Capture

    def begin(self, blanks: frozenset[Cell]) -> None:
        """`blanks` are all cells that are to be filled. Nothing was touched so far."""
        self._blanks, self._at_first = blanks, self._sight.capture

    @contextmanager
    def entering(self, cell: Cell, reached: AbstractSet[Cell]) -> Iterator[None]:
        """Wraps the step by which the cell gets its digit. If all other blanks had theirs, each later event waits for a
        look.
        """
        last = bool(self._blanks) and self._blanks <= reached | {cell}
        before = self._sight.snap() if last else None
        yield
        if before is not None:
            self._guard.before_sending = partial(_check_silent, self._sight, self._at_first, before, cell)


def _check_silent(sight: Sight, at_first: Capture, before: Capture, cell: Cell) -> None:
    now = sight.snap()
    if before.view != now.view or (_beside(sight, before, now) & ~_around(_beside(sight, at_first, before))).any():
        raise Refused(find_way_words.may_ask(cell))


def _around(squares: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The marked squares and their neighbours."""
    (high, wide), wider = squares.shape, np.pad(squares, 1)
    around: NDArray[np.bool_] = np.logical_or.reduce(
        [wider[y : y + high, x : x + wide] for y in range(3) for x in range(3)]
    )
    return around


def _beside(sight: Sight, one: Capture, other: Capture) -> NDArray[np.bool_]:
    """For each square of a cell's size: whether something outside the board differs in it."""
    view, board, side = other.view, sight.reading.extent.scaled(FRAME), int(sight.reading.boxes[0].width)
    high, wide = -(-view.height // side), -(-view.width // side)
    if one.view != view:
        return np.ones((high, wide), bool)
    apart = np.zeros((high * side, wide * side), bool)
    apart[: view.height, : view.width] = changed_pixels(one, other)
    apart[max(0, int(board.y0)) : int(board.y1) + 1, max(0, int(board.x0)) : int(board.x1) + 1] = False
    squares: NDArray[np.bool_] = np.logical_or.reduce(apart.reshape(high, side, wide, side), axis=(1, 3))
    return squares
