"""A sudoku in a phone emulator's window, laid out as the first article measured it; for the mouse alone.

On the article's screen the board was (500, 133) to (857, 491), and the buttons of the digits stood at y = 628. The
window's content began at (480, 50) then. A tap selects a cell, a tap on a digit's button fills it; keys do nothing.

    python emulator_sudoku.py STATE_FILE [--puzzle 81 characters] [--scale 1] [--latency 20]
"""

import tkinter as tk

from told import StandIn, sudoku_options, tell, window

TITLE = "Android Emulator - Pixel_4_API_30:5554"
SIZE = 398, 660
BOARD = 20, 83, 377, 441
BUTTONS = {digit: (x - 480, 578) for digit, x in enumerate((523, 562, 601, 639, 678, 717, 757, 796, 835), 1)}
REACH = 18  # of a button, to each side
ERASER = (199, 628)


class Game(StandIn):
    def __init__(self, given) -> None:
        super().__init__(given, window(TITLE, "Android Emulator", SIZE, "#f7f7f7", given))
        self.puzzle = given.puzzle.replace("0", ".")
        self.board = list(self.puzzle)
        self.selected: int | None = None
        self.taps = 0
        self.canvas.bind("<Button-1>", self.touch)
        self.draw()
        self.tell()

    def touch(self, event) -> None:
        """An emulator hands a touch on to its phone, which takes a frame or two to answer. Touches keep their order."""
        self.canvas.after(self.given.latency, self.tap, event.x / self.given.scale, event.y / self.given.scale)

    def tap(self, x: float, y: float) -> None:
        self.taps += 1
        x0, y0, x1, y1 = BOARD
        if x0 <= x < x1 and y0 <= y < y1:
            self.select(int((y - y0) * 9 / (y1 - y0)) * 9 + int((x - x0) * 9 / (x1 - x0)))
        for digit, (across, down) in BUTTONS.items():
            if abs(x - across) < REACH and abs(y - down) < REACH:
                self.put(str(digit))
        if abs(x - ERASER[0]) < 3 * REACH and abs(y - ERASER[1]) < REACH:
            self.put(".")
        self.tell()

    def select(self, index: int) -> None:
        if self.selected is not None:
            self.canvas.itemconfigure(self.grounds[self.selected], fill="#ffffff")
        self.canvas.itemconfigure(self.grounds[index], fill="#cfe3fb")
        self.selected = index

    def put(self, mark: str) -> None:
        if self.selected is not None and self.puzzle[self.selected] == ".":
            self.board[self.selected] = mark
            self.canvas.itemconfigure(self.digits[self.selected], text=mark.strip("."))

    def tell(self) -> None:
        tell(self.given.state, board="".join(self.board), taps=self.taps)

    def draw(self) -> None:
        self.box(0, 0, SIZE[0], 24, "#1d4a7a")
        self.text(352, 12, "12:47", 12, "#ffffff")
        self.box(0, 24, SIZE[0], 66, "#2a6ab0")
        self.text(66, 45, "Sudoku", 20, "#ffffff", "bold")
        for digit, (x, y) in BUTTONS.items():
            self.box(x - REACH, y - REACH, x + REACH, y + REACH, "#e2e8f0")
            self.text(x, y, str(digit), 24, "#2a6ab0")
        self.box(ERASER[0] - 3 * REACH, ERASER[1] - REACH, ERASER[0] + 3 * REACH, ERASER[1] + REACH, "#e2e8f0")
        self.text(*ERASER, "erase", 15, "#2a6ab0")
        self.grid()

    def grid(self) -> None:
        x0, y0, x1, y1 = BOARD
        across, down = (x1 - x0) / 9, (y1 - y0) / 9
        corners = [(x0 + index % 9 * across, y0 + index // 9 * down) for index in range(81)]
        self.grounds = [self.box(left, top, left + across, top + down, "#ffffff") for left, top in corners]
        self.digits = [
            self.text(left + across / 2, top + down / 2, mark.strip("."), 24, "#1b5fc1" if mark == "." else "#111111")
            for (left, top), mark in zip(corners, self.puzzle, strict=True)
        ]
        for line in range(10):
            wide = 3 if line % 3 == 0 else 1
            colour = "#333333" if line % 3 == 0 else "#a8a8a8"
            self.line(x0 + line * across, y0, x0 + line * across, y1, wide, colour)
            self.line(x0, y0 + line * down, x1, y0 + line * down, wide, colour)

    def line(self, x0: float, y0: float, x1: float, y1: float, wide: int, colour: str) -> None:
        scale = self.given.scale
        ends = [round(side * scale) for side in (x0, y0, x1, y1)]
        self.canvas.create_line(*ends, width=max(1, round(wide * scale)), fill=colour, capstyle=tk.PROJECTING)


def main() -> None:
    parser = sudoku_options(__doc__)
    parser.add_argument("--latency", type=int, default=20, help="milliseconds until a touch is answered")
    Game(parser.parse_args()).canvas.mainloop()


if __name__ == "__main__":
    main()
