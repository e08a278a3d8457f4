#!/usr/bin/env python3
"""How well 2048 boards in fonts and palettes never seen are read: rendered windows, and screenshots with an index.

*Ready and wrong* is the worst fault: a board that would be played although it was misread. The later frames
are read by the looks learnt from the first: its own cells, each moved to another place.

    bench_tiles.py [--boards 300] [--role test] [--seed 5] [--save FOLDER]      needs the fonts of render_corpus.py
    bench_tiles.py --screens FOLDER                                             index.json with "exponents"
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import render_tiles

from gridpilot.capture import Capture
from gridpilot.games.twenty48.reading import reader
from gridpilot.games.twenty48.reading.looks import Palette
from gridpilot.geometry import Cell, Rect, View
from gridpilot.vision import pictures


class Tally:
    """Counts over many boards, and their times in milliseconds of this process."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.first: list[float] = []
        self.later: list[float] = []

    def add(self, capture: Capture, cols: int, values: list[int], name: str) -> bool:
        """Reads one board; False when it was not read exactly."""
        begun = time.process_time()
        found = reader.read(capture)
        self.first.append((time.process_time() - begun) * 1000)
        self.counts["boards"] += 1
        if found is None:
            self.counts["not found"] += 1
            print("NOT FOUND", name)
            return False
        ready, exact = not found.doubts, found.size == cols and list(found.board) == values
        self.counts.update({"ready": ready, "exact": exact, "exact and ready": exact and ready})
        self.counts["READY AND WRONG"] += ready and not exact
        if found.size != cols or len(found.board) != len(values):
            print("OTHER EXTENT", "READY" if ready else "", f"{found.size}x{len(found.board) // found.size}", name)
            self.counts["other extent"] += 1
            return False
        wrong = [i for i, value in enumerate(values) if found.board[i] != value]
        self.counts.update({"cells": len(values), "wrong cells": len(wrong), "doubts": len(found.doubts)})
        if wrong or found.doubts:
            self.tell(found, values, wrong, name)
        if ready:
            self.look_again(capture, found)
        return exact and ready

    def look_again(self, capture: Capture, found: reader.Reading) -> None:
        palette = reader.learnt(capture, found, Palette())
        pixels, moved = shuffled(capture.pixels, found)
        begun = time.process_time()
        again = reader.reread(capture_of(pixels), found, palette)
        self.later.append((time.process_time() - begun) * 1000)
        self.counts["later frames wrong"] += again.board != moved and not again.doubts
        self.counts["later frames in doubt"] += bool(again.doubts)
        self.counts["palettes with shared colours"] += bool(palette.shared)

    def tell(self, found: reader.Reading, values: list[int], wrong: list[int], name: str) -> None:
        doubts = {cell.row * found.size + cell.col for cell in found.doubts}
        cells = [
            f"{Cell(*divmod(i, found.size))} {values[i]}->{found.cells[i].value} {found.cells[i].confidence:.3f}"
            for i in sorted(doubts | set(wrong))
        ]
        silent = set(wrong) - doubts
        print("SILENT" if silent else "wrong" if wrong else "doubt", name, "|", "; ".join(cells[:6]), len(cells))

    def report(self) -> None:
        print({key: int(value) for key, value in self.counts.items()})
        for name, times in (("first sight", self.first), ("later frame", self.later)):
            if times:
                print(name, f"CPU ms median {np.median(times):.2f}, 95 % {np.percentile(times, 95):.2f}")


def shuffled(pixels: np.ndarray, found: reader.Reading) -> tuple[np.ndarray, tuple[int, ...]]:
    """The picture with its cells exchanged, and the board that it shows then."""
    order = np.random.default_rng(len(found.board)).permutation(len(found.board))
    result = pixels.copy()
    wide = int(min(box.width for box in found.boxes))
    high = int(min(box.height for box in found.boxes))
    for to, source in enumerate(order):
        (x, y), (u, v) = ((round(found.boxes[i].x0), round(found.boxes[i].y0)) for i in (to, source))
        result[y : y + high, x : x + wide] = pixels[v : v + high, u : u + wide]
    return result, tuple(found.board[i] for i in order)


def capture_of(pixels: np.ndarray) -> Capture:
    height, width = pixels.shape[:2]
    return Capture(pixels, View(Rect(0, 0, width, height), width, height))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--role", choices=["test", "tune", "train"], default="test")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--save", type=Path, help="folder for the boards that were not read exactly and readily")
    parser.add_argument("--screens", type=Path, help="screenshots instead of rendered boards")
    args = parser.parse_args()
    tally = Tally()
    if args.screens:
        for entry in json.loads((args.screens / "index.json").read_text("utf-8")):
            if "exponents" in entry:
                values = [2**k if k else 0 for k in entry["exponents"]]
                tally.add(pictures.load(args.screens / entry["file"]), 4, values, entry["file"])
    else:
        faces = render_tiles.faces_of(args.role)
        for number in range(args.boards):
            board = render_tiles.draw(faces, args.seed, number)
            good = tally.add(capture_of(board.pixels), board.cols, board.values, f"{number} {board.words}")
            if args.save and not good:
                args.save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.save / f"{number}.png"), board.pixels)
    tally.report()


if __name__ == "__main__":
    sys.exit(main())
