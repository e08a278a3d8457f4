"""Cuts a plan into parts that are looked at one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridpilot.geometry import Cell

CELLS_BETWEEN_CHECKS = 9
"""After so many cells typed slowly the board is looked at: a lost click must not put the rest in the wrong place."""


def last_apart(plan: Plan) -> tuple[Plan, Plan]:
    """The plan without its last cell, and that cell's steps."""
    cell = plan.steps[-1].cell
    start = next(index for index, step in enumerate(plan.steps) if step.cell == cell)
    return Plan(plan.steps[:start], plan.expect), Plan(plan.steps[start:], plan.expect)


def cut(plan: Plan) -> Iterator[Plan]:
    """The plan cut after every few cells."""
    cells: list[Cell] = []
    steps = plan.steps
    start = 0
    for index, step in enumerate(steps):
        if step.cell not in cells:
            if len(cells) == CELLS_BETWEEN_CHECKS:
                yield Plan(steps[start:index], plan.expect)
                start, cells = index, []
            cells.append(step.cell)
    yield Plan(steps[start:], plan.expect)
