"""Makes moves of a sliding game: as arrow keys, or as drags across the board. The guard is asked before each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.geometry import Pixel
from gridpilot.plan import Move, Moves

if TYPE_CHECKING:
    from gridpilot.desktop import Input
    from gridpilot.pilot.guard import Guard
    from gridpilot.pilot.sight import Sight
    from gridpilot.plan import Key

KEYS: dict[Move, Key] = {Move.UP: "Up", Move.RIGHT: "Right", Move.DOWN: "Down", Move.LEFT: "Left"}
TOWARDS = {Move.UP: (0, -1), Move.RIGHT: (1, 0), Move.DOWN: (0, 1), Move.LEFT: (-1, 0)}
REACH = 0.3  # of the board, to either side of its centre: longer than any game's threshold, and well inside


class Strokes:
    """`way` is KEYS or DRAG; `moved_pointer` says whether the pointer is still where it was."""

    def __init__(self, input_: Input, sight: Sight, guard: Guard, way: Moves) -> None:
        self._input = input_
        self._sight = sight
        self._guard = guard
        self.way = way
        self.moved_pointer = False

    def make(self, move: Move) -> None:
        if self.way is Moves.DRAG:
            self._drag(move)
        else:
            self._guard.check_key()
            self._input.press(KEYS[move])
            self._input.flush()

    def answer(self, key: Key) -> None:
        """A key for a window that the game has put in front of its board."""
        if self._guard.game_asks():
            self._input.press(key)
            self._input.flush()

    def click(self, pixel: Pixel) -> None:
        """A button, in pixels of the sight's capture."""
        point = self._sight.capture.view.to_point(pixel)
        self._guard.check_click(point)
        self.moved_pointer = True
        self._input.click(point)

    def _drag(self, move: Move) -> None:
        board, (right, down) = self._sight.reading.extent, TOWARDS[move]
        across, along = right * REACH * board.width, down * REACH * board.height
        centre, view = board.centre, self._sight.capture.view
        start = view.to_point(Pixel(centre.x - across, centre.y - along))
        end = view.to_point(Pixel(centre.x + across, centre.y + along))
        for point in (start, end):
            self._guard.check_click(point)
        self.moved_pointer = True
        self._input.drag(start, end)
