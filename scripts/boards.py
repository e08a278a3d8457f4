"""The boards that demo and benches fill: opened with a given puzzle, and asked afterwards what stands in them.

The truth comes from the game's own file, never from gridpilot.
"""

from __future__ import annotations

import importlib
import json
import shutil
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from virtual import end, wait_for

if TYPE_CHECKING:
    import random
    import subprocess
    from collections.abc import Callable

    from virtual import Desktop

PUZZLE = ".1....43.7...........2549..17......6....9...3..3..6.8...14...6....5..12..9..6.3.4"
"""55 blanks, one solution: the first article's puzzle with four givens taken away."""


def variant(puzzle: str, chance: random.Random) -> str:
    """The same puzzle with digits renamed, rows and columns shuffled in their bands: looks different, solves alike."""
    digits = dict(zip("123456789", chance.sample("123456789", 9), strict=True)) | {".": "."}
    rows, columns = (
        [3 * band + line for band in chance.sample(range(3), 3) for line in chance.sample(range(3), 3)] for _ in "rc"
    )
    return "".join(digits[puzzle[9 * row + column]] for row in rows for column in columns)


def solved(board: str, puzzle: str) -> bool:
    """Whether `board` completes `puzzle` by the rules alone: every house holds 1 to 9. No solver is asked."""
    if len(board) != 81 or any(p not in (".", b) for p, b in zip(puzzle, board, strict=True)):
        return False
    rows = [board[9 * r : 9 * r + 9] for r in range(9)]
    columns = [board[c::9] for c in range(9)]
    boxes = ["".join(rows[r + i][c : c + 3] for i in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)]
    return all(sorted(house) == list("123456789") for house in rows + columns + boxes)


class Board(Protocol):
    """A game with one puzzle open. `truth` may end the game."""

    window: int

    def truth(self) -> str: ...
    def close(self) -> None: ...


@dataclass
class Practice:
    desk: Desktop
    window: int
    file: Path
    process: subprocess.Popen[bytes]

    @classmethod
    def open(cls, desk: Desktop, puzzle: str, *looks: str) -> Practice:
        """`looks` are options of the practice board's own."""
        file = desk.home / "practice.json"
        file.unlink(missing_ok=True)
        before = set(desk.windows())
        command = [sys.executable, "-m", "gridpilot", "practice", "sudoku", "--puzzle", puzzle, "--state", str(file)]
        process = desk.start([*command, *looks])
        wait_for(file.exists, what="the practice board's state")
        window = wait_for(lambda: next(iter(set(desk.windows()) - before), None), what="the practice board")
        return cls(desk, window, file, process)

    def facts(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.file.read_text("utf-8"))
        return found

    def truth(self) -> str:
        return str(self.facts()["board"]).replace("0", ".")

    def close(self) -> None:
        end(self.process)


@dataclass
class GnomeSudoku:
    desk: Desktop
    window: int
    puzzle: str
    folder: Path
    process: subprocess.Popen[bytes]

    @classmethod
    def open(cls, desk: Desktop, puzzle: str) -> GnomeSudoku:
        folder = desk.home / ".local/share/gnome-sudoku"
        (folder / "finished").mkdir(parents=True, exist_ok=True)
        for old in folder.glob("finished/*"):
            old.unlink()
        givens = [
            {"position": list(divmod(i, 9)), "value": int(mark), "fixed": True, "earmarks": []}
            for i, mark in enumerate(puzzle)
            if mark != "."
        ]
        facts = {"difficulty_category": "Easy Difficulty", "time_elapsed": 0.0, "cells": givens}
        (folder / "savefile").write_text(json.dumps(facts), "utf-8")
        process = desk.start(["/usr/games/gnome-sudoku"])
        window = desk.wait_window(title="Sudoku", class_name="Gnome-sudoku")
        return cls(desk, window, puzzle, folder, process)

    def truth(self) -> str:
        """A solved game is filed at once; another one when the window closes."""
        with suppress(TimeoutError):
            wait_for(lambda: any(self.folder.glob("finished/*")), 2)
        if not any(self.folder.glob("finished/*")) and self.window in self.desk.windows():
            self.desk.close_window(self.window)

        def file() -> Path | None:
            files = [*self.folder.glob("finished/*"), self.folder / "savefile"]
            return next((file for file in files if file.exists()), None)

        try:
            cells = json.loads(wait_for(file, 5, "the game's file").read_text("utf-8"))["cells"]
        except TimeoutError:
            return self.puzzle  # nothing was typed: the game saves nothing
        board = ["."] * 81
        for cell in cells:
            row, column = cell["position"]
            board[9 * row + column] = str(cell["value"] or ".")
        return "".join(board)

    def close(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        end(self.process)


@dataclass
class Foreign:
    """A real game started by tests/desktop/games.py."""

    window: int
    told: Callable[[], str]
    processes: list[subprocess.Popen[bytes]]

    def truth(self) -> str:
        return self.told()

    def close(self) -> None:
        for process in reversed(self.processes):
            end(process)


class Noting:
    """A desktop that notes what is started on it, so that one game can be ended before the desktop is."""

    def __init__(self, desk: Desktop) -> None:
        self._desk = desk
        self.processes: list[subprocess.Popen[bytes]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)

    def start(self, *words: Any, **options: Any) -> subprocess.Popen[bytes]:
        self.processes.append(self._desk.start(*words, **options))
        return self.processes[-1]


def foreign(start: str, *page: str, module: str = "games") -> Callable[[Desktop, str], Foreign]:
    """Opens the game that `start` of that module in tests/desktop starts."""

    def open_game(desk: Desktop, puzzle: str) -> Foreign:
        folders = [str(Path(__file__).parents[1] / name) for name in ("tests/desktop", "tests")]
        sys.path.extend(folder for folder in folders if folder not in sys.path)
        games, truth = importlib.import_module(module), importlib.import_module("truth")
        for profile in ("chromium", "firefox"):
            shutil.rmtree(desk.home / profile, ignore_errors=True)
        noting = Noting(desk)
        game = getattr(games, start)(noting, *page, truth.Puzzle(puzzle))
        return Foreign(game.window, game.board, noting.processes)

    return open_game


GAMES: dict[str, Callable[[Desktop, str], Board]] = {
    "practice": Practice.open,
    "gnome-sudoku": GnomeSudoku.open,
    "sgt-solo": foreign("start_solo"),
    "nudoku": foreign("start_nudoku"),
    "nudoku-in-foot": foreign("start_nudoku_in_foot"),
    "page-inputs": foreign("start_page", "inputs.html"),
    "page-pad": foreign("start_page", "pad.html"),
    "page-table": foreign("start_page", "sudoku-table.html"),
    "firefox-inputs": foreign("start_firefox", "inputs.html", module="firefox"),
}
