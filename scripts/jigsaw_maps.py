"""Random jigsaws: as many regions as rows, of as many cells, each in one piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

SWAPS = 40


def beside(cell: int, size: int) -> list[int]:
    row, col = divmod(cell, size)
    steps = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size]


def in_one_piece(cells: set[int], size: int) -> bool:
    reached, ahead = set(), [min(cells)]
    while ahead:
        cell = ahead.pop()
        if cell not in reached:
            reached.add(cell)
            ahead += [other for other in beside(cell, size) if other in cells]
    return reached == cells


def jigsaw_map(chance: Random, boxes: Sequence[int], size: int) -> tuple[int, ...]:
    """The region of each cell: the `boxes`, which trade cells along their borders for a while."""
    regions = list(boxes)
    members = {region: {cell for cell in range(size * size) if boxes[cell] == region} for region in range(size)}
    traded = 0
    while traded < SWAPS:
        cell = chance.randrange(size * size)
        mine = regions[cell]
        theirs = chance.choice([regions[other] for other in beside(cell, size)])
        back = [c for c in members[theirs] if any(regions[other] == mine for other in beside(c, size))]
        if theirs == mine or not back:
            continue
        given = chance.choice(back)
        one, other = members[mine] - {cell} | {given}, members[theirs] - {given} | {cell}
        if in_one_piece(one, size) and in_one_piece(other, size):
            members[mine], members[theirs] = one, other
            regions[cell], regions[given] = theirs, mine
            traded += 1
    return tuple(regions)


def coloured(regions: Sequence[int], size: int) -> list[int]:
    """A colour for each region, another one than those of the regions beside it."""
    colours: list[int] = []
    for region in range(size):
        around = {
            regions[other] for cell in range(size * size) if regions[cell] == region for other in beside(cell, size)
        }
        taken = {colours[other] for other in around if other < region}
        colours.append(next(colour for colour in range(size) if colour not in taken))
    return colours
