"""Wings: a pivot whose every digit forces the same digit into one of its pincers, or into itself."""

from __future__ import annotations

from itertools import combinations

from gridpilot.games.sudoku.techniques.layout import as_set, bits
from gridpilot.games.sudoku.techniques.position import Position
from gridpilot.games.sudoku.techniques.step import Step, Steps, gone, held


def xy_wings(where: Position) -> Steps:
    """The pivot holds x and y, the pincers x, z and y, z: one of them is z."""
    yield from _winged(where, 2, "xy-wing", 4.2)


def xyz_wings(where: Position) -> Steps:
    """The pivot holds z itself, too."""
    yield from _winged(where, 3, "xyz-wing", 4.4)


def _winged(where: Position, width: int, name: str, rating: float) -> Steps:
    for pivot in bits(where.places[0]):
        own = where.cells[pivot]
        near = _pincers(where, pivot, width) if own.bit_count() == width else []
        for one, other in combinations(near, 2):
            shared = where.cells[one] & where.cells[other]
            if shared.bit_count() != 1 or bool(shared & own) is not (width == 3):
                continue
            digit, pattern = shared.bit_length() - 1, (pivot, one, other)
            if lost := where.seeing(digit, as_set(pattern if width == 3 else (one, other))):
                yield Step(
                    name, rating, pattern, (), (*bits(own & ~shared), digit), held(where, pattern, -1),
                    removes=gone(digit, lost), also=(one, other),
                )  # fmt: skip


def _pincers(where: Position, pivot: int, width: int) -> list[int]:
    """The cells with two candidates that the pivot sees: one of them is its own, of a pivot with three both."""
    own, seen = where.cells[pivot], where.layout.seen[pivot]
    return [cell for cell in where.twos if seen >> cell & 1 and (own & where.cells[cell]).bit_count() == width - 1]
