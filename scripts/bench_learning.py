"""What learning between runs is worth: the first and the tenth fill of the same board in windows without a way told.

    .venv/bin/python scripts/bench_learning.py [--runs 10] [--homes 3]

Each run begins with an empty board in the same home (the page is loaded anew, the practice board opened), so that only
what gridpilot kept differs; all of it is done again in other homes, and medians are printed. `gridpilot solve` does the
job in a process of its own; the times are its own, from the first click or key to the last cell verified.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("tests/desktop", "tests"))

from games import start_page, start_practice
from playing import ready
from resident import gridpilot
from truth import PUZZLES
from virtual import desktop, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from games import Game
    from virtual import Desktop

PUZZLE = PUZZLES[0]
WINDOWS: dict[str, Callable[[Desktop], Game]] = {
    "page with inputs": lambda desk: start_page(desk, "inputs.html", PUZZLE),
    "page, cell then digit button": lambda desk: start_page(desk, "pad.html", PUZZLE),
    "page, digit button then cell": lambda desk: start_page(desk, "pad.html", PUZZLE, order="digit-first"),
    "practice board": lambda desk: start_practice(desk, PUZZLE),
}


def runs(start: Callable[[Desktop], Game], count: int) -> list[dict[str, Any]]:
    """So many fills, one after the other, in a home in which nothing is learnt yet."""
    with desktop() as desk:
        game, told = start(desk), []
        for number in range(count):
            if number:
                game = anew(desk, game, start)
            told.append(run(desk, game))
    return told


def anew(desk: Desktop, game: Game, start: Callable[[Desktop], Game]) -> Game:
    if game.page is None:
        desk.close_window(game.window)
        (desk.home / "practice.json").unlink()
        return start(desk)
    page = game.page
    page.ask("window.filled = true; setTimeout(() => location.replace(location.href))")
    wait_for(lambda: page.ask("!window.filled && document.readyState === 'complete' && !!window.board"))
    return game


def run(desk: Desktop, game: Game) -> dict[str, Any]:
    ready(desk, game.window)
    done = subprocess.run(gridpilot("solve", "--json"), env=desk.env, capture_output=True, text=True, timeout=120)
    told: dict[str, Any] = json.loads(done.stdout or done.stderr)
    return told | {"right": game.board() == PUZZLE.solution}


def seconds(told: dict[str, Any]) -> float:
    return float(sum(told["ms"].get(stage, 0) for stage in ("fill", "verify"))) / 1000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--homes", type=int, default=3)
    options.add_argument("--window", choices=list(WINDOWS), help="one of them only")
    given = options.parse_args()
    print("| window | first run | second | third | last | times as fast | looks: first, last | boards right |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name, start in WINDOWS.items():
        if given.window not in {None, name}:
            continue
        homes = [runs(start, given.runs) for _ in range(given.homes)]
        times = [statistics.median(map(seconds, column)) for column in zip(*homes, strict=True)]
        told = " | ".join(f"{times[min(at, given.runs - 1)]:.2f} s" for at in (0, 1, 2, given.runs - 1))
        right = sum(each["right"] for home in homes for each in home)
        first, last = (statistics.median(home[at]["looks"] for home in homes) for at in (0, -1))
        worth = f"{times[0] / times[-1]:.1f} | {first:.0f}, {last:.0f}"
        print(f"| {name} | {told} | {worth} | {right} of {given.runs * given.homes} |", flush=True)


if __name__ == "__main__":
    main()
