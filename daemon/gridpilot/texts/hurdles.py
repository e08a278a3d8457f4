"""Why a board that was seen, or a part of it, may not be typed, where naming cells is not enough."""

from __future__ import annotations

from gridpilot.games.protocols import Decision, Foreign, Variant
from gridpilot.geometry import Cell, Side
from gridpilot.outcome import Hurdle
from gridpilot.reading import Reading
from gridpilot.texts.language import SHOWN_CELLS, _
from gridpilot.texts.messages import cell_names

RIVAL_TOLD_ABOVE = 0.001
ELSEWHERE = {Hurdle.SEVERAL, Hurdle.PICTURES, Hurdle.TOO_HARD}
"""Hurdles that a window over the board cannot cause."""

READ = {Hurdle.UNREAD, Hurdle.FAINT, Hurdle.EITHER, Hurdle.MARKS}
"""Hurdles that lie in the ink of cells."""


def refusal(decision: Decision, over: str = "", *, pointed: bool = False) -> str:
    """The detail of an outcome whose board may not be typed. `over`: the title of the window that lies over the board,
    where one does; `pointed`: the pointer is over one of the cells.
    """
    if decision.hurdle is Hurdle.ENTRY:
        return _wrong_entries(decision)
    if over and decision.hurdle not in ELSEWHERE:
        return _("the window '{title}' lies over the board. Move it away, then try again.").format(title=over)
    if decision.hurdle is Hurdle.EITHER:
        why = _either(decision)
    else:
        why = hurdle(decision.hurdle).format(cells=cell_names(decision.cells))
    return why + (_(" The pointer is there: take it off the board.") if pointed and decision.hurdle in READ else "")


def lies_over(title: str) -> str:
    """For a window in which no board is seen, while another window lies over it."""
    return _("The window '{title}' lies over it: move that away, then try again.").format(title=title)


def _wrong_entries(decision: Decision) -> str:
    wrong = [_("your {digit} in {cell}").format(digit=decision.reading.at(cell).value, cell=cell)
             for cell in decision.cells[:SHOWN_CELLS]]  # fmt: skip
    if len(decision.cells) == 1:
        return _("{entry} cannot be right. Clear it, then press the key again.").format(entry=wrong[0])
    told = _(" and ").join(wrong) if len(decision.cells) == len(wrong) else _(", ").join(wrong) + _(" and others")
    return _("{entries} cannot be right. Clear them, then press the key again.").format(entries=told)


def _either(decision: Decision) -> str:
    """Which digits may stand in which cells."""
    told = [_may_be(decision.reading, cell) for cell in decision.cells[:SHOWN_CELLS]]
    if more := len(decision.cells) - len(told):
        told.append(_("{more} more cells are as doubtful").format(more=more))
    return _("{digits}. Make the board larger, or choose another theme of the game, then try again.").format(
        digits=_(", ").join(told)
    )


def _may_be(reading: Reading, cell: Cell) -> str:
    seen = reading.at(cell)
    rivals = [rival.value for rival in seen.rivals if rival.value and rival.probability > RIVAL_TOLD_ABOVE]
    digits = [str(value) for value in (seen.value, *rivals)]
    if len(digits) == 1:
        return _("whether {cell} is a {digit} is not sure").format(cell=cell, digit=digits[0])
    return _("{cell} may be {digits} or {last}").format(cell=cell, digits=_(", ").join(digits[:-1]), last=digits[-1])


def in_a_picture(what: Hurdle | None) -> str:
    """The same as `hurdle`, for a picture: no pointer can be put over a board there."""
    if what is Hurdle.SEVERAL:
        return _("there are several boards on this picture. Crop it to the one that you mean.")
    return hurdle(what)


def hurdle(what: Hurdle | None) -> str:
    """The detail of an outcome whose reason is not just some cells."""
    words = {
        Hurdle.SEVERAL: _(
            "there are several boards in this window. Put the pointer over the one that you mean, then press the key "
            "again."
        ),
        Hurdle.REGIONS: _(
            "which cells make up a box cannot be seen for certain. If the boxes are told apart by lines or colours, "
            "make the board larger and try again."
        ),
        Hurdle.PICTURES: _(
            "the profile's pictures of the digits do not fit this window, which has another font or theme. Cut them "
            'out of a screenshot of it as it is now, or take read = "templates" out of the profile.'
        ),
        Hurdle.TOO_HARD: _(
            "whether this board has exactly one solution could not be found out in reasonable time. Enter some more "
            "digits and try again."
        ),
        Hurdle.COVERED: _(
            "something lies over {cells}, as a notice or a menu of the game does. Close it, then try again."
        ),
        Hurdle.UNREAD: _(
            "what {cells} shows is neither a digit nor marks, as far as can be told. Select another cell, or take away "
            "what lies there, then try again."
        ),
        Hurdle.FAINT: _(
            "what {cells} shows hardly stands out from its ground. Select another cell, or choose another theme of the "
            "game, then try again."
        ),
        Hurdle.MARKS: _(
            "whether {cells} shows marks or a digit cannot be told. Clear the marks there, or make the board larger, "
            "then try again."
        ),
    }
    return words.get(what, "") if what else ""


def foreign(board: Foreign) -> str:
    """For a window that shows a board with other rules."""
    shown = {
        Variant.KILLER: _("a killer sudoku, with sums in its cages"),
        Variant.DIAGONALS: _("a sudoku whose diagonals are coloured, as where each digit stands once in them, too"),
        Variant.WINDOWS: _("a sudoku with four coloured boxes more, as where each digit stands once in them, too"),
        Variant.SIZE: _("a board of {size} by {size} cells").format(size=board.size),
    }[board.variant]
    return _(
        "It shows {board}: gridpilot does not know the rules of such a board, so it has to be filled by hand."
    ).format(board=shown)


def cut_off(sides: frozenset[Side], off_screen: frozenset[Side] = frozenset()) -> str:
    """For a window that shows a part of a board. `sides`: where the board goes on. `off_screen`: the sides on which the
    window itself goes on beyond the screen.
    """
    if here := sides & off_screen:
        return _(
            "It shows a part of one, which goes on beyond the {sides} of the screen: move the window until all of the "
            "board is on the screen, then press the key again."
        ).format(sides=_named(here))
    return _(
        "It shows a part of one, which goes on beyond the {sides} of the window: scroll or zoom out until all of it is "
        "visible, then press the key again."
    ).format(sides=_named(sides))


def off_screen(sides: frozenset[Side]) -> str:
    """For a window without a board that is partly off the screen; empty for one that is wholly on it."""
    if not sides:
        return ""
    return _(
        "It goes on beyond the {sides} of the screen: move the window until all of it is on the screen, then press the "
        "key again."
    ).format(sides=_named(sides))


def _named(sides: frozenset[Side]) -> str:
    names = {Side.TOP: _("top"), Side.RIGHT: _("right"), Side.BOTTOM: _("bottom"), Side.LEFT: _("left")}
    return _(" and the ").join(name for side, name in names.items() if side in sides)
