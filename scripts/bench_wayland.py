"""What gridpilot costs on Wayland, measured from outside in a session of sway without a screen; Markdown tables.

    .venv/bin/python scripts/bench_wayland.py                                  all
    .venv/bin/python scripts/bench_wayland.py play --moves 200                 GNOME 2048 and a page
    .venv/bin/python scripts/bench_wayland.py fill --runs 20 --games gnome-sudoku page-inputs

fill  hotkey released -> last cell verified; what stands on the board is asked of the games
play  moves a second of 2048, and boards that were believed and never stood there
idle  memory (PSS), CPU time and wake-ups of the waiting daemon, and of its worker
"""

from __future__ import annotations

import argparse
import sys

import bench_play
import setup_debian
from bench_fill import fill_rows, idle_rows, jobs, table
from resident import Resident
from virtual_sway import sway_desktop

GAMES = ("gnome-sudoku", "practice", "nudoku-in-foot", "page-inputs", "page-pad", "sgt-solo")
ON_X11 = {"practice", "sgt-solo"}
PLAYED = ("gnome-2048", "page")
LONGEST = 600.0  # s that the moves of a game may take


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=("fill", "play", "idle"), default=["fill", "play", "idle"])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--idle", type=float, default=60.0, help="seconds that are waited")
    given = parser.parse_args()
    setup_debian.provide([*setup_debian.TESTS, *setup_debian.WAYLAND], "The benches need these")
    if "fill" in given.kinds:
        for game in given.games:
            with sway_desktop(x_programs=game in ON_X11) as desk, Resident(desk) as resident:
                table(fill_rows(list(jobs(desk, resident, game, given.runs)), game))
    if "play" in given.kinds:
        print(bench_play.HEAD)
        for game in PLAYED:
            print(bench_play.pace(game, given.moves, LONGEST, lambda _: sway_desktop()).row(game), flush=True)
    if "idle" in given.kinds:
        with sway_desktop() as desk, Resident(desk) as resident:
            table(idle_rows(resident, given.idle))
    return 0


if __name__ == "__main__":
    sys.exit(main())
