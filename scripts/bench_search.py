#!/usr/bin/env python3
"""Measures 2048's compiled search: speed, start, and what its weights are worth.

    bench_search.py speed [--nodes 3000000]    nodes a second on boards of whole games, the best of several runs each
    bench_search.py start                      from the process to the first move
    bench_search.py article [--boards 20]      a move as the second article chose it, in pure Python, and as we do
    bench_search.py book [--games 1000]        games on 3 x 3 by the book, and the mean that perfect play has
    bench_search.py weigh '{"room": 300}' '{"total": 15}' [--nodes 3000] [--games 100]
                                               whole games with other weights, on seeds that nothing else uses;
                                               those of the opening are named {"opening": {"order": 100}}
All times are of the CPU where other programs may disturb, but for the best of several runs, which is wall time.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any

import numpy as np
from article_2048 import PureArticle

from gridpilot.games.twenty48.engines import heuristic
from gridpilot.games.twenty48.engines.any_size import Wide
from gridpilot.games.twenty48.engines.book import Book
from gridpilot.games.twenty48.engines.deepening import Effort
from gridpilot.games.twenty48.engines.four_by_four import Expectimax
from gridpilot.games.twenty48.rules import Rules

RULES = Rules()
OWN_SEEDS = 7_000_000  # for weighing: no measured game starts from these
RUNS = 7
ENOUGH_SECONDS = 60.0  # a budget that never stops a search limited by nodes


def game(player: Expectimax, seed: int, keep_every: int = 50) -> tuple[int, list[tuple[int, ...]]]:
    """The score, and boards on the way."""
    rng = random.Random(seed)
    board, score, kept = RULES.start(4, 4, rng), 0, []
    for number in range(10**6):
        move = player.choose(board, 4, ENOUGH_SECONDS)
        if move is None:
            break
        if number % keep_every == keep_every - 1:
            kept.append(board)
        board, gained = RULES.slide(board, 4, move)
        board, score = RULES.spawned(board, rng), score + gained
    return score, kept


def boards(most: int) -> list[tuple[int, ...]]:
    """Boards of whole games, from the opening to the end."""
    player = Expectimax(RULES, Effort(nodes=5_000, timed=False))
    found = [board for seed in range(3) for board in game(player, seed)[1]]
    return random.Random(1).sample(found, min(most, len(found)))


def speed(nodes: int) -> None:
    player = Expectimax(RULES, Effort(nodes=nodes, timed=False))
    player.warm()
    tried, best = 0, 0.0
    played = boards(200)
    for board in played:
        runs = []
        for _ in range(RUNS):
            player.forget()
            begun = time.perf_counter()
            player.choose(board, 4, ENOUGH_SECONDS)
            runs.append(time.perf_counter() - begun)
        tried, best = tried + player.nodes, best + min(runs)
    rate, each = tried / best / 1e6, best / len(played) * 1000
    print(
        f"{rate:.1f} million nodes a second, {each:.3f} ms a move of {tried / len(played):.0f} nodes, {nodes} at most"
    )


START = """
import time; begun, cpu = time.perf_counter(), time.process_time()
from gridpilot.games.twenty48.engines.four_by_four import Expectimax
from gridpilot.games.twenty48.rules import Rules
player = Expectimax(Rules()); player.warm()
ready, ready_cpu = time.perf_counter() - begun, time.process_time() - cpu
player.choose((2, 2) + (0,) * 14, 4, 0.001)
print(f"ready {ready:.2f} s (cpu {ready_cpu:.2f}), first move {time.perf_counter() - begun - ready:.4f} s later")
"""


def start() -> None:
    for _ in range(3):
        subprocess.run([sys.executable, "-c", START], check=True)


def article(number: int) -> None:
    ours, theirs = Expectimax(RULES), PureArticle(1)
    ours.warm()
    seconds = {"ours": 0.0, "article": 0.0}
    for board in boards(number):
        for name, player in (("ours", ours), ("article", theirs)):
            begun = time.process_time()
            player.choose(board, 4, 0.02)
            seconds[name] += time.process_time() - begun
    each = {name: 1000 * took / number for name, took in seconds.items()}
    ratio = each["article"] / each["ours"]
    print(
        f"CPU ms a move on {number} boards: ours {each['ours']:.2f}, article {each['article']:.0f}: {ratio:.0f} times"
    )


def book(games: int) -> None:
    other = Wide(RULES)
    other.warm()
    player, scores = Book(RULES, other), []
    for number in range(games):
        rng = random.Random(OWN_SEEDS + number)
        board, score = RULES.start(3, 3, rng), 0
        while (move := player.choose(board, 3, 0.02)) is not None:
            board, gained = RULES.slide(board, 3, move)
            board, score = RULES.spawned(board, rng), score + gained
        scores.append(score)
    mean, error = np.mean(scores), np.std(scores) / len(scores) ** 0.5
    print(f"{games} games: mean {mean:.0f} +- {error:.0f}; perfect play has {player.mean:.0f}")


def weighing(wish: dict[str, Any], nodes: int) -> Expectimax:
    opening = replace(heuristic.OPENING, **wish.pop("opening", {}))
    return Expectimax(RULES, Effort(nodes, timed=False), weights=replace(heuristic.BEST, **wish), opening=opening)


def weigh(wishes: list[str], nodes: int, games: int) -> None:
    """The given weights and each candidate play whole games on the same seeds."""
    scores: dict[str, list[int]] = {wish: [] for wish in ["{}", *wishes]}
    players = {wish: weighing(json.loads(wish), nodes) for wish in scores}
    for number in range(games):
        for wish, player in players.items():
            scores[wish].append(game(player, OWN_SEEDS + number)[0])
    for wish, found in scores.items():
        logs = np.log2(found)
        sure = 1.96 / len(logs) ** 0.5
        print(f"mean {np.mean(found):9.0f}  log2 {logs.mean():.3f} +- {logs.std() * sure:.3f}  {wish}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "start", "article", "book", "weigh"))
    parser.add_argument("weights", nargs="*")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--games", type=int, default=100)
    wish = parser.parse_args()
    if wish.what == "speed":
        speed(wish.nodes or 3_000_000)
    elif wish.what == "start":
        start()
    elif wish.what == "article":
        article(wish.boards)
    elif wish.what == "book":
        book(wish.games)
    else:
        weigh(wish.weights, wish.nodes or 3_000, wish.games)


if __name__ == "__main__":
    main()
