"""Steps of the resident program's model by the million: whatever may happen, in any order, with new seeds each time.

    .venv/bin/python scripts/soak_machine.py                       a million steps; goes on where it was stopped
    .venv/bin/python scripts/soak_machine.py --steps 20000 --anew

What holds after each step stands in tests/fakes/resident/machine.py; the tests do 10,000 of them. After each round of
some 5,000 it is written down how far it is. Exit code 1 when something did not hold: hypothesis tells the steps, as few
as it finds that show it.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / name) for name in ("daemon", "tests")]

from fakes.resident.machine import Resident  # noqa: E402 - found by the line above
from hypothesis import HealthCheck, Phase, seed, settings  # noqa: E402
from hypothesis.stateful import run_state_machine_as_test  # noqa: E402
from setup_venv import CACHE  # noqa: E402

EXAMPLES, STEPS = 50, 100


def round_of(number: int) -> Counter[str]:
    """What was done in one round; raises AssertionError when something did not hold."""
    Resident.counts.clear()
    how = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(seed(number)(Resident), settings=how)
    return Resident.counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first round; each has the next one")
    parser.add_argument("--anew", action="store_true", help="forgets how far an earlier run came")
    parser.add_argument("--state", type=Path, help="the file that remembers it; by default one for each first seed")
    given = parser.parse_args()
    state = given.state or CACHE / f"soak_machine_{given.seed}.json"
    logging.disable(logging.CRITICAL)
    done: dict[str, int] = {}
    if state.exists() and not given.anew:
        done = json.loads(state.read_text("utf-8"))
    counts = Counter(done)
    while counts["steps"] < given.steps:
        began, number = time.monotonic(), given.seed + counts["rounds"]
        try:
            counts += round_of(number)
        except BaseException:
            print(f"seed {number}, after {counts['steps']} steps that held:", flush=True)
            raise
        counts += Counter(rounds=1, seconds=round(time.monotonic() - began))
        state.parent.mkdir(parents=True, exist_ok=True)
        state.write_text(json.dumps(counts, indent=1), "utf-8")
        print(f"{counts['steps']} steps, {counts['rounds']} rounds, {counts['seconds']} s", flush=True)
    print(json.dumps(dict(sorted(counts.items())), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
