"""Boards with nothing where a cell is blank: the fields of a table, and digits below one another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from gridpilot.games.sudoku.formats.layouts import Cell, Layout, Line, Row, is_rule, laid_out, row_of
from gridpilot.games.sudoku.formats.signs import BARS, DRAWN
from gridpilot.games.sudoku.grid import SHAPES

DELIMITERS = "\t,;|"


def layouts(lines: list[Line]) -> Iterator[Layout]:
    text = "".join(line for _, line in lines)
    yield from (_by_fields(lines, delimiter) for delimiter in DELIMITERS if delimiter in text)
    yield _by_columns(lines)


def _by_fields(lines: list[Line], delimiter: str) -> Layout:
    """A cell between each two delimiters: an empty one is blank."""
    layout = Layout()
    for number, line in lines:
        if not line.strip(" "):
            layout.empty.add(len(layout.rows))
        elif is_rule(line) and not set(line) <= {delimiter, " "}:
            layout.rules.add(len(layout.rows))
        else:
            layout.rows.append(Row(number, tuple(_fields(line, delimiter))))
    if delimiter != "|" and len(layout.rows) > 1 and all(map(_is_closed, layout.rows)):
        layout.rows = [replace(row, cells=row.cells[:-1]) for row in layout.rows]
    return layout


def _is_closed(row: Row) -> bool:
    """Whether its last cell is but what is behind a delimiter at the end."""
    return row.cells[-1][0] == "." and len(row.cells) - 1 in SHAPES


def _fields(line: str, delimiter: str) -> Iterator[Cell]:
    if delimiter == "|":  # a table's frame
        line = line.strip().removeprefix("|").removesuffix("|")
    at = 1
    for told in line.split(delimiter):
        sign = told.strip(" \"'")
        yield sign or ".", at + told.find(sign)
        at += len(told) + 1


def _by_columns(lines: list[Line]) -> Layout:
    """Digits below one another. The lines must be framed, or alike in length: else one may have lost the blanks with
    which it began.
    """
    layout = laid_out(lines, _digits)
    texts = dict(lines)
    rows = [texts[row.line] for row in layout.rows]
    columns = _columns(layout.rows, rows)
    if not all(map(_without_blanks, rows)) or len(columns) != len(rows) or not (_framed(rows) or _alike(rows)):
        return Layout()
    layout.rows = [_filled(row, line, columns) for row, line in zip(layout.rows, rows, strict=True)]
    return layout


def _digits(line: str) -> list[Cell]:
    return [(sign, at) for at, sign in enumerate(line, 1) if sign.isalnum()]


def _filled(row: Row, line: str, columns: list[int]) -> Row:
    signs = {at: sign for sign, at in row.cells}
    return row_of(row.line, line, [(signs.get(at, "."), at) for at in columns])


def _without_blanks(line: str) -> bool:
    """Delimiters other than bars part fields, whose cells need not stand below one another."""
    return all(sign.isalnum() or sign in BARS or sign == " " or sign in DRAWN - {*DELIMITERS} for sign in line)


def _framed(rows: list[str]) -> bool:
    return all(line.strip()[0] in BARS for line in rows)


def _alike(rows: list[str]) -> bool:
    return len({*map(len, rows)}) == 1


def _columns(rows: list[Row], lines: list[str]) -> list[int]:
    """Where cells are in all rows; nowhere where bars are not below one another. Between two bars there are as many,
    and at the same places, as between any others, so that a column without a digit is found, too.
    """
    seen = {at for row in rows for _, at in row.cells}
    bars = {*map(_bars, lines)}
    if len(bars) != 1:
        return []
    fields = _between((0, *bars.pop(), max(seen, default=0) + 1))
    offsets = {at - start for at in seen for start, end in fields if start < at < end}
    return sorted(start + offset for start, _ in fields for offset in offsets)


def _bars(line: str) -> tuple[int, ...]:
    return tuple(at for at, sign in enumerate(line, 1) if sign in BARS)


def _between(edges: tuple[int, ...]) -> list[tuple[int, int]]:
    """The room between two bars each, all of it as one where it is not alike."""
    fields = [(start, end) for start, end in pairwise(edges) if end - start > 1]
    return fields if len({end - start for start, end in fields}) == 1 else [(0, edges[-1])]
