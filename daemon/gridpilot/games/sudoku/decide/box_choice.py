"""Which cells make up a box, where the picture does not tell: what alone leaves the board exactly one solution.

A proper puzzle has one solution in its own boxes, and hardly ever in others as well. So if of all the shapes that the
picture allows exactly one does, that is it; the reading says that it was derived. If several do, and it is the same
solution, then it does not matter which of them it is. Nothing is repaired on the way: one unknown at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gridpilot.games.sudoku.decide.doubts import settle
from gridpilot.games.sudoku.decide.plausible_boards import givens_solution, shape_read
from gridpilot.games.sudoku.grid import Board, boxed, complete, shape_of
from gridpilot.games.sudoku.solve.search import GaveUp
from gridpilot.games.sudoku.solve.solver import only_solution
from gridpilot.reading import Kind, Reading


def derived(reading: Reading, choice: Sequence[Reading]) -> Reading | None:
    """The reading with its regions, None where the rules cannot choose either. `choice`: see `fitting`."""
    if len(choice) != 1:
        return None
    settled, _ = settle(choice[0])
    return choice[0] if settled.board == reading.board else None


def agreed(reading: Reading, choice: Sequence[Reading]) -> tuple[Reading, Board] | None:
    """What the reading comes to and its solution, where these are the same in all the shapes that leave it one; nothing
    is claimed of the regions.
    """
    ends = {(settled.cells, settled.doubts, solution) for settled, solution in map(settle, choice)}
    if len(ends) != 1:
        return None
    cells, doubts, solution = ends.pop()
    settled = replace(reading, cells=cells, doubts=doubts)
    return (settled, solution) if solution and not doubts and settled.board == reading.board else None


def claimed(reading: Reading, solution: Board) -> Reading:
    """The reading without the regions of a jigsaw where boxes would do as well: highlights may look like such regions,
    and then it is their solution all the same.
    """
    jigsaw = bool(reading.regions and shape_read(reading).regions)
    either = jigsaw and any(complete(solution, shape) for shape in boxed(reading.size))
    return replace(reading, regions=None) if either else reading


def fitting(reading: Reading) -> list[Reading]:
    """The reading with each of the shapes that leave it one solution; none where a cell is unknown."""
    if any(cell.kind is Kind.UNKNOWN for cell in reading.cells):
        return []
    found = []
    for regions in reading.either:
        told = replace(reading, regions=regions, either=(), derived=True)
        try:
            fits = only_solution(reading.board, shape_of(regions)) or givens_solution(told, reading.board)
        except GaveUp:
            return []
        if fits:
            found.append(told)
    return found
