"""`gridpilot practice sudoku`: a board of our own to practise on, and to show gridpilot at work.

With --state it tells what really arrived, so it serves as the truth for tests and the demonstration, too.
"""

from __future__ import annotations

import subprocess
import sys
import time
import tkinter as tk
from argparse import Namespace
from collections.abc import Callable
from math import isqrt
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from gridpilot import whole_file
from gridpilot.cli import sources
from gridpilot.cli.output import while_doing
from gridpilot.errors import GridpilotError, Misused
from gridpilot.games.sudoku.generator import CLUES, puzzle
from gridpilot.games.sudoku.grid import SHAPES, Board, conflicts
from gridpilot.games.sudoku.made_to_order import Order, made
from gridpilot.gui.practice.sudoku_canvas import HEIGHT, WIDTH, Picture
from gridpilot.gui.practice.sudoku_play import MOVES, Play, state
from gridpilot.gui.practice.window import opened
from gridpilot.gui.theme import DARK, LIGHT, Theme
from gridpilot.texts import command_words
from gridpilot.texts.language import _

if TYPE_CHECKING:
    from gridpilot.service.puzzle_shelf import Shelf

TITLE = "gridpilot practice - Sudoku"
CLASS = "Gridpilot-practice"
HINT = (sys.executable, "-m", "gridpilot", "hint", "--over")
EPOCH, DAY = 719_163, 86_400  # the first of 1970 as days since the year 1; seconds
LOOKS = 300  # ms between two looks for a puzzle that is being made
ERASERS = ("Delete", "BackSpace", "KP_Delete", "space", "0", "KP_0")


