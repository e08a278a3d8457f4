"""What a user shows on the frozen picture: a board that was not found, or the buttons of a game. Values.

Nothing here reads a picture: a drawing says where a board is and how many cells it has, a reader says what is in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gridpilot.games import GAMES
from gridpilot.geometry import Box, Pixel, View
from gridpilot.gui.teach.frame import ARROWS, Frame, nudged, within
from gridpilot.profiles import teach
from gridpilot.reading import Locate, Place, Reading

INSET = 0.04  # of a cell: the lines and gaps of a board
RESIZE = {"plus": (1, 1), "minus": (-1, -1), "bracketright": (1, 0), "bracketleft": (-1, 0)}
"""Rows and columns that keys add, in steps of the game's sides; the brackets rows alone, where a game may have them."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as the user draws it."""

    game: str
    frame: Frame
    rows: int
    columns: int

    @classmethod
    def begun(cls, game: str, view: View, reading: Reading | None, guess: Place | None) -> Drawing:
        """Begins where the board was found, else where something looks like one, else in the middle."""
        if reading:
            frame = Frame.around(reading.extent, view.width, view.height)
            return cls(game, frame, len(reading.cells) // reading.size, reading.size)
        if guess and guess.area:
            return cls(game, Frame.around(view.box_of(guess.area), view.width, view.height), guess.rows, guess.columns)
        return cls(game, Frame.first(view.width, view.height), *(GAMES[game].usual,) * 2)

    @property
    def cells(self) -> tuple[Box, ...]:
        return self.frame.box.cells(self.rows, self.columns)

    def place(self, view: View) -> Place:
        return Place(Locate.FIXED, teach.spots(view, self.frame.box), self.rows, self.columns, INSET)

    def of(self, game: str) -> Drawing:
        """The same frame for another game."""
        return replace(self, game=game, rows=GAMES[game].usual, columns=GAMES[game].usual)

    def after(self, key: str, *, far: bool) -> Drawing | None:
        """As a key changes it; None for keys that mean nothing here."""
        if key == "Tab":
            return replace(self, frame=self.frame.other())
        if key in ARROWS:
            return replace(self, frame=self.frame.nudged(key, far=far))
        if key in RESIZE:
            more_rows, more_columns = RESIZE[key]
            square = GAMES[self.game].square
            rows = self._side(self.rows, more_columns if square else more_rows)
            return replace(self, rows=rows, columns=self._side(self.columns, more_columns))
        return None

    def _side(self, now: int, by: int) -> int:
        sides = GAMES[self.game].sides
        nearest = min(range(len(sides)), key=lambda index: abs(sides[index] - now))
        return sides[min(max(nearest + by, 0), len(sides) - 1)]

    def pressed(self, at: Pixel, reach: float) -> Drawing:
        """The corner there is taken hold of, or a new frame is begun."""
        return replace(self, frame=self.frame.nearest(at, reach) or self.frame.begun(at))

    def pulled(self, to: Pixel) -> Drawing:
        return replace(self, frame=self.frame.put(to))


@dataclass(frozen=True, slots=True)
class Pointing:
    """Buttons pointed at one after another: `names` are those to come, the first is the one that `cross` is for."""

    names: tuple[str, ...]
    cross: Pixel
    width: int
    height: int
    done: dict[str, Pixel] = field(default_factory=dict)

    @classmethod
    def beside(cls, board: Box, names: tuple[str, ...], width: int, height: int) -> Pointing:
        """The cross begins where such buttons mostly are: digits and erasers below the board, the others above it."""
        above = not names[0].startswith(("digit", "erase"))
        step = board.width / max(len(names), 2)
        y = board.y0 - step / 4 if above else board.y1 + (height - board.y1) / 2
        x = board.x1 - step / 2 if above else board.x0 + step / 2
        return cls(names, within(Pixel(x, y), width - 1, height - 1), width, height)

    def after(self, key: str, *, far: bool) -> Pointing:
        """As a key changes it."""
        if key in ARROWS:
            return self.put(nudged(self.cross, key, far=far))
        return self.placed() if key in {"Return", "space"} else self

    def put(self, cross: Pixel) -> Pointing:
        return replace(self, cross=within(cross, self.width - 1, self.height - 1))

    def placed(self) -> Pointing:
        """Puts the button where the cross is. The cross goes on to where an even pad has the next one."""
        done = self.done | {self.names[0]: self.cross}
        return replace(self, names=self.names[1:], done=done).put(_ahead(list(done.values())))


def _ahead(marks: list[Pixel]) -> Pixel:
    """Where the next button of an even pad is: the step of the first two goes on, and from the second row on also the
    step from row to row.
    """
    if len(marks) < 2:
        return marks[-1]
    first, across = marks[0], Pixel(marks[1].x - marks[0].x, marks[1].y - marks[0].y)
    wraps = [index for index in range(2, len(marks)) if abs(marks[index].y - first.y) > abs(across.x) / 2]
    columns = wraps[0] if wraps else len(marks) + 1
    if len(marks) % columns:
        return Pixel(marks[-1].x + across.x, marks[-1].y + across.y)
    over, below = marks[-columns], marks[columns]
    return Pixel(over.x + below.x - first.x, over.y + below.y - first.y)
