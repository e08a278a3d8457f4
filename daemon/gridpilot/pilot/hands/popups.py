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
"""Seconds that a popup may take to show all of its digits, where it is not known whether there is one, and where it is:
on a machine that was held up 2.0 were not enough once; and to be gone after one was chosen. Not tuned.
"""

AGAIN, SLOWER = 0.4, 3.0
"""Seconds after which a digit is clicked again, or so many times as long as it took to open: a browser's lists take no
clicks for a moment, but a second click on a busy window would hit what lies under it.
"""

ARRIVES = 0.15
"""Seconds for which a digit that was chosen may not be seen yet: it would be taken for one that the next click opened.
"""

SPOT = 4
"""Pixels around a digit's middle; a digit of a popup is seven high at least."""

ONCE, AT_ONE_PLACE = 0.6, 5
"""Seconds between two clicks that are no double click, and points between two places that may be taken for one:
toolkits take up to 0.5 s and 5 points. Browsers mark text at it; what opened in the next cell was marked, too, and not
read.
"""

SEVERAL = 2
"""Digits that must have come for a program to be taken for one that offers those that are possible in a cell; where it
is known for that, one may be all.
"""

BETWEEN_LOOKS = 0.02


class Popups:
    """`before` is the picture before the click that opens one, `read` the board by then."""

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
        self._givens: list[Pixel] = []  # before any digit was typed, which may look as a given does and open one
        self._stay = False  # they stay open after a choice
        self._least = 1  # digits that make a choice: all of them, once all were offered
        self._shown: Capture
        self._buttons: dict[str, Pixel] = {}

    def expect(self) -> None:
        """The next click opens one."""
        if not self._givens:
            cells = zip(self._sight.reading.boxes, self._sight.reading.cells, strict=True)
            self._givens = [box.centre for box, each in cells if each.kind is Kind.GIVEN]
        self._before, self._read = self._sight.snap(), self._sight.reading
        self.prompt.before = self.prompt.before or self._before
        self._expected = self._clock.now()

    def are_windows(self) -> bool:
        """Whether one of the game's own has the focus; it may open beside the board, which stays as it was."""
        return self._guard.game_asks()

    def are_beside(self) -> bool:
        """Whether all digits of the latest one were seen beside the board, in its window."""
        same, extent = self._shown.view == self._sight.capture.view, self._sight.reading.extent
        return same and not any(at in extent for at in self._buttons.values())

    def shows(self, name: str, cell: Cell, limit: float = OPENS) -> bool:
        """Whether one with that button is open now, or within `limit` seconds. What opens in the cell itself are marks,
        which some programs show while it is selected.
        """
        found = self._found(name, cell, limit, SEVERAL)
        return found is not None and (found[1] is not self._guard or not self._is_within(cell))

    def fills(self, name: str, cell: Cell) -> bool:
        """Whether digits, that button's among them, have opened in the cell itself."""
        return self._found(name, cell, 0.0, SEVERAL) is not None and self._is_within(cell)

    def _is_within(self, cell: Cell) -> bool:
        box = self._sight.reading.box_at(cell)
        return all(at in box for at in self._buttons.values())

    def take(self, step: Step) -> None:
        """Carries out a step that is for what is open."""
        if isinstance(step, Click):
            self.choose(str(step.at), step.cell)
        elif isinstance(step, Answer):
            self.prompt.answer(step.key, step.cell)

    def choose(self, name: str, cell: Cell) -> None:
        """Clicks that button of it, and waits until it is closed: it may cover cells, and a click on one of them would
        choose another digit. Refused where there is none.
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
        """Waits for digits that open in their cell itself to have come, or gone: what still moves may take no click."""
        if self._is_within(cell):
            self._sight.wait_for(lambda _: False, CLOSES, ARRIVES)

    def _wait_until_closed(self, name: str, cell: Cell) -> None:
        """The digit is clicked once more where the first click seems to be lost."""
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
        """Clicks a given far from it once the cell shows its digit; whether it was so. Some stay open until then, and
        the same digit once more would be taken back in some programs.
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
        """The second click may have hit what lay under digits that had closed, but were still seen: another cell's
        digits may open then, and a click on a cell that they cover would choose one of them.
        """
        self._sight.wait_for(lambda _: False, SLOWER * patience, patience)
        if self._game.opened(self._before, self._sight.capture, self._read):
            raise Refused(find_way_words.other_popup(cell))

    def _standing(self, name: str) -> list[bool]:
        """Of each of its digits, whether it looks as it did when it was found. `name`: the chosen one, left out where
        there are others, as it may look otherwise under the pointer.
        """
        shown, now = self._shown, self._sight.snap()
        if shown.view != now.view:
            return [False]
        others = [at for other, at in self._buttons.items() if other != name] or self._buttons.values()
        spots = (Box(at.x - SPOT, at.y - SPOT, at.x + SPOT, at.y + SPOT) for at in others)
        return [same_picture(shown.crop(spot), now.crop(spot)) for spot in spots]

    def _point(self, name: str) -> Point:
        """Where that button of it is on the screen."""
        return self._shown.view.to_point(self._buttons[name])

    def _wait_until_back(self, cell: Cell) -> None:
        """Until the board has the focus and shows the digit, and nothing else that it did not before: a window that has
        just come may get the focus only now, and what it covered is drawn anew once it is gone.
        """
        deadline = self._clock.now() + CLOSES
        while not (self._guard.has_focus() and self._shows_alone(cell)) and self._clock.now() < deadline:
            self._clock.wait(BETWEEN_LOOKS, self._abort)
            self._guard.check(cell)

    def _shows_alone(self, cell: Cell) -> bool:
        return {*self._sight.look().differing(self._read.board)} - self._read.unclaimed() == {cell}

    def _click(self, name: str, cell: Cell, limit: float) -> Guard | None:
        """Clicks the button; the guard of the window that has it. A window is seen before it gets the focus, and may be
        moved then: so the digits must be there yet once nothing else lies over the board.
        """
        while (found := self._found(name, cell, limit, 1)) is not None:
            at, guard = found
            self.part_from_latest(at)
            self._rest(cell)
            if self._try_click(name, cell, at, guard):
                return guard
        return None

    def _try_click(self, name: str, cell: Cell, at: Point, guard: Guard) -> bool:
        if guard is self._guard and not all(self._standing(name)):
            return False  # it is still being drawn, or moves
        try:
            guard.click(at, cell)
        except Stopped:
            if guard is self._guard and not self._guard.dialog():
                raise
            return False  # it has come, or was moved, just now
        return True

    def part_from_latest(self, at: Point) -> None:
        """Waits where the latest click and this one would be a double click."""
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
        """Where that button is, and the guard of its window. None, too, where a window lies that is focused later."""
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
    """Whether it is for what the click before it has opened."""
    return isinstance(step, Answer) or (
        isinstance(step, Click) and isinstance(step.at, str) and step.at.startswith(POPUP)
    )
