"""What the rules say of a doubtful reading: repaired, cleared or left in doubt, never guessed.

Every board that the ink may plausibly be, a `World`, is put to the solver, likeliest first. Only if all that have
exactly one solution agree on it is anything accepted: then it does not matter which of them is the true one. If the
likeliest of these is not the board as read, the cells in which it differs are the repair.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import exp, isqrt, log
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.general import GaveUp
from gridpilot.games.sudoku.grid import NINE, SHAPES, Board, Shape, shape_of
from gridpilot.games.sudoku.solver import only_solution, unique_solution
from gridpilot.reading import RIVAL_NAMED_ABOVE, RIVALS_NAMED, CellReading, Kind, Reading, Repair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridpilot.geometry import Cell

CERTAIN = 0.999
"""A cell that was read with this confidence is not put in question."""

SURE = 0.99
"""A cell below this is in doubt even where its reader did not say so."""

MARGIN = log(1000)
"""A world counts as plausible if it is at most so many nats less likely than the likeliest one that has a solution."""

REPAIRABLE = log(100)
"""What a repair may cost against the reading, in nats: ink that looked clear is not overruled."""

KNOWN = 32
"""The odds from which it is known whether a digit stands in a cell where the solution does not depend on it; who fills
the board looks there again. A digit that the ink was taken for and that is the solution's, too, hardly is so by chance.
"""

CLEAR = 0.9
"""A digit that was read with this confidence is no blank, whatever the rules would like: a user may have erred."""

SLIP = log(30)
"""What it costs besides, in nats, that a board which is all right as read holds a wrong digit of the user's instead."""

CHANGES = 2
"""Cells, or shapes of several, that a repair may correct; worlds with more are looked at as its rivals."""

TWIN = log(100)
"""What it costs besides to take one of several glyphs of one shape for another digit than these: on tune boards none of
150 such groups was of two digits, and each would have had to be just this other one."""

SECOND_SHAPE = 2.0
"""What it costs besides, in nats, if a digit is drawn in two shapes on one board; in two weights it may be."""

TRIALS = 1500
"""Worlds put to the solver at most, some half a second of them; a reading that asks for more stays in doubt."""

CELLS_TRIED = 25_000
"""Worlds times cells for the boards that take the solver longer, because they are no plain nine by nine."""

PATIENCE = 0.15
"""Share of the solver's guesses that one of those worlds is worth."""


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
    open_ = {cell for change in changes for cell in change.cells}
    unsettled = set() if thorough or _whatever(reading, open_) == first.solution else doubtful | open_
    unsettled |= changed if first.changes > CHANGES else set()
    for world in others:
        rare = SLIP if first.fits and not world.fits else 0
        if world.solution != first.solution and world.loss + rare <= first.loss + MARGIN:
            unsettled |= _differing(world.board, first.board)
    disputed = {index for world in others for index in _disputed(first, world)}
    disputed |= {i for i in doubtful if not first.board[i] and not reading.board[i] and reading.cells[i].rivals}
    unsettled |= {i for i in changed - disputed if _made_up(reading.cells[i], first.board[i])}
    unread = {i for i, cell in enumerate(reading.cells) if cell.kind is Kind.UNKNOWN and not first.board[i]}
    if unread:  # what is missing rather stands there than in a cell that was seen to hold none
        unsettled |= {i for i in changed if first.board[i] and reading.cells[i].kind in (Kind.BLANK, Kind.PENCIL)}
    if unsettled:
        return _in_doubt(reading, doubtful | unsettled), None
    return _repaired(reading, first.board, disputed), first.solution if first.fits else None


def _whatever(reading: Reading, open_: set[int]) -> Board | None:
    """The only solution there is whatever stands in these cells."""
    board = tuple(0 if index in open_ else digit for index, digit in enumerate(reading.board))
    try:
        return only_solution(board, shape_read(reading))
    except GaveUp:
        return None


def _disputed(one: World, other: World) -> set[int]:
    """The cells that hold a digit in one of two worlds with the same solution, and may as well be blank."""
    differing = _differing(one.board, other.board)
    odds = exp(min(other.loss - one.loss, MARGIN))
    chance = isqrt(len(one.board))
    filled = {index for index in differing if one.board[index] and not other.board[index]}
    blank = {index for index in differing if not one.board[index]}
    return (filled if odds * chance <= KNOWN else set()) | (blank if odds <= KNOWN * chance else set())


def _made_up(cell: CellReading, value: int) -> bool:
    """Whether a value is there for the rules' sake alone: a digit that ink was not taken for, or a blank where a digit
    was clearly seen.
    """
    if value == 0:
        return bool(cell.value) and cell.confidence > CLEAR
    return cell.kind is Kind.UNKNOWN and value not in {rival.value for rival in cell.rivals}


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
            twins = _twins(reading, index)
            for value, probability in _alternatives(cell, reading.size).items():
                loss = max(log(max(cell.confidence, 1e-6) / max(probability, 1e-9)), 0.0)
                changes.append(Change((index,), value, loss + (TWIN if twins and value else 0.0)))
                if twins and value and index == twins[0]:
                    drawn = any(other.value == value and other.shape for other in reading.cells)
                    changes.append(Change(twins, value, loss + (SECOND_SHAPE if drawn else 0.0)))
    return sorted((change for change in changes if change.loss <= REPAIRABLE + MARGIN), key=lambda change: change.loss)


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


def _worlds(reading: Reading, changes: list[Change]) -> tuple[list[World], bool]:
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


def _differing(one: Board, other: Board) -> set[int]:
    return {index for index, digit in enumerate(one) if digit != other[index]}


def _in_doubt(reading: Reading, doubts: Iterable[int]) -> Reading:
    return replace(reading, doubts=cells_of(doubts, reading.size))


def cells_of(indexes: Iterable[int], size: int) -> tuple[Cell, ...]:
    """The cells with these indexes, in row order."""
    return tuple(SHAPES[size].cell(index) for index in sorted(indexes))


def _indexes(cells: Iterable[Cell], size: int) -> set[int]:
    return {SHAPES[size].index(cell) for cell in cells}


def _repaired(reading: Reading, board: Board, disputed: Iterable[int]) -> Reading:
    """The reading with the board's values in place of those read, and nothing in doubt; nothing is claimed of what is
    disputed.
    """
    cells = list(reading.cells)
    repairs = []
    for index in sorted(_differing(reading.board, board)):
        old, value = cells[index], board[index]
        kind = Kind.BLANK if value == 0 else Kind.GIVEN if old.kind is not Kind.ENTERED else Kind.ENTERED
        cells[index] = replace(old, value=value, kind=kind)
        repairs.append(Repair(SHAPES[reading.size].cell(index), old.value, value))
    for index in disputed:
        cells[index] = replace(cells[index], value=0, kind=Kind.UNKNOWN)
    repairs = [repair for repair in repairs if SHAPES[reading.size].index(repair.cell) not in disputed]
    return replace(reading, cells=tuple(cells), doubts=(), repairs=(*reading.repairs, *repairs))
