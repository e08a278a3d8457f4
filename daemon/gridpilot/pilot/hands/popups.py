"""Follows what a click on a cell opens: a menu of digits over the board, or a window of the game's own with buttons.

Another program's window is never followed: the guard stops there.
"""

from __future__ import annotations

from gridpilot.capture import Capture
from gridpilot.desktop import Screen
from gridpilot.games.protocols import Game
from gridpilot.geometry import Box, Cell, Pixel, Point
from gridpilot.pilot.eyes.picture_changes import same_picture
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.guard.guard import Guard, Refused, Stopped
from gridpilot.pilot.hands.prompts import POPUP, Prompt
from gridpilot.plan import Answer, Click, Step
from gridpilot.reading import Kind, Reading
from gridpilot.texts import find_way_words

OPENS, LATE, CLOSES = 2.0, 6.0, 1.5
"""Seconds that a popup may take to show all of its digits: where it is not known whether there is one, and where it is
(a machine that was held up once took more than 2.0); and seconds until it is gone after a choice. Not tuned.
"""

AGAIN, SLOWER = 0.4, 3.0
"""Seconds after which a digit is clicked again, or so many times as long as the popup took to open. A browser's list
takes no clicks for a moment, but on a busy window a second click would hit what lies under the list.
"""

ARRIVES = 0.15
"""Seconds for which a chosen digit may not show yet. The next popup must not be expected before: the digit would be
taken for one of its own.
"""

SPOT = 4
"""Pixels around a digit's middle. A popup's digits are at least seven high."""

ONCE, AT_ONE_PLACE = 0.6, 5
"""Two clicks so many seconds apart are no double click, nor are two places so many points apart: toolkits take up to
0.5 s and 5 points. A double click marks text in browsers, also that of what opens in the next cell, which is not read
then.
"""

SEVERAL = 2
"""The fewest digits by which something is taken for a popup, as some programs offer only the possible ones. Where a
program is known to do so, one will do.
"""

BETWEEN_LOOKS = 0.02


