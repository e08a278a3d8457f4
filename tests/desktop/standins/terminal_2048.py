"""A 2048 for terminals: numbers and a sign for empty cells, no lines between them, arrow keys as they come.

python terminal_2048.py STATE_FILE [--sign .] [--align ^] [--begin 2] [--seed 1] [--dense 1] [--letters 1] [--asks anew]
[--large #] [--board 2,4,...]
"""

import random
import sys
import termios
import tty
from pathlib import Path

from told import options, tell

sys.path.insert(0, str(Path(__file__).parents[1]))

from nmgrid_look import slid

WAYS = {"A": "u", "B": "d", "C": "r", "D": "l"}
LARGE = {
    "0": " ### |#   #|#   #|#   #| ### ",
    "1": "  #  | ##  |  #  |  #  | ### ",
    "2": " ### |    #|  ## | #   |#####",
    "3": "#### |    #| ### |    #|#### ",
    "4": "#   #|#   #|#####|    #|    #",
    "5": "#####|#    |#### |    #|#### ",
    "6": " ### |#    |#### |#   #| ### ",
    "7": "#####|   # |  #  | #   |#    ",
    "8": " ### |#   #| ### |#   #| ### ",
    "9": " ### |#   #| ####|    #| ### ",
}
"""A digit's five lines."""

GROUNDS = (255, 223, 216, 209, 203, 196, 229, 228, 227, 226, 220, 214)
"""Of xterm's 256 colours, by the power of two."""

WIDE, HIGH = 23, 7  # characters of a large tile

LETTERS = {"w": "u", "s": "d", "d": "r", "a": "l"}


def moved(board: list[list[int]], way: str) -> tuple[list[list[int]], int]:
    lines = board if way in "lr" else [list(line) for line in zip(*board, strict=True)]
    done = [slid(line[::-1] if way in "rd" else line) for line in lines]
    lines = [line[::-1] if way in "rd" else line for line, _ in done]
    gained = sum(points for _, points in done)
    return (lines if way in "lr" else [list(line) for line in zip(*lines, strict=True)]), gained


def large(board: list[list[int]], sign: str) -> str:
    """Tiles in colours, their numbers in lines of a sign; empty cells show nothing at all."""
    words = "\x1b[2J\x1b[H\x1b[?25l\r\n"
    for row in board:
        for line in range(-1, HIGH - 1):
            for value in row:
                digits = str(value) if value and 0 <= line < HIGH - 2 else ""
                drawn = " ".join(LARGE[digit].split("|")[line] for digit in digits)
                look = f"\x1b[30;48;5;{GROUNDS[value.bit_length() - 2]}m" if value else "\x1b[0m"
                words += f"{look}{drawn.replace('#', sign):^{WIDE}}"
            words += "\x1b[0m\r\n"
    return words


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--sign", default=".")
    parser.add_argument("--align", choices="^><", default="^", help="numbers in the middle, or at a side")
    parser.add_argument("--dense", type=int, default=0, help="no empty line, and a block cursor after the last cell")
    parser.add_argument(
        "--letters", type=int, default=0, help="w, a, s and d, capital or small; an arrow key sends one"
    )
    parser.add_argument(
        "--asks",
        choices=["anew", "below"],
        help="for a letter and Return; the board is drawn anew, or below the last one",
    )
    parser.add_argument("--large", default="", help="a sign that large digits are made of")
    parser.add_argument("--board", help="the numbers to begin with, 0 for none")
    parser.add_argument("--begin", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, score, moves = random.Random(given.seed), 0, ""
    numbers = [*map(int, given.board.split(","))] if given.board else [0] * 16
    board = [numbers[start : start + 4] for start in range(0, 16, 4)]

    def spawn() -> None:
        row, column = chance.choice([(r, c) for r in range(4) for c in range(4) if not board[r][c]])
        board[row][column] = 2 if chance.random() < 0.9 else 4

    for _ in range(0 if given.board else given.begin):
        spawn()
    if not given.asks:
        tty.setcbreak(sys.stdin.fileno(), termios.TCSANOW)
    while True:
        over = all(moved(board, way)[0] == board for way in "urdl")
        lines = [
            "".join(f"{value or given.sign:{given.align}{5 if given.dense else 7}}" for value in line).rstrip()
            for line in board
        ]
        if given.asks:
            edge = "+------" * 4 + "+\n"
            lines = ["".join(f"|{value or '':^6}" for value in line) + "|\n" for line in board]
            words = "\x1b[H\x1b[2J" * (given.asks == "anew") + edge + edge.join(lines) + edge + "Your move (w/a/s/d): "
        elif given.large:
            words = large(board, given.large)
        elif given.dense:
            words = f"\x1b[HScore: {score}\x1b[K\r\n" + "\x1b[K\r\n".join(lines) + "\x1b[K"
        else:
            words = f"\x1b[2J\x1b[H\x1b[?25l   2048      {score} points\r\n\r\n" + "\r\n\r\n\r\n".join(lines)
            words += "\r\n\r\n   arrow keys, or q\r\n"
        sys.stdout.write(words)
        sys.stdout.flush()
        tell(given.state, board=board, score=score, moves=moves, over=over, won=False)
        if given.asks:
            way = LETTERS.get(sys.stdin.readline().strip(), "")
        elif given.letters:
            way = LETTERS.get(sys.stdin.read(1).lower(), "")
        elif sys.stdin.read(1) == "\x1b" and sys.stdin.read(1) in "[O":
            way = WAYS.get(sys.stdin.read(1), "")
        else:
            way = ""
        after, gained = moved(board, way) if way else (board, 0)
        if after != board:
            board, score, moves = after, score + gained, moves + way
            spawn()


if __name__ == "__main__":
    main()
