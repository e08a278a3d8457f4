#!/usr/bin/env python3
"""What the coach knows: steps that are wrong, puzzles solved without a guess, the time of a step, ratings, generating.

bench_techniques.py solve FILE... [--first N]    puzzles, one a line: solved, contradictions, CPU time of a next step
bench_techniques.py rate FILE... [--first N]     puzzles with their rating behind them: how many are rated the same
bench_techniques.py sizes [--boards 4]           boards of other sizes and jigsaws, made here: contradictions, solved
bench_techniques.py generate [--count 20]        seconds for a puzzle of a wanted rating, by half a point
All times are CPU time of one thread.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING

from puzzle_pool import position as pooled

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot.games.sudoku.grid import NINE, SHAPES, parse, shape_of
from gridpilot.games.sudoku.made_to_order import Order, tries
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.games.sudoku.techniques import ladder
from gridpilot.games.sudoku.techniques.position import position
from gridpilot.games.sudoku.techniques.step import contradicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.games.sudoku.grid import Board, Shape

SE_EXACT = 7.0
"""Below it the ratings are to be Sudoku Explainer's own."""


def lines(files: Sequence[str], first: int) -> list[list[str]]:
    return [line.split() for file in files for line in Path(file).read_text("ascii").splitlines()[:first] if line]


def solve(boards: Sequence[tuple[Shape, Board]]) -> None:
    """A step that contradicts the solution is counted, and not taken: each is looked at before the proof."""
    solved, wrong, spent, used = 0, 0, [], Counter[str]()
    for shape, board in boards:
        solution = unique_solution(board, shape)
        if solution is None:
            continue
        where = position(board, shape)
        while where.blanks:
            begun = time.process_time()
            step = ladder.next_step(where, solution)
            spent.append((time.process_time() - begun) * 1000)
            if step is None:
                break
            wrong += sum(contradicts(each, solution) for each in ladder.easiest(where)) if len(spent) % 10 == 0 else 0
            used[step.technique] += 1
            where = where.after(step.places, step.removes)
        solved += not where.blanks
    print(f"{solved} of {len(boards)} solved ({solved / len(boards):.1%}); {len(spent)} steps, {wrong} contradict")
    print(f"a step: median {median(spent):.2f} ms, 99 % {quantiles(spent, n=100)[98]:.1f}, most {max(spent):.1f}")
    print(", ".join(f"{name} {number}" for name, number in used.most_common()))


def rate(rows: Sequence[Sequence[str]]) -> None:
    """Puzzles count that either rates below 7.0."""
    same, counted, other = 0, 0, Counter[tuple[float, float]]()
    for text, told in rows:
        ours, theirs = ladder.rated(position(parse(text), NINE)).rating, float(told)
        if min(ours, theirs) < SE_EXACT:
            counted += 1
            same += abs(ours - theirs) < 0.01
            other.update([(theirs, ours)] if abs(ours - theirs) >= 0.01 else [])
    print(f"{same} of {counted} rated the same ({same / counted:.1%}); others (theirs, ours): {dict(other)}")


def generate(count: int) -> None:
    for half in range(2, 10):
        least, most = half / 2, half / 2 + 0.4
        chance, spent = Random(half), []
        for _ in range(count):
            begun = time.process_time()
            next(filter(None, tries(chance, Order(least, most, NINE))))
            spent.append(time.process_time() - begun)
        print(f"{least} to {most}: median {median(spent):.2f} s, most {max(spent):.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("solve", "rate", "sizes", "generate"))
    parser.add_argument("files", nargs="*")
    parser.add_argument("--first", type=int, default=10**6, metavar="N", help="of each file")
    parser.add_argument("--boards", type=int, default=4, help="of each form")
    parser.add_argument("--count", type=int, default=20)
    args = parser.parse_args()
    if args.what == "solve":
        solve([(NINE, parse(text)) for text, *_ in lines(args.files, args.first)])
    elif args.what == "rate":
        rate(lines(args.files, args.first))
    elif args.what == "generate":
        generate(args.count)
    else:
        for size in SHAPES:
            for jigsaw in (False, True):
                chance = Random(size)
                shape = SHAPES[size]
                box = shape.box_rows, shape.box_cols
                made = [pooled(chance, box, 0.0, jigsaw=jigsaw) for _ in range(args.boards)]
                print(f"{size} x {size}{', jigsaw' if jigsaw else ''}: ", end="")
                solve([(shape_of(each.regions), each.values) for each in made])


if __name__ == "__main__":
    sys.exit(main())
