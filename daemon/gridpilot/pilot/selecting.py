"""Whether a click selects its cell where the cell's own look cannot tell: cells light up with the selected one, frames
reach into their neighbours, the pointer tints as a click does, and some programs select a cell themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridpilot.geometry import Cell
    from gridpilot.pilot.sight import Sight
    from gridpilot.pilot.steps import Hands

LONG_PATIENCE = 3.0  # seconds for a selection to show before a fill ends for want of one; not tuned


def selects(sight: Sight, hands: Hands, cell: Cell, clicks: int) -> bool:
    """Whether a click selects the cell. Where nothing changes there, it was lost, or the cell was selected before: then
    another cell that was served is selected, and this one again. Where there is no other, its look must do.
    """
    if hands.select(cell, clicks, LONG_PATIENCE, doubted=True) or hands.plain is None:
        return True
    others = hands.reached - {cell}
    if not others:
        return sight.is_unlike(cell, hands.plain)
    if not sight.has_kept(cell):
        return False
    other = max(others, key=lambda served: abs(served.row - cell.row) + abs(served.col - cell.col))
    hands.select(other, clicks)
    sight.look()  # a menu that opened there may lie over this one
    return leaves(sight, hands, other, cell, clicks)


def leaves(sight: Sight, hands: Hands, other: Cell, cell: Cell, clicks: int) -> bool:
    """Whether a click selects the cell: it changes its look, or the other cell, which is selected before, does."""
    hands.hover(cell)
    sight.wait_until(lambda: False, hands.soon())  # the pointer's own tint goes
    look = sight.close_up(other)
    return hands.select(cell, clicks, doubted=True) or sight.wait_for_effect(other, look, LONG_PATIENCE)
