"""Finds out whether keys go to the cell that is clicked although no selection shows.

Nobody could play a game whose cursor is nowhere to be seen and does not go where the player clicks. So where clicks and
arrow keys change nothing on the board, nothing blinks and no cell stands out, a digit goes to the cell that was clicked
last, or nowhere. A click must not get lost: each is held for as long as a program that looks a few times a second
needs, and another cell of the same digit is clicked first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridpilot.pilot.eyes.picture_changes import AROUND, alike
from gridpilot.pilot.eyes.standing_out import cell_stands_out
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.way.attempts import KEY_REST, LATE
from gridpilot.plan import Click, Fill, Press, Way
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Game
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.steps import Hands
    from gridpilot.pilot.way.attempts import Attempts
    from gridpilot.plan import Key

WAY = Way(Fill.CLICK_KEY, unseen=True)

BLINKS = 1.2
"""Seconds in which nothing may blink: browsers hide a text cursor for half a second, Tk for 0.3 of 0.9."""

HELD = 0.2
"""Seconds for which a click is held. A game that looked at the button 10 times a second lost clicks of 0.05 and put the
digit into the cell that had been selected before. It must do for 5 times a second.
"""


def find(game: Game, sight: Sight, hands: Hands, tries: Attempts, key: Key) -> tuple[Way, None] | None:
    """The way, once two blanks of one digit took it where they were clicked; None where a cursor may show somewhere.
    Refused where they did not take the digit: it may be chosen now, and no other cell must be clicked then. `key` is
    that of the digit.
    """
    first, second = tries.cells.first, tries.cells.second
    if second is None or hands.plain is None or sight.look().differing(tries.expect):
        return None
    if not hover_and_see_none(sight, hands, hands.plain, first):
        return None
    hands.selection_unseen, hands.hold = True, HELD
    keys = [key]
    for cell, other in ((first, second), (second, first)):
        tries.play(Click(other, cell), Click(cell, cell))
        tries.check_click_alone(LATE * (cell == second))
        tries.play(*(Press(each, cell) for each in keys))
        took = tries.shows(cell, tries.rest(KEY_REST))
        if cell == first and (confirm := tries.confirm(game, marked=False)):
            keys, took = [key, confirm], True
        if not took:
            raise Refused(_why(sight, tries, Press(key, cell)))
    return replace(WAY, held=len(keys) > 1, confirm="".join(keys[1:])), None


def _why(sight: Sight, tries: Attempts, press: Press) -> str:
    if sight.reading.at(press.cell).kind is not Kind.PENCIL:
        return find_way_words.no_way_works()
    tries.take_back(press)
    return find_way_words.notes_mode(press.cell)


def hover_and_see_none(sight: Sight, hands: Hands, plain: Capture, cell: Cell) -> bool:
    """Moves the pointer over the cell; returns whether no cell seems to be selected then. `plain`: the window before
    the search. A click may have left a frame around this cell, which may be larger than the cell and stays there.
    """
    hands.hover(cell)
    extent, tinted = sight.reading.extent, sight.around(cell).scaled(AROUND)
    now, hole = sight.snap(), tinted.moved(-int(extent.x0), -int(extent.y0))
    same = alike(plain.crop(extent), now.crop(extent), hole)
    return same and not cell_stands_out(plain, sight.reading) and not sight.wait_for_change(now, BLINKS)
