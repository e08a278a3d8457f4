#!/usr/bin/env python3
"""How long the solver takes for a verdict, by list of puzzles and by form: CPU time of one thread.

bench_solver.py              the puzzles of the tests
bench_solver.py --dig 5      and of each form five from which clues were taken while one solution was left
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot.games.sudoku.grid import NINE, parse, shape_of
from gridpilot.games.sudoku.solve.solver import Unique, Unsettled, solve, unique_solution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.games.sudoku.grid import Board, Shape

BOARDS = Path(__file__).resolve().parent.parent / "tests" / "corpus" / "sudoku" / "boards"
DIGGING = 12.0  # seconds for each puzzle


def told(name: str, puzzles: Sequence[tuple[Shape, Board]]) -> None:
    spent, verdicts = [], []
    for shape, board in puzzles:
        start = time.process_time()
        verdicts.append(solve(board, shape))
        spent.append((time.process_time() - start) * 1000)
    unique, open_ = (sum(isinstance(verdict, kind) for verdict in verdicts) for kind in (Unique, Unsettled))
    clues = median(sum(map(bool, board)) for _, board in puzzles)
    print(
        f"{name:20}{len(puzzles):4} puzzles, {clues:4.0f} clues: median {median(spent):7.2f} ms, "
        f"most {max(spent):7.2f} ms; one solution {unique}, given up {open_}"
    )


def dug(board: Board, shape: Shape, chance: Random) -> Board:
    """Without the clues that it can spare, as far as the time goes."""
    left = list(board)
    end = time.process_time() + DIGGING
    for cell in chance.sample(range(len(left)), len(left)):
        if left[cell] and time.process_time() < end:
            clue, left[cell] = left[cell], 0
            if unique_solution(tuple(left), shape) is None:
                left[cell] = clue
    return tuple(left)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dig", type=int, default=0, metavar="N")
    args = parser.parse_args()
    for file in sorted(BOARDS.glob("*.txt")):
        if file.stem != "shaped":
            told(file.stem, [(NINE, parse(line)) for line in file.read_text("ascii").split()])
    forms: dict[str, list[tuple[Shape, Board]]] = defaultdict(list)
    for line in (BOARDS / "shaped.txt").read_text("ascii").splitlines():
        name, text, regions = line.split("; ")
        shape = shape_of(regions)
        forms[name].append((shape, parse(text, shape)))
    for name, puzzles in forms.items():
        told(name, puzzles)
        if args.dig:
            told(f"{name}, dug", [(shape, dug(board, shape, Random(1))) for shape, board in puzzles[: args.dig]])


if __name__ == "__main__":
    sys.exit(main())
