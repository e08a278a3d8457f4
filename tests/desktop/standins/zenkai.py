"""A sudoku as the fourth article tells of "Sudoku Zenkai": a window found by its title, a board found by the colour of
its lines, BGR (166, 146, 132), white digits on dark cells. A click selects a cell, a digit key fills it; arrow keys do
nothing.

    python zenkai.py STATE_FILE [--puzzle 81 characters] [--scale 1] [--at X,Y]
"""

from told import StandIn, sudoku_options, tell, window

TITLE = "Sudoku Zenkai"
SIZE = 900, 680
BOARD = 54, 54, 626, 626  # 572 pixels: the article resized what it found to that
LINES = "#8492a6"
GROUND = "#2b3340"
DIGITS = {str(digit) for digit in range(1, 10)}


class Game(StandIn):
    def __init__(self, given) -> None:
        super().__init__(given, window(TITLE, "Zenkai", SIZE, "#1c222b", given))
        self.puzzle = given.puzzle.replace("0", ".")
        self.board = list(self.puzzle)
        self.selected: int | None = None
        self.canvas.bind("<Button-1>", self.click)
        self.canvas.master.bind("<Key>", self.key)
        self.draw()
        self.tell()

    def click(self, event) -> None:
        x0, y0, x1, y1 = BOARD
        x, y = event.x / self.given.scale, event.y / self.given.scale
        if x0 <= x < x1 and y0 <= y < y1:
            if self.selected is not None:
                self.canvas.itemconfigure(self.grounds[self.selected], fill=GROUND)
            self.selected = int((y - y0) * 9 / (y1 - y0)) * 9 + int((x - x0) * 9 / (x1 - x0))
            self.canvas.itemconfigure(self.grounds[self.selected], fill="#3d5a80")

    def key(self, event) -> None:
        if self.selected is None or self.puzzle[self.selected] != ".":
            return
        if event.char in DIGITS or event.keysym in ("Delete", "BackSpace"):
            self.board[self.selected] = event.char if event.char in DIGITS else "."
            self.canvas.itemconfigure(self.digits[self.selected], text=self.board[self.selected].strip("."))
            self.tell()

    def tell(self) -> None:
        self.canvas.itemconfigure(self.left, text=f"{self.board.count('.')} left")
        tell(self.given.state, board="".join(self.board))

    def draw(self) -> None:
        x0, y0, x1, y1 = BOARD
        pitch = (x1 - x0) / 9
        self.box(x0, y0, x1, y1, LINES)
        self.grounds, self.digits = [], []
        for index, mark in enumerate(self.puzzle):
            row, column = divmod(index, 9)
            left, top = x0 + column * pitch, y0 + row * pitch
            # A line to each side; those between boxes are wider, and the outermost are the frame.
            edges = [3 if side % 3 == 0 else 1 for side in (column, row, column + 1, row + 1)]
            cell = left + edges[0], top + edges[1], left + pitch - edges[2], top + pitch - edges[3]
            self.grounds.append(self.box(*cell, GROUND))
            colour = "#ffffff" if mark != "." else "#ffe9a8"
            self.digits.append(self.text(left + pitch / 2, top + pitch / 2, mark.strip("."), 38, colour))
        self.text(763, 90, "ZENKAI", 34, "#d8dee9")
        self.text(763, 150, "Hard", 18, "#7d8898")
        self.left = self.text(763, 300, "", 22, "#d8dee9")


def main() -> None:
    Game(sudoku_options(__doc__).parse_args()).canvas.mainloop()


if __name__ == "__main__":
    main()
