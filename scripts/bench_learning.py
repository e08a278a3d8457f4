"""What learning between runs is worth: the first and the tenth fill of the same board in windows without a way told.

    .venv/bin/python scripts/bench_learning.py [--runs 10]

Each run is a new window with an empty board and the same home, so that only what gridpilot kept differs. `gridpilot
solve` does the job in a process of its own; the times are its own, from the first picture to the last cell verified.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "desktop"))

from games import start_page, start_practice
from playing import ready
from resident import gridpilot
from truth import PUZZLES
from virtual import desktop

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


def run(start: Callable[[Desktop], Game], learnt: Path) -> dict[str, Any]:
    """One fill on a desktop of its own; `learnt` is the state that goes from run to run."""
    with desktop() as desk:
        state = Path(desk.env["XDG_STATE_HOME"]) / "gridpilot" / "learnt"
        if learnt.exists():
            shutil.copytree(learnt, state, dirs_exist_ok=True)
        game = start(desk)
        ready(desk, game.window)
        done = subprocess.run(gridpilot("solve", "--json"), env=desk.env, capture_output=True, text=True, timeout=120)
        told: dict[str, Any] = json.loads(done.stdout or done.stderr)
        right = game.board() == PUZZLE.solution
        shutil.copytree(state, learnt, dirs_exist_ok=True)
        return told | {"right": right}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--window", choices=list(WINDOWS), help="one of them only")
    given = options.parse_args()
    print("| window | first run | second | last | cells right |\n| --- | --- | --- | --- | --- |", flush=True)
    for name, start in WINDOWS.items():
        if given.window not in {None, name}:
            continue
        with tempfile.TemporaryDirectory() as folder:
            runs = [run(start, Path(folder) / "learnt") for _ in range(given.runs)]
        times = [sum(each["ms"].get(stage, 0) for stage in ("fill", "verify")) / 1000 for each in runs]
        right = sum(each["right"] for each in runs)
        told = " | ".join(f"{times[at]:.2f} s" for at in (0, 1, -1))
        print(f"| {name} | {told} | {right} of {len(runs)} boards |", flush=True)


if __name__ == "__main__":
    main()
