"""The single tries of a search for a way. Each sends an event and looks whether the board shows what it should, and
nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.pilot.eyes.game_answer import COVERED
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.way.lead import cursor_blinks
from gridpilot.pilot.way.tried_cells import TriedCells
from gridpilot.plan import Answer, Click, Plan, Press, is_sign
from gridpilot.reading import LARGEST_DIGIT, Kind
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.plan import Key, Step, Way
    from gridpilot.reading import Reading

TOOK = 0.6
"""Seconds within which a digit must show for a way to count as working."""

REST, SOON = 0.12, 0.05
"""Seconds without a change: after the first, a click has had no effect; after the second, nothing more shows of what
came before an effect that was seen. The second also does where a wrong answer only costs time.
"""

LATE, KEY_REST = 3.0, 0.3
"""Seconds within which a busy window must begin to show what was tried; and seconds without a change after which it
shows no more of it, or after which a key has had no effect.
"""

CURSOR = 0.6  # seconds within which a text cursor comes or goes: in browsers it does so each half second

SIGN, INK = 0.4, 48  # a blank's middle, as a share of its sides; grey levels that a sign there has; not tuned

SLOWER = 4.0
"""So many times as long as the latest click took is waited for whatever else may show."""


class Attempts:
    """`board` is what stands there now, `given` what stood there before any try, `target` what shall stand there.
    `expect` is what stands there after the tries so far.
    """

    def __init__(
        self,
        sight: Sight,
        hands: Hands,
        board: tuple[int, ...],
        target: tuple[int, ...],
        given: tuple[int, ...],
    ) -> None:
        self._sight = sight
        self._hands = hands
        self.target = target
        self.expect = board
        self._unclaimed = sight.reading.unclaimed()
        self._slowest = 0.0  # seconds that a digit took to show
        self.cells = TriedCells(sight.reading, board, target, given, pad="digit-1" in hands.buttons)

    def play(self, *steps: Step) -> float:
        """Carries out the steps; returns the seconds that they took."""
        self.cells.key_came |= any(isinstance(step, Press) and is_sign(step.key) for step in steps)
        return self._hands.play(Plan(steps, self.expect))

    def is_asked(self) -> bool:
        """Whether the click on the first blank has opened something to type its digit into. That may take a moment in
        programs that get keys before the focus.
        """
        popups, late = self._hands.popups, TOOK * bool(self._hands.slow)
        return popups is not None and self._sight.wait_until(popups.prompt.is_open, late)

    def answer_prompt(self, key: Key) -> bool:
        """Types the digit into what the first blank has opened; returns whether the cell shows it then."""
        self.play(Answer(key, self.cells.first))
        return self.shows(self.cells.first)

    def take_back(self, press: Press) -> None:
        """Presses the key that made a mark once more, which takes the mark away or is right where it does not: a digit
        may follow it.
        """
        self._hands.typed.discard(press.cell)
        self.play(press)
        self._hands.typed.discard(press.cell)

    def rest(self, least: float) -> float:
        """Seconds without a change after which an event has had no effect, as fast as this window is; `least`
        at least.
        """
        return min(TOOK, max(least, SLOWER * self._hands.latest))

    def tells(self) -> bool:
        """Whether what does not show in time will not come. In a window where clicks take long to show, that cannot be
        said.
        """
        return SLOWER * self._hands.latest <= TOOK

    def shows(self, cell: Cell, still: float = TOOK, perhaps: Cell | None = None) -> bool:
        """Waits for the right digit in the cell; returns whether it stands there and nothing else has changed. The cell
        `perhaps` may have its digit, too. Where digits took long before, there is more time.
        """
        limit = max(TOOK, SLOWER * self._slowest)
        afterwards = self._with(cell)
        both = self._with(cell, perhaps)

        def seen(reading: Reading) -> bool:
            other = self._contradicting(reading, afterwards) and self._contradicting(reading, both)
            return reading.at(cell).value == self.cells.digit(cell) and not other

        took = self._sight.wait_for(seen, limit, still)
        now = self._sight.reading.at(cell)
        if not took and still and (now.kind is Kind.UNKNOWN or now.value):
            took = self._sight.wait_for(seen, TOOK, TOOK)  # a text cursor may keep the digit from being read
        if took:
            self._slowest = max(self._slowest, self._sight.waited)
            self._hands.note_arrival(cell)
            stands = bool(perhaps and self._sight.reading.at(perhaps).value)
            self.expect = both if stands else afterwards
            self._hands.reached |= {cell, *([perhaps] if perhaps and stands else [])}
        else:
            self.check(cell, perhaps)
        return took

    def changes_others(self, still: float) -> bool:
        """Waits until other cells than the first look different from what is expected; returns whether they do before
        the board has been still for so many seconds.
        """
        return self._sight.wait_for(
            lambda reading: bool({*reading.differing(self.expect)} - self._unclaimed - {self.cells.first}),
            TOOK if still else 0.0,
            still,
        )

    def are_covered(self, before: Reading) -> bool:
        """Whether something lies over other cells than the first on the latest picture: its digits may be read as the
        board's, as marks, or not at all. Cells that could not be read before do not count.
        """
        now, unread = self._sight.reading, {Kind.PENCIL, Kind.UNKNOWN}
        pairs = list(zip(now.cells, before.cells, strict=True))
        del pairs[self.cells.index(self.cells.first)]
        known = [(new, old) for new, old in pairs if old.kind is not Kind.UNKNOWN]
        return any(new.value != old.value or (new.kind in unread and new.kind != old.kind) for new, old in known)

    def answered_late(self, *, waits: bool) -> tuple[int, ...]:
        """Waits for a busy window that comes to the tries only now; returns the board then, empty where nothing
        comes.
        """
        if not waits or not self._sight.wait_for_change(self._sight.capture, LATE):
            return ()
        self._sight.wait_for(lambda _: False, LATE, KEY_REST)
        self.check()
        shown = self._sight.reading.board
        now = tuple(
            old or (new == right) * new for old, new, right in zip(self.expect, shown, self.target, strict=True)
        )
        return now if 0 in now else ()

    def stands(self, cell: Cell) -> bool:
        """Whether the cell's digit was seen there."""
        return self.expect[self.cells.index(cell)] == self.cells.digit(cell)

    def stands_by_a_click(self, *, marks: bool) -> bool:
        """Whether a click has put a digit into the first blank. What goes by itself was a text cursor, no digit.
        `marks`: the cell showed marks before.
        """
        first = self.cells.first
        if not self._sight.reading.at(first).value:
            return False
        return marks or not self._sight.wait_for(lambda reading: not reading.at(first).value, TOOK, TOOK)

    def refuse_counting(self) -> Refused:
        """The refusal where a click filled the first blank, which counts as a cell that was served."""
        self._hands.reached.add(self.cells.first)
        return Refused(find_way_words.counts_up(self.cells.first))

    def check_click_alone(self, still: float = 0.0) -> None:
        """Refused where a click alone has put the digit into the second blank: the digit stays chosen then and would
        come into other cells. A text cursor that is read as a digit goes again. `still`: seconds by which the digit may
        be late.
        """
        second = self.cells.second

        def has_come(reading: Reading) -> bool:
            return second is not None and reading.at(second).value == self.cells.digit(second)

        still = still or self.rest(SOON)
        came = self._sight.wait_for(has_come, max(TOOK, still), still)
        if came and not self._sight.wait_for(lambda reading: not has_come(reading), TOOK, TOOK):
            raise Refused(find_way_words.stays_chosen(self.cells.first))

    def check_key_alone(self, cell: Cell) -> None:
        """Refused where the second blank has its digit once a key was pressed in `cell`: the click on the second blank
        had done that.
        """
        second = self.cells.second
        if second is not None and second != cell and self.stands(second):
            raise Refused(find_way_words.stays_chosen(self.cells.first))

    def key(self, way: Way) -> Key:
        """The key of the first cell's digit."""
        return replace(way, signs=self._sight.reading.signs).key(self.cells.digit(self.cells.first))

    def press_otherwise(self, way: Way, before: Capture) -> Way:
        """Tries the key held down, then the keypad's; returns the way by which the first cell has its digit. Nothing is
        pressed where something has come late, read or not. `before`: the window before the first key.
        """
        first = self.cells.first
        if self.shows(first, 0.0) or self._sight.taken({first}):
            return way
        for keypad in (False, True):
            if keypad and (self._sight.is_unlike(first, before) or self._sight.reading.size > LARGEST_DIGIT):
                break
            way = replace(way, held=True, keypad=keypad)
            self.play(Press(self.key(way), first, held=True))
            if self.shows(first, self.rest(KEY_REST)):
                break
        return way

    def confirm(self, game: Game, *, marked: bool) -> Key:
        """Finds the key that makes the first cell's digit count, where it is only sketched so far. Empty where the
        digit stands, and in a field of several lines, where Return would begin another line. `marked`: the key has left
        a mark.
        """
        first, alike = self.cells.first, self.cells.given_alike
        if alike is None or not (marked or self._seems_sketched(game, alike)):
            return ""
        if self.is_typed_into(first):
            return "Return" if marked and self.leave_and_look(first) else ""
        self.play(Press("Return", first, held=True))
        counts = self.shows(first) and self._sight.wait_for(
            lambda _: not self._is_sketched(game, alike), KEY_REST, KEY_REST
        )
        return "Return" if counts else ""

    def leave_and_look(self, cell: Cell) -> bool:
        """Clicks a given; returns whether the cell's digit shows then. Tables open a field with smaller letters to type
        into and close it when it is left, as at Return. The frame of a field and its text cursor may also touch the
        digit.
        """
        self.play(Click(self.cells.givens[0], cell))
        return self.shows(cell)

    def _seems_sketched(self, game: Game, alike: Cell) -> bool:
        """Whether what stands in the first cell may not count yet. `alike`: a given of its digit."""
        cell = self._sight.look().at(self.cells.first)
        return cell.kind in {Kind.PENCIL, Kind.UNKNOWN} or bool(cell.value and self._is_sketched(game, alike))

    def _is_sketched(self, game: Game, alike: Cell) -> bool:
        return game.sketched(self._sight.capture, self._sight.reading, self.cells.first, alike)

    def take_note_back(self, key: Key, before: Capture) -> bool:
        """Whether the key has left a note in the first cell, which is taken away again. `before`: the window before the
        key.
        """
        first = self.cells.first
        noted = self._sight.look().at(first).kind is Kind.PENCIL or self._sight.is_marked(first, before)
        if noted and not self.is_typed_into(first):
            self.take_back(Press(key, first))
        return noted

    def is_typed_into(self, cell: Cell) -> bool:
        """Whether a text cursor is seen in the cell."""
        changes = self._sight.wait_for_effect(cell, self._sight.close_up(cell), CURSOR)
        return changes and cursor_blinks(self._sight, cell)

    def blanks_are_full(self) -> bool:
        """Whether something stands in the first blank, as a 0 may, and its field takes no second sign: two clicks mark
        the sign then, and a digit replaces it.
        """
        middle = self._sight.reading.box_at(self.cells.first).scaled(SIGN)
        plain = self._hands.plain
        return plain is not None and bool(np.ptp(plain.crop(middle).pixels, axis=(0, 1)).max() > INK)

    def check(self, *right: Cell | None) -> None:
        """Refused where the board shows what is not expected: nothing more is tried then. The cells `right` and the
        first one may have their digits.
        """
        known = {self.cells.first, *right}

        def strange(reading: Reading) -> list[Cell]:
            seen = [each for each in self._contradicting(reading, self.expect) if reading.at(each).value]
            return [each for each in seen if each not in known or reading.at(each).value != self.cells.digit(each)]

        # A text cursor may be read as a digit until it blinks.
        if strange(self._sight.look()) and not self._sight.wait_for(lambda now: not strange(now), TOOK, TOOK):
            raise Refused(find_way_words.unexpected(tuple(strange(self._sight.reading))))

    def check_uncovered(self, before: Reading) -> None:
        """Refused where many of the digits that were seen are gone: what covers them may say that the game is over."""

        def covers(reading: Reading) -> bool:
            gone = [now != was for now, was in zip(reading.board, before.board, strict=True) if was]
            return sum(gone) > COVERED * len(gone)

        if covers(self._sight.reading) and not self._sight.wait_for(lambda now: not covers(now), TOOK, TOOK):
            raise Refused(find_way_words.covered_at_a_key(self.cells.first))

    def _contradicting(self, reading: Reading, board: tuple[int, ...]) -> list[Cell]:
        """The cells that are seen to differ from `board`. Cells that could not be read at first may be blank or show
        their digits.
        """
        either = {cell for cell in self._unclaimed if reading.at(cell).value in {0, self.cells.digit(cell)}}
        return [cell for cell in reading.contradicting(board) if cell not in either]

    def _with(self, *cells: Cell | None) -> tuple[int, ...]:
        """What stands there once these cells have their digits."""
        now = list(self.expect)
        for cell in filter(None, cells):
            now[self.cells.index(cell)] = self.cells.digit(cell)
        return tuple(now)
