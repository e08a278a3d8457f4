"""Finds boards that are written as text, as terminals show them. Each cell is a number or the sign of an empty one,
evenly spaced without lines or gaps; or cells lie between lines that are made of characters, with gaps in them.
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
"""The middle of a line, and where it begins and ends."""

_STEP = 24  # grey levels between ink and its ground
_TALLEST = 60  # pixels: a higher mark is a block of colour, or a picture
_HOLLOW = 0.15  # of its area is ink: what is higher and has less is a frame of line-drawing characters; 0.07 was seen
_BLOCK = 2  # digits' heights, likewise: the ground of tiles is as high as a line or more
_CURSOR, _CHARACTER = 1.35, 0.5  # digits' heights: a line of text is higher; a character's width, of a line's height
_LEAST = 6  # pixels: the height of a digit; a hyphen is no higher
_BESIDE = 0.75  # digits' heights, from its middle: a line of words above or below the board is no part of a cell
_FEWEST = 3  # cells in a row
_SPACE = 0.75  # of a digit's height: characters of one number are nearer than that
_OFF = 0.8  # of a digit's height: marks whose feet are nearer are on one line
_LONG, _HYPHEN = 1.8, 1.4  # times longer than wide: a piece of a line; a hyphen (6 pixels by 3 or 4)
_THIN = 3  # pixels by which pieces of one line may be beside one another
_RULE = 0.7  # pixels: half of a line's width, which tiles leave free
_DRAWN = 0.4  # share of a line that its pieces cover: 0.45 in +---+, as the + does not count
_WHOLE = 0.8  # of the longest line: a board's lines are no shorter; beside a frame around it 0.83 was seen
_LINE = 0.25  # of a cell, above and below, that a single coloured line of text leaves free
_UNEVEN = 0.12  # of a pitch: half a character of a cell that is four wide


def boards(pixels: NDArray[uint8]) -> Iterator[tuple[Sides, Sides]]:
    """The columns and rows of each board, top to bottom."""
    inked = 255 - free_mask(pixels, _STEP)
    areas = areas_of(inked, 8)
    x, y, width, height, size = areas.T
    marks = np.stack([x, y, x + width, y + height], axis=1).astype(np.float64)[height <= _TALLEST]
    yield from _framed(marks)
    for left, top, wide, high, _ in areas[(height > _TALLEST) & (size < _HOLLOW * width * height)].tolist():
        yield from _framed(np.vstack([marks, _outer_lines(inked, left, top, wide, high)]))
    tall = marks[marks[:, 3] - marks[:, 1] >= _LEAST]
    if not len(tall):
        return
    digit = float(np.median(tall[:, 3] - tall[:, 1]))
    low = _without_cursor(marks[marks[:, 3] - marks[:, 1] <= _BLOCK * digit], digit)
    lines = _lines(low, digit)
    for share in (0.5, 1.0, 0.0):  # numbers in the middle of their cells, at the right, or at the left
        rows = _without_text_beside([(middle, _words(line, digit, share)) for middle, line in lines])
        for across, down, room in _evenly_spaced(rows, share):
            to_middle = (0.5 - share) * ((across[-1] - across[0]) / (len(across) - 1) - digit)
            yield _sides([x + to_middle for x in across], share), _sides(down, 0.5, room - _BESIDE * digit)


def _without_cursor(marks: Marks, digit: float) -> Marks:
    """The marks without a block cursor, which is as high as a line and touches the sign before it."""
    high = marks[:, 3] - marks[:, 1]
    block = high > _CURSOR * digit
    left = marks.copy()
    left[block, 2] -= _CHARACTER * high[block]
    return left[left[:, 2] > left[:, 0]]


def _outer_lines(inked: NDArray[uint8], left: int, top: int, wide: int, high: int) -> Marks:
    """The four lines of the frame at that place, without what reaches beyond them, such as a block cursor on a line."""
    inside = inked[top : top + high, left : left + wide] > 0
    across, down = (np.flatnonzero(inside.mean(axis=axis) > _DRAWN) for axis in (0, 1))
    if not (across.size and down.size):
        return np.empty((0, 4))
    (x0, x1), (y0, y1) = left + across[[0, -1]], top + down[[0, -1]]
    return np.array([(x0, y0, x1, y0 + 1), (x0, y1, x1, y1 + 1), (x0, y0, x0 + 1, y1), (x1, y0, x1 + 1, y1)], float64)


def _framed(marks: Marks) -> Iterator[tuple[Sides, Sides]]:
    """The cells between lines of characters such as + - | _; then those where a single line is what a tile fills. Of
    boards below one another the lowest comes first: where moves are typed in a line below the board, the next board
    follows it.
    """
    wide, high = marks[:, 2] - marks[:, 0], marks[:, 3] - marks[:, 1]
    upright = marks[high >= _LONG * wide]
    for rules in _as_long(_drawn_lines(marks[(wide >= _HYPHEN * high) & (high <= _LEAST)], 1)):
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
    """The longest lines, then the longest of the rest, and so on: a heading may be longer than the board."""
    left = sorted(lines, key=lambda line: line[1] - line[2])
    while left:
        most = left[0][2] - left[0][1]
        count = sum(end - begin >= _WHOLE * most for _, begin, end in left)
        yield sorted(left[:count])
        left = left[count:]


def _runs(rules: Sequence[Line], upright: Marks) -> list[list[Line]]:
    """The lines of each board: from each to the next, something upright stands at both ends. Beside a heading, or a
    line that is typed into, nothing does.
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
    """The pieces in groups that begin in the same place."""
    order = pieces[np.argsort(pieces[:, axis], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(order[:, axis]) > _THIN) + 1) if len(order) else []


