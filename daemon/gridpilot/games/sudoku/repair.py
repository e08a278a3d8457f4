"""What the rules say of a doubtful reading: repaired, cleared or left in doubt, never guessed.

Every board that the ink may plausibly be, a `World`, is put to the solver, likeliest first. Only if all that have
exactly one solution agree on it is anything accepted: then it does not matter which of them is the true one. If the
likeliest of these is not the board as read, the cells in which it differs are the repair.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import log
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.general import GaveUp
from gridpilot.games.sudoku.grid import NINE, SHAPES, Board, Shape, shape_of
from gridpilot.games.sudoku.solver import only_solution, unique_solution
from gridpilot.reading import RIVAL_NAMED_ABOVE, RIVALS_NAMED, CellReading, Kind, Reading, Repair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridpilot.geometry import Cell

CERTAIN = 0.999
"""A cell that was read with this confidence is not put in question."""

SURE = 0.99
"""A cell below this is in doubt even where its reader did not say so."""

MARGIN = log(1000)
"""A world counts as plausible if it is at most so many nats less likely than the likeliest one that has a solution."""

REPAIRABLE = log(100)
"""What a repair may cost against the reading, in nats: ink that looked clear is not overruled."""

CHANGES = 2
"""Cells that a repair may correct; worlds with more changes are looked at all the same, as its rivals."""

TRIALS = 1500
"""Worlds put to the solver at most, some half a second of them; a reading that asks for more stays in doubt."""

CELLS_TRIED = 25_000
"""Worlds times cells for the boards that take the solver longer, because they are no plain nine by nine."""

PATIENCE = 0.15
"""Share of the solver's guesses that one of those worlds is worth."""


@dataclass(frozen=True, slots=True)
class Change:
    """Another value for a cell; `loss`: how much less likely it is than the one read, in nats."""

    cell: int
    value: int
    loss: float


@dataclass(frozen=True, slots=True)
class World:
    """A board that the ink may be, with its only solution. `fits` is False where only the givens have that solution,
    and digits that the user entered contradict it.
    """

    board: Board
    loss: float
    solution: Board
    fits: bool = True


def settle(reading: Reading) -> tuple[Reading, Board | None]:
    """The reading with repairs made and doubts cleared or confirmed, and the solution if one may be typed.

    With neither doubts nor a solution the board is what was read, and the rules have a verdict on it.
    """
    doubtful = _doubtful(reading)
    changes = _changes(reading)
    if not changes and not doubtful:
        return reading, unique_solution(reading.board, shape_read(reading))
    worlds, thorough = _worlds(reading, changes)
    if not worlds:
        return _in_doubt(reading, doubtful), None
    first, *others = worlds
    changed = _differing(first.board, reading.board)
    unsettled = set() if thorough else doubtful | {change.cell for change in changes}
    if len(changed) > CHANGES:
        unsettled |= changed
    for world in others:
        if world.solution != first.solution:
            unsettled |= _differing(world.board, first.board)
    if unsettled:
        return _in_doubt(reading, doubtful | unsettled), None
    return _repaired(reading, first.board), first.solution if first.fits else None


def shape_read(reading: Reading) -> Shape:
    """The shape that the picture shows, the usual one of its size where nothing was said of regions."""
    return shape_of(reading.regions) if reading.regions else SHAPES[reading.size]


def _doubtful(reading: Reading) -> set[int]:
    named = _indexes(reading.doubts, reading.size)
    cells = enumerate(reading.cells)
    return named | {index for index, cell in cells if cell.kind is Kind.UNKNOWN or cell.confidence < SURE}


def _changes(reading: Reading) -> list[Change]:
    """What the uncertain cells may be instead, likeliest first."""
    named = _indexes(reading.doubts, reading.size)
    changes = []
    for index, cell in enumerate(reading.cells):
        if cell.confidence < CERTAIN or index in named or cell.kind is Kind.UNKNOWN:
            for value, probability in _alternatives(cell, reading.size).items():
                loss = log(max(cell.confidence, 1e-6) / max(probability, 1e-9))
                changes.append(Change(index, value, max(loss, 0.0)))
    return sorted((change for change in changes if change.loss <= REPAIRABLE + MARGIN), key=lambda change: change.loss)


