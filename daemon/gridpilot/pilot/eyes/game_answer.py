"""Whether a game has answered its last digit: some put a window over their board then, or a panel or a word into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.pilot.guard.guard import Guard

COVERED = 0.2
"""Share of the cells that were full before and must be gone for a board to count as covered: a user changes one
or two.
"""

DIMMED = 0.9
"""Share of all cells that must look different from before the last digit: a selection tints a third of them."""


def has_answered(  # noqa: PLR0913, PLR0917 - what a look is held against
    sight: Sight, guard: Guard, blanks: frozenset[Cell], target: tuple[int, ...], last: Cell, before: Capture
) -> bool:
    """Whether something has come over the board in answer to the last digit, so that it cannot be read back. All other
    cells were right on `before`, a picture without that digit.
    """
    if guard.game_asks():
        return True
    guard.check_window(last)
    gone = {*sight.reading.differing(target)}
    if last not in gone:
        return len(gone) > 1
    dimmed = len(sight.changed_cells(before)) > DIMMED * len(target)  # as by a browser that says something first
    return dimmed or len(gone - blanks) > COVERED * (len(target) - len(blanks))
