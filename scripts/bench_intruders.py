"""What keys and clicks reach a window that comes between gridpilot and its game; a Markdown table.

    .venv/bin/python scripts/bench_intruders.py                     300 thefts of the focus, 100 locks of the screen
    .venv/bin/python scripts/bench_intruders.py --thefts 30 --locks 10 --games practice gnome-2048

An intruder comes at a random moment of a job: a window that takes the focus by itself, or is opened; a full-screen
window that takes keyboard and pointer, as locks of the screen do; i3lock itself; a program that takes the keyboard
without a window. Who got which key and click is the X server's own word (RECORD extension). Only jobs that were at
work when the intruder came count.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("tests/desktop", "tests"))

from boards import PUZZLE, GnomeSudoku, Noting, Practice, variant
from games_2048 import Game2048, start_gnome_2048, start_practice_2048
from recorder import CLIENT, Recorder
from resident import Resident
from truth import HARD
from virtual import desktop, end, wait_for
from Xlib import XK, X
from Xlib.display import Display

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from virtual import Desktop

WATCHED = X.KeyPress, X.ButtonPress
ENDLESS = 1 << 17  # a tile that no game reaches
DIGITS, ARROWS = "123456789", ("Up", "Left", "Down", "Right")
STAYS = 0.4  # seconds for which an intruder is there: several keys' time


class Intruder(Protocol):
    """`client`: `CLIENT` of its windows, once it has come."""

    client: int

    def come(self) -> None: ...
    def go(self) -> None: ...


class Window:
    """A window of a program of its own. `how`: "takes the focus", "is opened", "locks", "takes the keyboard"."""

    def __init__(self, how: str, desk: Desktop, chance: random.Random) -> None:
        self._display = Display(desk.name)
        self._root, self._how, self._chance = self._display.screen().root, how, chance
        size, keys = self._root.get_geometry(), X.KeyPressMask | X.KeyReleaseMask | X.ButtonPressMask
        whole = (0, 0, size.width, size.height) if how == "locks" else (900, 40, 200, 150)
        own = how in {"locks", "takes the keyboard"}
        self._window = self._root.create_window(*whole, 0, X.CopyFromParent, override_redirect=own, event_mask=keys)
        self._window.set_wm_name("intruder")
        self.client = self._window.id & CLIENT
        if how == "takes the focus":
            self._window.map()
        self._display.sync()

    def come(self) -> None:
        if self._how in {"locks", "is opened"}:
            self._window.map()
        if self._how == "is opened":  # the window manager gives it the focus
            self._display.sync()
        elif self._how == "takes the focus":
            self._window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
            self._display.sync()
        else:
            target = self._window if self._how == "locks" else self._root
            if self._how == "locks":
                self._display.sync()
                time.sleep(self._chance.choice([0.0, 0.002, 0.02]))  # until it takes the keyboard
            both = X.GrabModeAsync, X.GrabModeAsync
            wait_for(lambda: target.grab_keyboard(False, *both, X.CurrentTime) == X.GrabSuccess, what="the keyboard")
            target.grab_pointer(False, X.ButtonPressMask, *both, X.NONE, X.NONE, X.CurrentTime)

    def go(self) -> None:
        self._display.ungrab_keyboard(X.CurrentTime)
        self._display.ungrab_pointer(X.CurrentTime)
        self._display.close()


class I3lock:
    def __init__(self, desk: Desktop) -> None:
        self._desk = desk
        self.client = 0

    def come(self) -> None:
        """Until its window is there; it tries to take the keyboard from then on."""
        self._process = self._desk.start(["i3lock", "--nofork"])
        shown = self._desk.root.query_tree

        def window() -> int:
            each = shown().children[-1]
            return each.id if self._desk.class_name(each.id) == "i3lock" else 0

        self.client = wait_for(window, what="i3lock") & CLIENT

    def go(self) -> None:
        end(self._process)


Kind = tuple[str, "Callable[[Desktop, random.Random], Intruder]"]
THEFTS: tuple[Kind, ...] = tuple((how, partial(Window, how)) for how in ("takes the focus", "is opened"))
LOCKS: tuple[Kind, ...] = (
    *((how, partial(Window, how)) for how in ("locks", "takes the keyboard")),
    ("i3lock", lambda desk, _: I3lock(desk)),
)


@dataclass(frozen=True)
class Game:
    """`wrong` says how many cells hold another digit than the right one, as far as the game tells while it runs.
    `longest`: keys and clicks of a job before an intruder comes, at most.
    """

    window: int
    hotkey: str
    close: Callable[[], object]
    wrong: Callable[[], int] = lambda: 0
    longest: int = 60


def practice(desk: Desktop, chance: random.Random) -> Game:
    seed = chance.random()
    puzzle, right = (variant(board, random.Random(seed)) for board in (HARD.givens, HARD.solution))
    board = Practice.open(desk, puzzle)

    def wrong() -> int:
        return sum(now not in {".", digit} for now, digit in zip(board.truth(), right, strict=True))

    return Game(board.window, "ctrl+alt+s", board.close, wrong)


def gnome_sudoku(desk: Desktop, chance: random.Random) -> Game:
    board = GnomeSudoku.open(desk, variant(PUZZLE, chance))
    return Game(board.window, "ctrl+alt+s", board.close)


def of_2048(start: Callable[[Any], Game2048], desk: Desktop, _chance: random.Random) -> Game:
    noting = Noting(desk)
    game = start(noting)
    return Game(game.window, "ctrl+alt+2", lambda: [end(each) for each in noting.processes], longest=8)


GAMES: dict[str, Callable[[Desktop, random.Random], Game]] = {
    "practice": practice,
    "practice-2048": partial(of_2048, partial(start_practice_2048, animation=30, target=ENDLESS)),
    "gnome-sudoku": gnome_sudoku,
    "gnome-2048": partial(of_2048, start_gnome_2048),
}
SLOW = """\
game = "sudoku"
fill = "arrows"
match = { class = "Gridpilot-practice" }
pace = { between_keys = 0.003 }
"""
FAST = SLOW.replace("0.003", "0.0")
PLAYED = """\
game = "2048"
match = { title = "re:." }
engine = "monte-carlo"
"""


def presses(recorder: Recorder) -> int:
    """Keys and buttons that were pressed, whoever got them."""
    return sum(each.kind in WATCHED for each in recorder.events if not each.client)


@dataclass
class Tally:
    """Of jobs that were at work as the intruder came."""

    jobs: int = 0
    digits: int = 0
    arrows: int = 0
    clicks: int = 0
    wrong: int = 0
    late: int = 0  # jobs that were over by then
    most: int = 0  # arrows that one intruder got
    reasons: Counter[str] = field(default_factory=Counter)


class Bench:
    """gridpilot beside one game after the other, all on one display."""

    def __init__(self, desk: Desktop, resident: Resident, chance: random.Random) -> None:
        self._desk, self._resident, self._chance = desk, resident, chance
        display = desk.display
        codes = {name: display.keysym_to_keycode(XK.string_to_keysym(name)) for name in (*DIGITS, *ARROWS)}
        self._digits, self._arrows = ({codes[name] for name in names} for names in (DIGITS, ARROWS))
        self._profiles = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"
        self._profiles.mkdir(parents=True, exist_ok=True)
        (self._profiles / "played.toml").write_text(PLAYED, "utf-8")

    def one(self, game: Game, intruder: Intruder, tally: Tally) -> bool:
        """Whether the game can go on: the job was stopped, not ended."""
        (self._profiles / "paced.toml").write_text(self._chance.choice([SLOW, FAST]), "utf-8")
        try:
            self._desk.focus(game.window)
        except TimeoutError:  # a window of its own says that it is solved
            return False
        time.sleep(0.2)
        before = self._resident.newest_record()
        with Recorder(self._desk.name, WATCHED, WATCHED) as recorder:
            self._desk.hand.hotkey(game.hotkey)
            typed, enough = presses(recorder), self._chance.randint(1, game.longest)
            with suppress(TimeoutError):
                wait_for(lambda: self._resident.record_after(before) or presses(recorder) - typed >= enough, 20)
            time.sleep(self._chance.uniform(0.0, 0.003 if game.longest > 8 else 0.1))
            recorder.events.clear()
            late = self._resident.record_after(before) is not None
            intruder.come()
            ended = wait_for(lambda: self._ended(before), 20, "the job's end")
            time.sleep(STAYS)
            intruder.go()
            self._note(game, recorder, tally, str(ended["reason"] or ended["outcome"]), late=late)
        return bool(ended["outcome"] == "stopped")

    def _ended(self, before: Path | None) -> dict[str, Any] | None:
        file = self._resident.record_after(before)
        with suppress(ValueError):  # it is still being written
            return json.loads(file.read_text("utf-8")) if file else None
        return None

    def _note(self, game: Game, recorder: Recorder, tally: Tally, how: str, *, late: bool) -> None:
        tally.wrong += game.wrong()
        if late or how in {"verified", "missed"}:
            tally.late += 1
            return
        manager = (self._desk.property(self._desk.root.id, "_NET_SUPPORTING_WM_CHECK") or [0])[0]
        own = {game.window & CLIENT, manager & CLIENT}  # the manager has each click first
        stray = [each for each in recorder.events if each.client not in {0, *own} and each.kind in WATCHED]
        keys = [each.code for each in stray if each.kind == X.KeyPress]
        arrows = sum(code in self._arrows for code in keys)
        tally.jobs += 1
        tally.reasons[how] += 1
        tally.digits += sum(code in self._digits for code in keys)
        tally.arrows += arrows
        tally.most = max(tally.most, arrows)
        tally.clicks += sum(each.kind == X.ButtonPress for each in stray)

    def many(self, name: str, kind: Kind, jobs: int) -> Tally:
        """Until so many jobs were at work when the intruder came."""
        tally, game = Tally(), None
        while tally.jobs < jobs:
            game = game or GAMES[name](self._desk, self._chance)
            if not self.one(game, kind[1](self._desk, self._chance), tally):
                game.close()
                game = None
        if game:
            game.close()
        return tally


@contextmanager
def bench(seed: int = 1, wm: str = "openbox") -> Iterator[Bench]:
    with desktop(wm=wm) as desk, Resident(desk) as resident:
        yield Bench(desk, resident, random.Random(seed))


def table_row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--thefts", type=int, default=300)
    parser.add_argument("--locks", type=int, default=100)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=[*GAMES])
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    columns = "game", "intruder", "jobs", "digits elsewhere", "arrow keys elsewhere (most at once)"
    print(table_row(*columns, "clicks elsewhere", "wrong digits", "jobs that were over by then", "ends"))
    print(table_row(*["---"] * 9))
    parts = [(name, kind, given.thefts, THEFTS) for kind in THEFTS for name in given.games]
    parts += [(name, kind, given.locks, LOCKS) for kind in LOCKS for name in given.games]
    with bench(given.seed) as made:
        for name, kind, jobs, kinds in parts:
            tally = made.many(name, kind, -(-jobs // (len(kinds) * len(given.games))))
            ends = ", ".join(f"{count} {reason}" for reason, count in tally.reasons.most_common())
            facts = tally.jobs, tally.digits, f"{tally.arrows} ({tally.most})", tally.clicks, tally.wrong, tally.late
            print(table_row(name, kind[0], *facts, ends), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
