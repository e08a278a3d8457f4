"""For which part of a board a job is: all blanks, one cell, what the job before has filled, or the user's mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.pilot.guard.guard import Refused
from gridpilot.plan import POINTED
from gridpilot.texts import messages

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gridpilot.games.protocols import Decision
    from gridpilot.geometry import Pixel
    from gridpilot.reading import Reading


@dataclass(frozen=True, slots=True)
class Part:
    """`only`: the name of the one cell to fill; empty for all blanks. `empties`: the job takes out what the job before
    has filled in. `replaces`: the job puts the user's own wrong digits right.
    """

    only: str = ""
    empties: bool = False
    replaces: bool = False

    def alone(self, decision: Decision, pointer: Pixel) -> tuple[int, ...]:
        """The board with one more right digit, in the cell `only`. Refused where that cell is no blank. `pointer` is in
        pixels of the capture.
        """
        reading = decision.reading
        cells = reading.places
        pointed = next((cell for cell in cells if pointer in reading.box_at(cell)), None)
        cell = pointed if self.only == POINTED else Cell.named(self.only)
        if cell not in cells or reading.at(cell).value:
            raise Refused(messages.no_blank(str(cell) if cell else ""))
        return tuple(decision.solution[i] if each == cell else reading.board[i] for i, each in enumerate(cells))

    @staticmethod
    def emptied(reading: Reading, cells: AbstractSet[Cell]) -> tuple[int, ...]:
        """The board without what stands in these cells."""
        shown = zip(reading.places, reading.board, strict=True)
        return tuple(0 if cell in cells else value for cell, value in shown)


WHOLE = Part()
