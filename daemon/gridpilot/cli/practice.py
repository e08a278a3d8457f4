"""`gridpilot practice GAME`: options and boards. Boards are imported late, so that `--help` opens no window library."""

from __future__ import annotations

import argparse
from argparse import Namespace
from typing import TYPE_CHECKING

from gridpilot.cli import numbers
from gridpilot.cli.output import DONE
from gridpilot.errors import GridpilotError

if TYPE_CHECKING:
    from pathlib import Path

SLIDE = 110  # milliseconds
FEWEST, MOST = 2, 8  # cells on a side
THEMES = ("warm", "cool", "night", "plain", "contrast")

animation = numbers.whole(0, 5000, "a time in milliseconds")


def sudoku(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--puzzle", help="as solve --text takes it: 81 characters, or a file; else a new one every day")
    parser.add_argument("--size", type=int, choices=(4, 6, 9), default=9, help="rows and columns of a new one, 9")
    parser.add_argument(
        "--seed", type=numbers.seed, help="number of the puzzle, for another one; else that of the day"
    )  # fmt: skip
    parser.add_argument("--rating", type=numbers.ratings, metavar="R", help="how hard: 3.0, or from 3.5..4.0")
    looks = parser.add_mutually_exclusive_group()
    looks.add_argument("--dark", action="store_true", default=None, help="light digits on a dark ground")
    looks.add_argument("--light", action="store_false", dest="dark", help="dark digits; without either, as the desktop")
    _add_window(parser)


def twenty48(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--size", type=size, default=(4, 4), help="cells on a side, 4, or rows x columns, 3x5")
    parser.add_argument(
        "--theme", choices=THEMES, help="its colours; in plain all tiles share one; else warm, or night"
    )
    parser.add_argument("--target", type=numbers.tile, default=2048, help="the tile that wins, 2048")
    parser.add_argument("--animation", type=animation, default=SLIDE, help="milliseconds that tiles slide; 0: none")
    parser.add_argument("--seed", type=numbers.seed, help="a number, to get the same tiles again")
    parser.add_argument("--board", type=board, help='begin with this board: "2 0 4/0 0 0/0 2 8"')
    _add_window(parser)


def _show_sudoku(given: Namespace) -> str:
    from gridpilot.gui.practice.sudoku import show

    return show(given)


def _show_twenty48(given: Namespace) -> str:
    from gridpilot.gui.practice.twenty48 import show

    return show(given)


BOARDS = {"sudoku": (sudoku, _show_sudoku), "2048": (twenty48, _show_twenty48)}
"""The games that can be practised: what adds the options of each, and what shows its board until it is closed."""


def practice(given: Namespace) -> int:
    """A board to practise on, in this process; --json tells how it stood at the end."""
    state = BOARDS[given.game][1](given)
    if given.json:
        print(state)
    return DONE


def _add_window(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scale", type=numbers.scale, help="size of the window, 1, 1.5 or 2; else the display's")
    parser.add_argument("--geometry", type=numbers.geometry, help="size, place or both: 540x704+40+40")
    parser.add_argument("--state", type=path, help="keep the state in this file, as JSON")


def path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def size(text: str) -> tuple[int, int]:
    """Rows and columns."""
    sides = [int(side) if side.isdecimal() and len(side) < 4 else 0 for side in text.lower().split("x")]
    if len(sides) > 2 or not all(FEWEST <= side <= MOST for side in sides):
        raise argparse.ArgumentTypeError(f"a side has {FEWEST} to {MOST} cells")
    return sides[0], sides[-1]


def board(text: str) -> tuple[tuple[int, ...], int]:
    """The values in row order, and the number of columns."""
    from gridpilot.games.twenty48.board import parse
    from gridpilot.games.twenty48.rules import Rules

    try:
        values, columns = parse(text)
        Rules().check(values, columns)
    except GridpilotError as fault:
        raise argparse.ArgumentTypeError(fault.sentence) from None
    return values, columns