class Popups:
    """`_before` is the picture before the click that opens a popup, `_read` the board by then."""

    def __init__(  # noqa: PLR0913, PLR0917 - the pieces of a job
        self, screen: Screen, game: Game, sight: Sight, guard: Guard, clock: Clock, abort: Abort
    ) -> None:
        self._screen = screen
        self._game = game
        self._sight = sight
        self._guard = guard
        self._clock = clock
        self._abort = abort
        self.prompt = Prompt(screen, game, sight, guard)
        self._before: Capture | None = None
        self._read: Reading
        self._expected = 0.0
        self._givens: list[Pixel] = []  # those before the fill: a digit of ours may look like a given but open a popup
        self._stay = False  # popups stay open after a choice
        self._least = 1  # digits that a popup must offer: all of them, once all were offered
        self._shown: Capture
        self._buttons: dict[str, Pixel] = {}

    def expect(self) -> None:
        """Notes what is seen now: the next click opens a popup."""
        if not self._givens:
            cells = zip(self._sight.reading.boxes, self._sight.reading.cells, strict=True)
            self._givens = [box.centre for box, each in cells if each.kind is Kind.GIVEN]
        self._before, self._read = self._sight.snap(), self._sight.reading
        self.prompt.before = self.prompt.before or self._before
        self._expected = self._clock.now()

    def are_windows(self) -> bool:
        """Whether a window of the game's own has the focus. It may open beside the board, which stays as it was."""
        return self._guard.game_asks()

    def are_beside(self) -> bool:
        """Whether all digits of the latest popup were seen in the board's window, but beside the board."""
        same, extent = self._shown.view == self._sight.capture.view, self._sight.reading.extent
        return same and not any(at in extent for at in self._buttons.values())

    def shows(self, name: str, cell: Cell, limit: float = OPENS) -> bool:
        """Whether a popup with that button is open, or opens within `limit` seconds. Digits that open within the cell
        do not count: they are marks, which some programs show while the cell is selected.
        """
        found = self._found(name, cell, limit, SEVERAL)
        return found is not None and (found[1] is not self._guard or not self._is_within(cell))

    def fills(self, name: str, cell: Cell) -> bool:
        """Whether digits, that button's among them, have opened within the cell itself."""
        return self._found(name, cell, 0.0, SEVERAL) is not None and self._is_within(cell)

    def _is_within(self, cell: Cell) -> bool:
        box = self._sight.reading.box_at(cell)
        return all(at in box for at in self._buttons.values())

    def take(self, step: Step) -> None:
        """Carries out a step that is for an open popup."""
        if isinstance(step, Click):
            self.choose(str(step.at), step.cell)
        elif isinstance(step, Answer):
            self.prompt.answer(step.key, step.cell)

    def choose(self, name: str, cell: Cell) -> None:
        """Clicks that button of the popup and waits until the popup is closed: it may cover cells, and a click on one
        of them would choose another digit. Refused where there is no popup.
        """
        guard = self._click(name, cell, LATE)
        if guard is None:
            raise Refused(find_way_words.no_popup(cell))
        if guard is not self._guard:
            self._wait_until_back(cell)
            return
        self._wait_until_closed(name, cell)
        self._sight.wait_for(lambda reading: reading.at(cell).value > 0, ARRIVES, ARRIVES)
        self._rest(cell)

    def _rest(self, cell: Cell) -> None:
        """Waits until digits that open within their cell have come or gone: while they move they may take no click."""
        if self._is_within(cell):
            self._sight.wait_for(lambda _: False, CLOSES, ARRIVES)

    def _wait_until_closed(self, name: str, cell: Cell) -> None:
        """Waits until the popup is gone. Clicks the digit once more where the first click seems to be lost."""
        began = self._clock.now()
        patience = max(AGAIN, SLOWER * (began - self._expected))
        again = self._stay and self._click_away(cell)
        while any(standing := self._standing(name)):
            self._guard.check(cell)
            waited = self._clock.now() - began
            if waited > CLOSES + patience:
                raise Refused(find_way_words.no_popup(cell))
            if waited > patience and not again and all(standing):
                again = True
                if not self._click_away(cell):
                    self._guard.click(self._point(name), cell)
            self._clock.wait(BETWEEN_LOOKS, self._abort)
        if again and not self._stay:
            self._check_nothing_opened(cell, patience)

    def _click_away(self, cell: Cell) -> bool:
        """Clicks a given far from the popup once the cell shows its digit; returns whether it did. Some popups stay
        open until then, and a second click on the digit would take it back in some programs.
        """
        shown = self._sight.wait_for(lambda reading: reading.at(cell).value > 0, ARRIVES, ARRIVES)
        if not self._givens or not (shown or self._stay):
            return False
        self._stay = True
        over = next(iter(self._buttons.values()))
        far = max(self._givens, key=lambda at: (at.x - over.x) ** 2 + (at.y - over.y) ** 2)
        self._guard.click(self._sight.capture.view.to_point(far), cell)
        return True

    def _check_nothing_opened(self, cell: Cell, patience: float) -> None:
        """Refused where the second click has opened another cell's popup. It may have hit what lay under digits that
        were closed but still seen, and a click on a cell under the new popup would choose one of its digits.
        """
        self._sight.wait_for(lambda _: False, SLOWER * patience, patience)
        if self._game.opened(self._before, self._sight.capture, self._read):
            raise Refused(find_way_words.other_popup(cell))

    def _standing(self, name: str) -> list[bool]:
        """For each digit of the popup, whether it looks as it did when it was found. The digit `name`, which was
        chosen, is left out where there are others: it may look different under the pointer.
        """
        shown, now = self._shown, self._sight.snap()
        if shown.view != now.view:
            return [False]
        others = [at for other, at in self._buttons.items() if other != name] or self._buttons.values()
        spots = (Box(at.x - SPOT, at.y - SPOT, at.x + SPOT, at.y + SPOT) for at in others)
        return [same_picture(shown.crop(spot), now.crop(spot)) for spot in spots]

    def _point(self, name: str) -> Point:
        """Where that button of the popup is on the screen."""
        return self._shown.view.to_point(self._buttons[name])

    def _wait_until_back(self, cell: Cell) -> None:
        """Waits until the board has the focus again and shows the new digit, and nothing else new: a window that has
        just come may get the focus only now, and what it covered is drawn anew once it is gone.
        """
        deadline = self._clock.now() + CLOSES
        while not (self._guard.has_focus() and self._shows_alone(cell)) and self._clock.now() < deadline:
            self._clock.wait(BETWEEN_LOOKS, self._abort)
            self._guard.check(cell)

    def _shows_alone(self, cell: Cell) -> bool:
        return {*self._sight.look().differing(self._read.board)} - self._read.unclaimed() == {cell}

    def _click(self, name: str, cell: Cell, limit: float) -> Guard | None:
        """Clicks the button; returns the guard of the window that has it. A window is seen before it gets the focus and
        may move then: so its digits must still be there once nothing else lies over the board.
        """
        while (found := self._found(name, cell, limit, 1)) is not None:
            at, guard = found
            self.part_from_latest(at)
            self._rest(cell)
            if self._try_click(name, cell, at, guard):
                return guard
        return None

    def _try_click(self, name: str, cell: Cell, at: Point, guard: Guard) -> bool:
        """Clicks the button at that point; returns whether it could: not while the popup is drawn or moves."""
        if guard is self._guard and not all(self._standing(name)):
            return False  # the popup is still being drawn, or moves
        try:
            guard.click(at, cell)
        except Stopped:
            if guard is self._guard and not self._guard.dialog():
                raise
            return False  # its window has just come, or moved
        return True

    def part_from_latest(self, at: Point) -> None:
        """Waits until a click there would not make a double click with the latest one."""
        latest = self._guard.pointer()
        near = max(abs(at.x - latest.x), abs(at.y - latest.y)) <= AT_ONE_PLACE
        if near and (rest := self._expected + ONCE - self._clock.now()) > 0:
            self._clock.wait(rest, self._abort)

    def _found(self, name: str, cell: Cell, limit: float, fewest: int) -> tuple[Point, Guard] | None:
        deadline = self._clock.now() + limit
        while True:
            self._guard.check(cell)
            if found := self._seen(name, fewest):
                return found
            if self._clock.now() >= deadline:
                return None
            self._clock.wait(BETWEEN_LOOKS, self._abort)

    def _seen(self, name: str, fewest: int) -> tuple[Point, Guard] | None:
        """Where that button is, and the guard of its window. None also while it lies in a window that is not focused
        yet.
        """
        dialog = self._guard.dialog()
        picture = self._screen.capture(dialog.content) if dialog else self._sight.snap()
        before, reading = None if dialog else self._before, self._read
        buttons = self._game.opened(before, picture, reading, max(fewest, self._least))
        point = picture.view.to_point(buttons[name]) if name in buttons else None
        if point is None or not (dialog or self._guard.reaches(point)):
            return None
        self._least = reading.size if len(buttons) == reading.size else 1
        self._shown, self._buttons = picture, buttons
        return point, self._guard.of(dialog) if dialog else self._guard


def is_in_popup(step: Step | None) -> bool:
    """Whether that step is for what the click before it has opened."""
    return isinstance(step, Answer) or (
        isinstance(step, Click) and isinstance(step.at, str) and step.at.startswith(POPUP)
    )
