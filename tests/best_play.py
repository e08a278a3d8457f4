"""2048 on tiny boards by brute force, for tests to compare with."""

from __future__ import annotations

from functools import cache

from gridpilot.games.twenty48.rules import empty, with_tile


class BestPlay:
    def __init__(self, rules, columns):
        self.rules, self.columns = rules, columns
        self.worth = cache(self._worth)

    def _worth(self, board):
        """The expected score from here on."""
        return max((self.value(board, move) for move in self.rules.moves(board, self.columns)), default=0.0)

    def value(self, board, move):
        """The expected score from here on when that move comes first."""
        slid, gained = self.rules.slide(board, self.columns, move)
        free = empty(slid)
        spawns = [(with_tile(slid, cell, tile), odds / len(free)) for cell in free for tile, odds in self.rules.spawns]
        return gained + sum(share * self.worth(board) for board, share in spawns)

    def starts(self, cells):
        """Each new board with its probability, repeated ones included."""
        blank = (0,) * cells
        return [
            (with_tile(with_tile(blank, a, x), b, y), p * q / (cells * (cells - 1)))
            for a in range(cells)
            for b in range(cells)
            for x, p in self.rules.spawns
            for y, q in self.rules.spawns
            if a != b
        ]

    def boards(self, cells):
        """All that a game can reach."""
        seen = {board for board, _ in self.starts(cells)}
        waiting = sorted(seen)
        while waiting:
            board = waiting.pop()
            for move in self.rules.moves(board, self.columns):
                fresh = set(self.rules.successors(board, self.columns, move)) - seen
                seen |= fresh
                waiting += sorted(fresh)
        return sorted(seen)
