"""A sudoku in which no board is found: no lines, no frame, digits out of line; and a pad of signs that are no digits.
For the mouse alone.

A tap selects a cell, a tap on a button fills it: the first button is 1, and so on, in three rows of three.

    python bare.py STATE_FILE [--puzzle 81 characters] [--scale 1] [--at X,Y]
"""

from told import StandIn, sudoku_options, tell, window

SIZE = 620, 600
PITCH = 60, 38
BOARD = 32, 30
PAD = 220, 430  # the middle of the first button
APART = 90, 60
SIGNS = "αβγδεζηθι"


class Game(StandIn):
    def __init__(self, given) -> None:
        super().__init__(given, window("Bare", "Bare", SIZE, "#fbf7ef", given))
        self.puzzle = given.puzzle.replace("0", ".")
        self.board = list(self.puzzle)
        self.selected: int | None = None
        self.canvas.bind("<Button-1>", self.tap)
        self.digits = [self.cell(index, mark) for index, mark in enumerate(self.puzzle)]
        for index, sign in enumerate(SIGNS):
            self.text(*self.button(index), sign, 26, "#8a5a2b")
        self.tell()

    def button(self, index: int) -> tuple[int, int]:
        return PAD[0] + index % 3 * APART[0], PAD[1] + index // 3 * APART[1]

    def cell(self, index: int, mark: str) -> int:
        x, y = BOARD[0] + (index % 9 + 0.5) * PITCH[0], BOARD[1] + (index // 9 + 0.5) * PITCH[1]
        x, y = x + (index * 7 % 9 - 4) * 2.2, y + (index * 5 % 7 - 3) * 2.0
        return self.text(x, y, mark.strip("."), 24, "#222222")

    def tap(self, event) -> None:
        x, y = event.x / self.given.scale, event.y / self.given.scale
        column, row = int((x - BOARD[0]) // PITCH[0]), int((y - BOARD[1]) // PITCH[1])
        if 0 <= column < 9 and 0 <= row < 9:
            self.selected = 9 * row + column
        for index in range(9):
            across, down = self.button(index)
            if abs(x - across) < 20 and abs(y - down) < 20 and self.selected is not None:
                self.put(str(index + 1))
        self.tell()

    def put(self, mark: str) -> None:
        if self.puzzle[self.selected] == ".":
            same = self.board[self.selected] == mark
            self.board[self.selected] = "." if same else mark
            self.canvas.itemconfigure(self.digits[self.selected], text="" if same else mark)

    def tell(self) -> None:
        tell(self.given.state, board="".join(self.board))


def main() -> None:
    Game(sudoku_options(__doc__).parse_args()).canvas.mainloop()


if __name__ == "__main__":
    main()
