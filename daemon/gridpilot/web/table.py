"""A board as a page has it: fields in rows, each with its text, and whether it is read-only.

A page says what it holds, so nothing is in doubt here; but it may hold anything, so a table that is no board is told
from one that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gridpilot.geometry import Box, Cell
from gridpilot.outcome import StopReason
from gridpilot.profiles.profile import Dom
from gridpilot.reading import SIGNS, CellReading, Kind, Reading
from gridpilot.texts import web_words

SIZES = (4, 6, 9, 12, 16)


class Gone(Exception):  # noqa: N818 - no fault: the way out when the user closes the page, or the page changes
    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class NoBoard(Exception):  # noqa: N818 - likewise; `detail` says what the page has instead
    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Field:
    """One cell of a page."""

    text: str
    given: bool


class Page(Protocol):
    """What the job asks of a browser. Every method raises Gone when the page is no longer what it was."""

    @property
    def title(self) -> str: ...

    def rows(self, dom: Dom) -> Sequence[Sequence[Field]] | None:
        """The fields of the board, row by row; None when the page has no such board."""

    def type(self, at: Cell, sign: str, *, instead: bool) -> None:
        """Types into a field of the last `rows`, as a user does; `instead`: of what stands there."""


def reading(rows: Sequence[Sequence[Field]] | None, dom: Dom) -> Reading:
    """The page's board; NoBoard when it has none."""
    if rows is None:
        raise NoBoard(web_words.no_table(dom.board))
    counts = [len(row) for row in rows]
    if len(rows) not in SIZES or {*counts} != {len(rows)}:
        raise NoBoard(web_words.odd_table(dom.board, counts))
    size = len(rows)
    cells, boxes = [], []
    for r, row in enumerate(rows):
        for c, field in enumerate(row):
            cells.append(_cell(field, Cell(r, c), size))
            boxes.append(Box(c, r, c + 1, r + 1))
    return Reading(size, tuple(cells), tuple(boxes), Box(0, 0, size, size))


def _cell(field: Field, at: Cell, size: int) -> CellReading:
    text = field.text.strip().lower()
    if not text:
        return CellReading(0, Kind.BLANK, 1.0)
    value = _value(text, size)
    if not value:
        raise NoBoard(web_words.no_value(at, field.text))
    return CellReading(value, Kind.GIVEN if field.given else Kind.ENTERED, 1.0)


def _value(text: str, size: int) -> int:
    """0 for what is none. Larger boards are written with numbers up to 16, or with letters from A on."""
    if text.isascii() and text.isdecimal():
        return int(text) if 1 <= int(text) <= size else 0
    return SIGNS.find(text) + 1 if len(text) == 1 and text in SIGNS[:size] else 0


def signs(rows: Sequence[Sequence[Field]]) -> tuple[str, ...]:
    """How the page writes the values from 1 on."""
    two = any(len(field.text.strip()) > 1 for row in rows for field in row)
    return tuple(str(value) for value in range(1, len(rows) + 1)) if two else tuple(SIGNS)
