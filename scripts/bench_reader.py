#!/usr/bin/env python3
"""How well boards in fonts that the net has never seen are read: windows rendered in many looks.

Needs the fonts of render_corpus.py. A *silent* error is a wrong cell that the reader does not list as a doubt;
what the rules make of the reading is counted after that. Some boards have several solutions and are rightly not typed.
Boards are drawn from a seed, so that two versions of the reader can be compared.

    bench_reader.py [--boards 300] [--role test] [--seed 7] [--save FOLDER]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from render_corpus import installed_faces, select

from gridpilot.capture import Capture
from gridpilot.games.sudoku import reader
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.geometry import Cell, Rect, View

if TYPE_CHECKING:
    from glyph_painter import Face

SOLVED = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
LIGHT = [((255, 255, 255), (0, 0, 0)), ((250, 248, 239), (60, 58, 50)), ((240, 240, 245), (52, 72, 97))]
DARK = [((30, 30, 30), (230, 230, 230)), ((0, 0, 0), (255, 255, 255)), ((38, 50, 56), (176, 190, 197))]
MINE = [(30, 90, 200), (20, 140, 40), (190, 60, 20), (120, 60, 180)]


@dataclass
class Look:
    """What is on one rendered window, and how it was drawn."""

    pixels: np.ndarray
    values: list[int]
    solution: tuple[int, ...]
    words: str = ""


class Window:
    """Draws one window with a board."""

    def __init__(self, face: Face, rng: np.random.Generator) -> None:
        self.rng = rng
        self.face = face
        self.cell = int(rng.choice([20, 24, 28, 32, 38, 44, 52, 60, 72, 90, 110]))
        dark = rng.random() < 0.35
        paper, ink = (DARK if dark else LIGHT)[rng.integers(3)]
        self.paper, self.ink = paper, ink
        self.mine = (
            ink
            if rng.random() < 0.3
            else tuple(min(255, c + 110) if dark else c for c in MINE[rng.integers(len(MINE))])
        )
        self.words = [face.name, f"cell {self.cell}", "dark" if dark else "light"]

    def mix(self, share: float) -> tuple[int, ...]:
        return tuple(round(p + (i - p) * share) for p, i in zip(self.paper, self.ink, strict=True))

    def draw(self) -> Look:
        rng, cell = self.rng, self.cell
        style = str(rng.choice(["lines", "equal", "thick", "gaps"], p=[0.5, 0.15, 0.2, 0.15]))
        thick, thin = {
            "lines": (max(2, cell // 18), 1),
            "equal": (1, 1),
            "thick": (max(3, cell // 10), 2),
            "gaps": (max(4, cell // 9), max(2, cell // 16)),
        }[style]
        notes = str(rng.choice(["none", "corner", "nine", "centre", "single"], p=[0.4, 0.15, 0.2, 0.15, 0.1]))
        self.words += [style, notes]
        starts = [40 + i * cell + (i // 3 + 1) * thick + (i - i // 3) * thin for i in range(9)]
        side = starts[-1] + cell + thick + 40
        picture = Image.new("RGB", (side + int(rng.integers(0, 200)), side + 30), self.mix(0.04))
        pen = ImageDraw.Draw(picture)
        frame = self.mix(0.06) if style == "gaps" else self.mix(rng.uniform(0.6, 1))
        pen.rectangle(
            (starts[0] - thick, starts[0] - thick, starts[-1] + cell + thick - 1, starts[-1] + cell + thick - 1), frame
        )
        inner = frame if style == "equal" else self.mix(rng.uniform(0.25, 0.9))
        for b in range(9):
            x, y = starts[b % 3 * 3], starts[b // 3 * 3]
            end = 3 * cell + 2 * thin - 1
            if style != "gaps":
                pen.rectangle((x, y, x + end, y + end), inner)
        values, solution = self.board()
        size = self.digit_size()
        self.fill(pen, starts, values, notes, size, style)
        pixels = self.spoil(np.asarray(picture)[..., ::-1].copy())
        return Look(np.ascontiguousarray(pixels), values, solution, " ".join(self.words))

    def board(self) -> tuple[list[int], tuple[int, ...]]:
        digits = self.rng.permutation(9) + 1
        keep = self.rng.random(81) < self.rng.uniform(0.28, 0.7)
        solution = tuple(int(digits[int(c) - 1]) for c in SOLVED)
        return [value if kept else 0 for value, kept in zip(solution, keep, strict=True)], solution

    def digit_size(self) -> int:
        share = self.rng.uniform(0.42, 0.68) if self.cell > 26 else self.rng.uniform(0.5, 0.68)
        probe = ImageFont.truetype(self.face.path, 100, index=self.face.index).getbbox("8", anchor="ls")
        return max(8, round(share * self.cell / max(0.3, -probe[1] / 100)))

    def fill(
        self, pen: ImageDraw.ImageDraw, starts: list[int], values: list[int], notes: str, size: int, style: str
    ) -> None:
        rng, cell = self.rng, self.cell
        font = ImageFont.truetype(self.face.path, size, index=self.face.index)
        small = ImageFont.truetype(self.face.path, max(6, round(size * rng.uniform(0.34, 0.5))), index=self.face.index)
        given = rng.random(81) < 0.7
        chosen = int(rng.integers(81)) if rng.random() < 0.6 else -1
        for i, value in enumerate(values):
            x, y = starts[i % 9], starts[i // 9]
            tint = self.mix(0.22) if style == "gaps" else self.paper
            if chosen >= 0 and (i % 9 == chosen % 9 or i // 9 == chosen // 9):
                tint = self.mix(0.32 if style == "gaps" else 0.08)
            if i == chosen or (value and chosen >= 0 and value == values[chosen]):
                tint = tuple(round(0.72 * p + 0.28 * c) for p, c in zip(self.paper, (80, 140, 255), strict=True))
            corners = (x, y, x + cell - 1, y + cell - 1)
            if style == "gaps":
                pen.rounded_rectangle(corners, cell // 8, tint)
            else:
                pen.rectangle(corners, tint)
            if value:
                _, top, _, bottom = font.getbbox("8", anchor="ls")
                colour = self.ink if given[i] else self.mine
                if rng.random() < 0.01:
                    colour = (220, 40, 40)
                pen.text((x + cell / 2, y + cell / 2 - (top + bottom) / 2), str(value), colour, font, "ms")
            elif notes != "none" and rng.random() < 0.6:
                self.notes(pen, x, y, notes, small)

    def notes(self, pen: ImageDraw.ImageDraw, x: int, y: int, notes: str, small: ImageFont.FreeTypeFont) -> None:
        rng, cell = self.rng, self.cell
        colour = self.mix(0.65)
        picked = sorted(int(d) for d in rng.choice(9, rng.integers(1, 6), replace=False) + 1)
        if notes == "centre":
            pen.text((x + cell / 2, y + cell / 2), "".join(map(str, picked[:4])), colour, small, "mm")
        elif notes == "single":
            size = max(7, round(small.size * rng.uniform(1.2, 1.7)))
            font = ImageFont.truetype(self.face.path, size, index=self.face.index)
            pen.text((x + cell * 0.08 + 1, y + cell * 0.06), str(picked[0]), colour, font, "lt")
        else:
            for order, digit in enumerate(picked):
                spot = digit - 1 if notes == "nine" else (0, 2, 6, 8, 1)[order]
                pen.text(
                    (x + cell * (0.2 + 0.3 * (spot % 3)), y + cell * (0.2 + 0.3 * (spot // 3))),
                    str(digit),
                    colour,
                    small,
                    "mm",
                )

    def spoil(self, pixels: np.ndarray) -> np.ndarray:
        rng = self.rng
        if rng.random() < 0.17:
            scale = rng.uniform(0.8, 1.5)
            if self.cell * scale >= 20:
                self.words.append(f"scaled {scale:.2f}")
                pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.12:
            quality = int(rng.integers(70, 96))
            self.words.append(f"jpeg {quality}")
            pixels = cv2.imdecode(
                cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
            )
        return pixels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--role", choices=["test", "tune", "train"], default="test")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--save", type=Path, help="folder for the boards that were not read exactly")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    faces = [face for face in select(installed_faces())[0] if face.role == args.role]
    counts: Counter[str] = Counter()
    times = []
    for number in range(args.boards):
        look = Window(faces[rng.integers(len(faces))], rng).draw()
        height, width = look.pixels.shape[:2]
        start = time.process_time()
        found = reader.read(Capture(look.pixels, View(Rect(0, 0, width, height), width, height)))
        times.append((time.process_time() - start) * 1000)
        counts["boards"] += 1
        if found is None or found.size != 9:
            counts["not found"] += 1
            print("NOT FOUND", number, look.words)
            continue
        wrong = [i for i in range(81) if found.board[i] != look.values[i]]
        doubts = {cell.row * 9 + cell.col for cell in found.doubts}
        silent = [i for i in wrong if i not in doubts]
        counts.update(
            {"cells": 81, "digits": sum(v > 0 for v in look.values), "wrong": len(wrong), "silent": len(silent)}
        )
        counts.update({"doubts": len(doubts), "exact": not wrong, "exact without doubt": not wrong and not doubts})
        counts["silent boards"] += bool(silent)
        decision = Sudoku().decide(found)
        counts["would be typed"] += decision.ending is None
        counts["typed wrong"] += decision.ending is None and decision.solution != look.solution
        if wrong or doubts:
            cells = [
                f"{Cell(*divmod(i, 9))} {look.values[i]}->{cell.value} {cell.kind} {cell.confidence:.3f}"
                for i, cell in enumerate(found.cells)
                if i in doubts or i in wrong
            ]
            print(
                "SILENT" if silent else "wrong" if wrong else "doubt",
                number,
                look.words,
                "|",
                "; ".join(cells[:5]),
                len(cells),
            )
            if args.save and wrong:
                args.save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.save / f"{number}.png"), look.pixels)
    print({key: int(value) for key, value in counts.items()}, f"CPU ms median {np.median(times):.1f}")


if __name__ == "__main__":
    sys.exit(main())
