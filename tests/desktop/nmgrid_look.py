"""A 2048 in tkinter as nmgrid 0.0.1 draws it: frames of 100 pixels, huge labels that overlap them, no animation, and
a box over the board at the end. The rules are 2048's own (nmgrid spawns tiles up to 512), written on their own.

    python nmgrid_look.py STATE_FILE [--rows 4] [--columns 4] [--board 2,0,4,...] [--target 2048] [--seed 1] [--scale 1]
"""

import argparse
import json
import random
import tkinter as tk
from pathlib import Path

GROUNDS = {2: "#fcefe6", 4: "#f2e8cb", 8: "#f5b682", 16: "#f29446", 32: "#ff775c", 64: "#e64c2e", 128: "#ede291"}
GROUNDS |= {256: "#fce130", 512: "#ffdb4a", 1024: "#f0b922", 2048: "#fad74d"}
POINTS = (55, 50, 45, 40)
"""Size of a number of 1, 2, 3, 4 digits."""


def slid(line: list[int]) -> tuple[list[int], int]:
    """A line slid to its front, and what it gained."""
    tiles, result, gained = [value for value in line if value], [], 0
    while tiles:
        value = tiles.pop(0)
        if tiles and tiles[0] == value:
            value += tiles.pop(0)
            gained += value
        result.append(value)
    return result + [0] * (len(line) - len(result)), gained


class Game(tk.Frame):
    def __init__(self, given: argparse.Namespace) -> None:
        super().__init__()
        self.given = given
        self.chance = random.Random(given.seed)
        cells = [int(value) for value in given.board.split(",") if value] or [0] * given.rows * given.columns
        self.board = [cells[at : at + given.columns] for at in range(0, len(cells), given.columns)]
        self.score, self.moves = 0, ""
        if not any(cells):
            self.spawn()
            self.spawn()
        self.build()
        for key, arrow in (("u", "Up"), ("r", "Right"), ("d", "Down"), ("l", "Left")):
            self.master.bind(f"<{arrow}>", lambda _event, way=key: self.play(way))
        self.show()

    def build(self) -> None:
        given, side = self.given, round(100 * self.given.scale)
        self.master.title("2048")
        self.grid()
        self.ground = tk.Frame(self, bg="#a39489", bd=3)
        self.ground.grid(pady=(round(80 * given.scale), 0))
        self.cells = []
        for row in range(given.rows):
            for column in range(given.columns):
                frame = tk.Frame(self.ground, bg="#c2b3a9", width=side, height=side)
                frame.grid(row=row, column=column, padx=5, pady=5)
                label = tk.Label(self.ground, bg="#c2b3a9")
                label.grid(row=row, column=column)
                self.cells.append((frame, label))
        head = tk.Frame(self)
        head.place(relx=0.5, y=40 * given.scale, anchor="center")
        tk.Label(head, text="Score", font=("Verdana", 20)).grid(row=0)
        self.points = tk.Label(head, font=("Helvetica", 20, "bold"))
        self.points.grid(row=1)

    def spawn(self) -> None:
        empty = [(r, c) for r, line in enumerate(self.board) for c, value in enumerate(line) if not value]
        row, column = self.chance.choice(empty)
        self.board[row][column] = 2 if self.chance.random() < 0.9 else 4

    def after_move(self, way: str) -> tuple[list[list[int]], int]:
        lines = [list(line) for line in (self.board if way in "lr" else zip(*self.board, strict=True))]
        lines = [line[::-1] if way in "rd" else line for line in lines]
        done = [slid(line) for line in lines]
        lines = [line[::-1] if way in "rd" else line for line, _ in done]
        return (lines if way in "lr" else [list(line) for line in zip(*lines, strict=True)]), sum(g for _, g in done)

    def play(self, way: str) -> None:
        board, gained = self.after_move(way)
        if board == self.board or self.won:
            return
        self.board = board
        self.score += gained
        self.moves += way
        self.spawn()
        self.show()

    @property
    def won(self) -> bool:
        return max(map(max, self.board)) >= self.given.target

    @property
    def over(self) -> bool:
        return all(self.after_move(way)[0] == self.board for way in "urdl")

    def show(self) -> None:
        for value, (frame, label) in zip((v for line in self.board for v in line), self.cells, strict=True):
            ground = GROUNDS.get(value, "#fad74d") if value else "#c2b3a9"
            frame.configure(bg=ground)
            ink = "#695c57" if value < 8 else "#ffffff"
            size = round(POINTS[min(len(str(value)), 4) - 1] * self.given.scale)
            label.configure(bg=ground, fg=ink, font=("Helvetica", size, "bold"), text=str(value or ""))
        self.points.configure(text=self.score)
        if self.won or self.over:
            text, ground = ("You win!", "#ffcc00") if self.won else ("Game over!", "#a39489")
            box = tk.Frame(self.ground, borderwidth=1)
            box.place(relx=0.5, rely=0.5, anchor="center")
            tk.Label(box, text=text, bg=ground, fg="#ffffff", font=("Helvetica", 48, "bold")).pack()
        self.tell()

    def tell(self) -> None:
        state = {
            "board": self.board,
            "score": self.score,
            "moves": self.moves,
            "over": self.over,
            "won": self.won,
        }
        fresh = self.given.state.with_name(f"{self.given.state.name}.new")
        fresh.write_text(json.dumps(state))
        fresh.replace(self.given.state)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("state", type=Path)
    parser.add_argument("--rows", type=int, default=4)
    parser.add_argument("--columns", type=int, default=4)
    parser.add_argument("--board", default="", help="2,0,4,...")
    parser.add_argument("--target", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1)
    Game(parser.parse_args()).mainloop()


if __name__ == "__main__":
    main()
