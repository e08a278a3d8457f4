"""Half an hour of gridpilot for Windows under Wine, with a user who interferes and faults between: soak.py's rules.

    .venv/bin/python scripts/soak_windows.py --minutes 30

Practice boards and Solo. Weighed are the processes as Linux sees them: Wine's handles are its server's, whose files
and memory are told at the end. Keys that are down are asked of Windows, too. Exit code 1 when a rule does not hold.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / name) for name in ("daemon", "tests/windows", "tests/desktop", "tests")]

import program  # noqa: E402 - found by the line above
import soak_troubles as troubles  # noqa: E402
import windows_boards  # noqa: E402
from soak import Soak, bugs, report  # noqa: E402
from soak_weights import Weights, memory  # noqa: E402

if TYPE_CHECKING:
    import subprocess

    from program import Windows

COMMON = (
    troubles.press_a_key, troubles.press_escape, troubles.move_the_mouse, troubles.press_the_hotkey_again,
    troubles.close_the_window, troubles.raise_another_window, troubles.pause,
)  # fmt: skip
DEADLY = (troubles.kill_the_worker,)
WARM = 90
"""Boards of a worker before its first measurement: what Wine's heap was given for pictures it neither uses up again nor
gives back. From the 10th board to the 60th what is free in it grows from 20 to 34 MiB, what is in use stays at 9.8, and
so do Python's blocks; then it grows slowly (scripts/MEASURED.md), until the worker is replaced.
"""
PACE = "[pace]\nstep_ms = 10\n"  # so that half a second holds the middle of a fill
KEYS = """
from gridpilot.desktop.windows.api import system
from gridpilot.desktop.windows.keyboard import Keyboard
print(*Keyboard(system()).down())
"""


class Resident:
    """The program as soak.py asks for it; its processes by Linux' numbers."""

    def __init__(self, windows: Windows, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._windows = windows

    def ask(self, verb: str) -> dict[str, Any]:
        with suppress(ValueError):
            return dict(json.loads(self._windows.gridpilot(verb, "--json").stdout))
        return {}

    def newest_record(self) -> Path | None:
        return max(self._windows.records(), default=None)

    def record_after(self, before: Path | None) -> Path | None:
        newest = self.newest_record()
        return newest if newest != before else None

    @property
    def pid(self) -> int:
        return max(self.started_as("gridpilot.exe\0run"), key=memory)  # pip's program starts Python

    def workers(self) -> list[int]:
        return self.started_as("gridpilot.service.worker.loop")

    def started_as(self, words: str) -> list[int]:
        """Of this session."""
        mine = f"WINEPREFIX={self._windows.prefix}\0".encode()
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if words.encode() in (process / "cmdline").read_bytes() and mine in (process / "environ").read_bytes():
                    found.append(int(process.name))
        return found


@dataclass
class Stage(troubles.Stage):
    windows: Windows = field(kw_only=True)

    def held(self) -> list[int]:
        return super().held() + [int(code) for code in self.windows.python("-c", KEYS).stdout.split()]


class Board:
    """As soak.py asks for one."""

    def __init__(self, windows: Windows, game: windows_boards.Game, puzzle: str) -> None:
        self._opened = ExitStack()
        self.window, self.truth = self._opened.enter_context(game(windows, puzzle))

    def close(self) -> None:
        self._opened.close()


@dataclass
class WindowsSoak(Soak):
    stage: Stage

    def _open(self, puzzle: str) -> Board:
        game = self.chance.choice((windows_boards.practice, windows_boards.practice, windows_boards.tathams_solo))
        return Board(self.stage.windows, game, puzzle)


def run(minutes: float, seed: int) -> WindowsSoak:
    with program.session(program.installed(), size=(1400, 1100)) as windows, program.resident(windows) as process:
        (windows.data / "config.toml").write_text(PACE)
        desk, chance, resident = windows.desk, random.Random(seed), Resident(windows, process)
        soak = WindowsSoak(
            Stage(desk, desk, cast("Any", resident), chance, windows=windows),
            chance,
            Weights(desk, WARM),
            common=COMMON,
            deadly=DEADLY,
        )
        before = server(resident)
        soak.go_on(minutes)
        print(f"Wine's server: {before} -> {server(resident)}")
        soak.faults += bugs(windows.data)
        return soak


def server(resident: Resident) -> str:
    """Of Wine's own process, which has all handles."""
    (pid,) = resident.started_as("wineserver")
    return f"{memory(pid):.1f} MiB, {len([*Path(f'/proc/{pid}/fd').iterdir()])} files"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    return report(run(given.minutes, given.seed))


if __name__ == "__main__":
    sys.exit(main())
