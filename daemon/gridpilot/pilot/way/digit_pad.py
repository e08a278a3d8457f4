"""Tries a digit pad: whether a cell comes first or its digit, and whether a digit stays chosen for the next cells.

A digit, or a cell, may be chosen already. So a given is clicked first, then the button of the given's digit, then a
blank of that digit. That is right where cells come first and where digits do, and also where givens can be changed. Two
more blanks of the digit tell the rest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridpilot.pilot.eyes.picture_changes import shows_more
from gridpilot.pilot.eyes.standing_out import cell_stands_out
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands.pointer import HOLD
from gridpilot.pilot.way.attempts import REST, SOON, TOOK
from gridpilot.pilot.way.erased_given import check_back, is_erased
from gridpilot.pilot.way.unseen_selection import HELD
from gridpilot.plan import Click, Fill, Way
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.pilot.way.attempts import Attempts
    from gridpilot.reading import Reading

NOTES = "notes"  # the button that switches a game's notes on and off

CELL_FIRST, DIGIT_FIRST = Way(Fill.CLICK_PAD, erase=""), Way(Fill.PAD_CLICK, erase="")
BY_HELD_CLICKS, HELD_CELL_FIRST = replace(DIGIT_FIRST, held=True), replace(CELL_FIRST, held=True)


class DigitPad:
    """`button` is that of the first blank's digit. `tapped`: a button was clicked, so a digit may be chosen. `noted`: a
    mark came where the digit should.
    """

    def __init__(self, sight: Sight, hands: Hands, tries: Attempts, button: str) -> None:
        self._sight = sight
        self._hands = hands
        self._try = tries
        self._first = tries.cells.first
        self.button = button
        self.tapped = self.noted = False
        self._marked = False  # the first blank, from the start
        self._bare: Capture | None = None  # the window before the first click for the first blank
        self.keeps_note = False  # a note stays although what may have left it was repeated
        self.covered = False  # a menu opens at a click on a blank, too, over other cells

    def tap(self, button: str, cell: Cell | None = None) -> None:
        """Clicks the button, for the first blank or for that cell."""
        self.tapped = True
        self._try.play(Click(button, cell or self._first))

    def enter(self, known: Way | None, *, shows: bool) -> Way | None:
        """Clicks the button, then the first blank, then the button again; returns the way by which the digit came, None
        where it did not. The hands know then whether the cell was seen to be selected. `shows`: the given was.
        """
        if known == HELD_CELL_FIRST:
            self._hands.hold = HOLD
        self._marked = self._is_marked()
        self._sight.wait_for(lambda now: not now.differing(self._try.expect), TOOK, SOON)  # it may be drawn in parts
        before, self._bare, given = self._sight.reading, self._sight.capture, self.rest_on_a_given(shows=shows)
        return self._enter_selected(before, shows=shows) or self.enter_beside(given, known, before)

    def _enter_selected(self, before: Reading, *, shows: bool) -> Way | None:
        """The way where a cell seems to be selected from the start and a given cannot be: the button's digit would come
        into that cell, so the first blank is clicked before the button.
        """
        plain = self._hands.plain
        if shows or plain is None or not cell_stands_out(plain, before):
            return None
        self._hands.shows_selection = self._hands.select(self._first)
        if self._comes(before, self._try.rest(SOON)):
            return DIGIT_FIRST
        self.tap(self.button)
        return CELL_FIRST if self._comes(before, TOOK) else None

    def enter_beside(self, given: Cell, known: Way | None, before: Reading) -> Way | None:
        """The way by which the digit comes once that given of the digit was clicked; None where it does not. `before`:
        the board before that click.
        """
        cell_first = HELD_CELL_FIRST if known == HELD_CELL_FIRST else CELL_FIRST
        selects = self._select_after_button(given, known)
        if self._comes(before, 0.0 if known == cell_first and selects else self._try.rest(SOON)):
            return DIGIT_FIRST
        self._hands.shows_selection, self.covered = selects, self._try.are_covered(before)
        blank = self._sight.snap()
        self.tap(self.button)
        if self._comes(before, TOOK):
            return cell_first
        if self.covered:
            raise Refused(self.why())
        if self._take_back_note(blank):
            return None
        return self._try_chosen_by_given(before)

    def _take_back_note(self, before: Capture) -> bool:
        """Whether the button's latest click has left a note, which is taken away then. A cell that looks as at first
        has only lost its selection.
        """
        if self._marked:
            return False
        marked = self._sight.is_marked(self._first, before)
        self.noted = self._is_marked() or (marked and self._looks_selected())
        if self.noted:
            self._undo(before, clicked=False)
        return self.noted

    def take_back(self) -> None:
        """Takes away what the clicks for the first blank left there, if none has brought its digit and it looks like a
        note.
        """
        bare = self._bare
        if bare is not None and not self._marked and (self._is_marked() or self._has_come(bare)):
            self.noted = True
            self._undo(bare, clicked=True)

    def _has_come(self, bare: Capture) -> bool:
        """Whether something small has come into the first blank that is no text cursor. The look of a selection is not
        small.
        """
        small = self._sight.is_marked(self._first, bare)
        more = small and shows_more(bare, self._sight.capture, self._sight.reading.box_at(self._first))
        return more and not self._try.is_typed_into(self._first)

    def _undo(self, before: Capture, *, clicked: bool) -> None:
        """Repeats what may have left the note until it is gone: a click on its cell, a click on the button, or the
        first again with the digit chosen anew. In any program these enter the right digit at most, and into this cell
        alone.
        """

        def is_gone() -> bool:  # the cell may be selected as before, or no longer
            as_before = not self._sight.is_marked(self._first, before)
            return not self._is_marked() and (as_before or not self._looks_selected())

        for on_cell in (clicked, not clicked, clicked):
            if on_cell:
                self._try.play(Click(self._first, self._first))
            else:
                self.tap(self.button)
            if self._sight.wait_until(is_gone, TOOK, SOON):
                return
        self.keeps_note = True

    def _looks_selected(self) -> bool:
        plain = self._hands.plain
        return plain is not None and self._sight.is_unlike(self._first, plain)

    def _try_chosen_by_given(self, before: Reading) -> Way | None:
        """Clicks the first blank; returns the way if its digit comes. The digit was chosen by the click on its given
        then, and the button's first click had let go of it.
        """
        self._try.play(Click(self._first, self._first))
        return DIGIT_FIRST if self._comes(before, self._try.rest(SOON)) else None

    def _select_after_button(self, given: Cell, known: Way | None) -> bool:
        """Clicks the button and then the first blank; returns whether that is seen to be selected. `given`, of the same
        digit, was clicked before.
        """
        self.tap(self.button)
        if known is None:  # programs may ask late where the pointer is
            self._sight.wait_for_effect(self._first, self._sight.close_up(self._first), self._hands.soon())
        selects = self._hands.select(self._first)
        self._try.check()
        if not is_erased(self._sight, given):
            return selects
        self._put_back(given)
        return self._hands.select(self._first)

    def _comes(self, before: Reading, still: float) -> bool:
        """Whether the digit comes into the first blank before all has been still for so long. Refused where what a
        click on that cell has opened does not close.
        """
        if not self._try.shows(self._first, still):
            return False
        self.covered |= self._try.are_covered(before)
        if self.covered and self._hands.moving:
            self._hands.moving.close_menus = True
        if self.covered and not self._sight.wait_for(lambda _: not self._try.are_covered(before), TOOK, TOOK):
            raise Refused(self.why())
        return True

    def rest_on_a_given(self, *, shows: bool = False) -> Cell:
        """Clicks a given of the digit: a digit that is chosen already does nothing there, nor does the button, unless
        it is one that takes digits away; and a cell that is selected is left. Refused where there is no such given, or
        where it is not seen to be selected although selections show (`shows`): another cell may be selected, and be a
        given that can be changed.
        """
        given = self._try.cells.given_alike
        if given is None or (shows and not self._hands.select(given)):
            raise Refused(self.why())
        if not shows:
            self._try.play(Click(given, self._first))
        self._try.check()
        return given

    def _put_back(self, given: Cell) -> None:
        """Brings back the digit that the button took away, if it is seen to come; else that given is named."""
        self._try.play(Click(given, given))
        self._try.check()
        if is_erased(self._sight, given):
            self.tap(self.button, given)
        check_back(self._sight, given)

    def enter_after_eraser(self, given: Cell) -> Way:
        """The eraser was chosen, as a click has taken that given's digit away. So digits come first here. The given
        gets its digit back by that digit's button.
        """
        self.tap(f"digit-{self._try.cells.digit(given)}", given)
        self._try.play(Click(given, given))
        check_back(self._sight, given)
        before = self._sight.reading
        self.tap(self.button)
        self._try.play(Click(self._first, self._first))
        if not self._comes(before, TOOK):
            raise Refused(self.why())
        return DIGIT_FIRST

    def try_more_cells(self, way: Way, known: Way | None) -> Way:
        """Tells whether the button stays chosen for the next cells, once it seems known what comes first. Two more
        cells and the button tell: the third has its digit then in any window, the second only where the button stays
        chosen.
        """
        second, third = self._try.cells.second, self._try.cells.third
        if second is None or known == way:
            return way
        if self.covered:
            return self._try_closing_menus(second)
        if stays := self._try_clicks_alone(way, second, third):
            return stays
        self._try.play(Click(self.button, third := third or second))
        if not self._try.shows(third, perhaps=second):
            return {DIGIT_FIRST: self._try_chosen_once}.get(way, self._try_late_pointer)(second, third)
        return CELL_FIRST if third == second else self._decide_by_second(way, second)

    def _try_clicks_alone(self, way: Way, second: Cell, third: Cell | None) -> Way | None:
        """The way where other cells take the digit by clicks alone; else None. The second one's click also tells
        whether clicks count where they were made: the pointer is over the third by then.
        """
        if third and way == CELL_FIRST and self._hands.shows_selection:
            self._hands.clicks_land = self._hands.click_and_move_on(second, third)
        else:
            self._try.play(Click(second, second))
        self._try.check(second)
        if third is None:  # then only time tells
            return DIGIT_FIRST if self._try.shows(second, self._try.rest(REST)) else None
        self._try.play(Click(third, third))  # in some programs another click on the button lets go of the digit
        return self._try_still_chosen(second, third) if way == DIGIT_FIRST else None

    def _try_still_chosen(self, second: Cell, third: Cell) -> Way | None:
        """The way where both cells take the digit by their clicks alone and these count where they were made, as the
        pointer moves on. A click may be lost that came too soon before the next one.
        """
        if (given := self._try.cells.given_alike) is None:
            return None
        self._hands.hover(given)
        stands, shows = self._try.stands, self._try.shows
        if shows(third, self._try.rest(SOON), second) and (stands(second) or shows(second, SOON)):
            return DIGIT_FIRST
        takes = all(stands(cell) or self.click_and_look(cell, second) for cell in (third, second))
        return self.prove_held_clicks() if takes else None

    def _decide_by_second(self, way: Way, second: Cell) -> Way:
        """The way, once the third cell has its digit. Where the second takes its own only at another click, one click
        on it was lost.
        """
        late = 0.0 if self._hands.clicks_land else SOON  # its click was seen to arrive before the third's
        if self._try.stands(second) or self._try.shows(second, late):
            return DIGIT_FIRST
        return self.prove_held_clicks() if way == DIGIT_FIRST and self.click_and_look(second) else CELL_FIRST

    def _try_closing_menus(self, second: Cell) -> Way:
        """Tries a pad beside which a click on a cell opens a menu, which each button closes. A digit that is still
        chosen would fill the second cell.
        """
        self._try.play(Click(second, second))
        if self._try.shows(second, self._try.rest(REST)):
            raise Refused(self.why())
        self.tap(self.button, second)
        if not self._try.shows(second):
            raise Refused(self.why())
        return CELL_FIRST

    def _try_chosen_once(self, second: Cell, third: Cell) -> Way:
        """The button comes first, and is chosen now. It counts for one cell if the third cell takes its digit at a
        click and the second does not. If the second does, or did, clicks had counted at a later one's place, and each
        must be held until it is seen.
        """
        if not self.click_and_look(third, second):
            raise Refused(self.why())
        if second != third and (self._try.stands(second) or self.click_and_look(second)):
            return self.prove_held_clicks()
        if not self._try.tells() or not (second == third or self._try_after_click(second)):
            raise Refused(self.why())
        return Way(Fill.PAD_CLICK, erase="", once=True)

    def _try_after_click(self, cell: Cell) -> bool:
        """Clicks the button once the cell was clicked; returns whether its digit comes, or comes at another click on
        the cell. Where either may come first, another digit's button would enter that digit there. Refused where only
        the button's second click does it: the cell comes first then, and clicks count where the pointer was a frame
        before.
        """
        self.tap(self.button, cell)
        if self._try.shows(cell):
            return True
        self.tap(self.button, cell)
        if self._try.shows(cell):
            raise Refused(self.why())
        return self.click_and_look(cell)

    def prove_held_clicks(self) -> Way:
        """The way where clicks were lost although their digit is chosen: each choice must be seen."""
        given = self._try.cells.given_alike
        self._hands.hold = HELD
        if given is None or self._hands.select(given, doubted=True):  # a cell comes first: no other digit may be tried
            raise Refused(self.why())
        if not self.choose_and_look(given):
            raise Refused(self.why())
        return BY_HELD_CLICKS

    def _try_late_pointer(self, second: Cell, third: Cell) -> Way:
        """The way where the cell comes first and all clicks counted where the pointer was after the last of them: the
        pointer rests.
        """
        self._hands.hold = HOLD
        selects = self._hands.shows_selection and self._hands.select(third)
        if not selects or self._try.shows(third, 0.0, second):  # the click alone did it: chosen yet, or late
            raise Refused(self.why())
        self.tap(self.button, third)
        if not self._try.shows(third, perhaps=second):
            raise Refused(self.why())
        return HELD_CELL_FIRST

    def click_and_look(self, cell: Cell, perhaps: Cell | None = None) -> bool:
        """Clicks the cell; returns whether it has its digit then. The cell `perhaps` may have its digit, too."""
        self._try.play(Click(cell, cell))
        return self._try.shows(cell, perhaps=perhaps)

    def choose_and_look(self, given: Cell) -> bool:
        """Whether the button looks different once it was clicked, with the pointer over the given, and no longer once
        another button was. No cell gets a digit by that.
        """
        buttons, stands = self._hands.moving, self._try.stands(self._first)
        other = buttons.farthest(self.button) if buttons and self.button in buttons else None
        if buttons is None or other is None:
            return False
        if stands:  # this button has done it, so it is chosen now
            self.tap(other)
        before = self._sight.snap()
        self.tap(self.button)
        if not stands and self._try.shows(self._first):  # the cell comes first
            return False
        self._hands.hover(given)
        if not buttons.wait_for_choice(self.button, before, TOOK, REST):
            return False
        self.tap(other)
        self.tap(self.button)
        self._try.check()
        return True

    def why(self) -> str:
        """Why no way works here."""
        if not self.takes_notes():
            return find_way_words.no_way_works()
        return find_way_words.notes_mode(self._first, stays=self.keeps_note)

    def takes_notes(self) -> bool:
        """Whether a mark is where the button's digit should be."""
        return self.noted or (self.tapped and self._is_marked())

    def switch_notes_off(self, *, noted: bool) -> tuple[int, ...]:
        """Switches the game's notes off where it takes notes (`noted`, or a mark tells) and its button for that is
        known; returns what stands on the board, else nothing.
        """
        if NOTES not in self._hands.buttons or not (noted or self.takes_notes()):
            return ()
        self.tap(NOTES)
        return self._try.expect

    def _is_marked(self) -> bool:
        return self._sight.look().at(self._first).kind is Kind.PENCIL
