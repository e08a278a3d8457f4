#!/usr/bin/env python3
"""Plays whole games of 2048, engine against engine on the same seeds, and says what the scores are worth.

    arena_2048.py expectimax monte-carlo --games 100 --budget 0.02 --jobs 2
    arena_2048.py expectimax --rows 5 --columns 5 --most-moves 10000
    arena_2048.py expectimax --until 2048 --games 1000 --budget 0.01 --out reach.jsonl
    arena_2048.py --report reach.jsonl other.jsonl --picture scores.png         plays nothing

An engine is a name of games/twenty48/engines/choice.py. NAME=NODES limits the compiled search by nodes as well, and
NAME=~NODES by nodes alone, which makes its games repeatable; pure-article and compiled-article are the second
article's. Game number g has the same spawns for all engines as long as they choose alike. Each game is one line of
--out; started again with the same words, the arena plays what is missing.
The time of a move is taken three times: as the user sees it (wall), the same of those moves alone during which the
system gave the core to no other program (alone), and the time that the core worked on the move (cpu).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import resource
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arena_report

from gridpilot.games.twenty48.engines.choice import engine
from gridpilot.games.twenty48.engines.network import Network, shipped
from gridpilot.games.twenty48.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridpilot.games.protocols import Engine


@dataclass(frozen=True)
class Task:
    """One game. `until` and `most_moves`: 0 for none."""

    engine: str
    game: int
    seed: int
    rows: int
    columns: int
    budget: float
    until: int
    most_moves: int


def play(task: Task) -> dict[str, Any]:
    """Plays the game; the times of its moves are counted in classes 2 % wide (see `arena_report.times`)."""
    rules = Rules()
    player = player_of(task.engine, task.seed * 1_000_003 + task.game)
    rng = random.Random(task.seed * 1_000_003 + task.game)
    board, score, moves = rules.start(task.rows, task.columns, rng), 0, 0
    counts: dict[str, Counter[int]] = {clock: Counter() for clock in arena_report.CLOCKS}
    while True:
        before, begun_cpu, begun = interruptions(), time.thread_time(), time.perf_counter()
        move = player.choose(board, task.columns, task.budget)
        took, took_cpu = time.perf_counter() - begun, time.thread_time() - begun_cpu
        if move is None:
            break
        counts["wall"][arena_report.time_class(took)] += 1
        counts["cpu"][arena_report.time_class(took_cpu)] += 1
        if interruptions() == before:
            counts["alone"][arena_report.time_class(took)] += 1
        board, gained = rules.slide(board, task.columns, move)
        score, moves = score + gained, moves + 1
        board = rules.spawned(board, rng)
        if (task.until and max(board) >= task.until) or moves == task.most_moves:
            break
    end = {"score": score, "best": max(board), "moves": moves, "dead": move is None, "board": board}
    return {**asdict(task), **end, **{clock: sorted(count.items()) for clock, count in counts.items()}}


def interruptions() -> int:
    """How often the system took the core away from this thread so far."""
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw


def player_of(name: str, seed: int) -> Engine:
    """An engine ready to play, and a new one for each game: some remember boards, some draw random numbers."""
    word, _, limit = name.partition("=")
    if limit:
        from gridpilot.games.twenty48.engines.deepening import Effort

        effort = Effort(nodes=int(limit.removeprefix("~")), timed=not limit.startswith("~"))
        player: Engine
        if word == "network":
            from gridpilot.games.twenty48.engines.learned import NetworkSearch

            player = NetworkSearch(Rules(), the_network(), effort)
        else:
            from gridpilot.games.twenty48.engines.four_by_four import Expectimax

            player = Expectimax(Rules(), effort)
    elif word == "pure-article":
        from article_2048 import PureArticle

        player = PureArticle(seed)
    elif word == "compiled-article":
        from article_compiled import CompiledArticle

        player = CompiledArticle(seed)
    else:
        player = engine(word, Rules(), seed)
    player.warm()
    return player


@cache
def the_network() -> Network:
    """The shipped one, unpacked once for all games of a process."""
    found = shipped()
    if found is None:
        raise SystemExit("The network's file is not there: train_2048.py --export makes it.")
    return found


def written(game: dict[str, Any]) -> str:
    return json.dumps(game) + "\n"


def missing(wanted: list[Task], out: Path) -> Iterator[Task]:
    """The games that the file does not hold yet."""
    played = {json.dumps({key: game[key] for key in asdict(wanted[0])}) for game in arena_report.games([out])}
    return (task for task in wanted if json.dumps(asdict(task)) not in played)


def run(tasks: list[Task], out: Path, jobs: int) -> None:
    with multiprocessing.get_context("spawn").Pool(jobs) as pool, out.open("a") as file:
        for count, game in enumerate(pool.imap_unordered(play, tasks), 1):
            file.write(written(game))
            file.flush()
            print(f"{count} of {len(tasks)}: {game['engine']} {game['score']} {game['best']}", file=sys.stderr)


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=4)
    parser.add_argument("--columns", type=int, default=4)
    parser.add_argument("--budget", type=float, default=0.02, metavar="SECONDS", help="for a move")
    parser.add_argument("--until", type=int, default=0, metavar="TILE", help="a game ends with this tile")
    parser.add_argument("--most-moves", type=int, default=0, help="a game ends after so many")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="games, one JSON line each; kept and continued")
    parser.add_argument("--report", type=Path, nargs="+", help="only report on these files")
    parser.add_argument("--picture", type=Path, help="a PNG of the scores' distribution")
    return parser.parse_args()


def main() -> int:
    wish = asked()
    files = wish.report or [wish.out or Path(f"arena-{time.strftime('%Y%m%d-%H%M%S')}.jsonl")]
    if not wish.report:
        tasks = [
            Task(name, game, wish.seed, wish.rows, wish.columns, wish.budget, wish.until, wish.most_moves)
            for game in range(wish.games)
            for name in wish.engines
        ]
        if not tasks:
            print("Name an engine, or --report a file.", file=sys.stderr)
            return 2
        run(list(missing(tasks, files[0])), files[0], wish.jobs)
    played = list(arena_report.games(files))
    print(arena_report.table(played))
    if wish.picture:
        arena_report.picture(played, wish.picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
