"""Puzzles out of the text files that people have: one a line (.sdm), row by row (.sdk), drawn with borders.

Comments begin with #; of a file in sections only [Puzzle] counts. Lines keep their numbers, so that `grid.parse` names
the line of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gridpilot.games.sudoku.grid import size_in

Lines = list[tuple[int, str]]
"""Numbers, from 1, and texts; those without cells are left out."""

HEADING = re.compile(r"\s*\[(\w+)\]\s*")
BORDER = re.compile(r"[^0-9A-Za-z]*[-=\u2500-\u257f]{3,}[^0-9A-Za-z]*")
"""A drawn line; its corners may be signs that elsewhere are blanks: *-----------*"""


def puzzles(text: str) -> Iterator[tuple[int, str]]:
    """Each puzzle's first line and its text, which begins with as many empty lines as stand before it: one at a time,
    as those of a long file are together far longer than the file.
    """
    blocks = list(_blocks(text))
    every = [line for block in blocks for line in block]
    if every and _is_one(every):
        yield _cut(every)
        return
    for block in blocks:
        yield from _parted(block)


def _blocks(text: str) -> Iterator[Lines]:
    """What stands together, with neither an empty line nor a heading between."""
    block: Lines = []
    wanted = True
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        told = line.partition("#")[0]
        heading = HEADING.fullmatch(told)
        if heading or not line.strip():
            yield from [block] if block else []
            block = []
            wanted = wanted if heading is None else heading[1].lower() == "puzzle"
        elif wanted and told.strip() and not BORDER.fullmatch(told):
            block.append((number, told))
    yield from [block] if block else []


def _parted(block: Lines) -> Iterator[tuple[int, str]]:
    """The block as one puzzle, or each line as one; what fits neither stays whole, for `grid.parse` to complain of."""
    if not _is_one(block) and any(size_in(line) for _, line in block):
        yield from (_cut([line]) for line in block)
    else:
        yield _cut(block)


def _is_one(lines: Lines) -> bool:
    """Whether each line is a row. Sixteen lines of sixteen cells may also be puzzles of four by four: these have no
    digit above 4.
    """
    text = "\n".join(line for _, line in lines)
    size = size_in(text)
    if size == 16 and not re.search(r"[5-9A-Za-z]", text):
        return False
    return size == len(lines)


def _cut(lines: Lines) -> tuple[int, str]:
    first = lines[0][0]
    rows = dict(lines)
    return first, "\n" * (first - 1) + "\n".join(rows.get(number, "") for number in range(first, lines[-1][0] + 1))
