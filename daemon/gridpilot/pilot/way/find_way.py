"""Finds out how an unknown window is filled. It costs the game nothing: whatever kind of window this is, no event is
sent that could put a wrong digit into a cell.

* A digit's key is pressed only while its cell is seen to be selected. It is pressed again, held down, only once the
  cell was left and is selected anew: by then it shows what the first press did.
* Where there is a digit pad: `digit_pad.py`.
* Arrow keys are tried where clicks do nothing; a cursor must be seen. Where none shows: `unseen_selection.py`.
* A digit's key may choose the digit for cells that are clicked later. So from then on only blanks of the same digit are
  clicked, and it must be seen that they do not take it by the click alone.
* A busy window shows late what was done, so nothing dangerous is built on what does not show in time: `lead.py`.
* What is not expected ends the search before the next event. What can only be tried at a risk, the user is asked to
  show: teach.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands import selecting
from gridpilot.pilot.hands.pointer import HOLD, LONG_HOLD
from gridpilot.pilot.way import unseen_selection
from gridpilot.pilot.way.arrows_alone import ArrowsAlone
from gridpilot.pilot.way.attempts import KEY_REST, REST, Attempts
from gridpilot.pilot.way.digit_pad import BY_HELD_CLICKS, DigitPad
from gridpilot.pilot.way.erased_given import is_erased
from gridpilot.pilot.way.held_clicks import HeldClicks
from gridpilot.pilot.way.lead import Lead
from gridpilot.pilot.way.what_opens import WhatOpens
from gridpilot.plan import PADS, Fill, Home, Press, Way
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.steps import Hands


class Probe:
    """One search for a way. `board` is what stands there before it, `target` what shall stand there."""

    def __init__(self, game: Game, sight: Sight, hands: Hands, board: tuple[int, ...], target: tuple[int, ...]) -> None:
        self._game = game
        self._sight = sight
        self._hands = hands
        self._given, self._target = board, target
        self._lists = sight.reading.lists  # cells may be lists, whose digits arrow keys change
        self._begin(board)

    def _begin(self, board: tuple[int, ...]) -> None:
        """Begins the search, or begins it anew; `board` is what stands there by now."""
        self._try = Attempts(self._sight, self._hands, board, self._target, self._given)
        self._cells = self._try.cells
        self._first, self._second = self._cells.first, self._cells.second
        self._value = self._cells.digit(self._first)
        self._key = self._sight.reading.signs[self._value - 1]
        self._pad = DigitPad(self._sight, self._hands, self._try, f"digit-{self._value}")
        self._held = HeldClicks(self._sight, self._hands, self._try, self._pad)
        self._opened = WhatOpens(self._game, self._sight, self._hands, self._try, self._pad)
        self.alone = ArrowsAlone(self._sight, self._hands, self._try, self._key)
        self._selected_look: tuple[Cell, Capture] | None = None
        self._led: Lead | None = None
        self._known: Way | None = None
        self._double = self._noted = False
        self._unseen_beside = False  # the given was clicked, but was not seen to be selected

    def find(self, known: Way | None = None) -> tuple[Way, Cell | None]:
        """The way that works, and where its cursor is; the tried cells hold their right digits then. Refused if no way
        works. `known`: what worked in such a window before; what it leaves no doubt of is not tried again.
        """
        self._hands.plain = self._sight.capture
        if known is not None and known.fill in PADS:
            self._take_faint_pad()
        found = self._search(known)
        if found is None:
            standing = self._pad.switch_notes_off(noted=self._noted)
            if standing := standing or self._try.answered_late(waits=not self._noted):
                self._begin(standing)
                found = self._search(known)
        if found := found or (self._take_faint_pad() and self._beside_a_pad()) or self._otherwise():
            return found
        raise Refused(self._why())

    def _take_faint_pad(self) -> bool:
        """Looks for a pad that only a closer look finds; returns whether there is one. It takes 0.15 s of a full
        screen.
        """
        if self._pad.button in self._hands.buttons:
            return False
        pad = self._game.pad(self._sight.snap(), self._sight.reading, closer=True)
        if takes := self._pad.button in pad:
            self._hands.take_pad(self._game, pad)
            self._hands.hold = 0.0
            self._begin(self._try.expect)
        return takes

    def _otherwise(self) -> tuple[Way, Cell | None] | None:
        """Tries held clicks, then arrow keys, then clicks that show no selection. Not where a note came: digits do go
        there, as notes.
        """
        return None if self._noted else self._held.select() or self.alone.find_once() or self._unseen()

    def _unseen(self) -> tuple[Way, Cell | None] | None:
        if self._pad.tapped:
            return self._held.choose_unseen()
        return unseen_selection.find(self._game, self._sight, self._hands, self._try, self._key)

    def _search(self, known: Way | None) -> tuple[Way, Cell | None] | None:
        self._known, self._double = known, known is not None and known.double
        if known and known.home is not Home.CLICK and (found := self.alone.find(known.home)):
            return found
        quick = {unseen_selection.WAY: self._unseen, BY_HELD_CLICKS: self._held.choose_unseen}
        if known in quick and (found := quick[known]()):
            return found
        return self._beside_a_pad() if self._pad.button in self._hands.buttons else self._without_a_pad()

    def _beside_a_pad(self) -> tuple[Way, Cell | None] | None:
        """Tries the pad's buttons, and keys where these enter nothing."""
        self._opened.hover_and_look()
        self._select_beside()
        beside = self._cells.beside(self._first)
        if beside and is_erased(self._sight, beside[0]):
            return self._pad.try_more_cells(self._pad.enter_after_eraser(beside[0]), None), None
        way = self._pad.enter(self._known, shows=self._selected_look is not None)
        if way is None:
            return self._with_keys(patient=False) if self._prove_lead_without_note() else None
        return self._pad.try_more_cells(way, self._known), None

    def _prove_lead_without_note(self) -> bool:
        """Proves that keys go to the first blank, which no button has filled, and takes away a note that a click left.
        Where the click that selects the cell once more leaves a note, nothing else is clicked: other clicks would leave
        notes in other cells.
        """
        self._pad.take_back()
        selected = not self._pad.noted and self._select_first()
        if selected:
            self._pad.take_back()
        self._noted = self._pad.noted
        return selected and not self._noted and self._prove_lead(blanks=False)

    def _select_first(self) -> bool:
        """Whether the first blank is selected; clicks it once more where a click on a button has ended that."""
        plain = self._hands.plain
        if not self._hands.shows_selection or plain is None or self._sight.is_unlike(self._first, plain):
            return self._hands.shows_selection
        return self._hands.select(self._first)

    def _without_a_pad(self, *, aside: bool = True) -> tuple[Way, Cell | None] | None:
        """`aside`: the first click is on the place of the digit's own mark. If nothing comes of it, the middle is
        clicked, which alone may take clicks.
        """
        marks = self._sight.reading.at(self._first).kind is Kind.PENCIL
        self._opened.expect(first=aside and self._known is None)
        if aside and (found := self._by_the_pointer_alone()):
            return found
        before = self._sight.capture
        chosen = self._hands.select(self._first, 1 + self._double, aside=aside)
        if self._opened.is_open(before, self._known):
            return self._with_what_opened(selects=chosen)
        if self._try.is_asked():
            return (Way(Fill.PROMPT, erase=""), None) if self._try.answer_prompt(self._key) else None
        self._try.check()
        if not marks and self._opened.click_its_place():
            return Way(Fill.POPUP, erase=""), None
        return self._with_nothing_open(marks=marks, chosen=chosen, aside=aside)

    def _by_the_pointer_alone(self) -> tuple[Way, Cell | None] | None:
        """Tries arrow keys where the pointer alone selects a cell: a click may enter a digit that is chosen."""
        selects = self._known is None and self._hands.tinted and self._hands.move_off_and_look(self._first)
        return self.alone.find_once() if selects else None

    def _with_nothing_open(self, *, marks: bool, chosen: bool, aside: bool) -> tuple[Way, Cell | None] | None:
        if not self._lists and self._try.stands_by_a_click(marks=marks):
            return self._by_marks(marks=marks)
        if aside and not chosen:
            return self._without_a_pad(aside=False)
        return None if self._lists else self._by_selection(chosen=chosen)

    def _with_what_opened(self, *, selects: bool) -> tuple[Way, Cell | None] | None:
        """Tries what has opened, or keys where it only tells. Refused where the click on a digit has chosen that digit:
        it is right in this blank alone.
        """
        way = self._opened.enter(self._known, selects=selects)
        if way or not self._opened.only_tells:
            return (way, None) if way else None
        chosen = self._hands.select(self._first, 1 + self._double)
        if self._try.shows(self._first, self._try.rest(REST)):
            raise Refused(self._why())
        return self._with_keys(patient=False) if chosen and self._prove_lead(blanks=False) else None

    def _by_marks(self, *, marks: bool) -> tuple[Way, Cell | None] | None:
        """The way by marks, where the click has entered its digit's own mark; None where the digit is a key's that
        shows late. Without marks, a click counts the cell's digit up and would put wrong digits into others.
        """
        if self._first in self._hands.reached:
            return None
        if not marks:
            raise self._try.refuse_counting()
        return (Way(Fill.MARK, erase=""), None) if self._try.shows(self._first) else None

    def _by_selection(self, *, chosen: bool) -> tuple[Way, Cell | None] | None:
        """`chosen`: the click on the first blank was seen to arrive."""
        if chosen:
            self._sight.wait_for_cursor(self._first, self._hands.plain)
        elif found := (self._take_faint_pad() and self._beside_a_pad()) or self.alone.find_once():
            return found  # tried before more clicks, which mark text in terminals
        if self._select_beside() if chosen else self._leave():
            chosen = self._hands.select(self._first, 1 + self._double)
        return self._by_keys(chosen=chosen)

    def _by_keys(self, *, chosen: bool) -> tuple[Way, Cell | None] | None:
        """`chosen`: the first blank is seen to be selected."""
        leads = chosen and self._prove_lead()
        found = self._with_keys() if leads else self.alone.find_once()
        again = not leads or (not self._double and self._try.blanks_are_full())
        return found or (self._clicked_otherwise() if again and self._hands.hold < LONG_HOLD else None)

    def _clicked_otherwise(self) -> tuple[Way, Cell | None] | None:
        """Tries two clicks, then one that is held, then one held for longer; at once a held one where keys had to be
        held before. The pointer rests first. A key that did nothing may be pressed again, although what the clicks mark
        looks different.
        """
        if not self._sight.taken({self._first}):
            self._hands.typed.discard(self._first)
        hold = self._hands.hold
        held = self._double or hold > 0 or (self._known is not None and self._known.held)
        self._double, self._hands.hold, self._hands.rests_first = not held, (LONG_HOLD if hold else HOLD) * held, True
        return self._without_a_pad()

    def _prove_lead(self, *, blanks: bool = True) -> bool:
        """Proves that keys go to the cell that was clicked; returns whether they do. `blanks`: no digit is chosen, so
        other blanks may be clicked.
        """
        lead, before = self._led or self._new_lead(), self._sight.reading
        prove = lead.select_again if self._known == Way(Fill.CLICK_KEY) else lead.prove
        others = self._cells.others(blanks=blanks)
        if self._unseen_beside and self._try.tells():
            others.reverse()  # a blank first: the given would only be waited for again
        leads = prove(others) or lead.reselect_and_watch()
        self._hands.clicks_land = leads and lead.clicks_land
        self._try.check(self._second)
        self._try.check_uncovered(before)
        return leads

    def _new_lead(self) -> Lead:
        return Lead(self._sight, self._hands, self._try.expect, self._first, double=self._double)

    def _leave(self) -> bool:
        """Selects another cell; returns whether that is seen. The first one may have been selected before, so that its
        click changed nothing.
        """
        others = self._cells.others(blanks=True) or self._cells.givens[:1]
        return any(self._hands.select(other, 1 + self._double, patience=0.0) for other in others)

    def _select_beside(self) -> bool:
        """Clicks the given beside the first blank, to which arrow keys lead, and notes how it looks while it is
        selected. Returns whether that has left the blank, which may be clicked again then; else it may not, as some
        programs would deselect it.
        """
        beside = None if self._known == Way(Fill.CLICK_KEY) else self._cells.beside(self._first)
        self._led = None
        if beside is None:
            return False
        look, there = self._sight.close_up(self._first), self._hands.select(beside[0], patience=0.0)
        self._hands.hover(self._first)
        plain = self._hands.plain
        there = there and (plain is None or self._sight.is_unlike(beside[0], plain))  # not by the pointer alone
        if there:
            self._selected_look = beside[0], self._sight.close_up(beside[0])
        self._unseen_beside = not there
        self._try.check()
        alone = there and not self._cells.others(blanks=True)  # nothing else proves that the given gets no digit
        if not alone and self._sight.wait_for_look(self._first, look, True, 0.0):
            return False
        if self._selected_look:
            self._led = self._new_lead()
            self._led.recall(*self._selected_look)
        return True

    def _with_keys(self, *, patient: bool = True) -> tuple[Way, Cell | None] | None:
        """Tries keys in the cell that is selected. `patient`: a key is also held down, for programs that look once a
        frame.
        """
        before, way = self._sight.snap(), Way(Fill.CLICK_KEY, double=self._double)
        self._try.play(Press(self._key, self._first))
        took = self._try.shows(self._first, self._try.rest(KEY_REST if patient else REST))
        if not took and patient and not self._sight.is_unlike(self._first, before):
            if not self._new_lead().select_again(self._cells.others(blanks=True)):  # what came before shows by then
                return None
            self._try.check_click_alone()
            way = self._try.press_otherwise(way, before)
            took = self._try.stands(self._first)
        marked = not took and self._sight.is_unlike(self._first, before)
        confirm = self._try.confirm(self._game, marked=marked)
        if not took and not confirm:
            self._noted = marked and self._try.take_note_back(self._key, before)
            return None
        way = replace(way, held=way.held or bool(confirm or self._hands.hold), confirm=confirm)
        return (way, None) if self._known == way else self._prove_clicks_lead(way)

    def _prove_clicks_lead(self, way: Way) -> tuple[Way, Cell | None]:
        """Tries other cells: the game's own cursor may have been in the first one by chance. The same digit is right in
        two more. The second is only clicked; what that does is seen by the time that the third has its digit.
        """
        second, third = self._second, None if way.held else self._cells.third
        if second is None:
            return way, None
        cell = third or second
        served, clicks = self._hands.reached, 1 + way.double
        select = partial(selecting.select, self._sight, self._hands, clicks=clicks, served=served)
        selected = all(select(each) for each in dict.fromkeys((second, cell)))
        if cell == second:  # then only time tells
            self._try.check_click_alone()
        found = self._try_keys_in(cell, way) if selected else None
        if found is None:
            raise Refused(self._why())  # what shows late would be taken for a button's effect
        return found, None

    def _try_keys_in(self, cell: Cell, way: Way) -> Way | None:
        """Types into that cell, which is selected; returns the way if it works there, too."""
        for key in filter(None, (self._try.key(way), way.confirm)):
            self._try.play(Press(key, cell, held=way.held))
        if self._try.shows(cell, perhaps=self._second):
            self._try.check_key_alone(cell)
            return way
        once_left = way.confirm and self._try.leave_and_look(cell)
        return replace(way, confirm="", held=bool(self._hands.hold)) if once_left else None

    def _why(self) -> str:
        return find_way_words.notes_mode(self._first, stays=self._pad.keeps_note) if self._noted else self._pad.why()
