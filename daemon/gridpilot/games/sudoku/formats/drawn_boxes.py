"""Which boxes a drawing of a board tells: by bars and lines, by empty lines and by room between cells."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from gridpilot.games.sudoku.formats.layouts import Layout
from gridpilot.games.sudoku.grid import SHAPES, Shape


def shape_of(layout: Layout, size: int) -> Shape | None:
    """The usual shape where nothing is told, None where what is drawn is not boxes."""
    if len(layout.rows) != size:
        return SHAPES[size]
    bars = {row.bars for row in layout.rows}
    wide = _step(next(iter(bars)), size) if len(bars) == 1 else 0
    high = _step(layout.rules, size)
    if wide is None and not high:  # a table has one line below its head, wherever the boxes are
        return _by_room(layout, size)
    return _of_steps(wide, high, size)


def _by_room(layout: Layout, size: int) -> Shape:
    """Room may also be there for its looks: it counts only where it makes boxes."""
    gaps = {row.gaps for row in layout.rows}
    wide = _step(next(iter(gaps)), size) if len(gaps) == 1 else None
    high = _step(layout.empty, size)
    return _of_steps(wide or None, high or None, size) or SHAPES[size]


def _of_steps(wide: int | None, high: int | None, size: int) -> Shape | None:
    if 0 in (wide, high):
        return None
    across = wide or (size // high if high else SHAPES[size].box_cols)
    shape = Shape(size // across, across)
    return shape if high in (None, shape.box_rows) else None


def _step(places: Collection[int], size: int) -> int | None:
    """How many cells there are from line to line; None where the lines tell nothing, 0 where they are no boxes'."""
    inner = sorted(place for place in places if 0 < place < size)
    if not inner or len(inner) == size - 1:
        return None
    steps = {after - before for before, after in pairwise((0, *inner, size))}
    return steps.pop() if len(steps) == 1 else 0
