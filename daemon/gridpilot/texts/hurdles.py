"""Why a board that was seen, or a part of it, may not be typed, where that is more than its cells."""

from __future__ import annotations

from gridpilot.games.protocols import Decision
from gridpilot.geometry import Side
from gridpilot.outcome import Hurdle
from gridpilot.texts.language import SHOWN_CELLS, _


def refusal(decision: Decision) -> str:
    """The detail of an outcome whose board may not be typed: the reason, where it is more than its cells."""
    if decision.hurdle is not Hurdle.ENTRY:
        return hurdle(decision.hurdle)
    wrong = [_("your {digit} in {cell}").format(digit=decision.reading.at(cell).value, cell=cell)
             for cell in decision.cells[:SHOWN_CELLS]]  # fmt: skip
    if len(decision.cells) == 1:
        return _("{entry} cannot be right. Clear it, then press the key again.").format(entry=wrong[0])
    told = _(" and ").join(wrong) if len(decision.cells) == len(wrong) else _(", ").join(wrong) + _(" and others")
    return _("{entries} cannot be right. Clear them, then press the key again.").format(entries=told)


def in_a_picture(what: Hurdle | None) -> str:
    """The same of a picture, where no pointer helps."""
    if what is Hurdle.SEVERAL:
        return _("there are several boards on this picture. Crop it to the one that you mean.")
    return hurdle(what)


def hurdle(what: Hurdle | None) -> str:
    """The detail of an outcome where cells alone are not to blame."""
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
    }
    return words.get(what, "") if what else ""


def cut_off(sides: frozenset[Side], off_screen: frozenset[Side] = frozenset()) -> str:
    """For a window that shows a part of a board: `sides` on which there is more of it, `off_screen` those on which the
    window itself goes on.
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
    """For a window in which no board is found, and of which only a part is on the screen; empty for a whole one."""
    if not sides:
        return ""
    return _(
        "It goes on beyond the {sides} of the screen: move the window until all of it is on the screen, then press the "
        "key again."
    ).format(sides=_named(sides))


def _named(sides: frozenset[Side]) -> str:
    names = {Side.TOP: _("top"), Side.RIGHT: _("right"), Side.BOTTOM: _("bottom"), Side.LEFT: _("left")}
    return _(" and the ").join(name for side, name in names.items() if side in sides)
