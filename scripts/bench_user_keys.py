"""What becomes of a board when its user presses a key in the middle of a fill, and at the next press; a Markdown table.

    .venv/bin/python scripts/bench_user_keys.py                         50 keys on each of four boards
    .venv/bin/python scripts/bench_user_keys.py --keys 10 --boards practice "pad and keys" --injected

Half of the keys are arrows, half are digits, each at a random moment after a random key or click of the job. The user
is a hand on the display that Xephyr runs on, so inside it is a real device. What stands on the board, its game says.
Each wrong digit is to be named by its cell. The user takes his own wrong digit away, if he is told of it, and nothing
else; then the next press is to end verified. Only jobs that were at work when the key came count.

`--injected`: an arrow key comes by XTEST, as a remote desktop's does, which is not told from gridpilot's own; a key of
the user's comes after that. So digits do come into wrong cells.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("tests/desktop", "tests"))

from boards import PUZZLE, Practice, variant
from cdp import Page
from games import PAGES, start_page
from kinds import KINDS
from recorder import Recorder
from resident import Resident
from truth import PUZZLES, Puzzle, solutions
from virtual import desktop, nested, wait_for
from Xlib import X

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from virtual import Desktop

WATCHED = X.KeyPress, X.ButtonPress
DIGITS, ARROWS = "123456789", ("up", "left", "down", "right")
LATER = 1.5  # seconds by which all that was sent shows, and a hotkey does not belong to the job before
SLOW = """\
game = "sudoku"
fill = "FILL"
match = { class = "Gridpilot-practice" }
pace = { between_keys = 0.003 }
"""


@dataclass(frozen=True)
class Opened:
    """A board with a new puzzle; `longest`: keys and clicks of a job before the user's key comes, at most."""

    window: int
    puzzle: Puzzle
    board: Callable[[], str]
    close: Callable[[], object] = lambda: None
    longest: int = 60

    def wrong(self) -> dict[str, str]:
        """The wrong digits, by the names of their cells."""
        cells = zip(self.board(), self.puzzle.solution, strict=True)
        return {f"r{i // 9 + 1}c{i % 9 + 1}": now for i, (now, right) in enumerate(cells) if now not in {".", right}}


@dataclass
class Tally:
    """Of jobs that were at work as the key came."""

    jobs: int = 0
    wrong: int = 0  # in which a wrong digit stood afterwards that the user had not typed
    own: int = 0  # in which one stood that he had
    unnamed: int = 0  # in which one of them was not named
    changed: int = 0  # in which his own digit was changed by the next press
    verified: int = 0  # by the next press
    stories: list[str] = field(default_factory=list)