class Window:
    """Keys and clicks go to the `Play`; the picture and the state file follow when the burst of events is over."""

    def __init__(
        self, root: tk.Tk, theme: Theme, givens: Board, state: Path | None, another: Callable[[], Board | None]
    ) -> None:
        """`another`: the puzzle that comes next, None where it is not made yet."""
        self._root = root
        self._another = another
        self._canvas = tk.Canvas(root, background=theme.window, highlightthickness=0, takefocus=True)
        self._canvas.pack(fill="both", expand=True)
        self.play = Play(givens)
        self._picture = Picture(self._canvas, theme, self.play.shape)
        self._state = state
        self._size = (0, 0)
        self._due = False
        self._helper: subprocess.Popen[bytes] | None = None  # shows a hint
        self._awaited = False  # whether another puzzle is to come as soon as it is made
        self._bind()
        self._canvas.focus_set()

    def _bind(self) -> None:
        for digit in range(1, self.play.shape.size + 1):
            for key in (f"<Key-{digit}>", f"<KP_{digit}>"):
                self._on(key, lambda digit=digit: self.play.enter(digit))  # type: ignore[misc]
            self._on("<Button-1>", lambda digit=digit: self.play.enter(digit), f"pad-{digit}")  # type: ignore[misc]
        for direction in MOVES:
            for key in (f"<{direction}>", f"<KP_{direction}>"):
                self._on(key, lambda direction=direction: self.play.move(direction))  # type: ignore[misc]
        for key in ERASERS:
            self._on(f"<Key-{key}>", lambda: self.play.enter(0))
        self._on("<Button-1>", lambda: self.play.enter(0), "pad-0")
        self._on("<Button-1>", self._new, "new")
        self._on("<Button-1>", self._hint, "hint")
        self._on("<Control-n>", self._new)
        self._canvas.bind("<Button-1>", self._click)
        self._canvas.bind("<Configure>", lambda event: self._resize(event.width, event.height))

    def _on(self, event: str, act: Callable[[], None], tag: str = "") -> None:
        """`tag`: only where the event is over what has that tag."""

        def acted(_event: tk.Event[tk.Canvas]) -> None:
            act()
            self._refresh_soon()

        if tag:
            self._canvas.tag_bind(tag, event, acted)
        else:
            self._canvas.bind(event, acted)

    def _click(self, event: tk.Event[tk.Canvas]) -> None:
        self._canvas.focus_set()
        cell = self._picture.layout.cell_at(event.x, event.y)
        if cell is not None:
            self.play.select(cell)
            self._refresh_soon()

    def _new(self) -> None:
        """The board stays until there is another."""
        found = self._another()
        self._awaited = found is None
        if found is None:
            self._root.after(LOOKS, self._look_again)
        else:
            self.play = Play(found)

    def _hint(self) -> None:
        """Over this board as over any other; each time it tells more. The window has the focus: it was clicked."""
        if self._helper is None or self._helper.poll() is not None:
            self._helper = subprocess.Popen(HINT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def _look_again(self) -> None:
        if self._awaited:
            self._new()
            self._refresh_soon()

    def _resize(self, width: int, height: int) -> None:
        if (width, height) != self._size:
            self._size = width, height
            self._picture.lay_out(width, height)
            self._refresh()

    def _refresh_soon(self) -> None:
        if not self._due:
            self._due = True
            self._root.after_idle(self._refresh)

    def _refresh(self) -> None:
        self._due = False
        self._picture.show(self.play, self._count(), self._status())
        if self._state is not None:
            whole_file.write(self._state, state(self.play))

    def _count(self) -> str:
        blanks = self.play.blanks
        if not blanks:
            return _("All cells are filled")
        return _("1 cell to go") if blanks == 1 else _("{count} cells to go").format(count=blanks)

    def _status(self) -> str:
        if self._awaited:
            return command_words.MAKING
        if self.play.solved:
            return _("Solved: every row, column and box is complete.")
        if clashing := len(self.play.conflicts):
            return _("{count} cells are in conflict.").format(count=clashing)
        return _("Arrow keys and digits, or the mouse. Ctrl+Alt+S lets gridpilot do it.")


def _given(text: str) -> Board:
    """Of a puzzle in any form that `solve --text` takes. Raises GridpilotError, too, for one that has no board here."""
    puzzle = sources.puzzle(text)
    if puzzle.shape not in [SHAPES[size] for size in CLUES]:
        raise GridpilotError("", _("There is no practice board of that size and form."), _("Give another puzzle."))
    return puzzle.board


def _first(given: Namespace) -> Board:
    """The puzzle that is asked for, else that of the day."""
    if given.puzzle:
        return _given(given.puzzle)
    if given.rating and given.seed is None:
        return _shelf(given).take() or _made(given, SystemRandom())
    seed = EPOCH + int(time.time() // DAY) if given.seed is None else given.seed
    return _made(given, Random(seed))  # noqa: S311 - a puzzle is no secret


class _Next:
    """The puzzles that come after the first. Those of a wanted rating are made ahead, as they may take long."""

    def __init__(self, given: Namespace) -> None:
        self._given = given
        self._ahead = _shelf(given) if given.rating else None
        if self._ahead:
            self._ahead.fill_apart()

    def take(self) -> Board | None:
        """None where it is not made yet."""
        if self._ahead is None:
            return _made(self._given, SystemRandom())
        found = self._ahead.take()
        self._ahead.fill_apart()
        return found


def _shelf(given: Namespace) -> Shelf:
    from gridpilot.service.puzzle_shelf import shelf

    return shelf(_order(given))


def _order(given: Namespace) -> Order:
    least, most = given.rating
    return Order(least, most, SHAPES[given.size])


def _made(given: Namespace, chance: Random) -> Board:
    if given.rating is None:
        return puzzle(chance, CLUES[given.size], SHAPES[given.size])
    with while_doing(command_words.MAKING):
        found = made(chance, _order(given))
    if found is None:
        raise GridpilotError(*command_words.none_made(*given.rating))
    return found.board


def show(given: Namespace) -> str:
    """Shows the board until it is closed; returns how it stands then, as JSON."""
    try:
        givens = _first(given)
    except GridpilotError as error:
        raise Misused(error.title, error.message, error.fix) from error
    shape = SHAPES[isqrt(len(givens))]
    if conflicts(givens, shape):
        raise Misused("", _("The puzzle breaks the rules as it stands."), _("Give another one."))
    root, look = opened(CLASS, TITLE, (WIDTH, HEIGHT), given)
    theme = look.theme if given.dark is None else (DARK if given.dark else LIGHT)
    given.size = shape.size
    window = Window(root, theme, givens, given.state, _Next(given).take)
    root.mainloop()
    return state(window.play)