def _between(lines: Sequence[Line]) -> Sides:
    """What lies between lines that are evenly spaced; empty where they are not."""
    middles = [middle for middle, _, _ in lines]
    even = len(lines) > _FEWEST and _even(middles)
    return tuple((before + _RULE, after - _RULE) for before, after in pairwise(middles)) if even else ()


def _evenly_spaced(
    rows: Sequence[tuple[float, list[float]]], share: float
) -> Iterator[tuple[list[float], list[float], float]]:
    """The places of words on consecutive lines that have them in the same places, and the distance of other lines. Only
    the outermost words count, at the side that this share of their width names: a dot ends before a digit does.
    """
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and _alike(rows[start][1], rows[end][1]) and _even([r[0] for r in rows[start : end + 1]]):
            end += 1
        down, words = zip(*rows[start:end], strict=True)
        across = np.quantile(words, share, axis=0).tolist()
        if all(_FEWEST <= len(each) <= LARGEST for each in (across, down)) and _even(across):
            beside = np.array([middle for middle, _ in (*rows[max(0, start - 1) : start], *rows[end : end + 1])])
            yield across, [*down], float(np.abs(np.subtract.outer(beside, down)).min(initial=np.inf))
        start = end


def _lines(marks: Marks, digit: float) -> list[tuple[float, Marks]]:
    """The marks of each line of text, and its middle as its digits give it. Lines are told apart by where marks end:
    the middle of an underscore, and the dot of an i, are halfway to another line.
    """
    middles, ends, sides = (marks[:, 1] + marks[:, 3]) / 2, marks[:, 3], marks[:, 2:] - marks[:, :2]
    high = sides[:, 1] >= max(_LEAST, digit / 2)
    digits = _apart(ends, np.flatnonzero(high), _OFF * digit)
    tops, feet = (np.array([np.median(marks[part, side]) for part in digits]) for side in (1, 3))
    on_line = (ends[:, None] >= tops) & (ends[:, None] <= feet + digit / 2)
    line = np.where(on_line.any(axis=1), on_line.argmax(axis=1), len(feet))  # the last is none
    with_digits = [np.flatnonzero(line == number) for number in range(len(feet))]
    of_digits = [float(np.median(middles[part[high[part]]])) for part in with_digits]

    def by_signs(part: NDArray[np.intp]) -> float:
        """The middle of digits on a line without any, by how much lower signs like its own are on other lines."""
        like = (np.abs(sides - np.median(sides[part], axis=0)) <= 1).all(axis=1) & (line < len(feet))
        lower = middles[like] - np.array([*of_digits, 0.0])[line[like]]
        return float(np.median(middles[part])) - (float(np.median(lower)) if len(lower) else 0.0)

    without = _apart(ends, np.flatnonzero(line == len(feet)), _OFF * digit)
    found = [*zip(of_digits, with_digits, strict=True), *((by_signs(part), part) for part in without)]
    return [(middle, marks[part]) for middle, part in sorted(found, key=lambda each: each[0])]


def _apart(places: NDArray[float64], indexes: NDArray[np.intp], least: float) -> list[NDArray[np.intp]]:
    """The indexes of the places, in groups: within a group no place is farther than `least` from the next."""
    order = indexes[np.argsort(places[indexes], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(places[order]) > least) + 1) if len(order) else []


def _words(line: Marks, digit: float, share: float) -> list[float]:
    """The places of the words on a line, at that share of their width."""
    words: list[list[float]] = []
    for left, _, right, _ in line[np.argsort(line[:, 0], kind="stable")].tolist():
        if words and left - words[-1][1] < _SPACE * digit:
            words[-1][1] = max(words[-1][1], right)
        else:
            words.append([left, right])
    return [left + share * (right - left) for left, right in words]


def _without_text_beside(rows: list[tuple[float, list[float]]]) -> list[tuple[float, list[float]]]:
    """The lines without words to the right of all that stands on the line above or below."""
    kept = [words for _, words in rows]
    for one, other in pairwise(range(len(rows))):
        shorter = min(len(kept[one]), len(kept[other]))
        if shorter >= _FEWEST and _alike(kept[one][:shorter], kept[other][:shorter]):
            kept[one], kept[other] = kept[one][:shorter], kept[other][:shorter]
    return [(middle, words) for (middle, _), words in zip(rows, kept, strict=True)]


def _alike(one: list[float], other: list[float]) -> bool:
    """Whether two lines have their words in the same columns."""
    pitch = one[1] - one[0] if len(one) > 1 else 0.0
    return len(one) == len(other) and all(
        abs(mine - its) <= _UNEVEN * pitch for mine, its in zip(one, other, strict=True)
    )


def _even(middles: Sequence[float]) -> bool:
    steps = [after - before for before, after in pairwise(middles)]
    return max(steps) - min(steps) <= 2 * _UNEVEN * min(steps)


def _sides(places: list[float], share: float, most: float = np.inf) -> Sides:
    """Cells that reach halfway to the next place, but no further than `most`; the outer ones as far as the others."""
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    size = round(2 * min(pitch / 2, most))  # the same for all: one sign must not be seen in some and lost in others
    steps = pitch * np.arange(len(places))
    starts = np.rint(np.quantile(places - steps, share) + steps - size / 2)
    return tuple((start, start + size) for start in starts.tolist())
