"""A sudoku being played: the rules of the practice board, without its window."""

from __future__ import annotations

import json
import os
from math import isqrt

from gridpilot.games.sudoku.grid import SHAPES, Board, conflicts, line
from gridpilot.geometry import Cell

MOVES = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}


class Play:
    """The givens stay; every other cell takes any digit, also a wrong one, as on paper."""

    def __init__(self, givens: Board) -> None:
        self.givens = givens
        self.shape = SHAPES[isqrt(len(givens))]
        self._write(givens)
        self.selected = self.shape.cell(next((index for index, digit in enumerate(givens) if not digit), 0))

    def select(self, cell: Cell) -> None:
        self.selected = cell

    def move(self, direction: str) -> None:
        """One cell up, down, left or right; at the edge the selection stays."""
        down, right = MOVES[direction]
        last = self.shape.size - 1
        row, col = self.selected.row + down, self.selected.col + right
        self.selected = Cell(min(max(row, 0), last), min(max(col, 0), last))

    def enter(self, digit: int) -> None:
        """Writes into the selected cell, 0 empties it; a given stays as it is."""
        index = self.shape.index(self.selected)
        if not self.givens[index]:
            self._write((*self.board[:index], digit, *self.board[index + 1 :]))

    def _write(self, board: Board) -> None:
        self.board = board
        self._conflicts = frozenset(conflicts(board, self.shape))

    @property
    def blanks(self) -> int:
        return self.board.count(0)

    @property
    def conflicts(self) -> frozenset[int]:
        return self._conflicts

    @property
    def solved(self) -> bool:
        return not self.blanks and not self._conflicts


def state(play: Play) -> str:
    """How the board stands, as JSON. It names the process, too: that tells the window from others of its title."""
    facts = {
        "givens": line(play.givens),
        "board": line(play.board),
        "solved": play.solved,
        "process": os.getpid(),
    }
    return json.dumps(facts)
