"""Tells what stands in cells whose numbers are not read, by comparing them with the cells that are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from gridpilot.capture import Capture
from gridpilot.games.twenty48.reading import looks, new_tile
from gridpilot.games.twenty48.reading.looks import NOT_LEARNT
from gridpilot.games.twenty48.reading.values import ACT, certain
from gridpilot.reading import Kind, Reading

MIDDLE = np.linspace(0.35, 0.65, 12)  # of a cell's sides: every number covers some of it, unless it stands aside


def told(capture: Capture, reading: Reading, odd: Collection[int] = (), away: Collection[int] = ()) -> Reading:
    """The reading with more cells told: those that are unread, or in an `odd` colour, are empty if their middle shows
    only the ground of other empty cells. Something, such as a score, may be written above or below it. Cells whose
    tiles are sliding (`away`) stay as they are.
    """
    cells = [*reading.cells]
    doubtful = {index for index, cell in enumerate(cells) if cell.kind is Kind.UNKNOWN} | set(odd)
    if not doubtful - set(away) or all(cell.kind is not Kind.BLANK for cell in cells):
        return reading
    bare = _bare(capture, reading)
    if all(not cells[index].value for index in bare - doubtful):
        for index in bare & doubtful - set(away):
            cells[index] = certain(0)
    return _likened(capture, replace(reading, cells=tuple(cells)), away)


def _bare(capture: Capture, reading: Reading) -> set[int]:
    """The cells whose middle shows only the ground of empty cells."""
    empty = [box for box, cell in zip(reading.boxes, reading.cells, strict=True) if cell.kind is Kind.BLANK]
    ground = np.median(looks.sample(capture.pixels, empty)[0], axis=0)
    middles = (new_tile.centre(capture.pixels, box, MIDDLE) for box in reading.boxes)
    return {index for index, middle in enumerate(middles) if (np.abs(middle - ground) <= looks.NEAR).all()}


def _likened(capture: Capture, reading: Reading, away: Collection[int]) -> Reading:
    """The reading with those unread tiles told that look, all across their middle, like one that was read."""
    seen = looks.across(looks.looks(capture.pixels, reading.boxes))
    read_ones = [cell.value if cell.value and cell.confidence >= ACT else None for cell in reading.cells]
    cells = [*reading.cells]
    for index, value in enumerate(NOT_LEARNT.learn(seen, read_ones).recall(seen)):
        if value and cells[index].kind is Kind.UNKNOWN and index not in away:
            cells[index] = certain(value)
    return replace(reading, cells=tuple(cells))
