"""What is said of web pages, and of the command that asks them."""

from __future__ import annotations

from collections.abc import Sequence

from gridpilot.geometry import Cell
from gridpilot.texts.language import _

WAITING = _("Waiting for the page …")
FILLING = _("Filling in the page …")
NO_PAGE = _(
    "gridpilot web needs the address of a page, or --attach PORT for the pages of a browser that was started with "
    "--remote-debugging-port=PORT."
)


def no_web_profile(name: str, known: Sequence[str]) -> tuple[str, str, str]:
    """Title, message and fix."""
    names = _("Known: {names}.").format(names=", ".join(known)) if known else ""
    return (
        _("No such profile"),
        _("'{name}' is no profile that says where a web page has its board.").format(name=name),
        names + _(' A profile does so by read = "dom" and a table [dom].'),
    )


def no_table(selector: str) -> str:
    return _("the page has no {selector}; it may have changed, or ask for something first").format(selector=selector)


def odd_table(selector: str, counts: Sequence[int]) -> str:
    """`counts`: the number of cells in each row."""
    cells = f"{min(counts)} to {max(counts)}" if len({*counts}) > 1 else str(max(counts, default=0))
    return _(
        "{selector} has {rows} rows of {cells} cells, which is no board; [dom] in the profile says what is a row and a "
        "cell"
    ).format(selector=selector, rows=len(counts), cells=cells)


def no_value(at: Cell, text: str) -> str:
    return _("{cell} holds '{text}', which is no digit of a sudoku").format(cell=at, text=text[:20])
