"""What gridpilot costs on Wayland, measured from outside in a session of sway without a screen; Markdown tables.

    .venv/bin/python scripts/bench_wayland.py                                  all
    .venv/bin/python scripts/bench_wayland.py play --moves 200                 GNOME 2048 and a page
    .venv/bin/python scripts/bench_wayland.py fill --runs 20 --games gnome-sudoku page-inputs

fill  hotkey released -> last cell verified; what stands on the board is asked of the games
stop  the user's Esc -> the last digit that the practice board got
play  moves a second of 2048, and boards that were believed and never stood there
idle  memory (PSS), CPU time and wake-ups of the waiting daemon, and of its worker
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import bench_play
import setup_debian
from bench_fill import fill_rows, idle_rows, jobs, spread, table
from boards import PUZZLE, Practice, variant
from resident import Resident
from virtual import wait_for
from virtual_sway import sway_desktop

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = ("gnome-sudoku", "practice", "nudoku-in-foot", "page-inputs", "page-pad", "page-table")
KINDS = ("fill", "stop", "play", "idle")
ON_X11 = {"practice"}
PLAYED = ("gnome-2048", "page")
LONGEST = 600.0  # s that the moves of a game may take
SLOW = """
game = "sudoku"
match = { class = "Gridpilot-practice" }
fill = "arrows"
pace = { between_keys = 0.03 }
"""


def stops(runs: int) -> Iterator[float]:
    """Seconds, by the time at which the board wrote its state; it is filled so slowly that the key comes amid it."""
    chance = random.Random(0)
    with sway_desktop(x_programs=True) as desk:
        profile = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles" / "slow.toml"
        profile.parent.mkdir(parents=True)
        profile.write_text(SLOW)
        with Resident(desk) as resident:
            for _ in range(runs):
                puzzle = variant(PUZZLE, chance)
                board, before = Practice.open(desk, puzzle), resident.newest_record()
                desk.focus(board.window)
                desk.hand.hotkey("ctrl+alt+s", held=0.05)
                wait_for(partial(_has_begun, board, puzzle), what="digits")
                pressed = time.time()
                desk.hand.tap("escape")
                wait_for(partial(resident.record_after, before), what="the job's record")
                time.sleep(1)  # a digit that comes late is to count
                assert "." in board.truth(), "it was full before the key came"
                yield max(0.0, board.file.stat().st_mtime - pressed)
                board.close()


def _has_begun(board: Practice, puzzle: str) -> bool:
    return board.truth().count(".") < puzzle.count(".") - 9


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=KINDS, default=KINDS)
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
    if "stop" in given.kinds:
        table([("practice: Esc -> last digit", spread(list(stops(given.runs))))])
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
