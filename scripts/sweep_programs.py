"""First presses on simulated sudoku programs that are mixed from the traits of the tests' own window.

    .venv/bin/python scripts/sweep_programs.py [--seed 1] [--mixtures 2000] [--jobs 1] [--json]
    .venv/bin/python scripts/sweep_programs.py --only pairs/17/1 [--untold]

Each pair of traits once, in a program of one of the kinds of input, and mixtures of about ten traits. Each goes through
the whole search and fill, with a clock of its own: nothing of it depends on the machine. A program counts as

    wrong       another digit than the right one came into a cell, if only for a moment
    emptied     a given is gone in the end
    false       called verified, and not full
    filled      verified, and full; nothing of the above
    refused     left with a word; nothing of the above

What went wrong is named, a line each, and can be run again by that name. With `--json` the last line is the table.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from fakes.board_window import WINDOW, BoardWindow, board, fill

from gridpilot.geometry import Cell
from gridpilot.outcome import Ending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Pair = tuple[tuple[str, str], tuple[str, str]]
Words = dict[str, Any]
"""A trait's words for the simulated window; `late` and `loses` are made into what it asks."""

NO_KEYS: Words = {"keys_type": False, "arrows_move": False}
KINDS: dict[str, Words] = {
    "keys": {"arrows_move": False},
    "keys and arrows": {},
    "arrows alone": {"clicks_select": False, "selected": Cell(4, 4)},
    "pad, cell first": {"pad": "cell-first"} | NO_KEYS,
    "pad, digit first": {"pad": "digit-first"} | NO_KEYS,
    "pad, for one cell": {"pad": "piece"} | NO_KEYS,
    "pad, either first": {"pad": "either"} | NO_KEYS,
    "menu over the board": {"menu": True, "over": True} | NO_KEYS,
    "pad and keys": {"pad": "cell-first"},
    "pad, cell first, that hides": {"pad": "cell-first", "hides": True} | NO_KEYS,
}
"""How digits get in, for pairs."""

TRAITS: dict[str, dict[str, Words]] = {
    "the same digit again": {"empties": {"toggles": True, "overwrites": False}},
    "givens": {"not selectable": {"given_too": False}, "change": {"givens_change": True}},
    "second click": {"deselects": {"deselects": True}},
    "lit": {"row and column": {"lit": "lines"}, "its digit": {"lit": "digit"}},
    "selection": {"not shown": {"shows": False}, "a text cursor": {"caret": 12}},
    "shows late": {"by 3 pictures": {"late": 3}, "by 10": {"late": 10}},
    "clicks lost": {"each 7th": {"loses": 7}, "each 4th": {"loses": 4}},
    "clicks held": {"0.05 s": {"hold": 0.05}, "0.2 s": {"hold": 0.2}},
    "keys": {"held": {"polls": True}, "of the keypad": {"keypad": True}},
    "selected at first": {"r1c3": {"selected": Cell(0, 2)}, "r9c8": {"selected": Cell(8, 7)}},
    "chosen at first": {"7": {"armed": 7}},
    "confirmed": {"by Return": {"confirm": "Return"}},
    "a digit's key": {"chooses it, too": {"chooses": "too"}},
    "Up and Down": {"count": {"counts": True}},
    "arrow keys": {"only one at once": {"bursts": False}},
    "a double click": {"marks text": {"text": True}},
    "a click beside": {"deselects": {"drops": True}},
    "after a digit": {"goes on": {"advances": True}},
    "the button again": {"lets go": {"lets_go": True}},
    "a click on a given": {"chooses its digit": {"picks": True}},
    "full digits": {"leave the pad": {"moves_up": True}},
    "the pad": {"shows what is chosen": {"shows_armed": True}},
    "the eraser": {"chosen at first": {"erases": True, "givens_change": True}},
    "the menu": {"stays open": {"stays": True}},
}
"""Trait, value, and how the window is told. Single values are what most programs do not do."""

