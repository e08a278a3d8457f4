"""The programs of the four articles that gridpilot began with, as told there, for bench_rows.py to compare.

Each is given what its author had typed in by hand: where things are. None of them checks what it typed; the bench asks
the stand-in. pyautogui's standard pause of 0.1 s follows each click and drag, as it did theirs; the fourth set its own.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import bench_article
import cv2
import numpy as np
from article_2048 import PureArticle
from bench_article import PAUSE, grab

from gridpilot.geometry import Point

if TYPE_CHECKING:
    from pathlib import Path

    from virtual import Desktop

    Rect = tuple[int, int, int, int]

# The first article's numbers, less the place at which its emulator's content began.
BOARD_0 = 20, 83, 377, 441
BUTTONS_0 = [(x - 480, 628 - 50) for x in (523, 562, 601, 639, 678, 717, 757, 796, 835)]

SELECTOR = "table#sudoku_main_board"

# The second article's.
TILES_2 = 35, 200, 362, 528
GAP_2, INSIDE_2, DRAG_2, WAIT_2 = 7, 10, 100, 0.3
COLOURS_2 = (
    (214, 205, 196), (238, 228, 218), (237, 224, 200), (242, 177, 121), (245, 149, 99), (246, 124, 95), (246, 94, 59),
    (237, 207, 114), (237, 204, 97), (237, 200, 80), (237, 197, 63), (237, 194, 46),
)  # fmt: skip

# The fourth article's.
TITLE_3, COLOUR_3 = "Sudoku Zenkai", (166, 146, 132)
SIDE_3, CELL_3, CUT_3, WHITE_3, GLYPH_3 = 572, 64, 9, 180, 64
PAUSE_3, COUNTDOWN_3 = 0.0015, 2.0  # s; the bench adds the latter


def row_0(desk: Desktop, window: Rect, puzzle: str) -> int:
    """Returns how many cells Tesseract misread; it goes on with the true puzzle, so that the work is the same."""
    left, top = window[:2]
    x0, y0, x1, y1 = BOARD_0
    box = (left + x0, top + y0, left + x1, top + y1)
    seen = bench_article.read(grab(desk), box)
    board = [0 if mark == "." else int(mark) for mark in puzzle]
    bench_article.solve(board)
    for at, (cx0, cy0, cx1, cy1) in enumerate(bench_article.cells(box)):
        if puzzle[at] == ".":
            x, y = BUTTONS_0[board[at] - 1]
            desk.hand.click((cx0 + cx1) // 2, (cy0 + cy1) // 2, settle=PAUSE)
            desk.hand.click(left + x, top + y, settle=PAUSE)
    return sum(a != b for a, b in zip(seen, puzzle, strict=True))


def row_1(driver: Any) -> None:
    """Reads attribute after attribute, solves by bit masks, and clicks, clears and types into each input."""
    table = driver.find_element("css selector", SELECTOR)
    inputs = [
        one
        for row in table.find_elements("css selector", "tr")
        for one in row.find_elements("css selector", "input.i3")
    ]
    board = [int(one.get_attribute("value") or 0) for one in inputs]
    solve_masks(board)
    for one, digit in zip(inputs, board, strict=True):
        if one.get_attribute("readonly") != "true":
            one.click()
            one.clear()
            one.send_keys(str(digit))


def solve_masks(board: list[int]) -> bool:
    """Depth first in list order over bit masks of what rows, columns and boxes hold; naked singles go first."""
    rows, columns, boxes = [0] * 9, [0] * 9, [0] * 9
    for at, digit in enumerate(board):
        if digit:
            _mark(rows, columns, boxes, at, 1 << digit)
    return _deeper(board, rows, columns, boxes)


def _mark(rows: list[int], columns: list[int], boxes: list[int], at: int, bit: int) -> None:
    row, column = divmod(at, 9)
    rows[row] ^= bit
    columns[column] ^= bit
    boxes[row // 3 * 3 + column // 3] ^= bit


def _free(rows: list[int], columns: list[int], boxes: list[int], at: int) -> int:
    row, column = divmod(at, 9)
    return 0b1111111110 & ~(rows[row] | columns[column] | boxes[row // 3 * 3 + column // 3])


def _deeper(board: list[int], rows: list[int], columns: list[int], boxes: list[int]) -> bool:
    singles, found = [], True
    while found:
        found = False
        for at in range(81):
            free = 0 if board[at] else _free(rows, columns, boxes, at)
            if free and not free & (free - 1):
                board[at], found = free.bit_length() - 1, True
                _mark(rows, columns, boxes, at, free)
                singles.append(at)
    blank = next((at for at in range(81) if not board[at]), None)
    if blank is None:
        return True
    for digit in range(1, 10):
        if _free(rows, columns, boxes, blank) >> digit & 1:
            board[blank] = digit
            _mark(rows, columns, boxes, blank, 1 << digit)
            if _deeper(board, rows, columns, boxes):
                return True
            _mark(rows, columns, boxes, blank, 1 << digit)
            board[blank] = 0
    for at in singles:
        _mark(rows, columns, boxes, at, 1 << board[at])
        board[at] = 0
    return False


def row_2(desk: Desktop, window: Rect, moves: int, n: int = 4) -> None:
    """A pixel of each tile tells its value; then 5000 random games, a drag, and a wait."""
    left, top = window[0] + TILES_2[0], window[1] + TILES_2[1]
    pitch = (TILES_2[2] - TILES_2[0] + GAP_2) / n
    centre = left + (TILES_2[2] - TILES_2[0]) // 2, top + (TILES_2[3] - TILES_2[1]) // 2
    player = PureArticle(1)
    for _ in range(moves):
        screen = grab(desk)
        pixels = [
            screen.getpixel((int(left + INSIDE_2 + c * pitch), int(top + INSIDE_2 + r * pitch)))
            for r in range(n)
            for c in range(n)
        ]
        exponents = [COLOURS_2.index(pixel) if pixel in COLOURS_2 else 0 for pixel in pixels]
        move = player.choose(tuple(1 << e if e else 0 for e in exponents), n, 0)
        if move is None:
            return
        across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[move]
        desk.hand.move(*centre)
        desk.hand.button(down=True)
        desk.hand.move(centre[0] + across * DRAG_2, centre[1] + down * DRAG_2)
        desk.hand.button(down=False)
        time.sleep(PAUSE + WAIT_2)


def row_3(desk: Desktop, window: Rect, scale: float, pictures: Path) -> str:
    """Returns the board as it read it. `window` in pixels of the screen.

    The program does not know of display scales, so Windows tells it sizes and places as they would be at 100 %; what it
    grabs and where it clicks are pixels. It clicks by gridpilot's own hand, so that no key overtakes a click.
    """
    from gridpilot.desktop.x11.input import X11Input

    hand = X11Input(desk.name)
    left, top, width, height = (round(side / scale) for side in window)
    screen = np.asarray(grab(desk))[..., ::-1]
    part = screen[top : top + height, left : left + width]
    ys, xs = np.nonzero((part == COLOUR_3).all(axis=2))
    if not len(xs):
        return ""
    x0, y0, x1, y1 = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1
    grey = cv2.cvtColor(cv2.resize(part[y0:y1, x0:x1], (SIDE_3, SIDE_3)), cv2.COLOR_BGR2GRAY)
    templates = [_glyph(cv2.imread(str(pictures / f"{digit}.png"), cv2.IMREAD_GRAYSCALE)) for digit in range(1, 10)]
    board = []
    for at in range(81):
        row, column = (CELL_3 * line for line in divmod(at, 9))
        glyph = _glyph(grey[row + CUT_3 : row + CELL_3 - CUT_3, column + CUT_3 : column + CELL_3 - CUT_3])
        scores = [
            -2.0 if glyph is None else float(cv2.matchTemplate(glyph, one, cv2.TM_CCOEFF_NORMED)[0, 0])
            for one in templates
        ]
        board.append(0 if glyph is None else 1 + int(np.argmax(scores)))
    given = list(board)
    if bench_article.solve(board):
        pitch_x, pitch_y = (x1 - x0) / 9, (y1 - y0) / 9
        for at, digit in enumerate(board):
            if not given[at]:
                row, column = divmod(at, 9)
                x, y = left + x0 + (column + 0.5) * pitch_x, top + y0 + (row + 0.5) * pitch_y
                hand.click(Point(round(x), round(y)))
                time.sleep(PAUSE_3)
                hand.press(str(digit))
                time.sleep(PAUSE_3)
    hand.close()
    return "".join(str(digit or ".") for digit in given)


def _glyph(grey: Any) -> Any:
    """The extent of what is white, at one size; None where nothing is."""
    white = cv2.threshold(grey, WHITE_3, 255, cv2.THRESH_BINARY)[1]
    ys, xs = np.nonzero(white)
    if not len(xs):
        return None
    return cv2.resize(white[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], (GLYPH_3, GLYPH_3))
