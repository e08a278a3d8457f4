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
import json
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING

from puzzle_pool import position as pooled

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot.games.sudoku.grid import NINE, SHAPES, line, parse, shape_of
from gridpilot.games.sudoku.made_to_order import Order, tries
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.games.sudoku.techniques import ladder
from gridpilot.games.sudoku.techniques.position import position
from gridpilot.games.sudoku.techniques.step import contradicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.games.sudoku.grid import Board, Shape
    from gridpilot.games.sudoku.techniques.step import Step

SE_EXACT = 7.0
"""Below it the ratings are to be Sudoku Explainer's own."""


def lines(files: Sequence[str], first: int) -> list[list[str]]:
    return [row.split() for file in files for row in Path(file).read_text("ascii").splitlines()[:first] if row]


@dataclass(slots=True)
class Climb:
    """How a puzzle went: `spent`: milliseconds of each step; `wrong`: steps that contradict the solution."""

    board: str
    solved: bool = False
    wrong: int = 0
    spent: list[float] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)


def climbed(board: Board, shape: Shape) -> Climb:
    """What contradicts the solution is counted, and not taken: of all that the next step is chosen from, and at every
    tenth step of all that the easiest technique finds.
    """
    found, solution, where = Climb(line(board)), unique_solution(board, shape), position(board, shape)
    used = Counter[str]()
    if solution is None:
        return found

    def proved(step: Step, right: Board) -> bool:
        found.wrong += contradicts(step, right)
        return contradicts(step, right)

    ladder.contradicts = proved  # type: ignore[assignment]  # so that a step is counted that the ladder passes over
    while where.blanks:
        begun = time.process_time()
        step = ladder.next_step(where, solution)
        found.spent.append(round((time.process_time() - begun) * 1000, 3))
        if step is None:
            break
        if len(found.spent) % 10 == 0:
            found.wrong += sum(contradicts(each, solution) for each in ladder.easiest(where))
        used[step.technique] += 1
        where = where.after(step.places, step.removes)
    found.solved, found.used = not where.blanks, dict(used)
    return found


def solve(boards: Sequence[tuple[Shape, Board]], kept: Path | None) -> None:
    """`kept`: a file of what was done already, a puzzle a line; it grows by what is done now."""
    rows = kept.read_text("ascii").splitlines() if kept and kept.exists() else []
    known = {each.board: each for each in (Climb(**json.loads(row)) for row in rows)}
    climbs = []
    for shape, board in boards:
        climb = known.get(line(board)) or climbed(board, shape)
        climbs.append(climb)
        if kept and climb.board not in known:
            with kept.open("a", encoding="ascii") as file:
                file.write(json.dumps(asdict(climb)) + "\n")
    told(climbs)


def told(climbs: Sequence[Climb]) -> None:
    solved, spent = sum(each.solved for each in climbs), [each for climb in climbs for each in climb.spent]
    wrong, used = sum(each.wrong for each in climbs), sum((Counter(each.used) for each in climbs), Counter())
    print(f"{solved} of {len(climbs)} solved ({solved / len(climbs):.1%}); {len(spent)} steps, {wrong} contradict")
    print(f"a step: median {median(spent):.2f} ms, 99 % {quantiles(spent, n=100)[98]:.1f}, most {max(spent):.1f}")
    whole = [sum(each.spent) / 1000 for each in climbs]
    print(f"a puzzle: median {median(whole):.2f} s, most {max(whole):.1f}")
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
    parser.add_argument("--kept", type=Path, help="a file that keeps what was done, to go on with later")
    parser.add_argument("--boards", type=int, default=4, help="of each form")
    parser.add_argument("--count", type=int, default=20)
    args = parser.parse_args()
    if args.what == "solve":
        solve([(NINE, parse(text)) for text, *_ in lines(args.files, args.first)], args.kept)
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
                solve([(shape_of(each.regions), each.values) for each in made], None)


if __name__ == "__main__":
    sys.exit(main())
