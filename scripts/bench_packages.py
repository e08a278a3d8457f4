"""What a package costs beside another way to run gridpilot: size, start, memory, the first move of 2048.

    .venv/bin/python scripts/bench_packages.py [--runs 7] NAME=COMMAND ...

    folder=dist/unpacked/gridpilot-0.1.0/gridpilot  "checkout=.venv/bin/python -m gridpilot"

All are measured in turns on one virtual desktop: from the start to the line that says that the keys are live; then the
memory (PSS, MiB) of the resident program and of its worker; then `play --board` in a home that is new each time.
"""

from __future__ import annotations

import argparse
import json
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from programs import end, wait_for
from resident import Resident
from virtual import desktop

if TYPE_CHECKING:
    from virtual import Desktop

BOARD = "2 0 0 4/0 2 0 0/0 0 0 0/2 4 8 16"


def fresh(desk: Desktop, home: Path) -> dict[str, str]:
    """The environment of a user whose home is new."""
    folders = {f"XDG_{name}_HOME": str(home / name) for name in ("CONFIG", "STATE", "CACHE", "DATA")}
    (home / "run").mkdir(mode=0o700)
    return {**desk.env, **folders, "HOME": str(home), "XDG_RUNTIME_DIR": str(home / "run"), "PYTHONUNBUFFERED": "1"}


def started(desk: Desktop, command: list[str]) -> tuple[float, float, float]:
    """Seconds until the keys are live; MiB of the resident program, and of its worker."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        env, output = fresh(desk, Path(name)), Path(name) / "said"

        def status() -> dict[str, dict[str, object]]:
            done = subprocess.run([*command, "status", "--json"], env=env, capture_output=True, text=True)
            return dict(json.loads(done.stdout)) if done.returncode == 0 else {}

        begun = time.perf_counter()
        with output.open("wb") as said:
            process = subprocess.Popen([*command, "run"], env=env, stdout=said, start_new_session=True)
        try:
            while b"hotkey" not in output.read_bytes() and process.poll() is None:
                time.sleep(0.005)
            live = time.perf_counter() - begun
            wait_for(lambda: status().get("worker", {}).get("ready"), 60, "the worker")
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii").split()
            return live, Resident.pss(process.pid), max(Resident.pss(int(child)) for child in children)
        finally:
            subprocess.run([*command, "quit"], env=env, capture_output=True)
            end(process)


def first_move(desk: Desktop, command: list[str]) -> float:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        env = fresh(desk, Path(name))
        begun = time.perf_counter()
        subprocess.run([*command, "play", "--board", BOARD], env=env, check=True, capture_output=True)
        return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="+", metavar="NAME=COMMAND")
    parser.add_argument("--runs", type=int, default=7)
    given = parser.parse_args()
    commands = {name: shlex.split(words) for name, _, words in (each.partition("=") for each in given.commands)}
    rows: dict[str, list[tuple[float, ...]]] = {name: [] for name in commands}
    with desktop() as desk:
        for turn in range(given.runs + 1):
            for name, command in commands.items():
                row = (*started(desk, command), first_move(desk, command))
                if turn:  # the first one fills the system's cache of files
                    rows[name].append(row)
    for name, measured in rows.items():
        live, resident, worker, move = (statistics.median(column) for column in zip(*measured, strict=True))
        print(f"{name}: keys live {live:.2f} s; PSS {resident:.0f} and {worker:.0f} MiB; first move {move:.2f} s")


if __name__ == "__main__":
    sys.exit(main())