def _alternatives(cell: CellReading, size: int) -> dict[int, float]:
    """Probabilities by value, of all that the reader leaves open.

    Silence about a digit does not rule it out, but where there is a glyph, a digit that is not named is less likely
    than those that are; what then still is open is that the glyph is none. Where there is no glyph, nothing was said.
    """
    named = {rival.value: rival.probability for rival in cell.rivals if rival.value != cell.value}
    silent = [value for value in range(size + 1) if value != cell.value and value not in named]
    rest = max(1 - cell.confidence - sum(named.values()), 0.0)
    share = rest / max(len(silent), 1)
    if cell.value or named:
        share = min([share, *(named.values() if len(named) == RIVALS_NAMED else (RIVAL_NAMED_ABOVE,))])
    chances = named | dict.fromkeys(silent, share)
    if cell.value:
        chances[0] += rest - share * len(silent)
    return chances


def _worlds(reading: Reading, changes: list[Change]) -> tuple[list[World], bool]:
    """The plausible worlds with one solution, likeliest first, and whether all have been looked at."""
    worlds: list[World] = []
    shape = shape_read(reading)
    trials = TRIALS if shape == NINE else CELLS_TRIED // len(reading.cells)
    for trial, (loss, made) in enumerate(_ahead(changes)):
        if loss > _reach(worlds):
            break
        if trial >= trials:
            return worlds, False
        try:
            world = _world(reading, shape, loss, made)
        except GaveUp:
            return worlds, False
        if world:
            worlds.append(world)
    return worlds, True


def _reach(worlds: list[World]) -> float:
    """The greatest loss that still matters."""
    return worlds[0].loss + MARGIN if worlds else REPAIRABLE


def _ahead(changes: list[Change]) -> Iterator[tuple[float, list[Change]]]:
    """Every set of changes, by loss. Each set comes from one no less likely: without its last change, or with the
    change before in its place. A set that changes a cell twice is passed over, and so are all that would grow from it.
    """
    yield 0.0, []
    ahead: list[tuple[float, tuple[int, ...]]] = [(changes[0].loss, (0,))] if changes else []
    while ahead:
        loss, chosen = heappop(ahead)
        made = [changes[index] for index in chosen]
        last = chosen[-1]
        possible = len({change.cell for change in made}) == len(made)
        if possible:
            yield loss, made
        if last + 1 < len(changes):
            more = changes[last + 1].loss
            if possible:
                heappush(ahead, (loss + more, (*chosen, last + 1)))
            heappush(ahead, (loss + more - changes[last].loss, (*chosen[:-1], last + 1)))


def _world(reading: Reading, shape: Shape, loss: float, made: Iterable[Change]) -> World | None:
    """The board with these changes, if that has one solution. Raises GaveUp."""
    board = list(reading.board)
    for change in made:
        board[change.cell] = change.value
    share = 1 if shape == NINE else PATIENCE
    if solution := only_solution(tuple(board), shape, share):
        return World(tuple(board), loss, solution)
    if solution := givens_solution(reading, tuple(board), share):
        return World(tuple(board), loss, solution, fits=False)
    return None


def givens_solution(reading: Reading, board: Board, share: float = 1) -> Board | None:
    """The only solution of the puzzle without what the user entered, None where nothing was entered. Raises GaveUp."""
    entered = [cell.kind is Kind.ENTERED for cell in reading.cells]
    if not any(entered):
        return None
    givens = tuple(0 if own else digit for own, digit in zip(entered, board, strict=True))
    return only_solution(givens, shape_read(reading), share)


def _differing(one: Board, other: Board) -> set[int]:
    return {index for index, digit in enumerate(one) if digit != other[index]}


def _in_doubt(reading: Reading, doubts: Iterable[int]) -> Reading:
    return replace(reading, doubts=cells_of(doubts, reading.size))


def cells_of(indexes: Iterable[int], size: int) -> tuple[Cell, ...]:
    """The cells with these indexes, in row order."""
    return tuple(SHAPES[size].cell(index) for index in sorted(indexes))


def _indexes(cells: Iterable[Cell], size: int) -> set[int]:
    return {SHAPES[size].index(cell) for cell in cells}


def _repaired(reading: Reading, board: Board) -> Reading:
    """The reading with the board's values in place of those read, and nothing in doubt."""
    cells = list(reading.cells)
    repairs = []
    for index in sorted(_differing(reading.board, board)):
        old, value = cells[index], board[index]
        kind = Kind.BLANK if value == 0 else Kind.GIVEN if old.kind is not Kind.ENTERED else Kind.ENTERED
        cells[index] = replace(old, value=value, kind=kind)
        repairs.append(Repair(SHAPES[reading.size].cell(index), old.value, value))
    return replace(reading, cells=tuple(cells), doubts=(), repairs=(*reading.repairs, *repairs))
