"""`gridpilot practice 2048`: a board of our own to practise on, and to show gridpilot at work.

With --state it tells what really happened, so it serves as the truth for tests and benches, too. A key pressed while
tiles still slide is played at once; no key is lost.
"""

from __future__ import annotations

import time
import tkinter as tk
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom

from gridpilot import whole_file
from gridpilot.games.twenty48.rules import Rules
from gridpilot.gui.practice.twenty48_canvas import HEIGHT, WIDTH, Picture
from gridpilot.gui.practice.twenty48_motion import at, still
from gridpilot.gui.practice.twenty48_palettes import PALETTES, Palette
from gridpilot.gui.practice.twenty48_play import Play, Turn, state
from gridpilot.gui.practice.window import opened
from gridpilot.gui.theme import DARK
from gridpilot.plan import Move
from gridpilot.texts.language import _

TITLE = "gridpilot practice - 2048"
CLASS = "Gridpilot-2048"
KEYS = {
    Move.UP: ("Up", "KP_Up", "w", "W"),
    Move.RIGHT: ("Right", "KP_Right", "d", "D"),
    Move.DOWN: ("Down", "KP_Down", "s", "S"),
    Move.LEFT: ("Left", "KP_Left", "a", "A"),
}
FRAME = 12  # milliseconds between two pictures of an animation
DRAGGED = 24  # pixels at scale 1 from which on a drag is a move


class Window:
    """Keys and drags go to the `Play`; the picture and the state file follow."""

    def __init__(self, root: tk.Tk, palette: Palette, play: Play, state: Path | None, slide: int) -> None:
        self._root = root
        self._canvas = tk.Canvas(root, background=palette.window, highlightthickness=0, takefocus=True)
        self._canvas.pack(fill="both", expand=True)
        self._picture = Picture(self._canvas, palette)
        self._play = play
        self._state = state
        self._seconds = 2 * slide / 1000
        self._turn: Turn | None = None
        self._begun = 0.0
        self._due = ""
        self._size = (0, 0)
        self._pressed: tuple[int, int] | None = None
        self._bind()
        self._canvas.focus_set()

    def _bind(self) -> None:
        for move, keys in KEYS.items():
            for key in keys:
                self._canvas.bind(f"<Key-{key}>", self._moving(move))
        self._canvas.bind("<Return>", lambda _event: self._answer())
        self._canvas.bind("<Control-n>", lambda _event: self._new())
        self._canvas.bind("<ButtonPress-1>", self._press)
        self._canvas.bind("<ButtonRelease-1>", self._release)
        self._canvas.bind("<Configure>", lambda event: self._resize(event.width, event.height))
        for tag, act in (("new", self._new), ("again", self._new), ("go-on", self._go_on)):
            self._canvas.tag_bind(tag, "<Button-1>", lambda _event, act=act: act())  # type: ignore[misc]

    def _moving(self, move: Move) -> Callable[[tk.Event[tk.Canvas]], None]:
        return lambda _event: self._move(move)

    def _press(self, event: tk.Event[tk.Canvas]) -> None:
        self._canvas.focus_set()
        self._pressed = event.x, event.y

    def _release(self, event: tk.Event[tk.Canvas]) -> None:
        if self._pressed is None:
            return
        across, down = event.x - self._pressed[0], event.y - self._pressed[1]
        self._pressed = None
        if max(abs(across), abs(down)) < DRAGGED * self._picture.layout.unit:
            return
        if abs(across) > abs(down):
            self._move(Move.RIGHT if across > 0 else Move.LEFT)
        else:
            self._move(Move.DOWN if down > 0 else Move.UP)

    def _move(self, move: Move) -> None:
        turn = self._play.move(move)
        if turn is None:
            return
        self._turn, self._begun = turn, time.monotonic()
        self._tell()
        self._animate()

    def _animate(self) -> None:
        """Draws the tiles where they are by now, until the turn is over."""
        if self._due:
            self._root.after_cancel(self._due)
            self._due = ""
        part = (time.monotonic() - self._begun) / self._seconds if self._seconds else 1.0
        if self._turn is not None and part < 1:
            self._picture.show_tiles(at(self._turn, self._play.columns, part))
            self._due = self._root.after(FRAME, self._animate)
        else:
            self._turn = None
            self._show()

    def _show(self) -> None:
        """The board at rest, with what there is to say about it."""
        self._picture.show_tiles(still(self._play.board, self._play.columns))
        if self._play.won:
            self._picture.show_message(_("You win!"), (("go-on", _("Keep going")), ("again", _("New game"))))
        elif self._play.over:
            self._picture.show_message(_("Game over!"), (("again", _("Try again")),))
        else:
            self._picture.hide_message()

    def _tell(self) -> None:
        self._picture.show_score(self._play.score, self._play.best)
        if self._state is not None:
            whole_file.write(self._state, state(self._play))

    def _answer(self) -> None:
        """Return presses the first button of the message."""
        if self._play.won:
            self._go_on()
        elif self._play.over:
            self._new()

    def _go_on(self) -> None:
        self._play.go_on()
        self._restart()

    def _new(self) -> None:
        self._play.new()
        self._restart()

    def _restart(self) -> None:
        self._turn = None
        self._tell()
        self._animate()

    def _resize(self, width: int, height: int) -> None:
        if (width, height) != self._size:
            self._size = width, height
            goal = _("Join the tiles, get to {target}!").format(target=self._play.rules.target)
            self._picture.lay_out(self._size, self._play.rows, self._play.columns, goal)
            self._tell()
            self._animate()


def show(given: Namespace) -> str:
    """Shows the board until it is closed; returns how it stands then, as JSON."""
    board, columns = given.board or ((), given.size[1])
    rows = len(board) // columns if board else given.size[0]
    root, look = opened(CLASS, TITLE, (WIDTH, HEIGHT), given)
    rng = SystemRandom() if given.seed is None else Random(given.seed)  # noqa: S311 - a game is no secret
    play = Play(rows, columns, Rules(target=given.target), rng, board)
    Window(
        root, PALETTES[given.theme or ("night" if look.theme is DARK else "warm")], play, given.state, given.animation
    )
    root.mainloop()
    return state(play)
