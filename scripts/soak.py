"""Hours of use in minutes: one resident gridpilot, board after board, with a user who interferes and faults between.

    .venv/bin/python scripts/soak.py                  an hour
    .venv/bin/python scripts/soak.py --minutes 5      as the tests do

Every few seconds a board is opened (another game, theme, place and puzzle), the hotkey is pressed, and with some
chance somebody presses a key, moves the mouse, closes or covers the window, changes the screen's resolution, restarts
the tray, fills the disk, pauses gridpilot, or kills or stops its worker. After each: no key or button is down, nothing
on the board is wrong that gridpilot typed, what it calls verified is solved by the game's own word, and gridpilot
rests. In the end each process holds what it held after its first boards: memory (PSS, within 5 %), file descriptors,
threads, X resources. Exit code 1 when one of these does not hold.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import setup_debian
from bench_fill import solution
from boards import PUZZLE, GnomeSudoku, Practice, solved, variant
from resident import Resident, logs
from soak_troubles import COMMON, DEADLY, Stage, nothing
from soak_weights import Weights
from virtual import desktop, nested, wait_for

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boards import Board
    from soak_troubles import Trouble

TROUBLED = 0.5  # of the boards
FATAL = 45, 150  # the first board that the worker does not survive, and so many to the next: it shall live and grow
LOOKS = [("--light",), ("--dark",), ("--dark", "--scale", "1.5"), ("--light", "--scale", "0.8")]


@dataclass
class Soak:
    stage: Stage
    chance: random.Random
    weights: Weights
    answer: str = field(default_factory=lambda: solution(PUZZLE))
    faults: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)  # of the boards that nobody disturbed
    said: str = ""  # of the latest job
    common: Sequence[Trouble] = COMMON
    deadly: Sequence[Trouble] = DEADLY

    def go_on(self, minutes: float, boards: int = 0) -> None:
        """For so long, for so many boards, and until the processes have been weighed often enough."""
        deadline = time.monotonic() + 60 * minutes
        number = 0
        while time.monotonic() < deadline or number < boards or not self.weights.enough():
            self.board(number)
            number += 1

    def board(self, number: int) -> None:
        shuffle = self.chance.getstate()
        puzzle = variant(PUZZLE, self.chance)
        self.chance.setstate(shuffle)
        answer = variant(self.answer, self.chance)
        desk, resident = self.stage.desk, self.stage.resident
        board = self._open(puzzle)
        try:
            desk.focus(board.window)
            time.sleep(0.3)
            trouble = self._trouble(number)
            name = trouble.__name__.replace("_", " ")
            before = resident.newest_record()
            desk.hand.hotkey("ctrl+alt+s")
            trouble(self.stage, board)
            outcome = self._ended(before)
            self.ends[f"{name}: {outcome}"] += 1
            print(f"board {number}: {name}: {outcome}", flush=True)
            self._judge(f"board {number}, {name}", outcome, board, puzzle, answer)
            if trouble is nothing and outcome != "verified":
                told = f"{resident.ask('last')}\n{logs(desk)}"
                self.faults.append(f"board {number}: nobody interfered, but {outcome}: {told}")
        finally:
            board.close()
        self.stage.restore()
        self._ready_again(number)
        self.weights.note(resident)

    def _trouble(self, number: int) -> Trouble:
        first, later = FATAL
        if number % later == first:
            return self.chance.choice(self.deadly)
        return self.chance.choice(self.common) if self.chance.random() < TROUBLED else nothing

    def _open(self, puzzle: str) -> Board:
        desk = self.stage.desk
        if self.chance.random() < 0.25:
            return GnomeSudoku.open(desk, puzzle)
        place = f"+{self.chance.randrange(200)}+{self.chance.randrange(150)}"
        return Practice.open(desk, puzzle, *self.chance.choice(LOOKS), "--geometry", place)

    def _ended(self, before: Path | None) -> str:
        """The outcome of the job; "none" when there is no record: paused, or no room for one."""
        with suppress(TimeoutError):
            record = wait_for(lambda: self.stage.resident.record_after(before), self.stage.patience, "a record")
            facts = json.loads(record.read_text("utf-8"))
            if facts["outcome"] == "verified":
                self.seconds.append(facts["ms"]["total"] / 1000)
            self.said = str(facts["sentence"])
            return str(facts["outcome"])
        self.said = ""
        return "none"

    def _judge(self, what: str, outcome: str, board: Board, puzzle: str, answer: str) -> None:
        with suppress(TimeoutError):
            wait_for(lambda: not self.stage.held(), 3, "keys to be let go")
        if held := self.stage.held():
            self.faults.append(f"{what}: left down {held}")
        if board.window not in self.stage.desk.windows():
            return  # it was closed
        truth = board.truth()
        if outcome == "verified" and not solved(truth, puzzle):
            self.faults.append(f"{what}: called verified, but {truth}")
        if wrong := [i for i, mark in enumerate(truth) if mark not in (".", answer[i])]:
            where = f"{type(board).__name__}: {outcome}, wrong at {wrong}: {truth} is not {answer}"
            self.faults.append(f"{what}, {where}; it said: {self.said}")

    def _ready_again(self, number: int) -> None:
        """The program must be there and at rest; whoever paused it resumes it."""
        resident = self.stage.resident
        if resident.process.poll() is not None:
            raise RuntimeError(f"gridpilot ended with {resident.process.returncode} at board {number}")
        resident.ask("resume")

        def rests() -> bool:
            status = resident.ask("status")
            return bool(status and status["worker"]["ready"] and not status["busy"])

        wait_for(rests, 30, f"gridpilot to be ready after board {number}")


def run(seed: int, minutes: float = 0.0, boards: int = 0) -> Soak:
    """Opens boards, see `Soak.go_on`. Raises when gridpilot ends or does not come to rest."""
    with (
        desktop(wm="none", bus=False) as outer,
        nested(outer, wm="openbox") as desk,
        Resident(desk) as resident,
    ):
        chance = random.Random(seed)
        stage = Stage(outer, desk, resident, chance)
        stage.start_tray()
        soak = Soak(stage, chance, Weights(desk))
        soak.go_on(minutes, boards)
        soak.faults += bugs(desk.home)
        return soak


def bugs(home: Path) -> list[str]:
    """What went wrong behind the scenes: a fault that is expected gets one line in the log, no stack."""
    logs = [*home.rglob("daemon.log*"), *home.rglob("worker.log*"), *home.rglob("worker-output.log")]
    return [f"{log.name}: a stack trace" for log in logs if "Traceback" in log.read_text("utf-8", "replace")]


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
    return report(run(given.seed, given.minutes))


def report(soak: Soak) -> int:
    """Prints it; the exit code."""
    for name, count in sorted(soak.ends.items()):
        print(f"{count:5}  {name}")
    for line in soak.weights.table():
        print(line)
    if soak.seconds:
        print(f"verified: median {statistics.median(soak.seconds):.2f} s, worst {max(soak.seconds):.2f} s")
    faults = soak.faults + soak.weights.growth()
    print(f"{soak.ends.total()} boards, {len(faults)} faults", *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
