"""Finds boards that are written as text, as terminals show them: each cell a number or the sign of an empty one, evenly
spaced, without lines or gaps between the cells; or cells between lines that are made of characters, with gaps in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy import float64, uint8
from numpy.typing import NDArray

from gridpilot.games.twenty48.board import LARGEST
from gridpilot.vision.components import areas_of
from gridpilot.vision.lattice.free_regions import free_mask
from gridpilot.vision.lattice.whole_board import Sides

Marks = NDArray[float64]
"""n x 4: left, top, right, bottom of each."""

Line = tuple[float, float, float]
"""Its middle, and where it begins and ends."""

_STEP = 24  # grey levels between ink and its ground
_TALLEST = 60  # pixels; what is higher is a block of colour, or a picture
_BLOCK = 2  # digits' heights, likewise: the ground of tiles is as high as a line or more
_CURSOR, _CHARACTER = 1.35, 0.5  # digits' heights: a line is higher than that; and a character's width, of a line
_LEAST = 6  # pixels: the height of a digit; a hyphen is no higher
_FEWEST = 3  # cells in a row
_SPACE = 0.75  # of a digit's height: characters of one number are nearer than that
_OFF = 0.8  # of a digit's height: full stops and underscores hang lower than the digits stand
_LONG = 1.8  # a piece of a line is so many times longer than wide: a hyphen is 6 pixels by 3
_THIN = 3  # pixels: pieces of one line are no more beside one another
_RULE = 0.7  # pixels: half of a line; tiles keep off it, and what stands in it has gaps
_DRAWN = 0.4  # of a line are its pieces: 0.45 in +---+, as the + does not count
_WHOLE = 0.9  # of the longest line: lines of the board end together
_LINE = 0.25  # of a cell, above and below: one line of text in a colour leaves that free
_UNEVEN = 0.12  # of a pitch: half a character of a cell that is four wide


def boards(pixels: NDArray[uint8]) -> Iterator[tuple[Sides, Sides]]:
    """The columns and rows of each, top to bottom."""
    x, y, width, height, _ = areas_of(255 - free_mask(pixels, _STEP), 8).T
    marks = np.stack([x, y, x + width, y + height], axis=1).astype(np.float64)[height <= _TALLEST]
    yield from _framed(marks)
    tall = marks[marks[:, 3] - marks[:, 1] >= _LEAST]
    if not len(tall):
        return
    digit = float(np.median(tall[:, 3] - tall[:, 1]))
    low = _without_cursor(marks[marks[:, 3] - marks[:, 1] <= _BLOCK * digit], digit)
    lines = _lines(low, digit)
    for share in (0.5, 1.0, 0.0):  # numbers in the middle of their cells, at the right, or at the left
        rows = [(middle, _words(line, digit, share)) for middle, line in lines]
        for across, down in _evenly_spaced(rows):
            to_middle = (0.5 - share) * ((across[-1] - across[0]) / (len(across) - 1) - digit)
            yield _sides([x + to_middle for x in across]), _sides(down)


def _without_cursor(marks: Marks, digit: float) -> Marks:
    """The marks without a block cursor, which is as high as a line, and touches the sign before it."""
    high = marks[:, 3] - marks[:, 1]
    block = high > _CURSOR * digit
    left = marks.copy()
    left[block, 2] -= _CHARACTER * high[block]
    return left[left[:, 2] > left[:, 0]]


def _framed(marks: Marks) -> Iterator[tuple[Sides, Sides]]:
    """The cells between lines of characters, as + - | _ make them; then what a tile fills that is a single line. Of
    boards below one another it is the lowest: where moves are typed in a line below the board, the next one follows.
    """
    wide, high = marks[:, 2] - marks[:, 0], marks[:, 3] - marks[:, 1]
    upright = marks[high >= _LONG * wide]
    for rules in _as_long(_drawn_lines(marks[(wide >= _LONG * high) & (high <= _LEAST)], 1)):
        for rows in reversed([_between(run) for run in _runs(rules, upright)]):
            # an exclamation mark above would go on a line
            inside = upright[(upright[:, 3] > rows[0][0]) & (upright[:, 1] < rows[-1][1])] if rows else upright[:0]
            columns = _between(next(_as_long(_drawn_lines(inside, 0)), []))
            if all(_FEWEST <= len(each) <= LARGEST for each in (columns, rows)):
                yield columns, rows
                yield columns, tuple((top + _LINE * (low - top), low - _LINE * (low - top)) for top, low in rows)
                return


def _drawn_lines(pieces: Marks, axis: int) -> list[Line]:
    """The lines that are made of these pieces."""
    drawn = []
    for part in _side_by_side(pieces, axis):
        begin, end = part[:, 1 - axis].min(), part[:, 3 - axis].max()
        if (part[:, 3 - axis] - part[:, 1 - axis]).sum() >= _DRAWN * (end - begin):
            drawn.append((float(part[:, axis].min() + part[:, axis + 2].max()) / 2, float(begin), float(end)))
    return drawn


def _as_long(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The longest lines, then the longest of the others, and so on: a heading may be longer than the board."""
    left = sorted(lines, key=lambda line: line[1] - line[2])
    while left:
        most = left[0][2] - left[0][1]
        count = sum(end - begin >= _WHOLE * most for _, begin, end in left)
        yield sorted(left[:count])
        left = left[count:]


