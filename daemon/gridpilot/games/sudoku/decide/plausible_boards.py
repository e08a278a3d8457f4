"""Every board that the ink of a doubtful reading may plausibly be, a `World`, likeliest first, with its only solution.

A world is the board as read with some of the uncertain cells changed; cells of one shape may change together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import log

from gridpilot.games.sudoku.grid import NINE, SHAPES, Board, Shape, shape_of
from gridpilot.games.sudoku.solve.search import GaveUp
from gridpilot.games.sudoku.solve.solver import only_solution
from gridpilot.geometry import Cell
from gridpilot.reading import RIVAL_NAMED_ABOVE, RIVALS_NAMED, CellReading, Kind, Reading

CERTAIN = 0.999
"""A cell that was read with this confidence is not put in question."""

MARGIN = log(1000)
"""A world counts as plausible if it is at most so many nats less likely than the likeliest one that has a solution."""

REPAIRABLE = log(100)
"""What a repair may cost against the reading, in nats: ink that looked clear is not overruled."""

TWIN = log(100)
"""What it costs besides to take one of several glyphs of one shape for another digit than these: on tune boards none of
150 such groups was of two digits, and each would have had to be just this other one."""

SECOND_SHAPE = 2.0
"""The extra cost, in nats, of reading one digit in two shapes on one board; it may come in two weights. Not tuned."""

TRIALS = 1500
"""Worlds put to the solver at most, some half a second of them; a reading that asks for more stays in doubt."""

CELLS_TRIED = 25_000
"""Worlds times cells for the boards that take the solver longer, because they are no plain nine by nine."""

PATIENCE = 0.15
"""The share of the solver's guesses that each of those worlds may take. Not tuned."""


@dataclass(frozen=True, slots=True)
class Change:
    """Another value for a cell, or for all of one shape; `loss`: how many nats less likely it is than the one read."""

    cells: tuple[int, ...]
    value: int
    loss: float


@dataclass(frozen=True, slots=True)
class World:
    """A board that the ink may be, with its only solution. `fits` is False where only the givens have that solution,
    and digits that the user entered contradict it. `changes`: of cells or of shapes, against the board as read.
    """

    board: Board
    loss: float
    solution: Board
    fits: bool = True
    changes: int = 0


def changes_of(reading: Reading) -> list[Change]:
    """What the uncertain cells may be instead, likeliest first."""
    named = indexes_of(reading.doubts, reading.size)
    uncertain = (
        index
        for index, cell in enumerate(reading.cells)
        if cell.confidence < CERTAIN or index in named or cell.kind is Kind.UNKNOWN
    )
    changes = (change for index in uncertain for change in _changes_of_cell(reading, index))
    return sorted((change for change in changes if change.loss <= REPAIRABLE + MARGIN), key=lambda change: change.loss)


def _changes_of_cell(reading: Reading, index: int) -> Iterator[Change]:
    """What one cell may be instead, and what all of its shape may be, told once, with the first of them."""
    cell, twins = reading.cells[index], _twins(reading, index)
    for value, probability in _alternatives(cell, reading.size).items():
        loss = max(log(max(cell.confidence, 1e-6) / max(probability, 1e-9)), 0.0)
        yield Change((index,), value, loss + (TWIN if twins and value else 0.0))
        if twins and value and index == twins[0]:
            drawn = any(other.value == value and other.shape for other in reading.cells)
            yield Change(twins, value, loss + (SECOND_SHAPE if drawn else 0.0))


def _twins(reading: Reading, index: int) -> tuple[int, ...]:
    """The cells of the same shape, this one among them; nothing where it is the only one."""
    cell = reading.cells[index]
    alike = (i for i, other in enumerate(reading.cells) if (other.shape, other.value) == (cell.shape, cell.value))
    twins = tuple(alike) if cell.shape else ()
    return twins if len(twins) > 1 else ()


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


def plausible(reading: Reading, changes: list[Change]) -> tuple[list[World], bool]:
    """The plausible worlds with one solution, likeliest first, and whether all have been looked at."""
    worlds: list[World] = []
    shape, board = shape_read(reading), list(reading.board)
    trials = TRIALS if shape == NINE else CELLS_TRIED // len(reading.cells)
    for trial, (loss, made) in enumerate(_ahead(changes)):
        if loss > _reach(worlds):
            break
        if trial >= trials:
            return worlds, False
        try:
            world = _world(reading, shape, board.copy(), loss, made)
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
        possible = len({cell for change in made for cell in change.cells}) == sum(len(change.cells) for change in made)
        if possible:
            yield loss, made
        if last + 1 < len(changes):
            more = changes[last + 1].loss
            if possible:
                heappush(ahead, (loss + more, (*chosen, last + 1)))
            heappush(ahead, (loss + more - changes[last].loss, (*chosen[:-1], last + 1)))


def _world(reading: Reading, shape: Shape, board: list[int], loss: float, made: Sequence[Change]) -> World | None:
    """The board as read with these changes, if that has one solution. Raises GaveUp."""
    for change in made:
        for cell in change.cells:
            board[cell] = change.value
    share = 1 if shape == NINE else PATIENCE
    if solution := only_solution(tuple(board), shape, share):
        return World(tuple(board), loss, solution, changes=len(made))
    if solution := givens_solution(reading, board, share):
        return World(tuple(board), loss, solution, fits=False, changes=len(made))
    return None


def givens_solution(reading: Reading, board: Sequence[int], share: float = 1) -> Board | None:
    """The only solution of the puzzle without what the user entered, None where nothing was entered. Raises GaveUp."""
    own = [index for index, cell in enumerate(reading.cells) if cell.kind is Kind.ENTERED]
    givens = list(board)
    for index in own:
        givens[index] = 0
    return only_solution(tuple(givens), shape_read(reading), share) if own else None


def beside(world: World, changes: Iterable[Change]) -> list[World]:
    """The worlds one change away that have the same solution if it is the only one, whatever stands in the cells."""
    found = []
    for change in changes:
        if all(change.value in (0, world.solution[cell]) for cell in change.cells):
            board = list(world.board)
            for cell in change.cells:
                board[cell] = change.value
            found.append(replace(world, board=tuple(board), loss=world.loss + change.loss))
    return found


def shape_read(reading: Reading) -> Shape:
    """The shape that the picture shows, the usual one of its size where nothing was said of regions."""
    return shape_of(reading.regions) if reading.regions else SHAPES[reading.size]


def cells_of(indexes: Iterable[int], size: int) -> tuple[Cell, ...]:
    """The cells with these indexes, in row order."""
    return tuple(SHAPES[size].cell(index) for index in sorted(indexes))


def indexes_of(cells: Iterable[Cell], size: int) -> set[int]:
    """The indexes of these cells."""
    return {SHAPES[size].index(cell) for cell in cells}
