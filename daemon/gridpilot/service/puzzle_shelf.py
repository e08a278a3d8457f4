"""Puzzles that are made ahead: those of rare ratings take seconds, and nobody should wait for the next one.

A puzzle is a file of its own, so that one who takes and one who makes need not know of one another.
`python -m gridpilot.service.puzzle_shelf LEAST MOST SIZE` fills the shelf of an order, and ends.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import SystemRandom

from gridpilot import paths, whole_file
from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku import grid
from gridpilot.games.sudoku.made_to_order import Made, Order, tries

KEPT = 4
"""Puzzles on the shelf of an order."""
BUDGET = 300.0
"""Seconds of the processor's time that filling it may take."""
LONGEST = 1024
"""Bytes of a puzzle's file."""


class Shelf:
    def __init__(self, order: Order, folder: Path) -> None:
        """`folder`: of all shelves."""
        self.order = order
        self._filler: subprocess.Popen[bytes] | None = None
        self._folder = folder / f"{order.least:.1f}-{order.most:.1f}-{order.shape.size}"

    def take(self) -> grid.Board | None:
        """A puzzle that is on the shelf no more; None where it is empty. What is damaged is cleared away."""
        for file in self._files():
            with contextlib.suppress(OSError, ValueError, GridpilotError):
                text = whole_file.read_text(file, LONGEST)
                file.unlink()  # fails for all but one of those who take it at once
                return grid.parse(text, self.order.shape)
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)
        return None

    def fill(self) -> None:
        """Makes what is missing, as far as the time for it goes."""
        end = time.process_time() + BUDGET
        made = tries(SystemRandom(), self.order)
        while self._missing() and time.process_time() < end:
            if found := next(made):
                self._put(found)

    def fill_apart(self) -> None:
        """The same in a process of its own, which gives way to all others. One at a time."""
        if self._missing() and not self.is_filled_apart():
            words = f"{self.order.least}", f"{self.order.most}", f"{self.order.shape.size}"
            silent = subprocess.DEVNULL
            self._filler = subprocess.Popen(
                [sys.executable, "-m", "gridpilot.service.puzzle_shelf", *words],
                stdin=silent, stdout=silent, stderr=silent, start_new_session=True,
            )  # fmt: skip

    def is_filled_apart(self) -> bool:
        """Whether the process that this one started is still at it."""
        return self._filler is not None and self._filler.poll() is None

    def _put(self, made: Made) -> None:
        text = grid.line(made.board)
        self._folder.mkdir(parents=True, exist_ok=True)
        name = next(name for name in map(str, count(1)) if not (self._folder / name).exists())
        whole_file.write(self._folder / name, text)

    def _missing(self) -> bool:
        return len(list(self._files())) < KEPT

    def _files(self) -> Iterator[Path]:
        return (file for file in sorted(self._folder.glob("*")) if file.name.isdecimal())


def shelf(order: Order) -> Shelf:
    return Shelf(order, paths.find().cache / "puzzles")


def main(least: str, most: str, size: str) -> None:
    if hasattr(os, "nice"):
        os.nice(15)
    shelf(Order(float(least), float(most), grid.SHAPES[int(size)])).fill()


if __name__ == "__main__":
    main(*sys.argv[1:])
