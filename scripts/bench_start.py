"""How long the command line takes to answer: its help, a puzzle as text, a move of 2048.

    .venv/bin/python scripts/bench_start.py [--runs 20] [--beside CHECKOUT]

Beside each time stands that of a Python that does nothing, measured in turns with it: on a busy machine, look at both.
Bytecode is kept in a folder of the bench's own, as it is for everybody who has installed gridpilot; --beside names
another checkout, whose code is measured in turns with this one's.
Exit 1 where a median is above its limit and the machine is quiet (a bare Python within 25 ms).
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMAND = str(Path(sys.executable).with_name("gridpilot"))
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CASES = {
    "--help": (["--help"], 60),
    "solve --text": (["solve", "--text", PUZZLE], 100),
    "play --board": (["play", "--board", "2 0 0 4/0 2 0 0/0 0 0 0/2 4 8 16"], 1500),
}
QUIET = 25  # ms of a bare Python
BARE = [sys.executable, "-c", "pass"]
Environ = dict[str, str]


def environment(bytecode: str, checkout: Path) -> Environ:
    """That of a user, with the code of that checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": bytecode, "PYTHONPATH": str(checkout / "daemon")}


def took(command: list[str], environ: Environ) -> float:
    begun = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environ)
    return (time.perf_counter() - begun) * 1000


def cpu(command: list[str], environ: Environ) -> float:
    """CPU time, ms: a busy machine changes it less than the time by the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--beside", type=Path, help="another checkout")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as bytecode:
        checkouts = [ROOT] + ([given.beside] if given.beside else [])
        return measured({place: environment(bytecode, place) for place in checkouts}, given.runs)


def measured(environs: dict[Path, Environ], runs: int) -> int:
    quiet, late = True, []
    timed = {name: (partial(took, [COMMAND, *words]), limit) for name, (words, limit) in CASES.items()}
    for name, (measure, limit) in timed.items():
        rounds = [[*map(measure, environs.values()), took(BARE, {**os.environ})] for _ in range(1 + runs)][1:]
        *ours, bare = (sorted(each) for each in zip(*rounds, strict=True))
        floor = statistics.median(bare)
        for place, times in zip(environs, ours, strict=True):
            print(
                f"{name:25} median {statistics.median(times):4.0f} ms, quickest {times[0]:4.0f} (limit {limit});"
                f" bare Python median {floor:3.0f}, quickest {bare[0]:3.0f}; {place.name}"
            )
        quiet &= floor <= QUIET
        late += [name] if statistics.median(ours[0]) > limit else []
    commands = {name: [COMMAND, *words] for name, (words, _) in CASES.items()} | {"bare Python": BARE}
    for name, command in commands.items():
        rounds = [[cpu(command, environ) for environ in environs.values()] for _ in range(runs)]
        least = (f"{min(times):.0f} ms" for times in zip(*rounds, strict=True))
        print(f"least CPU time of {name}:", ", ".join(least))
    print(f"load: {' '.join(f'{each:.1f}' for each in os.getloadavg())}; {'quiet' if quiet else 'busy'}")
    return 1 if late and quiet else 0


if __name__ == "__main__":
    sys.exit(main())
