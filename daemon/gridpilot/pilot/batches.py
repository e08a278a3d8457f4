"""Cuts a plan into parts that are looked at one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.geometry import Cell

CELLS_BETWEEN_CHECKS = 9
"""After so many cells typed slowly the board is looked at: a lost click must not put the rest in the wrong place."""

MOST_CELLS = 256
"""There are no more on a board."""


def last_apart(plan: Plan) -> tuple[Plan, Plan]:
    """The plan without its last cell, and that cell's steps."""
    cell = plan.steps[-1].cell
    start = next(index for index, step in enumerate(plan.steps) if step.cell == cell)
    return Plan(plan.steps[:start], plan.expect), Plan(plan.steps[start:], plan.expect)


def first(plan: Plan, cells: int, digit: Callable[[Cell], int]) -> tuple[Plan, Plan]:
    """The steps of the plan's first so many cells, all of one `digit`, and the rest."""
    served: list[Cell] = []
    for index, step in enumerate(plan.steps):
        if step.cell not in served:
            if len(served) == cells or (served and digit(step.cell) != digit(served[0])):
                return Plan(plan.steps[:index], plan.expect), Plan(plan.steps[index:], plan.expect)
            served.append(step.cell)
    return plan, Plan((), plan.expect)


class Batches:
    """How many cells are typed before the next look: `size`. `most` is the largest number that was seen to arrive.

    A window that nothing is known of is looked at every few cells. Where a wait is new, it begins with one cell, and
    where so many cells have arrived at once before, with one that proves it; from there on twice as many each time.
    After anything else than what was hoped for it is one cell again, and a few at most for the rest of the job.
    """

    def __init__(self, known: int, *, careful: bool) -> None:
        """`known`: so many arrived at once before. `careful`: nothing else is as it has never been tried."""
        self._limit = CELLS_BETWEEN_CHECKS if careful and not known else MOST_CELLS
        self._next = CELLS_BETWEEN_CHECKS if careful and not known else 2 * max(1, known)
        self.size = CELLS_BETWEEN_CHECKS if careful and not known else 1
        self.most = 0

    def proven(self) -> None:
        """One cell was seen to arrive before anything else was typed."""
        self.size = self._next

    def looked(self, cells: int, *, right: bool) -> None:
        """`cells` were typed since the last look."""
        if right:
            self.most = max(self.most, cells)
            self.size = min(max(self._next, 2 * self.size), self._limit)
        else:
            self._limit = CELLS_BETWEEN_CHECKS
            self._next = self.size = 1