class Bench:
    """A user's hand, gridpilot and a browser on one display."""

    def __init__(self, outer: Desktop, desk: Desktop, resident: Resident, chance: random.Random) -> None:
        self.outer, self.desk, self.resident, self.chance = outer, desk, resident, chance
        self._page: Page | None = None
        self._browser, self._count = 0, 0
        self._profile = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles" / "paced.toml"
        self._profile.parent.mkdir(parents=True, exist_ok=True)

    def practice(self) -> Opened:
        """By arrow keys or clicks, at its own pace or a slower one."""
        paced = SLOW.replace("FILL", self.chance.choice(["arrows", "click-key"]))
        self._profile.write_text(self.chance.choice([paced, paced.replace("0.003", "0.0")]), "utf-8")
        puzzle = variant(PUZZLE, self.chance)
        board = Practice.open(self.desk, puzzle)
        return Opened(board.window, Puzzle(puzzle, solutions(puzzle)[0]), board.truth, board.close)

    def page(self, kind: str) -> Opened:
        """All pages are of one window."""
        if self._page is None:
            game = start_page(self.desk, "kinds.html", PUZZLES[0], size=(1100, 940), solution=PUZZLES[0].solution)
            assert isinstance(game.page, Page)
            self._page, self._browser = game.page, game.window
        page, givens = self._page, variant(self.chance.choice(PUZZLES).givens, self.chance)
        self._count += 1
        puzzle, title = Puzzle(givens, solutions(givens)[0]), f"{kind} {self._count}"
        words = {"puzzle": givens, "solution": puzzle.solution, "title": title} | KINDS[kind]
        place = f"{(PAGES / 'kinds.html').as_uri()}?{urlencode(words)}"
        page.ask(f"window.gone = true; setTimeout(() => location.replace({place!r}))")
        wait_for(lambda: page.ask("!window.gone && document.readyState === 'complete' && !!window.board"), what=title)
        wait_for(lambda: self.desk.title(self._browser).startswith(title), what=title)
        return Opened(self._browser, puzzle, lambda: str(page.ask("window.board()")).replace("0", "."), longest=120)

    def one(self, game: Opened, tally: Tally, *, injected: bool = False) -> None:
        self.desk.focus(game.window)
        time.sleep(0.2)
        before = self.resident.newest_record()
        arrow, key = self.chance.choice(ARROWS), self.chance.choice(self.chance.choice([DIGITS, ARROWS]))
        with Recorder(self.desk.name, WATCHED) as recorder:
            self.outer.hand.hotkey("ctrl+alt+s")
            begun, enough = len(recorder.events), self.chance.randint(1, game.longest)
            with suppress(TimeoutError):
                wait_for(lambda: self._ended(before) or len(recorder.events) - begun >= enough, 20)
            time.sleep(self.chance.uniform(0.0, 0.005))
            late = self._ended(before) is not None
            if injected:
                self.desk.hand.tap(arrow)
                time.sleep(self.chance.uniform(0.0, 0.01))
            self.outer.hand.tap(key := "f2" if injected else key)
        told = wait_for(lambda: self._ended(before), 30, "the job's end")
        time.sleep(LATER)
        if not late and told["reason"] == "user-key":
            self._note(game, tally, key, told)

    def _note(self, game: Opened, tally: Tally, key: str, told: dict[str, Any]) -> None:
        wrong = game.wrong()
        mine = {cell for cell, digit in wrong.items() if digit == key}
        tally.jobs += 1
        tally.own += bool(mine)
        tally.wrong += bool(wrong.keys() - mine)
        _, _, named = told["sentence"].partition(":")  # behind the cell at which it stopped
        tally.unnamed += any(cell not in named for cell in wrong)
        again = self._press(game)
        if mine and again["outcome"] != "verified":
            tally.changed += any(game.board()[_index(cell)] != key for cell in mine)
            self._clear(mine)
            again = self._press(game)
        tally.verified += again["outcome"] == "verified" and game.board() == game.puzzle.solution
        if wrong or again["outcome"] != "verified":
            tally.stories.append(f"{key}: {wrong} | {told['sentence']} | {again['sentence']}")

    def _press(self, game: Opened) -> dict[str, Any]:
        self.desk.focus(game.window)
        before = self.resident.newest_record()
        self.outer.hand.hotkey("ctrl+alt+s")
        return wait_for(lambda: self._ended(before), 60, "the next press")

    def _clear(self, cells: set[str]) -> None:
        """A click on each, and Delete, as a user does it."""
        record = self.resident.newest_record()
        assert record is not None
        x0, y0, x1, y1 = json.loads((record.parent / "reading.json").read_text("utf-8"))["box"]
        left, top, _, _ = self.desk.area(self.desk.active())
        for cell in cells:
            row, column = divmod(_index(cell), 9)
            x, y = (x0 + (column + 0.5) * (x1 - x0) / 9, y0 + (row + 0.5) * (y1 - y0) / 9)
            self.outer.hand.click(round(left + x), round(top + y))
            self.outer.hand.tap("delete")
        time.sleep(LATER)

    def _ended(self, before: Path | None) -> dict[str, Any] | None:
        file = self.resident.record_after(before)
        with suppress(ValueError):  # it is still being written
            return json.loads(file.read_text("utf-8")) if file else None
        return None

    def many(self, name: str, enough: Callable[[Tally], bool], *, injected: bool = False) -> Tally:
        """Until there are enough jobs that were at work when the key came."""
        tally = Tally()
        while not enough(tally):
            game = self.practice() if name == "practice" else self.page(name)
            try:
                self.one(game, tally, injected=injected)
            finally:
                game.close()
        return tally


def _index(cell: str) -> int:
    row, column = cell[1:].split("c")
    return 9 * int(row) + int(column) - 10


@contextmanager
def bench(seed: int = 1, wm: str = "openbox") -> Iterator[Bench]:
    with desktop(wm="none", bus=False) as outer, nested(outer, wm=wm) as desk, Resident(desk) as resident:
        yield Bench(outer, desk, resident, random.Random(seed))


BOARDS = "practice", "keys after a click", "pad and keys", "input fields"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=50)
    parser.add_argument("--boards", nargs="+", choices=["practice", *KINDS], default=BOARDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stories", action="store_true", help="what was said of each board that went wrong")
    parser.add_argument("--injected", action="store_true")
    given = parser.parse_args()
    columns = "board", "jobs", "gridpilot's wrong", "user's wrong", "unnamed", "user's changed", "verified next"
    print(f"| {' | '.join(columns)} |\n|{' --- |' * len(columns)}")
    with bench(given.seed) as made:
        for name in given.boards:
            tally = made.many(name, lambda tally: tally.jobs >= given.keys, injected=given.injected)
            facts = tally.jobs, tally.wrong, tally.own, tally.unnamed, tally.changed, tally.verified
            print(f"| {' | '.join(map(str, (name, *facts)))} |", flush=True)
            print("".join(f"  {story}\n" for story in tally.stories if given.stories), end="", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
