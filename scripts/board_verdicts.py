"""What became of one rendered board: was it found, read, typed, and was that right?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridpilot.capture import Capture
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Rect, View
from gridpilot.outcome import Ending
from gridpilot.reading import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from render_boards import Sample

    from gridpilot.reading import Reading

NEAR = 0.12  # of a cell: how far a cell's middle may be from where it was drawn


@dataclass(frozen=True, slots=True)
class Verdict:
    """`typed`: the rules allowed it; `exact`: digits and regions as read; `final`: no cell wrong that the reader claims
    to know, after the rules' repairs; `regions`: right, unknown or wrong; `cells`: misread ones, in `digits` drawn, and
    `left`: those that the rules did not mend.
    """

    found: bool
    exact: bool = False
    final: bool = False
    typed: bool = False
    wrong_solution: bool = False
    regions: str = "right"
    ending: str = ""
    cells: int = 0
    left: int = 0
    digits: int = 0
    cpu: float = 0.0
    note: str = ""

    @property
    def miss(self) -> str:
        """The class of fault, empty where all went well."""
        if self.typed and (not self.final or self.wrong_solution):
            return "typed-misread"
        if not self.found:
            return "not-found"
        if self.regions == "wrong" or (self.regions == "unknown" and not self.typed):
            return f"regions-{self.regions}"
        if not self.exact:
            return "misread"
        return self.ending if not self.typed else ""


def capture(pixels: np.ndarray) -> Capture:
    height, width = pixels.shape[:2]
    return Capture(pixels, View(Rect(0, 0, width, height), width, height))


def judge(sample: Sample) -> Verdict:
    view = capture(sample.pixels)
    start = time.process_time()
    reading = reader.read(view)
    cpu = (time.process_time() - start) * 1000
    values = sample.position.values
    digits = sum(value > 0 for value in values)
    if reading is None:
        return Verdict(found=False, digits=digits, cpu=cpu)
    decision = Sudoku().decide(reading)
    typed = decision.ending is None
    wrong = misread(reading, values)
    regions = told_regions(decision.reading, sample)
    return Verdict(
        found=placed(reading, sample),
        exact=reading.board == values and regions != "wrong",
        final=sound(decision.reading, values) and regions != "wrong",
        typed=typed,
        wrong_solution=typed and decision.solution != sample.position.solution,
        regions=regions,
        ending=decision.ending.value if decision.ending else "",
        cells=len(wrong),
        left=len(misread(decision.reading, values)),
        digits=digits,
        cpu=cpu,
        note=note(reading, values, wrong),
    )


def misread(reading: Reading, values: Sequence[int]) -> list[int]:
    """The cells whose value is not the drawn one, blanks among them; none where the size is another."""
    if len(reading.cells) != len(values):
        return []
    return [index for index, (cell, value) in enumerate(zip(reading.cells, values, strict=True)) if cell.value != value]


def note(reading: Reading, values: Sequence[int], wrong: Sequence[int]) -> str:
    """The first cells that were misread or left in doubt."""
    names = (
        f"{reading.cells[i].kind} {values[i]}->{reading.cells[i].value} {reading.cells[i].confidence:.4f}"
        for i in wrong
    )
    doubts = (f"{c} {reading.at(c).kind} {reading.at(c).value}? {reading.at(c).confidence:.3f}" for c in reading.doubts)
    return "; ".join([*names, *doubts][:6])


def told_regions(reading: Reading, sample: Sample) -> str:
    """Whether the boxes or regions were told: right, unknown or wrong."""
    if reading.regions is None:
        return "unknown"
    told = reading.regions or reading.size
    drawn = sample.position.regions
    if isinstance(told, int):
        return "right" if sample.look.jigsaw == "no" and told == sample.look.size else "wrong"
    return "right" if len(set(zip(told, drawn, strict=False))) == reading.size == sample.look.size else "wrong"


def sound(reading: Reading, values: Sequence[int]) -> bool:
    """Whether every cell that the reading claims to know is right; one named unknown the rules may have settled."""
    known = zip(reading.cells, values, strict=False)
    return len(reading.cells) == len(values) and all(c.value == v or c.kind is Kind.UNKNOWN for c, v in known)


def placed(reading: Reading, sample: Sample) -> bool:
    """Whether these are the board's cells."""
    if reading.size != sample.look.size:
        return False
    for index, box in enumerate(reading.boxes):
        row, col = divmod(index, reading.size)
        (x0, x1), (y0, y1) = sample.columns[col], sample.rows[row]
        across, down = abs((box.x0 + box.x1 - x0 - x1) / 2), abs((box.y0 + box.y1 - y0 - y1) / 2)
        if across > NEAR * (x1 - x0) or down > NEAR * (y1 - y0):
            return False
    return True


def fault(sample: Sample, verdict: Verdict) -> str:
    """The class of what must be mended, empty where the board was treated rightly: boards that something hides need
    only be left alone, a user's slip is shown, not typed over, and boxes that nothing shows are not made up.
    """
    if verdict.miss == "regions-unknown" and not sample.telling:
        return ""
    if sample.look.cover != "none":
        return "hidden-typed" if verdict.miss == "typed-misread" else ""
    slip = verdict.miss == Ending.UNSOLVABLE and sample.position.errors
    return "" if slip else verdict.miss
