"""What gridpilot costs and how quick it is, measured from outside on virtual desktops; a Markdown table.

    .venv/bin/python scripts/bench_fill.py                    all but the long series
    .venv/bin/python scripts/bench_fill.py fill article       some of: fill article abort idle start
    .venv/bin/python scripts/bench_fill.py series --runs 200  cells right over many boards of real games

fill     hotkey released -> last cell verified, on the practice board and in GNOME Sudoku
article  the same board as the first article did it (Tesseract per cell, backtracking, 0.1 s pauses), and the ratio
abort    the user's mouse or Esc -> the last event that gridpilot injected (on Xephyr, where the user's hand is real)
idle     memory (PSS), CPU time and wake-ups of the waiting daemon, and of its worker
start    start of the program -> hotkeys live

No figure is gridpilot's own word alone: the games' files say what stands on the board, the X server what was injected.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bench_abort
import bench_article
import setup_debian
from boards import GAMES, PUZZLE, Board, solved, variant
from resident import Resident, logs
from virtual import desktop, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from virtual import Desktop

STAGES = ("capture", "detect", "read", "solve", "wait", "fill", "verify", "total")
KINDS = ("fill", "article", "abort", "idle", "start", "series")
CACHE = Path(__file__).parents[1] / ".cache" / "bench"
NOT_DONE = "not done"  # the game or its focus did not come: the bench's fault, not a job of gridpilot's
HELD = 0.05  # seconds that the hotkey is held down


@dataclass(frozen=True)
class Job:
    """`seconds` from the hotkey's release to the last cell verified, `right` of `blanks` cells by the game's file."""

    seconds: float
    outcome: str
    right: int
    blanks: int
    ms: dict[str, float]

    @property
    def silently_wrong(self) -> int:
        """Cells that are wrong although gridpilot says verified: there must be none."""
        return self.blanks - self.right if self.outcome == "verified" else 0


def solution(puzzle: str) -> str:
    board = [0 if mark == "." else int(mark) for mark in puzzle]
    bench_article.solve(board)
    return "".join(map(str, board))


def press_and_wait(desk: Desktop, resident: Resident, board: Board, puzzle: str) -> Job:
    """Presses the hotkey as a user does, with the board in focus, and waits for the record of the job."""
    time.sleep(0.3)  # a user looks before pressing; the game draws
    before = resident.newest_record()
    desk.hand.hotkey("ctrl+alt+s", held=HELD)
    released = time.time()
    facts: dict[str, Any] = {"outcome": "no record", "ended_at": released, "ms": {}}
    with suppress(TimeoutError):
        record = wait_for(lambda: resident.record_after(before), 60, "the job's record")
        facts = json.loads(record.read_text("utf-8"))
    truth, want = board.truth(), solution(puzzle)
    blanks = [i for i, mark in enumerate(puzzle) if mark == "."]
    right = sum(truth[i] == want[i] for i in blanks)
    if facts["outcome"] == "verified" and right == len(blanks) and not solved(truth, puzzle):
        raise AssertionError("the bench's own solution is wrong")
    return Job(facts["ended_at"] - released, facts["outcome"], right, len(blanks), facts["ms"])


def jobs(desk: Desktop, resident: Resident, game: str, count: int, seed: int = 0) -> Iterator[Job]:
    """`count` new boards, filled one after another; a game that does not start or get the focus is counted too."""
    chance = random.Random(seed)
    for number in range(count):
        puzzle = variant(PUZZLE, chance)
        board = None
        try:
            board = GAMES[game](desk, puzzle)
            desk.focus(board.window)
            yield press_and_wait(desk, resident, board, puzzle)
        except TimeoutError as fault:
            CACHE.mkdir(parents=True, exist_ok=True)
            picture = desk.screenshot(CACHE / f"{game}-{number}.png")
            print(f"{game}, board {number}: {fault}; see {picture}\n{logs(desk)}", file=sys.stderr, flush=True)
            yield Job(0.0, NOT_DONE, 0, puzzle.count("."), {})
        finally:
            if board is not None:
                board.close()


def table(rows: Iterable[tuple[str, str]]) -> None:
    print("\n| figure | measured |\n|---|---|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    sys.stdout.flush()


def spread(values: list[float], unit: str = "ms", scale: float = 1000) -> str:
    if not values:
        return "none"
    ordered = sorted(value * scale for value in values)
    tail = ordered[min(len(ordered) - 1, round(0.9 * len(ordered)))]
    return f"median {statistics.median(ordered):.0f} {unit}, p90 {tail:.0f}, worst {ordered[-1]:.0f} (N={len(ordered)})"


def fill_rows(done: list[Job], game: str) -> Iterator[tuple[str, str]]:
    yield (
        f"{game}: hotkey released -> verified, {done[0].blanks} blanks",
        spread([job.seconds for job in done if job.outcome == "verified"]),
    )
    yield f"{game}: outcome", tally(done)
    medians = {stage: statistics.median(job.ms.get(stage, 0.0) for job in done if job.ms) for stage in STAGES}
    yield f"{game}: stages, median ms", ", ".join(f"{stage} {value:.0f}" for stage, value in medians.items())


def tally(all_jobs: list[Job]) -> str:
    done = [job for job in all_jobs if job.outcome != NOT_DONE]
    right, blanks = sum(job.right for job in done), sum(job.blanks for job in done)
    verified, silent = sum(job.outcome == "verified" for job in done), sum(job.silently_wrong for job in done)
    text = f"{verified} of {len(done)} verified; {right} of {blanks} cells right; {silent} silently wrong"
    return text + (f"; {len(all_jobs) - len(done)} not started by the bench" if len(done) < len(all_jobs) else "")


def bench_fill(given: argparse.Namespace) -> None:
    """Both games in one run with one daemon, and the article's way beside it when asked for."""
    medians = {}
    games = given.games or ("practice", "gnome-sudoku")
    with desktop(wm=given.wm, tray=True) as desk, Resident(desk) as resident:
        for game in games:
            done = list(jobs(desk, resident, game, given.runs or 20))
            if all(job.outcome == "verified" for job in done):  # a job that did not fill is no time to compare with
                medians[game] = HELD + statistics.median(job.seconds for job in done)  # from the press
            table(fill_rows(done, game))
        resident.quit()  # the article's clicks and keys must not meet a hotkey
        if "article" in given.kinds:
            table(article_rows(desk, given.article_runs, medians))


