"""First presses on all kinds of sudoku windows that the tests know: verified, mistakes counted by the game, time.

    .venv/bin/python scripts/bench_first_press.py [--boards 3] [--seed 1] [--kind PART_OF_ITS_NAME] [--keep FOLDER]

The real hotkey is pressed on each, in a home where nothing of the kind is learnt yet. The times are gridpilot's own,
from the key to the last cell verified. `--keep` leaves records and screenshots there.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "desktop"))

from kinds import KINDS, SAID, FirstPress, first_press, kinds_session, random_puzzle

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def line(kind: str, presses: list[FirstPress], sentence: str) -> str:
    """`sentence`: what gridpilot is to say where it is to stop."""
    outcomes = [press.ended["outcome"] for press in presses]
    well = sum(press.well or bool(sentence and sentence in press.ended["sentence"]) for press in presses)
    seconds = statistics.median(press.ended["ms"]["total"] / 1000 for press in presses)
    mistakes = sum(press.mistakes for press in presses)
    verified = f"{outcomes.count('verified')} of {len(outcomes)}" if not sentence else f"said {well} of {len(presses)}"
    return f"| {kind} | {verified} | {mistakes} | {seconds:.2f} s |"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--boards", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--kind", default="")
    options.add_argument("--keep", type=Path)
    given = options.parse_args()
    kinds = {kind: (words, "") for kind, words in KINDS.items()} | SAID
    print("| kind | verified | mistakes | median time |\n| --- | --- | --- | --- |", flush=True)
    with kinds_session() as play:
        for kind, (words, sentence) in kinds.items():
            if given.kind not in kind:
                continue
            chance = random.Random(f"{given.seed} {kind}")
            presses: list[FirstPress] = []
            for board in range(given.boards):
                title = f"{kind} {LETTERS[board]}"  # nothing that was learnt of one board's window holds for the next
                presses.append(press := first_press(play, title, words, random_puzzle(chance, words)))
                if given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    play.desk.screenshot(given.keep / f"{title}.png")
                    record = play.resident.newest_record()
                    shutil.copytree(record.parent, given.keep / title, dirs_exist_ok=True)
                if not press.well and not sentence:
                    print(f"  {title}: {press.ended['sentence']}", file=sys.stderr)
            print(line(kind, presses, sentence), flush=True)


if __name__ == "__main__":
    main()