ONLY = {
    "Up and Down": "keys",
    "chosen at first": "pad",
    "the button again": "pad",
    "a click on a given": "pad",
    "full digits": "pad",
    "the pad": "pad",
    "the eraser": "pad, digit first",
    "the menu": "menu",
}
"""Traits that only kinds have whose name begins so."""

WEIGHTS: dict[str, dict[Any, float]] = {
    "clicks_select": {True: 9, False: 1},
    "shows": {True: 9, False: 1},
    "hold": {0.0: 9, 0.05: 0.7, 0.2: 0.5},
    "keys_type": {True: 7, False: 3},
    "arrows_move": {True: 5, False: 5},
    "pad": {"": 5, "cell-first": 3, "digit-first": 2, "piece": 0.4, "once": 0.4, "either": 0.6},
    "toggles": {False: 8, True: 2},
    "lets_go": {False: 8, True: 1},
    "picks": {False: 19, True: 1},
    "erases": {False: 30, True: 1},
    "shows_armed": {True: 7, False: 3},
    "hovers": {False: 7, True: 3},
    "armed": {0: 12, 7: 1},
    "confirm": {"": 14, "Return": 1},
    "pale": {False: 3, True: 1},
    "polls": {False: 12, True: 1},
    "chooses": {"": 20, "only": 1, "too": 1},
    "keypad": {False: 20, True: 1},
    "counts": {False: 20, True: 1},
    "wraps": {False: 9, True: 1},
    "given_too": {True: 7, False: 3},
    "givens_change": {False: 8, True: 2},
    "bursts": {True: 9, False: 1},
    "repeats": {True: 9, False: 1},
    "candidates": {False: 20, True: 1},
    "unfolds": {False: 30, True: 1},
    "hides": {False: 8, True: 1},
    "moves_up": {False: 8, True: 1},
    "caret": {0: 8, 12: 2},
    "menu": {False: 8, True: 1},
    "over": {False: 1, True: 1},
    "stays": {False: 5, True: 1},
    "full": {False: 20, True: 1},
    "text": {False: 9, True: 1},
    "lights": {False: 20, True: 1},
    "lit": {"": 6, "digit": 1, "lines": 3, "grounds": 0.5},
    "late": {0: 7, 3: 1, 10: 1, 40: 0.5},
    "advances": {False: 12, True: 1},
    "deselects": {False: 9, True: 1},
    "cycles": {False: 30, True: 1},
    "drops": {False: 9, True: 1},
    "selected": {None: 7, Cell(0, 2): 1, Cell(4, 4): 1, Cell(8, 7): 1},
    "tells": {False: 9, True: 1},
    "loses": {0: 9, 7: 1},
}
"""How common each value is in mixtures: a guess, not counted in programs. The first is not told."""

BOARDS = 40


@dataclass(frozen=True)
class Ended:
    """What became of one program. `error`: the search itself broke."""

    name: str
    traits: str
    ending: str
    mistakes: int
    emptied: int
    full: bool
    error: str = ""

    @property
    def verdict(self) -> str:
        if self.error:
            return "broken"
        verified = self.ending == Ending.VERIFIED
        faults = {"wrong": self.mistakes > 0, "emptied": self.emptied > 0, "false": verified and not self.full}
        return next((name for name, so in faults.items() if so), "filled" if verified else "refused")


def pairs() -> list[Pair]:
    """All pairs of values of different traits that a program can have, each twice."""
    values = [(trait, value) for trait, known in TRAITS.items() for value in known]
    found = [(one, other) for one, other in itertools.combinations(values, 2) if one[0] != other[0]]
    return 2 * [pair for pair in found if kinds_of(pair)]


def kinds_of(pair: Pair) -> list[str]:
    """The kinds of input in which both can be."""
    only = [ONLY.get(trait, "") for trait, _ in pair]
    return [kind for kind in KINDS if all(map(kind.startswith, only))]


