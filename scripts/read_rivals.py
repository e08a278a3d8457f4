"""The usual ways to read a sudoku off a screen, on the same boards: Tesseract cell by cell, Tesseract in one call, and
nine templates. Each is told where the cells are, and gets ordinary preprocessing: grey, dark on light, Otsu, scaled up.
Gridpilot is timed at the same work, the digits of given cells, and at all of its own: it finds the board, tells boxes,
givens and what is hidden, and asks the rules.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from board_verdicts import judge
from PIL import Image, ImageDraw, ImageFont
from render_boards import Sample, board

from gridpilot.games.sudoku.reading import cells as marks
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box
from gridpilot.vision.glyphs import net

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from glyph_painter import Face

SIDE = 48
WHITE = 255
BLANK = 0.03  # share of ink below which a cell is taken for blank
LIKE = 0.55  # correlation that a template needs


def cells(sample: Sample) -> list[np.ndarray]:
    """Each cell as black on white, 48 x 48."""
    grey = cv2.cvtColor(sample.pixels, cv2.COLOR_BGR2GRAY)
    cut = []
    for y0, y1 in sample.rows:
        for x0, x1 in sample.columns:
            off_x, off_y = 0.1 * (x1 - x0), 0.1 * (y1 - y0)
            tile = grey[round(y0 + off_y) : round(y1 - off_y), round(x0 + off_x) : round(x1 - off_x)]
            if np.ptp(tile) < 40:
                cut.append(np.full((SIDE, SIDE), WHITE, np.uint8))
                continue
            tile = cv2.resize(tile, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
            _, binary = cv2.threshold(tile, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
            cut.append(binary if np.median(binary) > 127 else 255 - binary)
    return cut


def inked(tile: np.ndarray) -> bool:
    return float((tile < 128).mean()) > BLANK


def tesseract(picture: np.ndarray, mode: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cells.png"
        cv2.imwrite(str(path), picture)
        words = ["tesseract", str(path), "-", "--psm", str(mode), "-c", "tessedit_char_whitelist=123456789"]
        return subprocess.run(words, capture_output=True, text=True, env={"OMP_THREAD_LIMIT": "1"}).stdout


def cell_by_cell(sample: Sample) -> list[int]:
    values = []
    for tile in cells(sample):
        framed = cv2.copyMakeBorder(tile, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=WHITE)
        text = tesseract(framed, 10).strip() if inked(tile) else ""
        values.append(int(text[0]) if text and text[0].isdigit() else 0)
    return values


def one_call(sample: Sample) -> list[int]:
    """All inked cells in one row of text; where the count of characters is off, the board is lost."""
    tiles = cells(sample)
    places = [index for index, tile in enumerate(tiles) if inked(tile)]
    values = [0] * len(tiles)
    if not places:
        return values
    rows = [places[start : start + 9] for start in range(0, len(places), 9)]
    blank = np.full((SIDE, SIDE), WHITE, np.uint8)
    lines = [np.hstack([tiles[i] for i in row] + [blank] * (9 - len(row))) for row in rows]
    picture = cv2.copyMakeBorder(np.vstack(lines), 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=WHITE)
    said = [[c for c in line if c.isdigit()] for line in tesseract(picture, 6).splitlines() if line.strip()]
    for row, digits in zip(rows, said, strict=False):
        for index, digit in zip(row, digits, strict=False):
            values[index] = int(digit)
    return values


def _templates() -> list[np.ndarray]:
    font = ImageFont.truetype("DejaVuSans.ttf", 34)
    drawn = []
    for digit in range(1, 10):
        paper = Image.new("L", (SIDE, SIDE), WHITE)
        ImageDraw.Draw(paper).text((SIDE / 2, SIDE / 2), str(digit), 0, font, "mm")
        drawn.append(np.asarray(paper.crop((10, 6, SIDE - 10, SIDE - 6))))
    return drawn


def templates(sample: Sample) -> list[int]:
    pictures, values = _templates(), []
    for tile in cells(sample):
        scores = [float(cv2.matchTemplate(tile, one, cv2.TM_CCOEFF_NORMED).max()) for one in pictures]
        best = int(np.argmax(scores))
        values.append(best + 1 if inked(tile) and scores[best] > LIKE else 0)
    return values


def told(sample: Sample) -> list[int]:
    """What gridpilot reads where it is told where the cells are, as the others are."""
    boxes = [Box(x0, y0, x1, y1) for y0, y1 in sample.rows for x0, x1 in sample.columns]
    seen = marks.read_cells(Sheet(sample.pixels, boxes).tiles, sample.look.size, net.classify)
    return [cell.value for cell in seen.cells]


WAYS: dict[str, Callable[[Sample], bool]] = {
    "gridpilot": lambda sample: judge(sample).exact,
    "gridpilot, told the cells": lambda sample: tuple(told(sample)) == sample.position.values,
    "Tesseract, cell by cell": lambda sample: tuple(cell_by_cell(sample)) == sample.position.values,
    "Tesseract, one call": lambda sample: tuple(one_call(sample)) == sample.position.values,
    "nine templates": lambda sample: tuple(templates(sample)) == sample.position.values,
}


def compare(part: str, seed: int, count: int, faces: Sequence[Face]) -> str:
    """Prints boards exact and CPU time a board. Returns how gridpilot stands against the best way of Tesseract, in
    boards, and in time at the same work and with all of its own.
    """
    right: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    samples = (board(part, seed, number, faces) for number in itertools.count())
    plain = (sample for sample in samples if sample.look.size == 9 and sample.look.cover == "none")
    for sample in itertools.islice(plain, count):
        for name, exact in WAYS.items():
            net.forget()
            start = cpu()
            right[name] += exact(sample)
            spent[name] += cpu() - start
    print(f"\nthe same {count} boards, 9x9")
    for name in WAYS:
        print(f"{name:26} {right[name]:4} exact   {spent[name] * 1000 / count:9.1f} ms of CPU a board")
    best = max((name for name in WAYS if name.startswith("Tesseract")), key=lambda name: right[name])
    boards = f"{right['gridpilot'] / right[best]:.1f}x" if right[best] else f"{right['gridpilot']} to 0"
    same, all_of_it = (spent[best] / spent[name] for name in ("gridpilot, told the cells", "gridpilot"))
    return f"{boards}; {same:.1f}x at the same work, {all_of_it:.1f}x with search and rules ({best})"


def cpu() -> float:
    """Seconds of this process and of those that it has started and waited for."""
    return sum(os.times()[:4])
