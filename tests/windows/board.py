"""board.c, compiled and shown: a window of a Windows program, with its own word on what came to it."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import program
from program import Windows
from truth import PUZZLES
from windows_python import COMPILER

PUZZLE = PUZZLES[0]
MIDDLE = 20  # cells


@dataclass(frozen=True, slots=True)
class Board:
    window: int
    truth: Path

    def lines(self) -> list[str]:
        return self.truth.read_text("utf-8").splitlines()

    def cells(self) -> str:
        return next((line for line in reversed(self.lines()) if len(line) == 81), PUZZLE.givens)

    def pressed(self) -> list[int]:
        """Codes of all keys that the window got, the locks and modifiers among them."""
        return [int(line.removeprefix("key ")) for line in self.lines() if line.startswith("key ")]

    def clicks(self) -> int:
        return sum(line.startswith("click ") for line in self.lines())

    def settled(self) -> list[int]:
        """The keys that it got, once no more come."""
        seen = [[-1], self.pressed()]
        while seen[-1] != seen[-2]:
            time.sleep(0.5)
            seen.append(self.pressed())
        return seen[-1]

    def half_way(self) -> bool:
        return sum(now != given for now, given in zip(self.cells(), PUZZLE.givens, strict=True)) >= MIDDLE


def compiled(folder: Path) -> Path:
    """The folder, with board.exe."""
    libraries = ["-municode", "-mwindows", "-lgdi32"]
    words = [COMPILER, "-O1", "-Wall", "-Werror", "-s", "-o", folder / "board.exe", Path(__file__).with_name("board.c")]
    subprocess.run([*words, *libraries], check=True, timeout=120)
    return folder


@contextmanager
def shown(windows: Windows, folder: Path, title: str, x: int = 60) -> Iterator[Board]:
    """With the focus, its left edge there."""
    truth = windows.desk.home / f"{title}.txt"
    words = (title, PUZZLE.givens, str(truth))
    with program.opened(windows, title, folder / "board.exe", *words, x=x) as window:
        yield Board(window, truth)
