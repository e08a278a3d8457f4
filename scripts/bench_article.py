"""The job as the first article did it, for bench_fill.py to compare: 81 Tesseract calls, backtracking, slow clicks.

It is given what the article had typed in by hand: where the cells are. Each click and each key is followed by
pyautogui's standard pause of 0.1 s. Where Tesseract misreads, the true puzzle is used from there on, so that the times
compare the same work; the misreads are counted.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytesseract
from PIL import Image, ImageFilter
from Xlib import X

if TYPE_CHECKING:
    from virtual import Desktop

PAUSE = 0.1  # seconds, pyautogui's
MARGIN = 0.12  # of a cell: keeps the rulings out of the picture


@dataclass(frozen=True)
class Run:
    """Seconds by stage, and how many of the 81 cells Tesseract read wrongly."""

    read: float
    solve: float
    fill: float
    misread: int

    @property
    def total(self) -> float:
        return self.read + self.solve + self.fill


def cells(box: tuple[float, float, float, float]) -> list[tuple[int, int, int, int]]:
    """81 rectangles on the screen, rulings cut off."""
    x0, y0, x1, y1 = box
    width, height = (x1 - x0) / 9, (y1 - y0) / 9
    return [
        (
            round(x0 + (c + MARGIN) * width),
            round(y0 + (r + MARGIN) * height),
            round(x0 + (c + 1 - MARGIN) * width),
            round(y0 + (r + 1 - MARGIN) * height),
        )
        for r in range(9)
        for c in range(9)
    ]


def read(screen: Image.Image, box: tuple[float, float, float, float]) -> str:
    """One Tesseract process per cell; empty text is a blank."""
    digits = []
    for cell in cells(box):
        grey = screen.crop(cell).convert("L").filter(ImageFilter.MinFilter(3))
        ink = grey.point(lambda value: 255 if value > 80 else 0)
        text = pytesseract.image_to_string(ink, config="--psm 10").strip()
        digits.append(text if len(text) == 1 and text in "123456789" else ".")
    return "".join(digits)


def solve(board: list[int], at: int = 0) -> bool:
    """Recursive backtracking in reading order; fills `board`."""
    while at < 81 and board[at]:
        at += 1
    if at == 81:
        return True
    for digit in range(1, 10):
        if fits(board, at, digit):
            board[at] = digit
            if solve(board, at + 1):
                return True
    board[at] = 0
    return False


def fits(board: list[int], at: int, digit: int) -> bool:
    row, column = divmod(at, 9)
    if digit in board[9 * row : 9 * row + 9] or digit in board[column::9]:
        return False
    top, left = row // 3 * 3, column // 3 * 3
    return all(board[9 * (top + i) + left + j] != digit for i in range(3) for j in range(3))


def grab(desk: Desktop) -> Image.Image:
    size = desk.root.get_geometry()
    shot = desk.root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF)
    return Image.frombytes("RGB", (size.width, size.height), shot.data, "raw", "BGRX")


def run(desk: Desktop, box: tuple[float, float, float, float], puzzle: str) -> Run:
    """Reads, solves and fills the board in `box` (screen pixels) of the focused window."""
    begun = time.monotonic()
    seen = read(grab(desk), box)
    read_at = time.monotonic()
    board = [0 if mark == "." else int(mark) for mark in puzzle]
    solve(board)
    solved_at = time.monotonic()
    for at, (x0, y0, x1, y1) in enumerate(cells(box)):
        if puzzle[at] == ".":
            desk.hand.click((x0 + x1) // 2, (y0 + y1) // 2, settle=PAUSE)
            desk.hand.tap(str(board[at]), gap=PAUSE)
    filled_at = time.monotonic()
    wrong = sum(a != b for a, b in zip(seen, puzzle, strict=True))
    return Run(read_at - begun, solved_at - read_at, filled_at - solved_at, wrong)
