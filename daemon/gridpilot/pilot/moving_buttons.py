"""Buttons that were found by their digits, and may move: some programs take a button away once its digits are all in,
and others move up to its place.
"""

from __future__ import annotations

from functools import partial
from math import hypot
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.pilot.guard import Refused
from gridpilot.pilot.picture_changes import alike
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Pixel
    from gridpilot.pilot.sight import Sight
    from gridpilot.reading import Reading

AT_REST, STEADY = 1.0, 2.0
"""Seconds within which a button must be seen and stand still before it is clicked, and pixels that this may differ."""


class MovingButtons:
    """`pad` is what the game found on the sight's latest picture."""

    def __init__(self, game: Game, sight: Sight, pad: dict[str, Pixel]) -> None:
        self._sight, self._picture = sight, sight.capture
        self._again: Callable[[Capture, Reading, dict[str, Pixel]], dict[str, Pixel]]
        self._again = partial(game.pad_again, sight.capture)
        self._pad = self._again(sight.capture, sight.reading, pad)

    def __contains__(self, name: str) -> bool:
        return name in self._pad

    def find(self, name: str, at: Pixel) -> Pixel:
        """Where the button is now, which was last seen `at`; Refused where it is not seen to stand still."""
        first, cell = self._pad[name], self._sight.reading.box_at(Cell(0, 0))
        around = cell.moved(first.x - cell.centre.x, first.y - cell.centre.y)
        seen = [at]

        def stands() -> bool:
            if alike(self._picture.crop(around), self._sight.snap().crop(around)):  # where it was found, at no search
                seen.append(first)
                return True
            now = self._again(self._sight.capture, self._sight.reading, self._pad).get(name)
            seen.extend([now] if now else [])
            return now is not None and hypot(now.x - seen[-2].x, now.y - seen[-2].y) < STEADY

        if not self._sight.wait_until(stands, AT_REST):
            raise Refused(find_way_words.button_gone(name.removeprefix("digit-")))
        return seen[-1]