def article_rows(desk: Desktop, count: int, medians: dict[str, float]) -> Iterator[tuple[str, str]]:
    for game, ours in medians.items():
        runs = []
        for _ in range(count):
            board = GAMES[game](desk, PUZZLE)
            desk.focus(board.window)
            time.sleep(0.5)
            box = where(desk)
            runs.append(bench_article.run(desk, box, PUZZLE))
            right = sum(a == b for a, b in zip(board.truth(), solution(PUZZLE), strict=True))
            board.close()
        mean = statistics.median(run.total for run in runs)
        parts = ", ".join(
            f"{part} {statistics.median(getattr(r, part) for r in runs):.2f}" for part in ("read", "solve", "fill")
        )
        yield f"{game}: the first article's way", f"{mean:.1f} s ({parts}; N={count}); {right} of 81 cells right"
        yield f"{game}: cells that Tesseract misread", ", ".join(str(run.misread) for run in runs)
        yield f"{game}: ratio, both from the start to the end", f"{mean / ours:.0f} times"


def where(desk: Desktop) -> tuple[float, float, float, float]:
    """Where the board is on the screen: the article's author measured it by hand, here gridpilot's reader is asked."""
    picture = desk.screenshot(desk.home / "screen.png")
    command = [sys.executable, "-m", "gridpilot", "read", str(picture), "--json"]
    found = json.loads(subprocess.run(command, env=desk.env, capture_output=True, text=True).stdout)
    x0, y0, x1, y1 = found["box"]
    return x0, y0, x1, y1


