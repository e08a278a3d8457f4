"""Hours of use in minutes: one resident gridpilot, board after board, with a user who interferes and faults between.

    .venv/bin/python scripts/soak.py                an hour
    .venv/bin/python scripts/soak.py --minutes 5    as the tests do

Every few seconds a board is opened (another game, theme, place and puzzle), the hotkey is pressed, and with some chance
somebody presses a key, moves the mouse, closes or covers the window, pauses gridpilot or kills its worker. After each:
no key or button is down, nothing on the board is wrong that gridpilot typed, and what it calls verified is solved by
the game's own word. In the end memory, file descriptors, threads and X resources must be where they were after the
first boards. Exit code 1 when one of these does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import setup_debian
from bench_fill import solution
from boards import PUZZLE, GnomeSudoku, Practice, solved, variant
from resident import Resident
from virtual import desktop, nested, wait_for
from Xlib.ext import res

if TYPE_CHECKING:
    from collections.abc import Callable

    from boards import Board
    from virtual import Desktop

WARM = 8  # boards before the first measurement: libraries, caches and pools have their size by then
GROWTH = 0.05  # of the memory after warm-up
SPARE = 2.0  # MiB that a process may differ by without that being growth
LOOKS = [("--light",), ("--dark",), ("--dark", "--scale", "1.5"), ("--light", "--scale", "0.8")]


@dataclass(frozen=True)
class Weight:
    """What the two processes hold: MiB, and counts."""

    daemon: float
    worker: float
    descriptors: int
    threads: int
    x_resources: int


@dataclass
class Soak:
    """`user` is the hand on the outer display: for gridpilot a real keyboard and mouse."""

    outer: Desktop
    desk: Desktop
    resident: Resident
    chance: random.Random
    answer: str = field(default_factory=lambda: solution(PUZZLE))
    faults: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    weights: list[Weight] = field(default_factory=list)

    def board(self, number: int) -> None:
        shuffle = self.chance.getstate()
        puzzle = variant(PUZZLE, self.chance)
        self.chance.setstate(shuffle)
        answer = variant(self.answer, self.chance)
        board = self._open(puzzle)
        try:
            self.desk.focus(board.window)
            time.sleep(0.3)
            name = self.chance.choice(sorted(TROUBLES)) if self.chance.random() < 0.5 else "nothing"
            before = self.resident.newest_record()
            self.desk.hand.hotkey("ctrl+alt+s")
            TROUBLES[name](self, board)
            outcome = self._ended(before)
            self.ends[f"{name}: {outcome}"] += 1
            print(f"board {number}: {name}: {outcome}", flush=True)
            self._judge(f"board {number}, {name}", outcome, board, puzzle, answer)
        finally:
            board.close()
        self._ready_again(number)

    def pause_before(self) -> None:
        """The trouble may come at any moment of a job, or just after it."""
        time.sleep(self.chance.random() * 0.5)

    def _open(self, puzzle: str) -> Board:
        if self.chance.random() < 0.25:
            return GnomeSudoku.open(self.desk, puzzle)
        place = f"+{self.chance.randrange(200)}+{self.chance.randrange(150)}"
        return Practice.open(self.desk, puzzle, *self.chance.choice(LOOKS), "--geometry", place)

    def _ended(self, before: Path | None) -> str:
        """The outcome of the job; "none" when it was not even begun, as while paused."""
        with suppress(TimeoutError):
            record = wait_for(lambda: self.resident.record_after(before), 15, "a record")
            return str(json.loads(record.read_text("utf-8"))["outcome"])
        return "none"

    def _judge(self, what: str, outcome: str, board: Board, puzzle: str, answer: str) -> None:
        with suppress(TimeoutError):
            wait_for(lambda: not self.desk.hand.held(), 3, "keys to be let go")
        if held := self.desk.hand.held():
            self.faults.append(f"{what}: left down {held}")
        if board.window not in self.desk.windows():
            return  # it was closed
        truth = board.truth()
        if outcome == "verified" and not solved(truth, puzzle):
            self.faults.append(f"{what}: called verified, but {truth}")
        if wrong := [i for i, mark in enumerate(truth) if mark not in (".", answer[i])]:
            self.faults.append(f"{what}: wrong digits at {wrong}, outcome {outcome}")

    def _ready_again(self, number: int) -> None:
        """The program must be there and at rest; whoever paused it resumes it."""
        if self.resident.process.poll() is not None:
            raise RuntimeError(f"gridpilot ended with {self.resident.process.returncode} at board {number}")
        self.resident.ask("resume")

        def rests() -> bool:
            status = self.resident.ask("status")
            return bool(status and status["worker"]["ready"] and not status["busy"])

        wait_for(rests, 30, f"gridpilot to be ready after board {number}")

    def weigh(self) -> None:
        both = daemon, worker = self.resident.pid, self.resident.workers()[0]
        self.weights.append(
            Weight(
                self.resident.pss(daemon),
                self.resident.pss(worker),
                *(sum(len([*Path(f"/proc/{pid}/{what}").iterdir()]) for pid in both) for what in ("fd", "task")),
                x_resources(self.desk, {*both}),
            )
        )


def x_resources(desk: Desktop, pids: set[int]) -> int:
    """Windows, contexts, pixmaps and the like that the X server keeps for these processes."""
    display = desk.display
    total = 0
    for client in display.res_query_clients().clients:
        answer = display.res_query_client_ids([{"client": client.resource_base, "mask": res.LocalClientPIDMask}])
        if any(value in pids for each in answer.ids for value in each.value):
            total += sum(kind.count for kind in display.res_query_client_resources(client.resource_base).types)
    return total


def press_a_key(soak: Soak, _board: Board) -> None:
    soak.pause_before()
    soak.outer.hand.tap("z")


def press_escape(soak: Soak, _board: Board) -> None:
    soak.pause_before()
    soak.outer.hand.tap("esc")


def move_the_mouse(soak: Soak, _board: Board) -> None:
    soak.pause_before()
    x, y = soak.outer.hand.pointer()
    for step in range(1, 6):
        soak.outer.hand.move(x + 10 * step, y + 6 * step)


def press_the_hotkey_again(soak: Soak, _board: Board) -> None:
    soak.pause_before()
    soak.desk.hand.hotkey("ctrl+alt+s")


def close_the_window(soak: Soak, board: Board) -> None:
    soak.pause_before()
    soak.desk.close_window(board.window, wait=False)


def raise_another_window(soak: Soak, _board: Board) -> None:
    """The new window takes the focus; what is typed now must not go there."""
    soak.pause_before()
    soak.desk.start(["xterm", "-e", "sleep", "2"])


def pause(soak: Soak, _board: Board) -> None:
    soak.pause_before()
    soak.resident.ask("pause")


def kill_the_worker(soak: Soak, _board: Board) -> None:
    soak.pause_before()
    os.kill(soak.resident.workers()[0], signal.SIGKILL)


def nothing(_soak: Soak, _board: Board) -> None:
    pass


TROUBLES: dict[str, Callable[[Soak, Board], None]] = {
    each.__name__.replace("_", " "): each
    for each in (
        press_a_key, press_escape, move_the_mouse, press_the_hotkey_again, close_the_window, raise_another_window,
        pause, kill_the_worker, nothing,
    )
}  # fmt: skip


def run(minutes: float, seed: int) -> Soak:
    """Opens boards until the time is up. Raises when gridpilot ends or does not come to rest."""
    with (
        desktop(wm="none", bus=False) as outer,
        nested(outer, wm="openbox", tray=True) as desk,
        Resident(desk) as resident,
    ):
        soak = Soak(outer, desk, resident, random.Random(seed))
        deadline = time.monotonic() + 60 * minutes
        number = 0
        while time.monotonic() < deadline or number <= WARM:
            soak.board(number)
            number += 1
            if number >= WARM:
                soak.weigh()
        return soak


def growth(soak: Soak) -> list[str]:
    """What is larger at the end than it was after the warm-up; middle values of a few boards each."""
    few = max(1, min(5, len(soak.weights) // 2))
    grown = []
    for name in ("daemon", "worker", "descriptors", "threads", "x_resources"):
        first, last = (
            statistics.median(getattr(weight, name) for weight in part)
            for part in (soak.weights[:few], soak.weights[-few:])
        )
        print(f"{name:12} {first:8.1f} -> {last:8.1f}")
        spare = SPARE if name in {"daemon", "worker"} else 1
        if last > first * (1 + GROWTH) + spare:
            grown.append(f"{name} grew from {first:.1f} to {last:.1f}")
    return grown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        setup_debian.provide(list(setup_debian.TESTS), "The soak drives real programs on virtual displays")
    except setup_debian.SetupError as fault:
        print(fault)
        return 3
    soak = run(given.minutes, given.seed)
    for name, count in sorted(soak.ends.items()):
        print(f"{count:5}  {name}")
    faults = soak.faults + growth(soak)
    print(f"{soak.ends.total()} boards, {len(faults)} faults", *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
