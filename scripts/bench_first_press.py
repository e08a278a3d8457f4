"""First presses on all kinds of sudoku windows that the tests know: verified, mistakes counted by the game, time.

    .venv/bin/python scripts/bench_first_press.py [--boards 3] [--seed 1] [--kind PART_OF_ITS_NAME] [--keep FOLDER]
    .venv/bin/python scripts/bench_first_press.py --random 100 [--seed 1] [--keep FOLDER]

The real hotkey is pressed on each, in a home where nothing of the kind is learnt yet. The times are gridpilot's own,
from the key to the last cell verified. `--random` combines the kinds: so many windows that no test knows, a line for
each. Some of these cannot be filled, or cannot be told from others that would take harm; none may count a mistake.
`--keep` leaves records and screenshots there.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("tests/desktop", "tests"))

from kinds import KINDS, SAID, FirstPress, first_press, kinds_session, random_kind, random_puzzle

if TYPE_CHECKING:
    from playing import Session

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def line(kind: str, presses: list[FirstPress], sentence: str) -> str:
    """`sentence`: what gridpilot is to say where it is to stop."""
    outcomes = [press.ended["outcome"] for press in presses]
    well = sum(press.well or bool(sentence and sentence in press.ended["sentence"]) for press in presses)
    seconds = statistics.median(press.ended["ms"]["total"] / 1000 for press in presses)
    mistakes = sum(press.mistakes for press in presses)
    verified = f"{outcomes.count('verified')} of {len(outcomes)}" if not sentence else f"said {well} of {len(presses)}"
    return f"| {kind} | {verified} | {mistakes} | {seconds:.2f} s |"


def keep(folder: Path, play: Session, title: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    play.desk.screenshot(folder / f"{title}.png")
    shutil.copytree(play.resident.newest_record().parent, folder / title, dirs_exist_ok=True)


def known(play: Session, given: argparse.Namespace) -> None:
    print("| kind | verified | mistakes | median time |\n| --- | --- | --- | --- |", flush=True)
    for kind, (words, sentence) in ({kind: (words, "") for kind, words in KINDS.items()} | SAID).items():
        if given.kind not in kind:
            continue
        chance = random.Random(f"{given.seed} {kind}")
        presses: list[FirstPress] = []
        for board in range(given.boards):
            title = f"{kind} {LETTERS[board]}"  # nothing that was learnt of one board's window holds for the next
            presses.append(press := first_press(play, title, words, random_puzzle(chance, words)))
            if given.keep:
                keep(given.keep, play, title)
            if not press.well and not sentence:
                print(f"  {title}: {press.ended['sentence']}", file=sys.stderr)
        print(line(kind, presses, sentence), flush=True)


def combined(play: Session, given: argparse.Namespace) -> None:
    presses: list[FirstPress] = []
    for board in range(given.random):
        chance = random.Random(f"{given.seed} {board}")
        words = random_kind(chance)
        title = f"random {given.seed} {''.join(LETTERS[int(digit)] for digit in str(board))}"
        presses.append(press := first_press(play, title, words, random_puzzle(chance, words)))
        if given.keep:
            keep(given.keep, play, title)
        said = "verified" if press.well else f"{press.mistakes} mistakes, {press.ended['sentence']}"
        print(f"{title} {json.dumps(words)}: {said}", flush=True)
    well, harmed = sum(press.well for press in presses), sum(press.mistakes > 0 for press in presses)
    print(f"verified {well} of {len(presses)}; a mistake was counted in {harmed}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--boards", type=int, default=3)
    options.add_argument("--random", type=int)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--kind", default="")
    options.add_argument("--keep", type=Path)
    given = options.parse_args()
    with kinds_session() as play:
        (combined if given.random else known)(play, given)


if __name__ == "__main__":
    main()
