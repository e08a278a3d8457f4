"""2048 in a phone emulator's window, laid out and coloured as the second article measured it; for swipes alone.

On the article's screen the tiles stood in (515, 250) to (842, 578), 7 pixels apart, N by N of them; the window's
content began at (480, 50) then. A drag of 60 pixels or more is a swipe; while tiles slide, swipes are lost. The rules
are written here, not taken from gridpilot.

    python emulator_2048.py STATE_FILE [--n 4] [--board 2,0,4,...] [--shared 128] [--seed 1] [--slide 120] [--scale 1]
"""

import random
import time
from tkinter import font as tkfont

from told import StandIn, options, tell, window

TITLE = "Android Emulator - Pixel_4_API_30:5554"
SIZE = 398, 660
TILES = 35, 200, 362, 528
GAP = 7
COLOURS = [
    "#d6cdc4", "#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f",
    "#f65e3b", "#edcf72", "#edcc61", "#edc850", "#edc53f", "#edc22e",
]  # fmt: skip
"""Empty, 2, 4, ... 2048; all beyond share the last one."""
SWIPE = 60
FRAME = 15  # milliseconds


def slid(line: list[int]) -> tuple[list[int], list[int], int]:
    """A line slid to its front, for each tile where it went, and what it gained."""
    result: list[int] = []
    went, gained, whole = [], 0, True
    for value in line:
        if value and result and result[-1] == value and whole:
            result[-1], whole, gained = 2 * value, False, gained + 2 * value
        elif value:
            result.append(value)
            whole = True
        went.append(max(0, len(result) - 1))
    return result + [0] * (len(line) - len(result)), went, gained


