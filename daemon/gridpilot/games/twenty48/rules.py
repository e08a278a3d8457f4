"""The rules of 2048 on any board: slide, merge, spawn. What varies between games of the family is a parameter.

Pure Python on tuples of values, so that a practice board, a tracker and a test can use it without numpy; compiled
searches make their tables from the same `Rules`. A line is read from the side that the tiles slide to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from gridpilot.errors import GridpilotError
from gridpilot.geometry import Cell
from gridpilot.plan import Move

if TYPE_CHECKING:
    from random import Random

Board = tuple[int, ...]
Merge = Callable[[int, int], int]

FEWEST, MOST = 2, 8
"""Cells on a side of a board that can be played."""

BEGIN_WITH = 2  # tiles on a new board
KNOWN = 31  # tiles: a board of 8 x 8 with larger ones would take a thousand million moves
NO_BOARD = "Not a board of 2048"
LINES_KEPT = 1 << 16  # slid lines to remember: a game on 4 x 4 meets a few thousand


def doubled(one: int, other: int) -> int:
    """2048's merge: two equal tiles become one of twice the value; 0 for two that do not merge."""
    return 2 * one if one == other else 0


class Merging(StrEnum):
    """How far the tiles of a line go in one move, and which of them merge. Which moves change a board is the same with
    each, but for ACROSS.
    """

    NEAR_FIRST = "near-first"  # a tile merges once, the pair nearest to the front first
    FAR_FIRST = "far-first"  # a tile merges once, the pair farthest from the front first
    ONCE = "once"  # the pair nearest to the front, and no other of the line
    IN_A_ROW = "in-a-row"  # a merged tile goes on merging with the next one
    ACROSS = "across"  # so it does, and with tiles behind others, too
    ONE_STEP = "one-step"  # the nearest gap or pair closes, and all tiles behind it go one cell on