def bench_idle(given: argparse.Namespace) -> None:
    with desktop(wm=given.wm, tray=True) as desk, Resident(desk) as resident:
        table(idle_rows(resident, given.idle))


def idle_rows(resident: Resident, seconds: float) -> list[tuple[str, str]]:
    time.sleep(15)  # the worker warms up; then nothing happens
    daemon, workers = resident.pid, resident.workers()
    before = {pid: resident.account(pid) for pid in (daemon, *workers)}
    time.sleep(seconds)
    rows = []
    for name, pid in (("daemon", daemon), *(("worker", worker) for worker in workers)):
        cpu, wakes = (b - a for a, b in zip(before[pid], resident.account(pid), strict=True))
        rows.append((f"{name}: memory (PSS), idle", f"{resident.pss(pid):.1f} MiB"))
        rows.append((f"{name}: CPU, wake-ups in {seconds:.0f} s idle", f"{cpu * 1000:.0f} ms, {wakes}"))
    return rows


def bench_start(given: argparse.Namespace) -> None:
    times = []
    with desktop(wm=given.wm, tray=True) as desk:
        for _ in range(given.runs or 10):
            with Resident(desk) as resident:
                times.append(resident.live_after)
                resident.quit()
    table([("start of the program -> hotkeys live", spread(times))])


def bench_series(given: argparse.Namespace) -> None:
    """Many boards, a new one each time, under two window managers."""
    total, games = given.runs or 200, given.games or list(GAMES)
    share = max(1, total // (2 * len(games)))
    everything: list[Job] = []
    rows: list[tuple[str, str]] = []
    for wm in ("openbox", "xfwm4"):
        with desktop(wm=wm) as desk, Resident(desk) as resident:
            for game in games:
                done = list(jobs(desk, resident, game, share, seed=len(everything)))
                for job in done:
                    if job.outcome != "verified" or job.right != job.blanks:
                        print(f"{wm} {game}: {job}", flush=True)
                rows.append(
                    (
                        f"{game} under {wm}: hotkey released -> verified",
                        spread([job.seconds for job in done if job.outcome == "verified"]),
                    )
                )
                rows.append((f"{game} under {wm}: outcome", tally(done)))
                everything += done
                print(f"{game} under {wm}: {tally(done)}", flush=True)
    table([*rows, ("all games", tally(everything))])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help=f"any of {', '.join(KINDS)}; all but series by default")
    parser.add_argument("--runs", type=int, default=0, help="how often each is repeated")
    parser.add_argument("--article-runs", type=int, default=3)
    parser.add_argument("--games", nargs="+", choices=GAMES, help="practice and gnome-sudoku by default; series: all")
    parser.add_argument("--wm", default="openbox")
    parser.add_argument("--idle", type=float, default=60.0, help="seconds of idling that are watched")
    given = parser.parse_args()
    if unknown := set(given.kinds) - set(KINDS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(KINDS)}")
    given.kinds = given.kinds or list(KINDS[:-1])
    try:
        setup_debian.provide(list(setup_debian.TESTS), "The benches drive real programs on virtual displays")
    except setup_debian.SetupError as fault:
        print(fault)
        return 3
    load, cores = os.getloadavg()[0], os.cpu_count()
    command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])
    print(f"`python scripts/{command}`; {cores} cores, load {load:.1f} at start")
    if {"fill", "article"} & set(given.kinds):
        bench_fill(given)
    if "abort" in given.kinds:
        bench_abort.main(given, table, spread)
    if "idle" in given.kinds:
        bench_idle(given)
    if "start" in given.kinds:
        bench_start(given)
    if "series" in given.kinds:
        bench_series(given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
