"""Each of the four articles' programs beside gridpilot, on the same stand-in in the same run; a Markdown table.

    .venv/bin/python scripts/bench_rows.py                       all rows
    .venv/bin/python scripts/bench_rows.py 0 3 --runs 5

0  sudoku in an emulator's window     1  sudoku in a web page
2  2048 in an emulator's window       3  a game found by its colour, at 100, 125 and 150 %

Seconds from the trigger (the hotkey's press; the program's start) to the board as it should be, of a game of moves to
each move. The program of row 3 counts down from 2 s before it begins, so that its user can change to the game; a line
of its own leaves that out.
"default" is gridpilot as it comes: the bundled profile, in row 3 none at all; "its way" is the article's way of
finding, reading and filling as a profile. What stands on a board the stand-in says, never gridpilot nor the program.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.extend(str(ROOT / name) for name in ("tests/desktop", "tests"))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT / "daemon"), os.environ.get("PYTHONPATH", "")]))

import article_rows  # noqa: E402
import rows  # noqa: E402
from cdp import port_of  # noqa: E402
from playing import HOTKEY, PLAY_HOTKEY, Session, ready  # noqa: E402
from resident import Resident  # noqa: E402
from rows import ROW_0, ROW_1  # noqa: E402
from virtual import desktop  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games import Game
    from games_2048 import Game2048
    from truth import Puzzle
    from virtual import Desktop

SCREEN = (1800, 1200)
HELD = 0.05  # seconds that the hotkey is held down
MOVES, ARTICLE_MOVES = 40, 5
LONGEST = 60  # seconds that an article's solver may take over a board that it misread
NOTHING = 'game = "sudoku"\nmatch = { title = "*" }\n'
"""A profile that says nothing: what gridpilot does in a window that it does not know."""


@dataclass(frozen=True)
class Timed:
    """`seconds` for a board, or for a move; `right` of `cells` by the stand-in's word."""

    seconds: float
    right: int
    cells: int

    @property
    def done(self) -> bool:
        return self.right == self.cells


@dataclass(frozen=True)
class Row:
    name: str
    ways: dict[str, list[Timed]]
    target: str

    def lines(self) -> Iterator[str]:
        article = self.ways["article"]
        for way, runs in self.ways.items():
            right, cells = sum(run.right for run in runs), sum(run.cells for run in runs)
            told = f"{_median(runs):.3f} s" if all(run.done for run in runs) else "not done"
            if way == "default" and len(runs) > 1:
                told += f" (the first {runs[0].seconds:.3f} s)"  # it learns from one to the next
            yield f"| {self.name} | {way} | {told} | {right} of {cells} | {self._ratio(way, article, runs)} |"

    def _ratio(self, way: str, article: list[Timed], runs: list[Timed]) -> str:
        if way.startswith("article") or not all(run.done for run in runs):
            return ""
        if not all(run.done for run in article):
            return "done, where the article's way fails"
        times = f"{_median(article) / _median(runs):.1f} times as fast"
        return f"{times} (target {self.target})" if way == "default" else times


def _median(runs: list[Timed]) -> float:
    return statistics.median(run.seconds for run in runs)


def _right(board: str, puzzle: Puzzle) -> tuple[int, int]:
    """How many of the blanks are right."""
    blanks = [at for at, mark in enumerate(puzzle.givens) if mark == "."]
    return sum(board[at] == puzzle.solution[at] for at in blanks), len(blanks)


def by_hotkey(start: Callable[[Desktop], Game], puzzle: Puzzle, runs: int, profile: str = "") -> list[Timed]:
    """gridpilot, which runs already; `profile` is the user's own, which comes before the bundled ones."""
    found = []
    with desktop(SCREEN) as desk:
        if profile:
            rows.user_profile(desk, profile)
        with Resident(desk) as resident:
            for _ in range(runs):
                play = Session(desk, resident, start(desk))
                play.ready()
                seconds = pressed(play, HOTKEY)
                found.append(Timed(seconds, *_right(play.game.board(), puzzle)))
                desk.close_window(play.game.window)
    return found


def pressed(play: Session, hotkey: str) -> float:
    """Seconds from when the hotkey goes down to the end of the job; the user's fingers stay on it for some of them."""
    begun: list[float] = []

    def act() -> None:
        begun.append(time.time())
        play.desk.hand.hotkey(hotkey, held=HELD)

    ended_at: float = play.ended_after(act, 120)["ended_at"]
    return ended_at - begun[0]


