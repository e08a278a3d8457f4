"""What may be done over a board besides solving or playing it: shown, not typed."""

from __future__ import annotations

from gridpilot.games.about import Deed
from gridpilot.texts.language import _

HINT = Deed(
    verb="hint",
    key="ctrl+alt+h",
    deed=_("give a hint"),
    menu=_("Hint"),
    setting=(
        _("Hint"),
        _("Shown over the board: where to look, pressed again why, then what, then it fills that cell."),
    ),
    help="the next step: where to look, why, and what follows",
    key_note="a hint over the board; pressed again, it tells more",
)

SHOW = Deed(
    verb="show",
    key="ctrl+alt+shift+s",
    deed=_("show the solution"),
    menu=_("Show the solution"),
    setting=(_("Show the solution"), _("Drawn into the blank cells; nothing is typed.")),
    help="the solution, drawn into the blank cells of a board; nothing is typed",
)

CHECK = Deed(
    verb="check",
    key="",
    deed=_("check my digits"),
    menu=_("Check my digits"),
    setting=(_("Check my digits"), _("Marks those of your digits that are not right.")),
    help="which of your own digits are wrong, marked on the board",
)

LOOK = Deed(
    verb="look",
    key="",
    deed=_("show what was read"),
    menu=_("Show what is read"),
    setting=(_("Show what is read"), _("Beside each digit what it was taken for; cells in doubt are marked.")),
    help="what gridpilot reads, shown on the board itself",
)

CELL = Deed(
    verb="cell",
    key="ctrl+alt+shift+h",
    deed=_("fill the cell under the pointer"),
    menu=_("Fill one cell"),
    setting=(_("Fill one cell"), _("The blank cell under the pointer gets its digit, and no other.")),
    help="fill the blank cell under the pointer, and no other",
    types=True,
)

UNDO = Deed(
    verb="undo",
    key="",
    deed=_("undo the last fill"),
    menu=_("Undo the last fill"),
    setting=(_("Undo the last fill"), _("Empties the cells that gridpilot has filled, as long as they show that.")),
    help="empty the cells that gridpilot has filled last in a window",
    types=True,
)

REPLACE = Deed(
    verb="replace",
    key="",
    deed=_("replace my wrong digits"),
    menu=_("Replace my wrong digits"),
    setting=(
        _("Replace my wrong digits"),
        _("Those of your digits that are wrong are emptied and become right; no other cell is touched."),
    ),
    help="put your own wrong digits right, where emptying a cell is known to work",
    types=True,
)

DEEDS = {each.verb: each for each in (HINT, CELL, SHOW, CHECK, REPLACE, UNDO, LOOK)}
