"""Buttons that were found by their digits, and may move: some programs take a button away once its digits are all in,
and others move up to its place.

Some programs ask where the pointer is only when they come to a click. Where a digit stays chosen and its button shows
it, there is a proof that they came to it at the next button: the one before looks as if it were not chosen, and the
pointer, which may change a button's look, is not over that.
"""

from __future__ import annotations

from functools import partial
from math import hypot, inf
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.pilot.eyes.picture_changes import alike, has_like_edges
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands.popups import ARRIVES, CLOSES
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Box, Pixel
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.reading import Reading

AT_REST, STEADY = 1.0, 2.0
"""Seconds within which a button must be seen and stand still before it is clicked, and pixels that this may differ."""

OWN = 0.7
"""Of the way to the nearest other button, half of it on each side: what a button's look is, and nothing of the next
one, which looks otherwise while the pointer is over it. Not tuned.
"""

SHIFTED = 0.1
"""Of the way to the nearest other button: so far off is found a digit whose ink is paler than it was, as of a button
that takes no click at the moment; 0.05 was seen.
"""

DIGIT = "digit-"  # what names of digits' buttons begin with

CHOSEN = 3.0
"""Seconds within which a choice must show; the fill ends otherwise. Not tuned."""


class MovingButtons:
    """`pad` is what the game found on the sight's latest picture."""

    def __init__(self, game: Game, sight: Sight, pad: dict[str, Pixel]) -> None:
        self._sight, self._picture = sight, sight.capture
        self._again: Callable[[Capture, Reading, dict[str, Pixel]], dict[str, Pixel]]
        self._again = partial(game.pad_again, sight.capture)
        digits = {name: at for name, at in pad.items() if name.startswith(DIGIT)}  # one may not be read, but looked at
        self._pad = digits | self._again(sight.capture, sight.reading, pad)
        self._chosen = ""  # the one that is seen to be, where each choice must be; empty elsewhere
        self._plain: dict[str, list[Capture]] = {}
        """How each looked there while it was not chosen and the pointer elsewhere: beside one that was, and just before
        it was clicked, as the next one's frame may reach into its picture.
        """
        self._before = sight.capture  # the latest click
        self.close_menus = False
        """They close what a click on a cell opens over the board. The next click must not hit it."""

    def __contains__(self, name: str) -> bool:
        return name in self._pad

    def find(self, name: str, at: Pixel) -> Pixel:
        """Where the button is now, which was last seen `at`; Refused where it is not seen to stand still."""
        first, look = self._pad[name], self._look(name, self._picture)
        seen = [at]

        def stands() -> bool:
            if self._looks(name, look):  # where it was found, at no search, whatever the next buttons look like
                seen.append(first)
                return True
            found = self._again(self._sight.capture, self._sight.reading, self._pad)
            now = found.get(name) or (first if self._is_amid(name, found, look) else None)
            seen.extend([now] if now else [])
            return now is not None and hypot(now.x - seen[-2].x, now.y - seen[-2].y) < STEADY

        if not self._sight.wait_until(stands, AT_REST):
            raise Refused(find_way_words.button_gone(name.removeprefix(DIGIT)))
        self._before = self._sight.capture
        return seen[-1]

    def _is_amid(self, name: str, found: dict[str, Pixel], look: Capture) -> bool:
        """Whether it is where it was, as all others are, and has the edges of its old look: one that is chosen may look
        so that its digit is not read.
        """
        others = {each: at for each, at in self._pad.items() if each != name}
        away = [hypot(found[each].x - at.x, found[each].y - at.y) for each, at in others.items() if each in found]
        stand = len(away) == len(others) and max(away, default=0.0) < max(STEADY, SHIFTED * self._nearest(name))
        return stand and has_like_edges(look, self._look(name, self._sight.capture))

    def shows_choice(self, name: str, before: Capture, within: float, lasting: float) -> bool:
        """Whether that button, clicked after that picture of the window, comes to look otherwise and stays so, while
        the pointer is elsewhere: from now on each choice must be seen.
        """
        look = self._look(name, before)
        if not self._sight.wait_until(lambda: not self._looks(name, look), within, lasting):
            return False
        self._chosen, self._plain = name, {each: [self._look(each, self._sight.capture)] for each in self._pad}
        self._plain[name] = [look]
        return True

    def check_choice(self, at: Cell | str) -> None:
        """Refused where a button is not seen to be chosen in place of the one before, if choices must be seen."""
        if isinstance(at, Cell) or at not in self._pad:
            return
        if self.close_menus:
            self._sight.wait_for(lambda _: False, CLOSES, ARRIVES)
        if self._chosen in {"", at}:
            return
        plain, was = self._plain[self._chosen], self._look(self._chosen, self._before)
        given_up = partial(self._looks, self._chosen, *plain)
        if any(alike(each, was) for each in plain) or not self._sight.wait_until(given_up, CHOSEN):
            raise Refused(find_way_words.choice_not_seen(at.removeprefix(DIGIT)))
        self._chosen = at
        self._plain[at].append(self._look(at, self._before))

    def _looks(self, name: str, *like: Capture) -> bool:
        now = self._look(name, self._sight.snap())
        return any(alike(each, now) for each in like)

    def _look(self, name: str, picture: Capture) -> Capture:
        around = self._around(name)
        return picture.crop(around.scaled(min(1.0, OWN * self._nearest(name) / max(around.width, around.height))))

    def _nearest(self, name: str) -> float:
        """How far the nearest other button is."""
        at = self._pad[name]
        away = (hypot(other.x - at.x, other.y - at.y) for each, other in self._pad.items() if each != name)
        return min(away, default=inf)

    def farthest(self, name: str) -> str | None:
        """The digit's button that is farthest from that one, whose frame may reach into the next one's picture."""
        at, others = self._pad[name], [each for each in self._pad if each.startswith(DIGIT) and each != name]
        away = {each: hypot(self._pad[each].x - at.x, self._pad[each].y - at.y) for each in others}
        return max(others, key=away.__getitem__, default=None)

    def _around(self, name: str) -> Box:
        first, cell = self._pad[name], self._sight.reading.box_at(Cell(0, 0))
        return cell.moved(first.x - cell.centre.x, first.y - cell.centre.y)
