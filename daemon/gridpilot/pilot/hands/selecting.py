"""Selects a cell whose own look cannot tell that it is selected: cells light up with another that is selected, frames
reach into their neighbours, the pointer tints as a click does, and some programs select a cell by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.hands.pointer import Pointer

LONG_PATIENCE = 3.0  # seconds for a selection to show before a fill ends for want of one; not tuned


def select(sight: Sight, pointer: Pointer, cell: Cell, clicks: int, served: AbstractSet[Cell]) -> bool:
    """Clicks the cell; returns whether the click was seen to select it. Where nothing changes, the click was lost or
    the cell was selected before: then another cell of `served` is selected, and this one again. Where `served` has no
    other cell, the cell must at least look different from the unselected board.
    """
    if pointer.select(cell, clicks, LONG_PATIENCE, doubted=True) or pointer.plain is None:
        return True
    others = served - {cell}
    if not others:
        return sight.is_unlike(cell, pointer.plain)
    if not sight.has_kept(cell):
        return False
    other = max(others, key=lambda served: abs(served.row - cell.row) + abs(served.col - cell.col))
    pointer.select(other, clicks)
    sight.look()  # a menu that opened at the other cell may lie over this one
    return select_from(other, sight, pointer, cell, clicks)


def select_from(other: Cell, sight: Sight, pointer: Pointer, cell: Cell, clicks: int) -> bool:
    """Clicks the cell while `other` is selected; returns whether the look of either cell changes."""
    pointer.hover(cell)
    sight.wait_until(lambda: False, pointer.soon())  # until the pointer's own tint is gone
    look = sight.close_up(other)
    return pointer.select(cell, clicks, doubted=True) or sight.wait_for_effect(other, look, LONG_PATIENCE)