def by_article(
    start: Callable[[Desktop], Game], puzzle: Puzzle, runs: int, program: Callable[[Desktop, Game], object]
) -> list[Timed]:
    found = []
    with desktop(SCREEN) as desk:
        for _ in range(runs):
            game = start(desk)
            ready(desk, game.window)
            begun = time.monotonic()
            with limited(LONGEST):
                program(desk, game)
            last = time.monotonic()
            while game.board() != puzzle.solution and time.monotonic() - last < 1:
                time.sleep(0.005)
            until = time.monotonic() if game.board() == puzzle.solution else last
            found.append(Timed(until - begun, *_right(game.board(), puzzle)))
            desk.close_window(game.window)
    return found


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """A program that takes longer is ended, and has not done its work."""

    def late(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        with suppress(TimeoutError):
            yield
    finally:
        signal.alarm(0)


def row_0(runs: int) -> Iterator[Row]:
    start = partial(rows.start_emulator_sudoku, puzzle=ROW_0)
    yield Row(
        "0",
        {
            "article": by_article(
                start, ROW_0, max(1, runs // 3), lambda d, g: article_rows.row_0(d, d.area(g.window), ROW_0.givens)
            ),
            "default": by_hotkey(start, ROW_0, runs),
            "its way": by_hotkey(start, ROW_0, runs, rows.ARTICLE_0),
        },
        ">= 20",
    )


def row_1(runs: int) -> Iterator[Row]:
    start = partial(rows.start_sudoku_table, puzzle=ROW_1)
    ways: dict[str, list[Timed]] = {"article": [], "default": by_hotkey(start, ROW_1, runs), "its way": []}
    for _ in range(runs):
        for way, program in (("article", by_selenium), ("its way", by_page)):
            with desktop(SCREEN) as desk:
                game = start(desk)
                ready(desk, game.window)
                seconds = program(port_of(desk.home / "chromium"))
                ways[way].append(Timed(seconds, *_right(game.board(), ROW_1)))
    yield Row("1", ways, ">= 2")


def by_selenium(port: int) -> float:
    """The article's way in a browser that is there already: neither it nor gridpilot is to wait for one."""
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    options = ChromeOptions()
    options.debugger_address = f"127.0.0.1:{port}"
    driver = Chrome(options, ChromeService(shutil.which("chromedriver")))
    begun = time.monotonic()
    article_rows.row_1(driver)
    seconds = time.monotonic() - begun
    driver.service.stop()
    return seconds


def by_page(port: int) -> float:
    from gridpilot.games import game
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.pilot.guard.clock import RealClock
    from gridpilot.profiles import bundled
    from gridpilot.profiles.store import read_profile
    from gridpilot.web.chromium import Chromium, Wish
    from gridpilot.web.fill import WebFill

    profile, _ = read_profile(bundled() / "sudoku" / "sudoku-table" / "profile.toml")
    assert profile is not None
    assert profile.dom is not None
    browser = Chromium(Wish(port=port))
    sudoku, begun = game("sudoku"), time.monotonic()
    browser.wait_for([profile.dom.board])
    WebFill(browser, profile.dom, profile.name, sudoku, Abort(), RealClock()).run()
    seconds = time.monotonic() - begun
    browser.close(stay=True)
    return seconds


def row_2(runs: int) -> Iterator[Row]:
    ways: dict[str, list[Timed]] = {"article": []}
    with desktop(SCREEN) as desk:
        game = rows.start_emulator_2048(desk)
        ready(desk, game.window)
        begun = time.monotonic()
        article_rows.row_2(desk, desk.area(game.window), ARTICLE_MOVES)
        ways["article"].append(moves_timed(time.monotonic() - begun, game, ARTICLE_MOVES))
    plain = rows.bundled("2048/emulator-2048", f"goal = {{ moves = {MOVES} }}")
    ways["default"] = [timed_play(plain) for _ in range(runs)]
    its_way = plain.replace("[palette]", rows.ARTICLE_2.replace("goal", "# goal") + "[palette]")
    ways["its way"] = [timed_play(its_way)]
    yield Row("2 (a move)", ways, ">= 10")


def timed_play(profile: str) -> Timed:
    with desktop(SCREEN) as desk:
        rows.user_profile(desk, profile)
        with Resident(desk) as resident:
            play = Session(desk, resident, rows.start_emulator_2048(desk))
            play.ready()
            return moves_timed(pressed(play, PLAY_HOTKEY), play.game, MOVES)


def moves_timed(seconds: float, game: Game2048, wanted: int) -> Timed:
    """`right`: moves that changed the board."""
    made = min(len(game.truth().moves or ""), wanted)
    return Timed(seconds / max(1, made), made, wanted)


def row_3(runs: int) -> Iterator[Row]:
    pictures = ROOT / "profiles" / "sudoku" / "zenkai"
    for scale in (1, 1.25, 1.5):
        start = partial(rows.start_zenkai, puzzle=ROW_0, scale=scale, at="150,60")

        def program(desk: Desktop, game: Game, scale: float = scale) -> object:
            return article_rows.row_3(desk, desk.area(game.window), scale, pictures)

        article = by_article(start, ROW_0, runs, program)
        yield Row(
            f"3 at {scale:.0%}",
            {
                "article": [replace(run, seconds=run.seconds + article_rows.COUNTDOWN_3) for run in article],
                "article, less its countdown": article,
                "default": by_hotkey(start, ROW_0, runs, NOTHING),
                "its way": by_hotkey(start, ROW_0, runs),
            },
            "not slower",
        )


ROWS = {"0": row_0, "1": row_1, "2": row_2, "3": row_3}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS], help="some of 0 1 2 3; by default all")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    print("| row | way | trigger to verified | right | against the article |\n|---|---|---|---|---|", flush=True)
    for name in given.rows or ROWS:
        for row in ROWS[name](given.runs):
            for line in row.lines():
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
