"""How risky are the events that the search sends, in the programs that are still possible by what was seen before?

    .venv/bin/python scripts/sweep_risks.py [--seed 1] [--wrong 30] [--limit 0.2] [--only mixtures/37/1]
    .venv/bin/python scripts/sweep_risks.py --first

Mixtures as `sweep_programs.py` makes them: so many that get a wrong digit, and as many that are filled. Each event of a
search, and the first of the fill, is weighed by `program_beliefs.py` before it is sent; nothing is held back. Told are
the events above the limit, and how many programs of each sort would be left alone at some limits. `--first`: the risk
of what a search may begin with, beside a pad and without one; no search need send more than the least of them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import program_beliefs
import sweep_programs
from fakes.board_window import CONTENT, BoardWindow
from fakes.desktop import Clicked, Pressed
from program_beliefs import Beliefs, Risk, View

from gridpilot.geometry import Cell
from gridpilot.pilot.way.program import Click, Press

if TYPE_CHECKING:
    from fakes.desktop import Event

    from gridpilot.capture import Capture
    from gridpilot.geometry import Rect

LIMITS = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
EVENTS = 30  # of a program are weighed; what the search does not ask by then is the fill's


@dataclass
class Weighed:
    """The risk of each event, whether it did harm, and the seconds that weighing took."""

    events: list[tuple[str, Risk, bool, float]] = field(default_factory=list)

    @property
    def most(self) -> float:
        return max((risk.wrong for _, risk, _, _ in self.events), default=0.0)


class Watch:
    """Follows one window by what it shows."""

    def __init__(self, window: BoardWindow, weighed: Weighed) -> None:
        self._window, self._weighed = window, weighed
        self._take, self._picture = window.take, window.picture
        self._shown, self._later, self._latest = self._view(), list[tuple[int, View]](), 0
        pad = bool(window.pad and not window.hides)
        self._beliefs: Beliefs = program_beliefs.start(
            self._shown, frozenset(window.givens), (*window.solution,), pad=pad
        )
        window.take, window.picture = self.take, self.picture

    def picture(self, area: Rect) -> Capture:
        taken = self._picture(area)
        while self._later and self._later[0][0] <= self._window.pictures:
            self._shown = self._later.pop(0)[1]
        return taken

    def take(self, event: Event) -> None:
        sent = model_event(event)
        over = any(harm for _, _, harm, _ in self._weighed.events) or len(self._weighed.events) >= EVENTS
        before = self._window.mistakes
        if sent is not None and not over:
            begun = time.process_time()
            known = self._beliefs.seen(self._shown, self._window.pictures - self._latest)
            risk, self._beliefs = known.risk(sent), known.after(sent)
            took = time.process_time() - begun
        self._take(event)
        self._later.append((self._window.due[-1][0], self._view()))
        if sent is not None and not over:
            self._latest = self._window.pictures
            self._weighed.events.append((str(sent), risk, self._window.mistakes > before, took))

    def _view(self) -> View:
        window = self._window
        return View((*window.board,), frozenset(window.marks), window.selected if window.shows else None, window.opened)


def model_event(event: Event) -> Click | Press | None:
    if isinstance(event, Clicked) and event.at in CONTENT:
        x, y = event.at.x - CONTENT.x, event.at.y - CONTENT.y
        return Click(Cell(y // 100, x // 100), y % 100 * 3 // 100 * 3 + x % 100 * 3 // 100, event.hold)
    return Press(event.key, event.held) if isinstance(event, Pressed) else None


def weigh(name: str) -> tuple[sweep_programs.Ended, Weighed]:
    weighed, make = Weighed(), sweep_programs.program

    def watched(*words: object) -> BoardWindow:
        window = make(*words)
        Watch(window, weighed)
        return window

    with patch.object(sweep_programs, "program", watched):
        return sweep_programs.press(name), weighed


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--wrong", type=int, default=30, help="and as many that are filled")
    options.add_argument("--limit", type=float, default=0.2)
    options.add_argument("--only")
    options.add_argument("--first", action="store_true")
    given = options.parse_args()
    if given.first:
        tell_first()
        return
    names = (f"mixtures/{number}/{given.seed}" for number in itertools.count())
    found: dict[str, list[Weighed]] = {"wrong": [], "filled": []}
    for name in [given.only] if given.only else names:
        verdict = sweep_programs.press(name).verdict
        if given.only or len(found.get(verdict, range(given.wrong))) < given.wrong:
            ended, weighed = weigh(name)
            found.setdefault(verdict, []).append(weighed)
            tell(ended, weighed, given.limit)
        if all(len(found[verdict]) >= given.wrong for verdict in ("wrong", "filled")):
            break
    share = partial(above, found)
    print(json.dumps({str(limit): {verdict: share(verdict, limit) for verdict in found} for limit in LIMITS}))
    took = [1000 * seconds for sort in found.values() for each in sort for _, _, _, seconds in each.events[1:]]
    first = [1000 * each.events[0][3] for sort in found.values() for each in sort if each.events]
    print(f"CPU of one event: the first {median(first):.0f} ms, later ones {median(took):.0f} ms, in the median")


def above(found: dict[str, list[Weighed]], verdict: str, limit: float) -> int:
    return sum(each.most > limit for each in found[verdict])


def tell(ended: sweep_programs.Ended, weighed: Weighed, limit: float) -> None:
    for number, (event, risk, harm, _) in enumerate(weighed.events):
        if risk.wrong > limit or harm:
            did = "puts in a wrong digit" if harm else "does none"
            print(f"{ended.name} {ended.verdict}: {number} {event}: risk {risk.wrong:.3f}, {did}; {ended.traits}")


def tell_first() -> None:
    puzzle, solution = sweep_programs.board(3)
    blanks = [index for index, digit in enumerate(puzzle) if not digit]
    givens = [index for index, digit in enumerate(puzzle) if digit]
    digit = solution[blanks[0]]
    events: dict[str, Click | Press] = {
        "a click on the first blank": click(blanks[0]),
        "on a blank that is a 1": click(next(index for index in blanks if solution[index] == 1)),
        "on a given": click(next(index for index in givens if puzzle[index] != digit)),
        "on a given of the first blank's digit": click(puzzle.index(digit)),
        "on its button": Click(Cell(9, digit - 1)),
        "its key": Press(str(digit)),
    }
    view = View((*puzzle,), frozenset(), None, None)
    for pad in (False, True):
        beliefs = program_beliefs.start(view, frozenset(givens), (*solution,), pad=pad)
        risks = {name: beliefs.risk(event) for name, event in events.items() if pad or name != "on its button"}
        print("with a pad:" if pad else "without a pad:")
        for name, risk in risks.items():
            print(f"  {name}: a wrong digit {risk.wrong:.2%}, a given emptied {risk.emptied:.2%}")


def click(index: int) -> Click:
    return Click(Cell(*divmod(index, 9)))


if __name__ == "__main__":
    main()
