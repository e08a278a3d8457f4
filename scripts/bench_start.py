"""How long the command line takes to answer: its help, a puzzle as text, the first word of a compilation.

    .venv/bin/python scripts/bench_start.py [--runs 20]

Beside each time stands that of a Python that does nothing, measured in turns with it: on a busy machine, look at both.
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
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("gridpilot"))
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CASES = {
    "--help": (["--help"], 60),
    "solve --text": (["solve", "--text", PUZZLE], 100),
}
FIRST_WORD = 300  # ms, of `play --board` in a home where nothing was compiled yet
QUIET = 25  # ms of a bare Python
BARE = [sys.executable, "-c", "pass"]


def took(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begun) * 1000


def cpu(command: list[str], runs: int) -> float:
    """The least CPU time of some runs, ms: what a busy machine changes least."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times) * 1000


def first_word() -> float:
    """From the start of `play --board` to its first line, in a home of its own; it is ended then."""
    with tempfile.TemporaryDirectory() as home:
        folders = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "STATE", "CACHE")}
        begun = time.perf_counter()
        process = subprocess.Popen(
            [COMMAND, "play", "--board", "2 0 0 4/0 2 0 0/0 0 0 0/2 4 8 16"],
            env={**os.environ, **folders}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            ms = (time.perf_counter() - begun) * 1000
        finally:
            process.kill()
            process.wait()
        if b"compiled" not in line:
            raise RuntimeError(f"no word of the compilation: {line!r}")
        return ms


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    quiet, late = True, []
    timed = {name: (lambda words=words: took([COMMAND, *words]), limit) for name, (words, limit) in CASES.items()}
    timed["play --board, first word"] = (first_word, FIRST_WORD)
    for name, (measure, limit) in timed.items():
        pairs = [(measure(), took(BARE)) for _ in range(runs)]
        ours, bare = (sorted(each) for each in zip(*pairs, strict=True))
        median, floor = statistics.median(ours), statistics.median(bare)
        print(
            f"{name:25} median {median:4.0f} ms, quickest {ours[0]:4.0f} (limit {limit});"
            f" bare Python median {floor:3.0f}, quickest {bare[0]:3.0f}"
        )
        quiet &= floor <= QUIET
        late += [name] if median > limit else []
    least = {name: cpu([COMMAND, *words], runs) for name, (words, _) in CASES.items()} | {
        "bare Python": cpu(BARE, runs)
    }
    print("least CPU time:", ", ".join(f"{name} {ms:.0f} ms" for name, ms in least.items()))
    print(f"load: {' '.join(f'{each:.1f}' for each in os.getloadavg())}; {'quiet' if quiet else 'busy'}")
    return 1 if late and quiet else 0


if __name__ == "__main__":
    sys.exit(main())