def _runs(rules: Sequence[Line], upright: Marks) -> list[list[Line]]:
    """The lines of each board: from one to the next something upright stands at both ends. A heading has nothing there,
    nor has a line that is typed into.
    """
    runs = [[rules[0]]]
    high = upright[:, 3] - upright[:, 1]
    for rule, below in pairwise(rules):
        (top, begin, end), inset = rule, _LINE * (below[0] - rule[0])
        there = (upright[:, 3] > top + inset) & (upright[:, 1] < below[0] - inset)
        across = (upright[there, 0] + upright[there, 2]) / 2
        near = np.abs(across[:, None] - (begin, end)) <= _CHARACTER * high[there, None]
        if near.any(axis=0).all():
            runs[-1].append(below)
        else:
            runs.append([below])
    return runs


def _side_by_side(pieces: Marks, axis: int) -> list[Marks]:
    """The pieces, in groups that begin in the same place."""
    order = pieces[np.argsort(pieces[:, axis], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(order[:, axis]) > _THIN) + 1) if len(order) else []


def _between(lines: Sequence[Line]) -> Sides:
    """What lies between lines that are evenly spaced; nothing where they are not."""
    middles = [middle for middle, _, _ in lines]
    even = len(lines) > _FEWEST and _even(middles)
    return tuple((before + _RULE, after - _RULE) for before, after in pairwise(middles)) if even else ()


def _evenly_spaced(rows: Sequence[tuple[float, list[float]]]) -> Iterator[tuple[list[float], list[float]]]:
    """Where the words of lines that follow one another stand in the same places."""
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and _alike(rows[start][1], rows[end][1]) and _even([r[0] for r in rows[start : end + 1]]):
            end += 1
        across, down = rows[start][1], [middle for middle, _ in rows[start:end]]
        if _FEWEST <= len(across) <= LARGEST and _FEWEST <= len(down) <= LARGEST and _even(across):
            yield across, down
        start = end


def _lines(marks: Marks, digit: float) -> list[tuple[float, Marks]]:
    """The marks of each line, and its middle, by its digits; signs that are no digits may hang lower than these."""
    middles = (marks[:, 1] + marks[:, 3]) / 2
    order = np.argsort(middles, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(middles[order]) > _OFF * digit) + 1)
    high = marks[:, 3] - marks[:, 1] >= max(_LEAST, digit / 2)
    by_digits = [_median(middles[part[high[part]]]) for part in parts]
    by_signs = [_median(middles[part[~high[part]]]) for part in parts]
    hanging = [low - middle for low, middle in zip(by_signs, by_digits, strict=True) if low and middle]
    lower = _median(np.array(hanging)) or 0.0
    return [
        ((low or 0.0) - lower if middle is None else middle, marks[part])
        for part, middle, low in zip(parts, by_digits, by_signs, strict=True)
    ]


def _median(numbers: NDArray[float64]) -> float | None:
    return float(np.median(numbers)) if len(numbers) else None


def _words(line: Marks, digit: float, share: float) -> list[float]:
    """The places of what stands apart on a line, by that share of its width."""
    words: list[list[float]] = []
    for left, _, right, _ in line[np.argsort(line[:, 0], kind="stable")].tolist():
        if words and left - words[-1][1] < _SPACE * digit:
            words[-1][1] = max(words[-1][1], right)
        else:
            words.append([left, right])
    return [left + share * (right - left) for left, right in words]


def _alike(one: list[float], other: list[float]) -> bool:
    """Whether two lines have their words in the same columns."""
    pitch = one[1] - one[0] if len(one) > 1 else 0.0
    return len(one) == len(other) and all(
        abs(mine - its) <= _UNEVEN * pitch for mine, its in zip(one, other, strict=True)
    )


def _even(middles: Sequence[float]) -> bool:
    steps = [after - before for before, after in pairwise(middles)]
    return max(steps) - min(steps) <= 2 * _UNEVEN * min(steps)


def _sides(middles: list[float]) -> Sides:
    pitch = (middles[-1] - middles[0]) / (len(middles) - 1)
    first = middles[0] - pitch / 2
    return tuple((first + pitch * number, first + pitch * (number + 1)) for number in range(len(middles)))
