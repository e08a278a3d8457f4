"""Buttons that were found by their digits and may move: some programs take a button away once all of its digits are in,
and others move up to its place.

Some programs ask where the pointer is only when they handle a click. Where a chosen digit stays chosen and its button
shows that, the next button proves that the click was handled in its place: the button before looks unchosen again. The
pointer, which may change a button's look, is not over that one.
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
"""Seconds within which a button must be seen to stand still before it is clicked, and pixels that count as still."""

OWN = 0.7
"""Share of the way to the nearest other button, half of it on each side, that counts as a button's look: the next
button, which changes under the pointer, must not reach into it. Not tuned.
"""

SHIFTED = 0.1
"""Share of the way to the nearest other button by which a digit may be found elsewhere when its ink gets paler, as on a
button that takes no click at the moment. 0.05 was seen.
"""

DIGIT = "digit-"  # the names of digits' buttons begin so

CHOSEN = 3.0
"""Seconds within which a choice must show, or the fill ends. Not tuned."""


class MovingButtons:
    """`pad` is what the game found on the sight's latest picture."""

    def __init__(self, game: Game, sight: Sight, pad: dict[str, Pixel]) -> None:
        self._sight, self._picture = sight, sight.capture
        self._again: Callable[[Capture, Reading, dict[str, Pixel]], dict[str, Pixel]]
        self._again = partial(game.pad_again, sight.capture)
        digits = {name: at for name, at in pad.items() if name.startswith(DIGIT)}  # an unread one, too
        self._pad = digits | self._again(sight.capture, sight.reading, pad)
        self._chosen = ""  # the button that is seen to be chosen; empty where choices need not be seen
        self._plain: dict[str, list[Capture]] = {}
        """How each button looks while another one is chosen and the pointer is elsewhere: as it was when choices began
        to be watched, and just before it was clicked, as the frame of the next button may reach into its picture.
        """
        self._before = sight.capture  # the window before the latest click
        self.close_menus = False
        """Whether the buttons close what a click on a cell opens over the board. The next click must not hit that."""

    def __contains__(self, name: str) -> bool:
        return name in self._pad

    def find(self, name: str, at: Pixel) -> Pixel:
        """Where the button is now; `at` is where it was seen last. Refused where it is not seen to stand still."""
        first, look = self._pad[name], self._look(name, self._picture)
        seen = [at]

        def stands() -> bool:
            if self._looks(name, look):  # it stands where it was found: no search is needed
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
        """Whether the button stands where it was and has the edges of its old look, while all others stand in their
        places too. A chosen button may look so that its digit is not read.
        """
        others = {each: at for each, at in self._pad.items() if each != name}
        away = [hypot(found[each].x - at.x, found[each].y - at.y) for each, at in others.items() if each in found]
        stand = len(away) == len(others) and max(away, default=0.0) < max(STEADY, SHIFTED * self._nearest(name))
        return stand and has_like_edges(look, self._look(name, self._sight.capture))

    def wait_for_choice(self, name: str, before: Capture, within: float, lasting: float) -> bool:
        """Whether the button, clicked after the picture `before`, comes to look different and stays so while the
        pointer is elsewhere. If so, each later choice must be seen.
        """
        look = self._look(name, before)
        if not self._sight.wait_until(lambda: not self._looks(name, look), within, lasting):
            return False
        self._chosen, self._plain = name, {each: [self._look(each, self._sight.capture)] for each in self._pad}
        self._plain[name] = [look]
        return True

    def check_choice(self, at: Cell | str) -> None:
        """Waits until the click on the button `at` is seen to choose it in place of the button before, if choices must
        be seen. Refused where it is not.
        """
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
        """Whether the button looks now as on one of these close-ups."""
        now = self._look(name, self._sight.snap())
        return any(alike(each, now) for each in like)

    def _look(self, name: str, picture: Capture) -> Capture:
        """A close-up of the button on that picture."""
        around = self._around(name)
        return picture.crop(around.scaled(min(1.0, OWN * self._nearest(name) / max(around.width, around.height))))

    def _nearest(self, name: str) -> float:
        """The distance to the nearest other button, in pixels."""
        at = self._pad[name]
        away = (hypot(other.x - at.x, other.y - at.y) for each, other in self._pad.items() if each != name)
        return min(away, default=inf)

    def farthest(self, name: str) -> str | None:
        """The digit's button that is farthest from that one: a frame around a button may reach into the next one's
        close-up.
        """
        at, others = self._pad[name], [each for each in self._pad if each.startswith(DIGIT) and each != name]
        away = {each: hypot(self._pad[each].x - at.x, self._pad[each].y - at.y) for each in others}
        return max(others, key=away.__getitem__, default=None)

    def _around(self, name: str) -> Box:
        first, cell = self._pad[name], self._sight.reading.box_at(Cell(0, 0))
        return cell.moved(first.x - cell.centre.x, first.y - cell.centre.y)
