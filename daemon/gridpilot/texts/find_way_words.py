"""What a user may read of the search for a way to fill a window. Each sentence is the detail of an outcome."""

from __future__ import annotations

from collections.abc import Sequence

from gridpilot.geometry import Cell
from gridpilot.texts.language import _
from gridpilot.texts.messages import cell_names


def no_way_works() -> str:
    return _(
        "no way of typing is seen to work in this window, and nothing is tried that could put a wrong digit into it. "
        "Is the puzzle running, with all of its buttons in view? Otherwise show gridpilot how it is filled: Teach this "
        "window, in the menu."
    )


def untold_pad() -> str:
    return _(
        "this desktop does not tell whose window it is, so what digit buttons do is not tried out: only boards without "
        "them are filled, where a click selects a cell. Copy a picture of the board; gridpilot solve --clipboard "
        "prints what it lacks."
    )


def counts_up(cell: Cell) -> str:
    return _(
        "a click alone put a digit into {cell}. Clicks seem to count the digit of a cell up in this window, or each of "
        "its places stands for a digit; a wrong one might come into another cell, so nothing more was clicked."
    ).format(cell=cell)


def stays_chosen(cell: Cell) -> str:
    return _(
        "the digit that was typed into {cell} stays chosen in this window, and a click alone puts it into other cells. "
        "It would be wrong there, so nothing more was clicked."
    ).format(cell=cell)


def asks() -> str:
    return _(
        "the game put a window of its own in front of its board. Answer it and press the key again; if it comes again, "
        "show gridpilot how the game is filled: Teach this window, in the menu."
    )


def may_ask(cell: Cell) -> str:
    return _(
        "the game shows something new beside its board since the last digit, in {cell}, was typed, and may wait for an "
        "answer; so nothing more was sent. Answer it, and press the key again if a cell is blank."
    ).format(cell=cell)


def no_popup(cell: Cell) -> str:
    return _("{cell} was clicked, but no digits opened to choose from.").format(cell=cell)


def opens_by_the_pointer(cell: Cell) -> str:
    return _(
        "digits open in {cell} while the pointer is over it. A click there would choose one of them, so nothing was "
        "clicked. Teach this window, in the menu, shows gridpilot how it is filled."
    ).format(cell=cell)


def no_prompt(cell: Cell) -> str:
    return _(
        "{cell} was clicked, but nothing was seen to open and take its digit. Close what is open and press the key "
        "again; Teach this window, in the menu, shows gridpilot how it is filled."
    ).format(cell=cell)


def other_popup(cell: Cell) -> str:
    return _(
        "the digits that opened over {cell} closed so late that others may have opened, so nothing more was clicked. "
        "Close them and press the key again."
    ).format(cell=cell)


def covered(cell: Cell) -> str:
    return _(
        "something lies over {cell} now, so it was not clicked. Close what has opened over the board and press the key "
        "again; Teach this window, in the menu, shows gridpilot how it is filled."
    ).format(cell=cell)


def covered_at_a_key(cell: Cell) -> str:
    return _(
        "the program covered its board when an arrow key was pressed in {cell}, so no digit was typed. It may take any "
        "key but the right digit's for a mistake: if so, begin a new game and show gridpilot how it is filled: Teach "
        "this window, in the menu."
    ).format(cell=cell)


def button_gone(digit: str) -> str:
    return _(
        "the button of {digit} is no longer seen where it was found, nor beside it. Close what lies over the buttons, "
        "if anything does, and press the key again."
    ).format(digit=digit)


def choice_not_seen(digit: str) -> str:
    return _("the button of {digit} was clicked, but it was not seen to be chosen, so no cell was clicked.").format(
        digit=digit
    )


def click_not_seen(cell: Cell) -> str:
    return _("{cell} was clicked, but it was not seen to be selected, so its digit was not typed.").format(cell=cell)


def cursor_not_seen(cell: Cell) -> str:
    return _(
        "by its profile keys move a cursor in this window, but none was seen to come into {cell}, so nothing was "
        "typed. If this is the game, press one of its arrow keys and try again, or teach it: Teach this window, in the "
        "menu. If it is not, the profile matches too much."
    ).format(cell=cell)


def stated_not_taken(cell: Cell) -> str:
    return _(
        "{cell} did not come to show its digit in the way that the profile says, so nothing more was typed. Look at "
        "that cell; Teach this window, in the menu, finds the right way."
    ).format(cell=cell)


def notes_mode(cell: Cell, *, stays: bool = False) -> str:
    """`stays`: the mark could not be taken away."""
    told = _(
        "a small mark showed in {cell} where a digit was typed: the game takes notes at the moment, or its user's "
        "digits are too small to be told from notes. "
    )
    if stays:
        told += _("It could not be taken away again: please do that. ")
    told += _(
        "Switch its notes, or pencil, off and press the key again. Where a profile names the button `notes`, gridpilot "
        "does that itself."
    )
    return told.format(cell=cell)


def taken(cells: Sequence[Cell]) -> str:
    """Empty where there are no cells."""
    text = _("what stands in {cells} is not read as its digit, so nothing was typed there again: look at it")
    return text.format(cells=cell_names(cells)) if cells else ""


def scrolls() -> str:
    return _(
        "the page scrolls when a cell is selected or a key is pressed, so its cells were elsewhere by then. Make its "
        "window larger, or the page smaller by Ctrl and minus, until all of it is seen, and press the key again."
    )


def unexpected(cells: Sequence[Cell]) -> str:
    return _(
        "while it was found out how this window is filled, {cells} changed, which was not expected. Look whether all "
        "is right there; Teach this window, in the menu, shows gridpilot how it is filled."
    ).format(cells=cell_names(cells))
