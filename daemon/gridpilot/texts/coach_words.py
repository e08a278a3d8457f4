"""What the coach says of a board that is only looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridpilot.texts.language import _
from gridpilot.texts.messages import cell_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridpilot.geometry import Cell

FULL = _("The board is full and right: there is nothing left to tell.")
NO_TECHNIQUE = _("No technique that gridpilot knows leads on from here. It can show the solution.")


def wrong(cells: Sequence[Cell]) -> str:
    """For digits that the user entered."""
    if len(cells) == 1:
        return _("The digit in {cells} is not the right one: look at it first.").format(cells=cell_names(cells))
    return _("The digits in {cells} are not the right ones: look at them first.").format(cells=cell_names(cells))


def marks_lack(cells: Sequence[Cell]) -> str:
    """For the user's own pencil marks."""
    told = _("The right digit is not among the marks of {cells}: look at them first.")
    return told.format(cells=cell_names(cells))


def right(digits: int) -> str:
    return _("All {digits} digits are right so far.").format(digits=digits)


def solution(cells: int) -> str:
    if not cells:
        return FULL
    return _("The solution, drawn into the {cells} blank cells. Nothing was typed.").format(cells=cells)


MOVES = {"up": _("up"), "right": _("right"), "down": _("down"), "left": _("left")}


def best_move(best: str, lengths: Mapping[Any, float]) -> str:
    """`lengths`: for each move, how many moves games last that are played on at random after it."""
    told = _("Best: {move}.").format(move=MOVES[best])
    for move, length in sorted(lengths.items(), key=lambda each: -each[1]):
        if move == best:
            continue
        worse = round(100 * (1 - length / max(lengths[best], 1.0)))
        if worse >= 1:
            told += _(" {move}: games played on at random are {worse} % shorter.").format(
                move=MOVES[move].capitalize(), worse=worse
            )
        else:
            told += _(" {move} is about as good.").format(move=MOVES[move].capitalize())
    return told


def as_read(digits: int, cells: int, doubts: Sequence[Cell]) -> str:
    told = _("This is what was read: {digits} digits in {cells} cells.").format(digits=digits, cells=cells)
    if not doubts:
        return told
    return told + _(" Look at {doubts}: something is wrong there, or in doubt.").format(doubts=cell_names(doubts))