class Game(StandIn):
    def __init__(self, given) -> None:
        super().__init__(given, window(TITLE, "Android Emulator", SIZE, "#faf8ef", given))
        self.chance = random.Random(given.seed)
        self.board = [int(value) for value in given.board.split(",") if value] or [0] * given.n**2
        self.score, self.moves, self.boards = 0, "", []
        self.pressed: tuple[int, int] | None = None
        self.sliding = False
        if not any(self.board):
            self.spawn()
            self.spawn()
        self.draw()
        self.canvas.bind("<Button-1>", lambda event: self.press(event.x, event.y))
        self.canvas.bind("<ButtonRelease-1>", lambda event: self.release(event.x, event.y))
        self.rest()

    def spawn(self) -> None:
        at = self.chance.choice([index for index, value in enumerate(self.board) if not value])
        self.board[at] = 2 if self.chance.random() < 0.9 else 4

    def press(self, x: int, y: int) -> None:
        self.pressed = (x, y)

    def release(self, x: int, y: int) -> None:
        if self.pressed is None or self.sliding:
            return
        across, down = x - self.pressed[0], y - self.pressed[1]
        self.pressed = None
        if max(abs(across), abs(down)) >= SWIPE * self.given.scale:
            if abs(across) > abs(down):
                self.play("r" if across > 0 else "l")
            else:
                self.play("d" if down > 0 else "u")

    def lines(self, way: str) -> list[list[int]]:
        """The cells of each line, in the order in which tiles arrive at its end."""
        n = self.given.n
        rows = [[n * r + c for c in range(n)] for r in range(n)]
        lines = rows if way in "lr" else [list(column) for column in zip(*rows, strict=True)]
        return [line[::-1] if way in "rd" else line for line in lines]

    def after(self, way: str) -> tuple[list[int], dict[int, int], int]:
        board, paths, points = [0] * len(self.board), {}, 0
        for line in self.lines(way):
            values, went, gained = slid([self.board[at] for at in line])
            points += gained
            for place, at in enumerate(line):
                board[at] = values[place]
                if self.board[at]:
                    paths[at] = line[went[place]]
        return board, paths, points

    @property
    def over(self) -> bool:
        return all(self.after(way)[0] == self.board for way in "urdl")

    def play(self, way: str) -> None:
        board, paths, gained = self.after(way)
        if board == self.board:
            return
        self.sliding = True
        self.slide(paths, time.monotonic(), lambda: self.arrive(board, way, gained))

    def slide(self, paths: dict[int, int], begun: float, then) -> None:
        share = (time.monotonic() - begun) * 1000 / self.given.slide
        if share >= 1:
            then()
            return
        for start, end in paths.items():
            (x0, y0), (x1, y1) = self.corner(start), self.corner(end)
            self.place(self.tiles[start], x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
        self.canvas.after(FRAME, self.slide, paths, begun, then)

    def arrive(self, board: list[int], way: str, gained: int) -> None:
        self.board = board
        self.spawn()
        self.moves += way
        self.score += gained
        self.sliding = False
        self.rest()

    def rest(self) -> None:
        """Every tile in its cell."""
        for at, (value, (ground, number)) in enumerate(zip(self.board, self.tiles, strict=True)):
            self.place((ground, number), *self.corner(at))
            shown = "normal" if value else "hidden"
            self.canvas.itemconfigure(ground, fill=self.colour(value), state=shown)
            self.canvas.itemconfigure(number, text=str(value or ""), state=shown)
            if value:
                font, ink = self.fonts[len(str(value)) - 1], "#776e65" if value < 8 else "#f9f6f2"
                self.canvas.itemconfigure(number, font=font, fill=ink)
        self.canvas.itemconfigure(self.points, text=str(self.score))
        self.canvas.itemconfigure(self.end, text="Game over" if self.over else "")
        n = self.given.n
        self.boards.append(self.board)
        rows = [self.board[at : at + n] for at in range(0, n * n, n)]
        facts = {"score": self.score, "moves": self.moves, "over": self.over, "boards": self.boards}
        tell(self.given.state, board=rows, **facts)

    @property
    def side(self) -> float:
        return (TILES[2] - TILES[0] - GAP * (self.given.n - 1)) / self.given.n

    def corner(self, at: int) -> tuple[float, float]:
        row, column = divmod(at, self.given.n)
        return TILES[0] + column * (self.side + GAP), TILES[1] + row * (self.side + GAP)

    def colour(self, value: int) -> str:
        shared = self.given.shared and value >= self.given.shared
        return COLOURS[-1 if shared else min(value.bit_length() - 1 if value else 0, len(COLOURS) - 1)]

    def place(self, tile: tuple[int, int], x: float, y: float) -> None:
        scale, (ground, number) = self.given.scale, tile
        self.canvas.coords(ground, *[round(side * scale) for side in (x, y, x + self.side, y + self.side)])
        self.canvas.coords(number, round((x + self.side / 2) * scale), round((y + self.side / 2) * scale))

    def draw(self) -> None:
        self.box(0, 0, SIZE[0], 24, "#8f7a66")
        self.text(352, 12, "12:47", 12, "#ffffff")
        self.text(100, 90, "2048", 52, "#776e65", "bold")
        self.box(250, 60, 362, 120, "#bbada0")
        self.text(306, 76, "SCORE", 12, "#eee4da", "bold")
        self.points = self.text(306, 100, "", 22, "#ffffff", "bold")
        self.end = self.text(199, 580, "", 28, "#776e65")
        self.box(TILES[0] - GAP, TILES[1] - GAP, TILES[2] + GAP, TILES[3] + GAP, "#bbada0")
        corners = [self.corner(at) for at in range(len(self.board))]
        for x, y in corners:
            self.box(x, y, x + self.side, y + self.side, COLOURS[0])
        sizes = [-round(self.side * share * self.given.scale) for share in (0.5, 0.46, 0.38, 0.3, 0.25, 0.2)]
        self.fonts = [tkfont.Font(family="DejaVu Sans", size=size, weight="bold") for size in sizes]
        self.tiles = []
        for x, y in corners:
            ground = self.box(x, y, x + self.side, y + self.side, COLOURS[1])
            self.tiles.append((ground, self.text(x + self.side / 2, y + self.side / 2, "", 20, "#776e65")))


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--n", type=int, default=4, help="tiles a side")
    parser.add_argument("--board", default="", help="a running game: 2,0,4,...")
    parser.add_argument("--shared", type=int, default=0, help="tiles from this value on share a colour")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slide", type=int, default=120, help="milliseconds for which tiles are on their way")
    Game(parser.parse_args()).canvas.mainloop()


if __name__ == "__main__":
    main()
