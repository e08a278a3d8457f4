"""The next step of a sudoku as it is shown over the board: three rungs, each tells more than the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.games.protocols import NO_MARKS, Advice, Chain, Hint, Marks, Note
from gridpilot.games.sudoku.decide.plausible_boards import shape_read
from gridpilot.games.sudoku.reading import mark_digits
from gridpilot.games.sudoku.techniques import ladder
from gridpilot.games.sudoku.techniques.layout import bits
from gridpilot.games.sudoku.techniques.position import Position, noted, position
from gridpilot.geometry import Cell
from gridpilot.texts import technique_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridpilot.capture import Capture
    from gridpilot.games.sudoku.grid import Shape
    from gridpilot.games.sudoku.techniques.step import Step
    from gridpilot.reading import Reading

MOST_CHAINS = 16
"""A net has more links than anybody follows in a picture; not tuned."""


class SudokuAdviser:
    def hint(
        self,
        reading: Reading,
        solution: tuple[int, ...],
        after: object = None,
        marks: Marks = NO_MARKS,
    ) -> Hint | None:
        shape = shape_read(reading)
        where = after if isinstance(after, Position) else position(reading.board, shape)
        where = noted(where, {shape.index(cell): own for cell, own in marks.items()}) if marks else where
        step = ladder.next_step(where, solution) if where.blanks else None
        if step is None:
            return None
        rungs = _where(step, where, shape), _why(step, where, shape), _what(step, where, shape)
        fills = tuple(shape.cell(cell) for cell, _digit in step.places)
        return Hint(rungs, fills, where.after(step.places, step.removes))

    def marks(self, capture: Capture, reading: Reading) -> dict[Cell, tuple[int, ...]]:
        return {Cell.numbered(i, reading.size): digits for i, digits in mark_digits.read(capture, reading).items()}


def _where(step: Step, where: Position, shape: Shape) -> Advice:
    """The houses, or where there are none the cells that the sentence names."""
    houses = tuple(_cells(where.layout.houses[house], shape) for house in step.houses)
    cells = () if houses else _cells(step.cells[: 1 if step.digits else 2], shape)
    return Advice(technique_words.where(step, shape), houses=houses, cells=cells)


def _why(step: Step, where: Position, shape: Shape) -> Advice:
    """The pattern: its cells, the candidates that it is made of, and what follows from what."""
    houses = tuple(_cells(where.layout.houses[house], shape) for house in step.houses)
    cells, also = _cells(step.cells, shape), _cells(step.also, shape)
    digits = {*step.digits, *step.extra}
    told = step.candidates or [
        (cell, digit)
        for cell in (*step.cells, *step.also)
        for digit in sorted(digits)
        if where.cells[cell] >> digit & 1
    ]
    notes = tuple(Note(shape.cell(cell), digit) for cell, digit in dict.fromkeys(told))
    marked = tuple(cell for cell in also if cell not in cells)
    return Advice(technique_words.why(step, shape), houses, cells, marked, notes, _chains(step, shape))


def _what(step: Step, where: Position, shape: Shape) -> Advice:
    """All of that, and what follows: digits that are placed, candidates that are struck."""
    why = _why(step, where, shape)
    gone = {(shape.cell(cell), digit) for cell, digit in step.removes}
    placed = tuple((shape.cell(cell), digit) for cell, digit in step.places)
    full = {cell for cell, _digit in placed}
    notes = [note for note in why.notes if (note.cell, note.value) not in gone and note.cell not in full]
    notes += [Note(cell, digit, second=True, struck=True) for cell, digit in sorted(gone)]
    sentence = technique_words.rung(step, shape, 3)
    cells = tuple(cell for cell in why.cells if cell not in full)
    marked = tuple(dict.fromkeys((*why.marked, *(cell for cell, _digit in placed))))
    return Advice(sentence, why.houses, cells, marked, tuple(notes), why.chains, placed)


def _chains(step: Step, shape: Shape) -> tuple[Chain, ...]:
    """Those between single cells; of a set of several, to the first of them."""
    found = []
    for link in step.links[:MOST_CHAINS]:
        start, end = bits(link.start)[0], bits(link.end)[0]
        if (start, link.digit) != (end, link.other):
            found.append(Chain((shape.cell(start), link.digit), (shape.cell(end), link.other), link.strong))
    return tuple(found)


def _cells(cells: Iterable[int], shape: Shape) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(shape.cell(cell) for cell in cells))
