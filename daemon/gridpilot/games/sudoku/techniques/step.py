"""One step of a solution, as a value: what is seen, what follows from it, and how hard it is to see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.techniques.layout import bits

if TYPE_CHECKING:
    from gridpilot.games.sudoku.grid import Board
    from gridpilot.games.sudoku.techniques.position import Candidate, Position


@dataclass(frozen=True, slots=True)
class Link:
    """From one candidate to the next in a chain. Strong: if the first is false, the second is true; weak: if the first
    is true, the second is false. `start` and `end` are sets of cells, mostly of one; a digit is in one of them.
    """

    start: int
    digit: int
    end: int
    other: int
    strong: bool


@dataclass(frozen=True, slots=True)
class Step:
    """`rating`: on the scale of Sudoku Explainer; `cells`: the cells of the pattern, in the order in which its sentence
    names them, and `also` those of a second kind: fins, pincers, the other set; `houses`: by their numbers in the
    layout; `digits`: the pattern's, and `extra` those of a second kind; `candidates`: what the pattern is made of.
    """

    technique: str
    rating: float
    cells: tuple[int, ...]
    houses: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    links: tuple[Link, ...] = ()
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()
    also: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()


Steps = Iterator[Step]


def contradicts(step: Step, solution: Board) -> bool:
    """Whether the step places a wrong digit or removes a right one, or does nothing at all."""
    wrong = any(solution[cell] != digit for cell, digit in step.places)
    lost = any(solution[cell] == digit for cell, digit in step.removes)
    return wrong or lost or not (step.places or step.removes)


def gone(digit: int, cells: int) -> tuple[Candidate, ...]:
    """The digit as a candidate of a set of cells."""
    return tuple((cell, digit) for cell in bits(cells))


def held(where: Position, cells: Iterable[int], digits: int) -> tuple[Candidate, ...]:
    """Those of the digits that are candidates of the cells."""
    return tuple((cell, digit) for cell in cells for digit in bits(where.cells[cell] & digits))