@dataclass(frozen=True, slots=True)
class Rules:
    """`spawns`: which value appears with which probability. `target`: the tile that wins. `merge(near, far)`: the value
    of the merged tile, 0 where the two do not merge; it must be larger than either, so that games end. `merging`:
    which tiles of a line it is asked about. `counts`: how many tiles may appear after a move, usual numbers first.
    `unseen`: they may be on the board before they are shown, and slide along with the next move.
    """

    spawns: tuple[tuple[int, float], ...] = ((2, 0.9), (4, 0.1))
    target: int = 2048
    merge: Merge = doubled
    merging: Merging = Merging.NEAR_FIRST
    counts: tuple[int, ...] = (1,)
    unseen: bool = False

    def slide(self, board: Board, columns: int, move: Move) -> tuple[Board, int]:
        """The board after the slide, before a tile spawns, and the sum of the merged tiles; the same board when the
        move does nothing.
        """
        after = list(board)
        gained = 0
        for line in lines(len(board) // columns, columns, move):
            slid, points = _slid(tuple(board[cell] for cell in line), self.merge, self.merging)
            gained += points
            for cell, value in zip(line, slid, strict=True):
                after[cell] = value
        return tuple(after), gained

    def moves(self, board: Board, columns: int) -> tuple[Move, ...]:
        """The moves that change the board."""
        return tuple(move for move in Move if self.slide(board, columns, move)[0] != board)

    def over(self, board: Board, columns: int) -> bool:
        return not self.moves(board, columns)

    def won(self, board: Board) -> bool:
        return max(board) >= self.target

    def check(self, board: Board, columns: int) -> None:
        """Raises a `GridpilotError` unless this is a board of the game; one that no game can reach is."""
        rows = len(board) // columns
        if not all(FEWEST <= side <= MOST for side in (rows, columns)):
            raise GridpilotError(NO_BOARD, f"It has {rows} x {columns} cells.", f"Sides have {FEWEST} to {MOST}.")
        tiles = self.tiles(KNOWN)
        for cell, value in enumerate(board):
            if value and value not in tiles:
                place, few = Cell.numbered(cell, columns), ", ".join(map(str, tiles[:4]))
                raise GridpilotError(NO_BOARD, f"{value} at {place} is no tile.", f"Tiles are {few} and so on.")
        if not any(board):
            raise GridpilotError(NO_BOARD, "There is no tile on it.", "Empty cells are 0.")

    def successors(self, board: Board, columns: int, move: Move) -> Iterator[Board]:
        """Every board that may stand after the move and the spawn; none when the move does nothing."""
        slid, _ = self.slide(board, columns, move)
        if slid == board:
            return
        for value, _ in self.spawns:
            for cell in empty(slid):
                yield with_tile(slid, cell, value)

    def spawned(self, board: Board, rng: Random) -> Board:
        """The board with a new tile. It must have an empty cell, as it has after any move that changed it."""
        values, odds = zip(*self.spawns, strict=True)
        return with_tile(board, rng.choice(empty(board)), rng.choices(values, odds)[0])

    def start(self, rows: int, columns: int, rng: Random) -> Board:
        """A new game's board: two tiles."""
        board: Board = (0,) * (rows * columns)
        for _ in range(BEGIN_WITH):
            board = self.spawned(board, rng)
        return board

    def tiles(self, most: int) -> tuple[int, ...]:
        """The `most` smallest values that can ever stand on a board, ascending: a search counts in ranks of these."""
        known = {value for value, _ in self.spawns}
        while True:
            lowest = sorted(known)[:most]
            merged = {self.merge(one, other) for one in lowest for other in lowest} - {0}
            if set(sorted(known | merged)[:most]) == set(lowest):
                return tuple(lowest)
            known |= merged


def lines(rows: int, columns: int, move: Move) -> tuple[tuple[int, ...], ...]:
    """The cells of each row or column in the order in which `move` fills them."""
    across = [tuple(range(row * columns, (row + 1) * columns)) for row in range(rows)]
    down = [tuple(range(column, rows * columns, columns)) for column in range(columns)]
    ways = across if move in (Move.LEFT, Move.RIGHT) else down
    return tuple(way[::-1] if move in (Move.RIGHT, Move.DOWN) else way for way in ways)


def empty(board: Board) -> list[int]:
    """The indices of the empty cells."""
    return [cell for cell, value in enumerate(board) if not value]


def with_tile(board: Board, cell: int, value: int) -> Board:
    return (*board[:cell], value, *board[cell + 1 :])


@lru_cache(maxsize=LINES_KEPT)
def _slid(line: Board, merge: Merge, merging: Merging) -> tuple[Board, int]:
    """A line slid to its front, and the sum of its merged tiles."""
    if merging is Merging.ONE_STEP:
        return _moved_on(line, merge)
    tiles = [value for value in line if value]
    if merging is Merging.ACROSS:
        slid, gained = _merged_across(tiles, merge)
    elif merging is Merging.FAR_FIRST:
        back, gained = _merged(tiles[::-1], lambda far, near: merge(near, far), merging)
        slid = back[::-1]
    else:
        slid, gained = _merged(tiles, merge, merging)
    return (*slid, *(0,) * (len(line) - len(slid))), gained


def _merged(tiles: list[int], merge: Merge, merging: Merging) -> tuple[list[int], int]:
    slid: list[int] = []
    gained, whole = 0, True  # whether the last tile has not merged yet
    for value in tiles:
        slid.append(value)
        merging_on, whole = whole and not (gained and merging is Merging.ONCE), True
        while merging_on and len(slid) > 1 and (merged := merge(*slid[-2:])):
            slid[-2:] = [merged]
            gained += merged
            merging_on = whole = merging is Merging.IN_A_ROW
    return slid, gained


def _moved_on(line: Board, merge: Merge) -> tuple[Board, int]:
    for place, (near, far) in enumerate(pairwise(line)):
        merged = merge(near, far) if near and far else 0
        if merged or not near:
            return (*line[:place], merged or far, *line[place + 2 :], 0), merged
    return line, 0


def _merged_across(tiles: list[int], merge: Merge) -> tuple[list[int], int]:
    slid: list[int] = []
    gained = 0
    while tiles:
        front, rest = tiles[0], []
        for value in tiles[1:]:
            merged = merge(front, value)
            front, gained = merged or front, gained + merged
            rest += [] if merged else [value]
        slid.append(front)
        tiles = rest
    return slid, gained
