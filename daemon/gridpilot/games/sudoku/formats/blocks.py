"""Boards written as text: one a line, row by row, drawn with borders, in the fields of a table; alone or several.

What can be read in two ways that differ is refused: no puzzle is ever read as another one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, count, pairwise
from math import isqrt

from gridpilot.games.sudoku.formats import beside, drawn_boxes, layouts, signs, tables
from gridpilot.games.sudoku.formats.layouts import Layout, Line, Row, is_rule
from gridpilot.games.sudoku.formats.puzzle import Found, Puzzle
from gridpilot.games.sudoku.formats.unread import Rank, Unread
from gridpilot.games.sudoku.grid import NINE, SHAPES, Board
from gridpilot.texts import puzzle_words

MOST_LINES = 64
"""More lines than these are no single board: the largest has 16 rows, drawn with a line between each two and two empty
ones around.
"""
LONGEST = 4096
"""Characters of a line that may hold a board; the longest that is known has 256 numbers and as many regions."""
BLANK = signs.BLANKS[0]
HOPELESS = 1000
"""After so many lines, or blocks of them, without a puzzle nobody looks for one in the others."""


@dataclass(slots=True)
class Part:
    """Blocks of lines with nothing but empty lines between. `after`: the text that follows at once, where one does."""

    blocks: list[list[Line]] = field(default_factory=list)
    after: Line | None = None
    _apart: bool = True

    def add(self, number: int, line: str) -> None:
        if line.strip(" "):
            if self._apart:
                self.blocks.append([])
            self.blocks[-1].append((number, line))
        self._apart = not line.strip(" ")

    def ends_at(self, number: int) -> bool:
        return bool(self.blocks) and self.blocks[-1][-1][0] == number

    @property
    def holds_cells(self) -> bool:
        return any(not is_rule(line) for block in self.blocks for _, line in block)

    @property
    def is_endless(self) -> bool:
        return any(len(line) > LONGEST for block in self.blocks for _, line in block)

    @property
    def lines(self) -> list[Line]:
        """All, with an empty one between the blocks."""
        joined: list[Line] = []
        for block in self.blocks:
            joined += ([(block[0][0] - 1, "")] if joined else []) + block
        return joined


def found_in(part: Part, *, drawn: bool) -> list[Found]:
    """The puzzles of a part; `drawn`: whether drawn lines tell their boxes."""
    whole = _board_in(part.lines, drawn=drawn)
    if isinstance(whole, Unread) and not part.is_endless:
        for several in (_singly(part, drawn=drawn), _chunked(part, drawn=drawn)):
            if any(isinstance(one.puzzle, Puzzle) for one in several):
                return several
        if part.after and whole.rank < Rank.SIGN:  # the text may be a row with a slip in it
            whole = strange_text(*part.after)
    return [Found(part.blocks[0][0][0], whole)]


def _singly(part: Part, *, drawn: bool) -> list[Found]:
    """Each block, or each line, as one."""
    found = list(chain.from_iterable(_of_block(block, drawn=drawn) for block in part.blocks[:HOPELESS]))
    if any(isinstance(one.puzzle, Puzzle) for one in found):
        found += chain.from_iterable(_of_block(block, drawn=drawn) for block in part.blocks[HOPELESS:])
    return found


def _of_block(block: list[Line], *, drawn: bool) -> list[Found]:
    whole = _board_in(block, drawn=drawn)
    lines = [line for line in block if not is_rule(line[1])] if len(block) > 1 and isinstance(whole, Unread) else []
    if any(isinstance(_board_in([line], drawn=drawn), Puzzle) for line in lines[:HOPELESS]):
        return [Found(line[0], _board_in([line], drawn=drawn)) for line in lines]
    return [Found(block[0][0], whole)]


def _chunked(part: Part, *, drawn: bool) -> list[Found]:
    """So many rows as each has cells, again and again."""
    lines = part.lines
    hopeful = any(map(_row_size, _all_layouts(lines[:MOST_LINES])))
    starts = next(filter(None, map(_starts, _all_layouts(lines))), []) if hopeful else []
    return [
        Found(start, _board_in([line for line in lines if start <= line[0] < end], drawn=drawn))
        for start, end in pairwise([*starts, lines[-1][0] + 1])
    ]


def _starts(layout: Layout) -> list[int]:
    """The lines where boards begin, none where these are no boards."""
    size = _row_size(layout)
    return [row.line for row in layout.rows[::size]] if size and len(layout.rows) % size == 0 else []


def _row_size(layout: Layout) -> int:
    """How many cells each row has, 0 where they differ or a board has other rows."""
    counts = {len(row.cells) for row in layout.rows}
    size = counts.pop() if len(counts) == 1 else 0
    return size if size in SHAPES else 0


def _all_layouts(lines: list[Line]) -> Iterator[Layout]:
    yield from layouts.layouts(lines)
    yield from tables.layouts(lines)


def _board_in(lines: list[Line], *, drawn: bool) -> Puzzle | Unread:
    """The one board that all lines are."""
    first = lines[0][0]
    if len(lines) > MOST_LINES or any(len(line) > LONGEST for _, line in lines):
        return Unread(Rank.COUNT, puzzle_words.too_much(first))
    try:
        puzzle = beside.read(*lines[0]) if len(lines) == 1 else None
    except Unread as fault:
        return fault.alone()
    return puzzle or _agreed([_puzzle_of(layout, first, drawn=drawn) for layout in _all_layouts(lines)], first)


def _agreed(readings: list[Puzzle | Unread], first: int) -> Puzzle | Unread:
    """Ways that find the same agree; those that differ cannot both be right."""
    puzzles = {reading for reading in readings if isinstance(reading, Puzzle)}
    if len(puzzles) > 1:
        return Unread(Rank.WHOLE, puzzle_words.two_readings(first))
    faults = [reading for reading in readings if isinstance(reading, Unread)]
    return puzzles.pop() if puzzles else max(faults, key=lambda fault: fault.rank)


def _puzzle_of(layout: Layout, first: int, *, drawn: bool) -> Puzzle | Unread:
    marks = _marks(layout)
    try:
        board = _board(_unmarked(layout, marks) if marks else layout, first)
    except Unread as fault:
        return fault.alone()
    shape = drawn_boxes.shape_of(layout, isqrt(len(board))) if drawn else SHAPES[isqrt(len(board))]
    return Puzzle(board, shape, marks) if shape else Unread(Rank.WHOLE, puzzle_words.strange_lines(first))


def _marks(layout: Layout) -> dict[int, tuple[int, ...]]:
    """By cell the digits that a grid of candidates has there. No cell of such a grid is blank, some have one digit
    alone, and none is above nine.
    """
    told = [_noted(sign) for sign, _, _ in _cells(layout)]
    size, numbers = isqrt(len(told)), {len(own) for own in told}
    largest = max(chain(*told), default=0)
    if size not in SHAPES or not 0 < largest <= size <= NINE.size or not numbers > {1} or 0 in numbers:
        return {}  # without a cell of one digit these may be rows, each a word
    return {at: own for at, own in enumerate(told) if len(own) > 1}


def _noted(word: str) -> tuple[int, ...]:
    """The digits of a word, nothing where it has others than 1 to 9, or one twice."""
    fits = word.isascii() and word.isdecimal() and "0" not in word and len({*word}) == len(word)
    return tuple(map(int, word)) if fits else ()


def _unmarked(layout: Layout, marks: Collection[int]) -> Layout:
    """With a blank for each of these cells."""
    cells = count()
    rows = [
        replace(row, cells=tuple((BLANK if next(cells) in marks else sign, at) for sign, at in row.cells))
        for row in layout.rows
    ]
    return replace(layout, rows=rows)


def _board(layout: Layout, first: int) -> Board:
    """Raises Unread."""
    cells = _cells(layout)
    size = _size(layout, first)
    _check_signs(cells, size)
    _check_noughts([sign for sign, _, _ in cells], size, first)
    board = tuple(signs.digit(sign) or 0 for sign, _, _ in cells)
    if len(layout.rows) == 16 and max(board) <= 4:  # sixteen puzzles of four by four
        raise Unread(Rank.COUNT, puzzle_words.cells_counted(len(board), first))
    return board


def _check_signs(cells: list[tuple[str, int, int]], size: int) -> None:
    """`cells`: sign, line and place. Raises Unread."""
    for sign, line, at in cells:
        digit = signs.digit(sign)
        if digit is None or digit > size:
            raise Unread(Rank.SIGN, puzzle_words.strange_sign(sign, line, at, size))


def _cells(layout: Layout) -> list[tuple[str, int, int]]:
    """Sign, line and place of each."""
    return [(sign, row.line, at) for row in layout.rows for sign, at in row.cells]


def _size(layout: Layout, first: int) -> int:
    """How many rows the board has: of so many cells each, or of all of them in one. Raises Unread; a strange sign may
    be why they are miscounted.
    """
    counts = [len(row.cells) for row in layout.rows]
    size = isqrt(sum(counts))
    if size not in SHAPES or counts not in ([size**2], [size] * size):
        _check_signs([cell for cell in _cells(layout) if len(cell[0]) == 1], NINE.size)
        raise _miscounted(layout.rows, counts, first)
    return size


def _miscounted(rows: list[Row], counts: list[int], first: int) -> Unread:
    whole = counts.count(len(rows))  # rows that are as long as there are rows
    if len(rows) in SHAPES and whole >= len(rows) / 2:
        line, count = next((row.line, len(row.cells)) for row in rows if len(row.cells) != len(rows))
        return Unread(Rank.ROW, puzzle_words.uneven_row(line, count, len(rows)))
    if len(rows) > 1 and len({*counts}) == 1 and counts[0] in SHAPES:
        return Unread(Rank.ROWS, puzzle_words.rows_counted(len(rows), counts[0], first))
    return Unread(Rank.COUNT, puzzle_words.cells_counted(sum(counts), first))


def _check_noughts(cells: list[str], size: int, first: int) -> None:
    """Raises Unread where 0 may be a digit: some write sixteen of them as 0 to F."""
    used = {sign.lower() for sign in cells}
    if size > NINE.size and "0" in used and len(used & set(signs.BLANKS)) > 1 and not used.isdisjoint("abcdef"):
        raise Unread(Rank.WHOLE, puzzle_words.two_kinds_of_blanks(first))


def strange_text(number: int, line: str) -> Unread:
    """Of what is no board, nor stands by one: a link, or the first sign that no board has."""
    if "://" in line:
        return Unread(Rank.SIGN, puzzle_words.only_a_name(line.strip()))
    at, sign = next(
        (at, sign) for at, sign in enumerate(line, 1) if not sign.isspace() and signs.digit(sign) not in range(10)
    )
    return Unread(Rank.SIGN, puzzle_words.strange_sign(sign, number, at, NINE.size))
