"""A sudoku for terminals: a board of signs, and the program's own cursor, moved by keys as they come.

python terminal_sudoku.py STATE_FILE --puzzle ... --solution ... [--lines ascii] [--cursor reverse] [--keys arrows]
                                     [--blank .] [--sign +] [--lights digit] [--asks below]

The state tells the board, how many wrong digits were in a cell, however briefly, and the keys that came once it was
solved: a program that asks whether to play again begins anew at any key.
"""

import sys
import termios
import tty
from pathlib import Path

from told import sudoku_options, tell

sys.path.insert(0, str(Path(__file__).parents[1]))

from truth import DIGITS

STEPS = {
    "arrows": {"arrow A": (-1, 0), "arrow B": (1, 0), "arrow C": (0, 1), "arrow D": (0, -1)},
    "wasd": {"w": (-1, 0), "s": (1, 0), "d": (0, 1), "a": (0, -1)},
    "hjkl": {"k": (-1, 0), "j": (1, 0), "l": (0, 1), "h": (0, -1)},
}
CURSORS = {
    "reverse": "\x1b[7m {} \x1b[0m",
    "block": "\x1b[44m {} \x1b[0m",
    "brackets": "[{}]",
    "colour": " \x1b[1;33m{}\x1b[0m ",
    "terminal": " {} ",
}
QUESTION = "Solved! Play again? (y/n)    "
ASKS = ("below", "instead", "undrawn")
"""Under the board, in its place, or under the board before the last digit is drawn."""

LIT = "\x1b[42m {} \x1b[0m"


def lined(rows: list[list[str]]) -> list[str]:
    """Lines around each cell, those of the boxes double."""

    def rule(left: str, light: str, heavy: str, right: str, dash: str) -> str:
        return left + heavy.join([light.join([dash * 3] * 3)] * 3) + right

    lines = [rule("╔", "╤", "╦", "╗", "═")]
    for number, row in enumerate(rows):
        lines.append("║" + "║".join("│".join(row[left : left + 3]) for left in (0, 3, 6)) + "║")
        lines.append(rule("╠", "╪", "╬", "╣", "═") if number in {2, 5} else rule("╟", "┼", "╫", "╢", "─"))
    return [*lines[:-1], rule("╚", "╧", "╩", "╝", "═")]


def ascii_lined(rows: list[list[str]]) -> list[str]:
    rule = "+" + "+".join(["-" * 11] * 3) + "+"
    lines = [rule]
    for number, row in enumerate(rows):
        lines.append("|" + "|".join("|".join(row[left : left + 3]) for left in (0, 3, 6)) + "|")
        lines.append(rule if number in {2, 5, 8} else "|" + "|".join(["--- --- ---"] * 3) + "|")
    return lines


def boxes_lined(rows: list[list[str]]) -> list[str]:
    rule = "+".join(["-" * 9] * 3)
    lines = ["|".join("".join(row[left : left + 3]) for left in (0, 3, 6)) for row in rows]
    return [*lines[:3], rule, *lines[3:6], rule, *lines[6:]]


LINES = {"cells": lined, "ascii": ascii_lined, "boxes": boxes_lined}


def main() -> None:
    parser = sudoku_options(__doc__)
    parser.add_argument("--solution", required=True)
    parser.add_argument("--lines", choices=LINES, default="cells")
    parser.add_argument("--cursor", choices=CURSORS, default="reverse")
    parser.add_argument("--keys", choices=STEPS, default="arrows")
    parser.add_argument("--blank", default=" ")
    parser.add_argument("--sign", default="", help="in the place of a blank that is under the cursor")
    parser.add_argument("--lights", choices=("digit",), help="of other cells, those that show the cursor's digit")
    parser.add_argument("--asks", choices=ASKS, help="once it is solved, whether to play again, and where")
    given = parser.parse_args()
    board, row, column, mistakes, answers = list(given.puzzle), 0, 0, 0, ""
    tty.setcbreak(sys.stdin.fileno(), termios.TCSANOW)
    while True:
        shown = [f" {digit} ".replace(".", given.blank) for digit in board]
        at = 9 * row + column
        for index, digit in enumerate(board if given.lights else ()):
            shown[index] = LIT.format(digit) if digit == board[at] != "." else shown[index]
        sign = given.sign or given.blank
        shown[at] = CURSORS[given.cursor].format(board[at].replace(".", sign))
        lines = LINES[given.lines]([shown[9 * r : 9 * r + 9] for r in range(9)])
        asks = given.asks if "".join(board) == given.solution else None
        if asks == "undrawn":
            sys.stdout.write("\r\n" + QUESTION)
        else:
            words = ["\x1b[H\x1b[?25l S U D O K U", "", *lines, "", QUESTION if asks else "1-9 write, 0 erases"]
            sys.stdout.write(f"\x1b[2J\x1b[H{QUESTION}" if asks == "instead" else "\r\n   ".join(words))
        sys.stdout.flush()
        tell(given.state, board="".join(board), mistakes=mistakes, answers=answers)
        key = sys.stdin.read(1)
        if asks:
            answers += key
            board = list(given.puzzle)
            continue
        if key == "\x1b" and sys.stdin.read(1) in "[O":
            key = f"arrow {sys.stdin.read(1)}"
        step = STEPS[given.keys].get(key, (0, 0))
        row, column = min(max(row + step[0], 0), 8), min(max(column + step[1], 0), 8)
        if key in DIGITS and given.puzzle[at] == ".":
            board[at] = key
            mistakes += key != given.solution[at]
        elif key in "0\x7f" and given.puzzle[at] == ".":
            board[at] = "."


if __name__ == "__main__":
    main()
