#!/usr/bin/env python3
"""What becomes of a digit that something spoils: a pointer over half of it, the edge of a cursor beside it, noise.

The boards are those of render_boards.py, each with one digit spoilt. It must be read, or the board be left alone; what
is *typed over* is the fault that must not happen.

    bench_spoilt.py                       60 boards of each kind, of the tune part
    bench_spoilt.py --part test --seed 9 --boards 200
    bench_spoilt.py --misses FOLDER       pictures of the faults
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import cv2
import numpy as np
from board_verdicts import capture
from render_boards import Sample, board, held_out_faces

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Box

if TYPE_CHECKING:
    from collections.abc import Callable

ARROW = """
X
XX
XoX
XooX
XoooX
XooooX
XoooooX
XooooooX
XoooooooX
XooooooooX
XoooooXXXXX
XooXooX
XoX.XooX
XX..XooX
X....XooX
.....XooX
......XX
""".split()
HAND = """
......XX
.....XooX
.....XooX
.....XooX
.....XooXXX
.....XooXooXXX
.....XooXooXooX
.XX..XooXooXooXX
XooX.XooooooooXoX
XoooXXooooooooooX
.XooXoooooooooooX
..XoooooooooooooX
...XooooooooooooX
....XoooooooooooX
.....XoooooooooX
......XoooooooX
......XXXXXXXXX
""".split()
COLOURS = ((255, 80, 30), (40, 160, 250), (30, 30, 220), (60, 180, 60), (0, 0, 0), (200, 200, 200))


def pointer(shape: list[str]) -> Callable[[np.ndarray, Box, Box, Random], None]:
    signs = np.array([list(row.ljust(17, ".")) for row in shape])

    def spoil(pixels: np.ndarray, cell: Box, _: Box, chance: Random) -> None:
        scale = round(chance.uniform(1, 2))
        drawn = signs.repeat(scale, axis=0).repeat(scale, axis=1)
        x = max(0, int(cell.x0 + chance.uniform(-0.1, 0.8) * cell.width))
        y = max(0, int(cell.y0 + chance.uniform(-0.1, 0.8) * cell.height))
        part = pixels[y : y + len(drawn), x : x + drawn.shape[1]]
        drawn = drawn[: part.shape[0], : part.shape[1]]
        part[drawn == "X"], part[drawn == "o"] = 0, 255

    return spoil


def edge(pixels: np.ndarray, cell: Box, beside: Box, chance: Random) -> None:
    """The frame of a cursor on a neighbour, which reaches over the cell."""
    out, wide = chance.uniform(0.03, 0.3) * cell.width, max(2, int(chance.uniform(0.04, 0.12) * cell.height))
    corners = (int(beside.x0 - out), int(beside.y0 - out)), (int(beside.x1 + out), int(beside.y1 + out))
    cv2.rectangle(pixels, *corners, chance.choice(COLOURS), wide)


def noise(pixels: np.ndarray, cell: Box, _: Box, chance: Random) -> None:
    for _spot in range(chance.randint(1, 12)):
        x = int(cell.x0 + chance.uniform(0.05, 0.95) * cell.width)
        y = int(cell.y0 + chance.uniform(0.05, 0.95) * cell.height)
        side = chance.randint(1, max(1, int(0.08 * cell.width)))
        pixels[y : y + side, x : x + chance.randint(1, 2 * side + 1)] = chance.randint(0, 255)


KINDS = {"arrow": pointer(ARROW), "hand": pointer(HAND), "edge": edge, "noise": noise}


def spoilt(sample: Sample, kind: str, chance: Random) -> tuple[np.ndarray, int]:
    """The picture with one digit spoilt, and its cell."""
    pixels, size = sample.pixels.copy(), sample.look.size
    index = chance.choice([at for at, value in enumerate(sample.position.values) if value])
    row, col = divmod(index, size)
    down, right = chance.choice([(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1)])
    if not (0 <= row + down < size and 0 <= col + right < size):
        down, right = -down, -right
    if not (0 <= row + down < size and 0 <= col + right < size):
        down = right = 0
    cells = [
        Box(sample.columns[c][0], sample.rows[r][0], sample.columns[c][1], sample.rows[r][1])
        for r, c in ((row, col), (row + down, col + right))
    ]
    KINDS[kind](pixels, *cells, chance)
    return pixels, index


def verdict(pixels: np.ndarray, sample: Sample) -> str:
    reading = reader.read(capture(pixels))
    if reading is None or reading.size != sample.look.size:
        return "not found"
    decision = Sudoku().decide(reading, capture(pixels))
    if decision.ending is not None:
        return f"left: {decision.hurdle or decision.ending}"
    told = zip(decision.reading.cells, reading.cells, sample.position.values, strict=True)
    over = any(value and now.value != value and seen.value != value for now, seen, value in told)
    return "TYPED OVER" if over or decision.solution != sample.position.solution else "ready"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", default="tune", choices=("tune", "test"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--misses", type=Path)
    args = parser.parse_args()
    faces = held_out_faces(args.part)
    for kind in KINDS:
        chance, counts, number = Random(f"{kind} {args.seed}"), Counter[str](), 0
        while counts.total() < args.boards:
            number += 1
            sample = board(args.part, 50_000 + args.seed, number, faces)
            if sample.look.cover != "none" or sample.look.size != 9 or sample.position.errors:
                continue
            pixels, index = spoilt(sample, kind, chance)
            counts[became := verdict(pixels, sample)] += 1
            if became == "TYPED OVER":
                print(f"{kind} {number}: cell {index}, {sample.look.style}, {sample.look.ground}", flush=True)
                if args.misses:
                    args.misses.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(args.misses / f"{kind}_{number}.png"), pixels)
        print(f"{kind:6} " + ", ".join(f"{became} {count}" for became, count in sorted(counts.items())), flush=True)


if __name__ == "__main__":
    main()
