"""What gridpilot for Windows costs and how quick it is under Wine, seen from outside; a Markdown table.

    .venv/bin/python scripts/bench_windows.py [--runs 20]
    .venv/bin/python scripts/bench_windows.py --boards 200     # instead: so many boards of two games, and how they end
    .venv/bin/python scripts/bench_windows.py --package ZIP    # instead: its start, in turns with the unpackaged one's

fill     hotkey pressed -> last cell verified, on new practice boards of 55 blanks; the board itself has every digit
memory   private bytes of the resident program and of its worker, as Windows counts them, before and after the fills
start    start of the program -> hotkeys live, as its log says it
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / name) for name in ("daemon", "tests/windows", "tests/desktop", "tests")]

import program  # noqa: E402 - found by the line above
import windows_boards  # noqa: E402
from bench_fill import solution as solved_by_search  # noqa: E402
from boards import PUZZLE, variant  # noqa: E402
from virtual import wait_for  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from program import Windows
    from windows_boards import Game

PRIVATE = """
import ctypes, sys
from ctypes import c_size_t, c_uint32, c_void_p
class Region(ctypes.Structure):  # MEMORY_BASIC_INFORMATION
    _fields_ = [("base", c_void_p), ("allocation", c_void_p), ("first", c_uint32), ("partition", c_uint32),
                ("size", c_size_t), ("state", c_uint32), ("protection", c_uint32), ("kind", c_uint32)]
kernel = ctypes.windll.kernel32
kernel.OpenProcess.restype = c_void_p
kernel.VirtualQueryEx.argtypes = [c_void_p, c_void_p, c_void_p, c_size_t]
for pid in sys.argv[1:]:
    process, region, at, total = kernel.OpenProcess(0x410, 0, int(pid)), Region(), 0, 0
    while kernel.VirtualQueryEx(process, at, ctypes.byref(region), ctypes.sizeof(region)):
        if region.state == 0x1000 and (region.kind == 0x20000 or region.kind == 0x1000000 and region.protection & 0xcc):
            total += region.size
        at = (region.base or 0) + region.size
    print(total >> 20)
"""
"""MiB that are committed and private, or a program file's and writable: what Windows calls private bytes. What Wine
calls so has the code of all DLLs in it, which Windows shares: 82 MiB of OpenCV, for one.
"""


def private(windows: Windows) -> tuple[int, int]:
    """MiB of the resident program and of its worker."""
    now = windows.status()
    resident, worker = windows.python("-c", PRIVATE, str(now["pid"]), str(now["worker"]["pid"])).stdout.split()
    return int(resident), int(worker)


def live(windows: Windows, file: Path) -> float:
    """Seconds from the start of that gridpilot, which ends again, until its keys are live."""
    log = windows.data / "Cache" / "log" / "daemon.log"
    before = log.read_text("utf-8").count("hotkeys after") if log.exists() else 0
    begun = time.monotonic()
    process = windows.start(file, "run")
    wait_for(lambda: log.exists() and log.read_text("utf-8").count("hotkeys after") > before, 60, "the keys")
    seconds = time.monotonic() - begun
    wait_for(lambda: windows.status().get("worker", {}).get("ready"), 90, "the worker")
    windows.gridpilot("quit")
    process.wait(60)
    return seconds


def fills(windows: Windows, games: Sequence[Game], count: int) -> Iterator[tuple[float, str]]:
    """Seconds from the key to the record of the job, and its outcome; "wrong" where the game has another digit than the
    solution's, or where a board that was called verified is not full. The games take turns.
    """
    chance, answers = random.Random(0), random.Random(0)
    solution = solved_by_search(PUZZLE)
    for number in range(count):
        puzzle, answer = variant(PUZZLE, chance), variant(solution, answers)
        with games[number % len(games)](windows, puzzle) as (_, board):
            before = windows.records()
            windows.desk.hand.hotkey("ctrl+alt+s")
            pressed = time.time()
            record = windows.record_after(before)
            stands = board()
        right = all(sign in (".", digit) for sign, digit in zip(stands, answer, strict=True))
        right = right and (stands == answer or record["outcome"] != "verified")
        outcome = record["outcome"] if right else "wrong"
        if outcome != "verified":
            print(f"board {number}: {outcome}: {record}; {stands} of {answer}", flush=True)
        yield record["ended_at"] - pressed, outcome


def spread(seconds: list[float]) -> str:
    return f"median {statistics.median(seconds):.2f} s, {min(seconds):.2f} to {max(seconds):.2f} (N={len(seconds)})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--boards", type=int, default=0)
    parser.add_argument("--package", type=Path)
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    if given.boards:
        series(given.boards)
    elif given.package:
        packaged(given.package, max(1, given.runs // 4))
    else:
        costs(given.runs)
    print(f"load {os.getloadavg()[0]:.1f}")


def series(count: int) -> None:
    """Boards of the practice game and of Solo, by turns."""
    games = (windows_boards.practice, windows_boards.tathams_solo)
    with program.session(program.installed()) as windows, program.resident(windows):
        done = list(fills(windows, games, count))
    ends = Counter(outcome for _, outcome in done)
    for name, ended in (("practice board", done[::2]), ("Solo", done[1::2])):
        print(f"| {name}: hotkey to the end of the job | {spread([seconds for seconds, _ in ended])} |")
    print(f"| boards verified | {ends['verified']} of {count} |")
    print(f"| with a digit that is not right | {ends['wrong']} |")


def packaged(file: Path, runs: int) -> None:
    with program.session(program.installed()) as windows:
        folder = windows.prefix / "drive_c" / "new"
        shutil.unpack_archive(file, folder)
        files = {"package": next(folder.glob("*/gridpilot.exe")), "unpackaged": windows.scripts / "gridpilot.exe"}
        turns = [[live(windows, each) for each in files.values()] for _ in range(runs)]
    for name, starts in zip(files, zip(*turns, strict=True), strict=True):
        print(f"| {name}: start to keys live | {spread(list(starts))} |")


def costs(runs: int) -> None:
    with program.session(program.installed()) as windows:
        starts = [live(windows, windows.scripts / "gridpilot.exe") for _ in range(max(1, runs // 4))]
        with program.resident(windows):
            first = private(windows)
            done = list(fills(windows, [windows_boards.practice], runs))
            last = private(windows)
    verified = [seconds for seconds, outcome in done if outcome == "verified"]
    print(f"| start to keys live | {spread(starts)} |")
    print(
        f"| hotkey to verified, {PUZZLE.count('.')} blanks | {spread(verified)}; {len(verified)} of {runs} verified |"
    )
    print(f"| silently wrong | {sum(outcome == 'wrong' for _, outcome in done)} |")
    print(f"| resident program, worker: private MiB at the start | {first[0]}, {first[1]} |")
    print(f"| the same after {runs} fills | {last[0]}, {last[1]} |")


if __name__ == "__main__":
    main()