def words_of_pair(number: int, chance: random.Random) -> tuple[str, Words]:
    """The pair of that number, in a program of a kind in which both can be."""
    chosen = pairs()[number]
    kind = chance.choice(kinds_of(chosen))
    words = dict(KINDS[kind])
    for trait, value in chosen:
        words |= TRAITS[trait][value]
    return "; ".join((kind, *(f"{trait}: {value}" for trait, value in chosen))), words


def words_of_mixture(_number: int, chance: random.Random) -> tuple[str, Words]:
    words = {name: chance.choices(list(values), [*values.values()])[0] for name, values in WEIGHTS.items()}
    told = {name: value for name, value in words.items() if value != next(iter(WEIGHTS[name]))}
    if words["toggles"]:
        words["overwrites"] = False
    words["hides"] &= words["pad"] == "cell-first"
    words["erases"] &= words["pad"] in {"digit-first", "piece", "once", "either"} and words["givens_change"]
    return ", ".join(f"{name}={value}" for name, value in told.items()), words


SETS: dict[str, Callable[[int, random.Random], tuple[str, Words]]] = {
    "pairs": words_of_pair,
    "mixtures": words_of_mixture,
}


def program(words: Words, puzzle: list[int], solution: list[int], chance: random.Random) -> BoardWindow:
    said = dict(words)
    late, loses, clicks = said.pop("late", 0), said.pop("loses", 0), itertools.count(1)
    if late:
        said["delay"] = lambda: chance.randint(0, late)
    if loses:
        said["deaf"] = lambda: next(clicks) % loses == 0
    return BoardWindow([*puzzle], solution=solution, **said)


def press(name: str, *, untold: bool = False) -> Ended:
    """`name`: set, number and seed. `untold`: nobody tells whose window it is, as on a monitor of GNOME's."""
    kind, number, seed = name.split("/")
    chance = random.Random(name)
    traits, words = SETS[kind](int(number), chance)
    puzzle, solution = board(chance.randrange(BOARDS))
    window, ending, error = program(words, puzzle, solution, chance), "", ""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        try:
            shown = replace(WINDOW, whole_screen=untold)
            ending = fill(Path(folder), window, pad=bool(window.pad and not window.hides), window=shown).ending
        except Exception as fault:
            error = repr(fault)
    emptied = sum(value > 0 and now != value for value, now in zip(puzzle, window.board, strict=True))
    return Ended(f"{name} (seed {seed})", traits, ending, window.mistakes, emptied, window.board == solution, error)


def table(ends: Iterable[Ended]) -> dict[str, int]:
    count = Counter(each.verdict for each in ends)
    return {"n": sum(count.values())} | {
        name: count[name] for name in ("wrong", "emptied", "false", "filled", "refused", "broken")
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--mixtures", type=int, default=2000)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--only", help="one program, by the name under which it was told")
    options.add_argument("--untold", action="store_true", help="in windows of which nobody tells whose they are")
    options.add_argument("--json", action="store_true", help="the table as the last line")
    given = options.parse_args()
    if given.only:
        ended = press(given.only, untold=given.untold)
        print(ended.verdict, ended)
        return
    begun, tables = time.monotonic(), {}
    with ProcessPoolExecutor(given.jobs) as beside:
        for kind, many in (("pairs", len(pairs())), ("mixtures", given.mixtures)):
            names = [f"{kind}/{number}/{given.seed}" for number in range(many)]
            ends = list(beside.map(partial(press, untold=given.untold), names, chunksize=20))
            for each in ends:
                if each.verdict not in {"filled", "refused"}:
                    print(each.verdict, each.name, each.traits, each.error, flush=True)
            tables[kind] = table(ends)
            print(f"{kind}: {tables[kind]}; {time.monotonic() - begun:.0f} s", flush=True)
    if given.json:
        print(json.dumps(tables))


if __name__ == "__main__":
    main()
