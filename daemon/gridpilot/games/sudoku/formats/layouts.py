"""The ways to find rows and cells in lines of text. None of them guesses: each says what it sees, and `blocks.py` takes
what makes a board.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise

from gridpilot.games.sudoku.formats.signs import BARS, BOX_DRAWING, DRAWN, LINE_LIKE

Line = tuple[int, str]
"""Its number, from 1, and its text."""
Cell = tuple[str, int]
"""Its sign, and where it stands in its line, from 1."""

RUN = re.compile(rf"([-_=]|[{BOX_DRAWING}])\1\1")
"""Three like signs that may draw a line."""


@dataclass(frozen=True, slots=True)
class Row:
    """`bars`: before which cells one is drawn; `gaps`: before which cells the most room is."""

    line: int
    cells: tuple[Cell, ...]
    bars: frozenset[int] = frozenset()
    gaps: frozenset[int] = frozenset()


@dataclass(slots=True)
class Layout:
    """`rules` and `empty`: how many rows stand above each drawn line, and above each empty one."""

    rows: list[Row] = field(default_factory=list)
    rules: set[int] = field(default_factory=set)
    empty: set[int] = field(default_factory=set)


def row_of(number: int, line: str, cells: list[Cell]) -> Row:
    bars = {sum(at <= bar for _, at in cells) for bar, sign in enumerate(line, 1) if sign in BARS}
    return Row(number, tuple(cells), frozenset(bars - {0, len(cells)}), _gaps(cells))


def _gaps(cells: list[Cell]) -> frozenset[int]:
    """Before which cells the most room is, none where it is alike everywhere."""
    room = [after - at - len(sign) for (sign, at), (_, after) in pairwise(cells)]
    if not room or max(room) == min(room):
        return frozenset()
    return frozenset(cell for cell, width in enumerate(room, 1) if width == max(room))


def layouts(lines: list[Line]) -> Iterator[Layout]:
    """Of boards whose blanks are written."""
    text = "".join(line for _, line in lines)
    ambiguous = [sign for sign in LINE_LIKE if sign in text]
    for blanks in chain.from_iterable(combinations(ambiguous, count) for count in range(len(ambiguous) + 1)):
        yield _by_signs(lines, "".join(blanks))
    yield laid_out(lines, _words)


def is_rule(line: str, blanks: str = "") -> bool | None:
    """Whether a line is drawn and holds no cells; None where it depends on how many cells the others have. `blanks`:
    what is no drawn line here.
    """
    body = set(line) - {" ", "\t"}
    if any(sign.isalnum() and sign not in "xX" for sign in body):
        return False
    if body <= DRAWN - set(BARS):
        return True
    run = RUN.search(line)
    if run is None:
        return False
    return None if run[1] in blanks and body <= {run[1], *BARS} else True


def laid_out(lines: list[Line], cells: Callable[[str], list[Cell]], blanks: str = "") -> Layout:
    """`cells`: those of a line that is not drawn."""
    layout = Layout()
    for number, line in lines:
        if not line.strip():
            layout.empty.add(len(layout.rows))
        elif is_rule(line, blanks):
            layout.rules.add(len(layout.rows))
        else:
            layout.rows.append(row_of(number, line, cells(line)))
    return layout


def _words(line: str) -> list[Cell]:
    """Numbers and signs that stand apart."""
    apart = "".join(" " if sign in DRAWN else sign for sign in line)
    return [(word[0], word.start() + 1) for word in re.finditer(r"\S+", apart)]


def _by_signs(lines: list[Line], blanks: str) -> Layout:
    """Each sign that does not draw is a cell."""
    skipped = DRAWN | (set(LINE_LIKE) - set(blanks)) | {" ", "\t"}

    def cells(line: str) -> list[Cell]:
        return [(sign, at) for at, sign in enumerate(line, 1) if sign not in skipped]

    return _without_lines(laid_out(lines, cells, blanks))


def _without_lines(layout: Layout) -> Layout:
    """A line of like signs that might be drawn is a row of blanks only where it is as long as the others, and where
    they use its sign, too.
    """
    usual, used = _usual([row for row in layout.rows if not _line_of(row)])
    kept = Layout()
    above: list[int] = []  # of each row, how many rows are kept above it
    for row in layout.rows:
        above.append(len(kept.rows))
        if _line_of(row) and (len(row.cells) != usual or _line_of(row) not in used):
            kept.rules.add(len(kept.rows))
        else:
            kept.rows.append(row)
    above.append(len(kept.rows))
    kept.rules |= {above[rule] for rule in layout.rules}
    kept.empty = {above[rule] for rule in layout.empty}
    return kept


def _usual(rows: list[Row]) -> tuple[int, set[str]]:
    """How many cells most of them have, and the signs of all."""
    counts = Counter(len(row.cells) for row in rows)
    return counts.most_common(1)[0][0] if counts else 0, {sign for row in rows for sign, _ in row.cells}


def _line_of(row: Row) -> str:
    """The sign of which the whole row is, if it is one that also draws; else nothing."""
    row_signs = {sign for sign, _ in row.cells}
    return row_signs.pop() if len(row_signs) == 1 and row_signs <= set(LINE_LIKE) else ""
