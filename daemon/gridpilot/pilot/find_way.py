"""Finds out how an unknown window is filled, at no cost to the game: whatever kind of window it is, no event is sent
that could put another digit than the right one into a cell.

* A digit's key is pressed only while its cell is seen to be selected, and again only after a look.
* Where there is a digit pad, a digit may be chosen already, or a cell. So a given is clicked first, then the button,
  then a blank of that digit: right where cells come first and where digits do. A second blank of the same digit tells
  the rest: whether the button stays chosen.
* Arrow keys are tried alone, and whether the selection, or a cursor, came along is seen.
* What is not expected ends the search before the next event. A risky try is asked for: teach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.pilot.find_cursor import Cursor
from gridpilot.pilot.guard import Refused
from gridpilot.pilot.popups import OPENS, POPUP
from gridpilot.pilot.sight import contradicting, differing, same_picture
from gridpilot.pilot.tried_cells import TriedCells
from gridpilot.plan import Click, Fill, Home, Plan, Press, Way
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Cell
    from gridpilot.pilot.sight import Sight
    from gridpilot.pilot.steps import Hands
    from gridpilot.plan import Key, Step

TOOK = 0.6
"""Seconds within which a digit must show for a way to count as working."""

REST, KEY_REST, SLOWER = 0.12, 0.3, 4.0
"""Seconds without a change after which a click, or a key, has had no effect, or so many times as long as a click took;
the next event is right anyway.
"""


class Probe:
    """One search for a way; `board` is what stands there, `target` what shall."""

    def __init__(self, game: Game, sight: Sight, hands: Hands, board: tuple[int, ...], target: tuple[int, ...]) -> None:
        self._game = game
        self._sight = sight
        self._hands = hands
        self._target = target
        self._expect = board
        self._tried = TriedCells(sight.reading, board, target)
        self._first, self._second = self._tried.first, self._tried.second
        self._value = self._tried.digit(self._first)
        self._key, self._button = sight.reading.signs[self._value - 1], f"digit-{self._value}"
        self._selected_look: tuple[Cell, Capture] | None = None
        self._known: Way | None = None
        self._double = self._noted = False
        self._lists = sight.reading.face is not None  # perhaps: keys change a list's digit, and arrow keys do, too

    def find(self, known: Way | None = None) -> tuple[Way, Cell | None]:
        """The way that works and where its cursor is; the tried cells hold their right digits. Refused if none does.

        `known`: what worked in such a window before; what it leaves no doubt of is not tried again.
        """
        self._hands.plain = self._sight.capture
        self._known = known
        self._double = known is not None and known.double
        if known == Way(Fill.ARROWS, Home.KEYS) and (found := self._with_arrows_alone()):
            return found
        self._hands.buttons = self._game.pad(self._sight.capture, self._sight.reading) | self._hands.buttons
        found = self._beside_a_pad() if self._button in self._hands.buttons else self._without_a_pad()
        if found is None:
            raise Refused(self._why())
        return found

    def _beside_a_pad(self) -> tuple[Way, Cell | None] | None:
        self._rest_on_a_given()
        self._look_beside()
        self._play(Click(self._button, self._first))
        chosen = self._hands.select(self._first)
        self._check()
        by_pad = self._known is not None and self._known.fill is Fill.CLICK_PAD
        if self._shows(self._first, 0.0 if by_pad and chosen else REST):
            return self._does_it_stay_chosen()
        if chosen and not by_pad and not self._keys_go_elsewhere() and (found := self._with_keys(patient=False)):
            return found
        self._play(Click(self._button, self._first))
        return self._does_the_cell_come_first() if self._shows(self._first) else None

    def _rest_on_a_given(self) -> None:
        """A digit that is chosen already does nothing there, and a cell that is selected already is left."""
        alike = [cell for cell in self._tried.givens if self._tried.digit(cell) == self._value]
        for cell in (alike or self._tried.givens)[:1]:
            self._play(Click(cell, self._first))
        self._check()

    def _does_it_stay_chosen(self) -> tuple[Way, Cell | None]:
        """The digit came first. Where its button does not stay chosen, cell first is as right."""
        way = Way(Fill.PAD_CLICK, erase="")
        if self._second is None or self._known == way:
            return way, None
        self._play(Click(self._second, self._second))
        self._check(self._second)
        if self._shows(self._second, REST):
            return way, None
        self._play(Click(self._button, self._second))
        if self._shows(self._second):
            return Way(Fill.CLICK_PAD, erase=""), None
        raise Refused(self._why())

    def _does_the_cell_come_first(self) -> tuple[Way, Cell | None]:
        """The cell came first. Where its button stays chosen for the next cell, that is the way."""
        way = Way(Fill.CLICK_PAD, erase="")
        if self._second is not None and self._known != way:
            self._play(Click(self._second, self._second))
            if self._shows(self._second, REST):
                return Way(Fill.PAD_CLICK, erase=""), None
        return way, None

    def _without_a_pad(self) -> tuple[Way, Cell | None] | None:
        if self._hands.popups is not None:
            self._hands.popups.expect()
        chosen = self._hands.select(self._first, 1 + self._double)
        if self._opens():
            self._play(Click(f"{POPUP}{self._value}", self._first))
            return (Way(Fill.POPUP, erase=""), None) if self._shows(self._first) else None
        self._check()
        if self._lists:
            return None
        if chosen and self._look_beside():
            chosen = self._hands.select(self._first, 1 + self._double)
        if chosen and not self._keys_go_elsewhere():
            return self._with_keys()
        if self._selected_look is None and (found := self._with_arrows_alone()):
            return found
        if self._double or chosen:
            return None
        self._double = True
        return self._without_a_pad()

    def _keys_go_elsewhere(self) -> bool:
        """Whether an arrow key moves something on the board, but not what the click has changed: where a terminal or a
        page marks text at a click, the game's own cursor is in another cell.
        """
        if self._known in {Way(Fill.CLICK_KEY), Way(Fill.ARROWS)}:
            return False
        there, back = ("Right", "Left") if self._first.col + 1 < self._sight.reading.size else ("Left", "Right")
        at_first, before = self._sight.close_up(self._first), self._sight.snap()
        self._play(Press(there, self._first))
        moved = self._sight.wait_for_change(before, TOOK if self._double else self._rest(REST))
        stayed = same_picture(at_first, self._sight.close_up(self._first))
        self._play(Press(back, self._first))  # also where nothing was seen to move: a busy window answers late
        if moved:
            self._sight.wait_for_look(self._first, at_first, True, REST)
        self._check()
        return moved and stayed

    def _look_beside(self) -> bool:
        """How the given beside the first blank looks while it is selected, if it is clicked: arrow keys lead there."""
        beside = None if self._known in {Way(Fill.CLICK_KEY), Way(Fill.CLICK_PAD)} else self._tried.beside(self._first)
        if beside is not None and self._hands.select(beside[0], patience=0.0):
            self._hands.hover(self._first)  # a look that the pointer makes is none of a selection
            self._selected_look = beside[0], self._sight.close_up(beside[0])
        self._check()
        return beside is not None

    def _opens(self) -> bool:
        """Whether the click on the first blank has opened digits to choose from; they may take a moment to show."""
        popups = self._hands.popups
        if popups is None:
            return False
        patience = 0.0 if self._known is not None and self._known.fill is not Fill.POPUP else REST
        changed = self._sight.wait_for(lambda reading: bool(differing(reading, self._expect)), patience, patience)
        return popups.shows(f"{POPUP}{self._value}", self._first, OPENS if changed or self._lists else 0.0)

    def _with_keys(self, *, patient: bool = True) -> tuple[Way, Cell | None] | None:
        """The cell is selected. `patient`: a key is held, too, which programs see that look once a frame."""
        before = self._sight.close_up(self._first)
        held = False
        self._play(Press(self._key, self._first))
        took = self._shows(self._first, self._rest(KEY_REST if patient else REST))
        if not took and patient and same_picture(before, self._sight.close_up(self._first)):
            held = True
            self._play(Press(self._key, self._first, held=True))
            took = self._shows(self._first, self._rest(KEY_REST))
        marked = not took and not same_picture(before, self._sight.close_up(self._first))
        confirm = self._confirmed(marked=marked)
        if not took and not confirm:
            self._noted = marked and self._sight.look().at(self._first).kind is Kind.PENCIL
            if self._noted:
                self._play(Press(self._key, self._first))  # takes the mark away, or is right where it does not
            return None
        way = Way(Fill.CLICK_KEY, held=held or bool(confirm), confirm=confirm, double=self._double)
        if self._known == way:
            return way, None
        return (None if way.held or way.double else self._do_arrows_move_it()) or self._do_clicks_move_it(way)

    def _do_clicks_move_it(self, way: Way) -> tuple[Way, Cell | None] | None:
        """The game's own cursor may have been in the first cell by chance. The same digit is right in the second."""
        if self._second is None:
            return way, None
        if not self._hands.select(self._second, 1 + way.double):
            return None
        for key in filter(None, (self._key, way.confirm)):
            self._play(Press(key, self._second, held=way.held))
        return (way, None) if self._shows(self._second) else None

    def _confirmed(self, *, marked: bool) -> Key:
        """The key that makes a digit count which is only sketched so far; none where it stands. `marked`: it shows."""
        alike = next((cell for cell in self._tried.givens if self._tried.digit(cell) == self._value), None)
        cell = self._sight.look().at(self._first)

        def sketched() -> bool:
            return alike is None or self._game.sketched(self._sight.capture, self._sight.reading, self._first, alike)

        if alike is None or not (marked or cell.kind in {Kind.PENCIL, Kind.UNKNOWN} or (cell.value and sketched())):
            return ""
        self._play(Press("Return", self._first, held=True))
        return "Return" if self._shows(self._first) and not sketched() else ""

    def _do_arrows_move_it(self) -> tuple[Way, Cell | None] | None:
        """Sideways to the given that looked selected before, back, and on to another row and back."""
        beside = self._tried.beside(self._first)
        if beside is None or self._selected_look is None or self._selected_look[0] != beside[0]:
            return None
        cell, there, back = beside
        at_first = self._sight.close_up(self._first)
        if not self._arrow(there, cell, self._selected_look[1]):
            return None
        up, down = ("Up", "Down") if cell.row else ("Down", "Up")
        self._play(Press(up, self._first))
        away = self._sight.wait_for_look(cell, self._selected_look[1], False, REST)
        self._play(Press(down, self._first))
        if not away or not self._sight.wait_for_look(cell, self._selected_look[1], True, REST):
            self._check()
            return None
        if not self._arrow(back, self._first, at_first):
            return None
        self._check()
        return Way(Fill.ARROWS), self._first

    def _arrow(self, key: Key, to: Cell, look: Capture) -> bool:
        """Whether the key led to a cell, which then looks as it did when it was selected."""
        self._play(Press(key, self._first))
        return self._sight.wait_for_look(to, look, True, REST)

    def _with_arrows_alone(self) -> tuple[Way, Cell | None] | None:
        """The mouse does nothing: the cursor is seen to move, and to be in the cell before and after its digit."""
        start = self.cursor()
        self._check()
        if start is None:
            return None
        now = list(self._target)
        now[self._tried.index(self._first)] = 0
        way = Way(Fill.ARROWS, signs=self._sight.reading.signs)
        steps = self._game.plan(tuple(now), self._target, way, start).steps
        self._hands.play(Plan(steps[:-1], self._expect))
        if start != self._first and self.cursor() != self._first:
            return None
        self._play(steps[-1])
        stayed = self._shows(self._first) and self.cursor() == self._first
        return (Way(Fill.ARROWS, Home.KEYS), self._first) if stayed else None

    def cursor(self) -> Cell | None:
        return Cursor(self._sight, self._hands, self._expect, self._first).find()

    def _rest(self, least: float) -> float:
        return min(TOOK, max(least, SLOWER * self._hands.latest))

    def _play(self, step: Step) -> None:
        self._hands.play(Plan((step,), self._expect))

    def _shows(self, cell: Cell, still: float = TOOK) -> bool:
        """Whether the right digit stands in the cell, soon, and nothing else has changed."""
        at = self._tried.index(cell)
        after = (*self._expect[:at], self._tried.digit(cell), *self._expect[at + 1 :])
        took = self._sight.wait_for(
            lambda reading: reading.at(cell).value == self._tried.digit(cell) and not contradicting(reading, after),
            TOOK,
            still,
        )
        if took:
            self._expect = after
            self._hands.reached.add(cell)
        else:
            self._check(cell)
        return took

    def _check(self, cell: Cell | None = None) -> None:
        """Refused where the board shows what is not expected: nothing more is done then."""
        reading, right = self._sight.look(), {cell, self._first}
        seen = [each for each in contradicting(reading, self._expect) if reading.at(each).value]
        strange = [each for each in seen if each not in right or reading.at(each).value != self._tried.digit(each)]
        if strange:
            raise Refused(find_way_words.unexpected(tuple(strange)))

    def _why(self) -> str:
        """Why no way was found, as far as it can be seen."""
        noted = self._noted or self._sight.look().at(self._first).kind is Kind.PENCIL
        return find_way_words.notes_mode(self._first) if noted else find_way_words.no_way_works()
