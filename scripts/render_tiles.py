#!/usr/bin/env python3
"""Renders windows with 2048 boards from a seed: 3 to 8 cells a side, any palette, any font of one role.

Every look that has broken a 2048 reader is among them: touching digits, one colour for all tiles, empty cells lighter
than tiles, oblong tiles, numbers as wide as their tile, gradients, bevels, texture, JPEG, fractional rescaling.

    render_tiles.py --out FOLDER [--boards 40] [--role test] [--seed 5]      PNG files and index.json
"""

from __future__ import annotations

import argparse
import colorsys
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from render_corpus import installed_faces, select

if TYPE_CHECKING:
    from glyph_painter import Face

Colour = tuple[int, int, int]

# The original game, whose tiles above 2048 share one colour; gnome-2048's; a dark one.
ORIGINAL = [
    "eee4da",
    "ede0c8",
    "f2b179",
    "f59563",
    "f67c5f",
    "f65e3b",
    "edcf72",
    "edcc61",
    "edc850",
    "edc53f",
    "edc22e",
]
TANGO = ["fce94f", "8ae234", "fcaf3e", "729fcf", "ad7fa8", "c17d11", "ef2929", "c4a000", "4e9a06", "ce5c00", "204a87"]
DUSK = ["2d3142", "3b4160", "4f5d75", "7a4b6a", "a8576e", "d1615d", "ef8354", "f2a65a", "f0c05a", "e8d26e", "fff3b0"]
FAMOUS = [
    (ORIGINAL, "bbada0", "cdc1b4", "3c3a32"),
    (TANGO, "babdb6", "ffffff", "d3d7cf"),
    (DUSK, "14151c", "1f2130", "0d0e12"),
]


@dataclass(frozen=True)
class Board:
    """One rendered window. `values` in row order, 0 = empty; `box` is the outer frame in pixels of the picture."""

    pixels: np.ndarray
    rows: int
    cols: int
    values: list[int]
    words: str


def rgb(text: str) -> Colour:
    return tuple(int(text[i : i + 2], 16) for i in (0, 2, 4))  # type: ignore[return-value]


def far(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


class TileWindow:
    """Draws one window with a 2048 board in one face."""

    def __init__(self, face: Face, rng: np.random.Generator) -> None:
        self.rng, self.face = rng, face
        self.rows = self.cols = int(rng.choice([3, 4, 5, 6, 7, 8], p=[0.1, 0.5, 0.15, 0.1, 0.05, 0.1]))
        if rng.random() < 0.12:
            self.cols = int(np.clip(self.rows + rng.choice([-1, 1, 2]), 3, 8))
        largest = {3: 180, 4: 180, 5: 150}.get(max(self.rows, self.cols), 110)
        self.high = int(rng.integers(44, largest))
        aspect = float(rng.uniform(0.75, 1.45)) if rng.random() < 0.15 else 1.0
        self.wide = max(40, round(self.high * aspect))
        self.words = [face.name, f"{self.rows}x{self.cols}", f"tile {self.wide}x{self.high}"]
        self.choose_colours()
        self.choose_shapes()

    def choose_colours(self) -> None:
        rng = self.rng
        kind = str(rng.choice(["famous", "ramp", "random", "one", "shared"], p=[0.3, 0.2, 0.25, 0.1, 0.15]))
        self.words.append(kind)
        if kind == "famous":
            tiles, frame, empty, high = FAMOUS[rng.integers(len(FAMOUS))]
            self.tiles = [rgb(t) for t in tiles] + [rgb(high)] * 6
            self.frame, self.empty = rgb(frame), rgb(empty)
        else:
            start, span, dark = rng.random(), rng.uniform(0.2, 0.9), rng.random() < 0.4
            self.frame = self.hue(start, rng.uniform(0, 0.3), 0.15 if dark else 0.7)
            self.empty = self.hue(start, rng.uniform(0, 0.3), 0.24 if dark else rng.choice([0.8, 0.97]))
            self.tiles = [self.one_tile(kind, i, start, span) for i in range(17)]
        self.ink_light = rgb("f9f6f2") if rng.random() < 0.6 else (255, 255, 255)
        self.ink_dark = rgb("776e65") if kind == "famous" and rng.random() < 0.6 else (20, 20, 24)
        tint = self.hue(float(rng.random()), 0.9, 0.5)
        self.vivid = tint if rng.random() < 0.15 else None
        page = self.hue(float(rng.random()), 0.1, 0.97 if rng.random() < 0.7 else 0.12)
        self.page = self.frame if rng.random() < 0.15 else page

    def hue(self, hue: float, strength: float, light: float) -> Colour:
        red, green, blue = colorsys.hls_to_rgb(hue % 1, light, strength)
        return round(red * 255), round(green * 255), round(blue * 255)

    def one_tile(self, kind: str, i: int, start: float, span: float) -> Colour:
        rng = self.rng
        while True:
            if kind == "ramp":
                colour = self.hue(start + span * i / 16, 0.7, 0.8 - 0.035 * i)
            elif kind == "random":
                colour = tuple(int(c) for c in rng.integers(0, 256, 3))  # type: ignore[assignment]
            elif kind == "one":
                colour = self.hue(start + 0.5, 0.4, 0.55)
            else:
                colour = self.hue(start + span * (i // 2) / 6, 0.7, 0.7)
            if far(colour, self.empty) >= 9 and far(colour, self.frame) >= 9:
                return colour
            start += 0.03

    def choose_shapes(self) -> None:
        rng = self.rng
        self.style = str(rng.choice(["gaps", "lines"], p=[0.85, 0.15]))
        small = min(self.wide, self.high)
        self.gap = max(2, round(small * rng.uniform(0.03, 0.15))) if self.style == "gaps" else int(rng.integers(1, 4))
        self.radius = round(small * rng.choice([0, 0.03, 0.06, 0.12, 0.2])) if self.style == "gaps" else 0
        self.finish = str(rng.choice(["flat", "gradient", "bevel", "noise"], p=[0.76, 0.1, 0.07, 0.07]))
        self.sizing = str(rng.choice(["steps", "constant", "fit"], p=[0.55, 0.25, 0.2]))
        self.tight = float(rng.choice([0, -0.03, -0.06, 0.05], p=[0.65, 0.15, 0.08, 0.12]))
        self.share = float(rng.uniform(0.3, 0.48))
        self.words += [self.style, f"gap {self.gap}", self.finish, self.sizing, f"tight {self.tight}"]

    def draw(self) -> Board:
        rng = self.rng
        values = self.values()
        left, top = int(rng.integers(10, 120)), int(rng.integers(60, 160))
        step_x, step_y = self.wide + self.gap, self.high + self.gap
        edge = self.gap if rng.random() < 0.85 else 0
        wide, high = self.cols * step_x - self.gap, self.rows * step_y - self.gap
        picture = Image.new(
            "RGB", (left + wide + int(rng.integers(10, 160)), top + high + int(rng.integers(10, 90))), self.page
        )
        pen = ImageDraw.Draw(picture)
        pen.rounded_rectangle(
            (left - edge, top - edge, left + wide + edge - 1, top + high + edge - 1), self.radius, self.frame
        )
        self.clutter(pen, left, top, wide)
        for i, value in enumerate(values):
            x, y = left + i % self.cols * step_x, top + i // self.cols * step_y
            self.tile(picture, x, y, value)
        pixels = self.spoil(np.ascontiguousarray(np.asarray(picture)[..., ::-1]))
        return Board(pixels, self.rows, self.cols, values, " ".join(self.words))

    def values(self) -> list[int]:
        rng, count = self.rng, self.rows * self.cols
        highest = int(rng.integers(3, 18))
        weight = np.exp(-np.arange(highest) * rng.uniform(0, 0.35))
        exponents = rng.choice(highest, count, p=weight / weight.sum()) + 1
        empty = rng.random(count) < rng.choice([0.0, 0.15, 0.4, 0.65])
        empty[rng.permutation(count)[:2]] = False
        return [0 if e else 2 ** int(k) for k, e in zip(exponents, empty, strict=True)]

    def clutter(self, pen: ImageDraw.ImageDraw, left: int, top: int, wide: int) -> None:
        rng = self.rng
        ink = (30, 30, 30) if sum(self.page) > 380 else (220, 220, 220)
        font = ImageFont.truetype(self.face.path, 22, index=self.face.index)
        pen.text((left, top - 34), "2048", ink, font, "lm")
        if rng.random() < 0.7:
            for k in range(2):
                x = left + wide - 70 * (k + 1)
                pen.rounded_rectangle((x, top - 52, x + 60, top - 22), 4, self.empty)
                pen.text((x + 30, top - 37), str(int(rng.integers(0, 9000))), ink, font.font_variant(size=13), "mm")
        if rng.random() < 0.4:
            pen.rectangle((0, 0, left + wide, 24), tuple((c + 127) // 2 for c in self.page))
            pen.text((8, 12), "2048 - best 5120", ink, font.font_variant(size=12), "lm")

    def tile(self, picture: Image.Image, x: int, y: int, value: int) -> None:
        pen = ImageDraw.Draw(picture)
        colour = self.tiles[value.bit_length() - 2] if value else self.empty
        corners = (x, y, x + self.wide - 1, y + self.high - 1)
        shape = Image.new("L", (self.wide * 2, self.high * 2))
        ImageDraw.Draw(shape).rounded_rectangle((0, 0, self.wide * 2 - 1, self.high * 2 - 1), self.radius * 2, 255)
        shape = shape.resize((self.wide, self.high), Image.Resampling.BOX)
        picture.paste(self.surface(colour), (x, y), shape)
        if self.style == "lines":
            pen.rectangle(
                (x - self.gap, y - self.gap, corners[2] + self.gap, corners[3] + self.gap), None, self.frame, self.gap
            )
        if self.finish == "bevel" and value:
            light, dark = (tuple(min(255, max(0, c + d)) for c in colour) for d in (40, -40))
            pen.line([(x, corners[3]), (x, y), (corners[2], y)], light, 2)
            pen.line([(x, corners[3]), (corners[2], corners[3]), (corners[2], y)], dark, 2)
        if value:
            self.number(pen, x, y, str(value), colour)

    def surface(self, colour: Colour) -> Image.Image:
        area = np.tile(np.array(colour, np.float32), (self.high, self.wide, 1))
        if self.finish == "gradient":
            area += np.linspace(14, -14, self.high)[:, None, None]
        elif self.finish == "noise":
            area += self.rng.normal(0, 2.5, (self.high, self.wide, 1))
        return Image.fromarray(np.clip(area, 0, 255).astype(np.uint8))

    def number(self, pen: ImageDraw.ImageDraw, x: int, y: int, text: str, colour: Colour) -> None:
        size = self.font_size(text)
        font = ImageFont.truetype(self.face.path, size, index=self.face.index)
        light = far(self.ink_light, colour) > far(self.ink_dark, colour)
        ink = self.ink_light if light else self.ink_dark
        if self.vivid and far(self.vivid, colour) > 70:
            ink = self.vivid
        steps = [font.getlength(sign) + self.tight * size for sign in text]
        at = x + (self.wide - sum(steps)) / 2
        _, top, _, bottom = font.getbbox("8", anchor="ls")
        base = y + self.high / 2 - (top + bottom) / 2
        for sign, step in zip(text, steps, strict=True):
            pen.text((at, base), sign, ink, font, "ls")
            at += step

    def font_size(self, text: str) -> int:
        probe = ImageFont.truetype(self.face.path, 100, index=self.face.index)
        tall = max(0.3, -probe.getbbox("8", anchor="ls")[1] / 100)
        length = probe.getlength(text) / 100 + self.tight * len(text)
        if self.sizing == "steps":
            share = self.share * {1: 1, 2: 1, 3: 0.82, 4: 0.64}.get(len(text), 0.5)
        else:
            share = self.share if self.sizing == "fit" else 0.62 * self.share
        size = share * self.high / tall
        return max(9, round(min(size, self.rng.uniform(0.84, 0.96) * self.wide / length)))

    def spoil(self, pixels: np.ndarray) -> np.ndarray:
        rng = self.rng
        if rng.random() < 0.15:
            scale = rng.uniform(0.9, 1.6)
            self.words.append(f"scaled {scale:.2f}")
            pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.1:
            quality = int(rng.integers(75, 96))
            self.words.append(f"jpeg {quality}")
            pixels = cv2.imdecode(
                cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
            )
        return np.ascontiguousarray(pixels)


def faces_of(role: str) -> list[Face]:
    return [face for face in select(installed_faces())[0] if face.role == role]


def draw(faces: list[Face], seed: int, number: int) -> Board:
    """Board `number` of a seed, whatever other boards are drawn."""
    rng = np.random.default_rng((seed, number))
    return TileWindow(faces[rng.integers(len(faces))], rng).draw()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--role", choices=["test", "tune", "train"], default="test")
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    faces, index = faces_of(args.role), []
    for number in range(args.boards):
        board = draw(faces, args.seed, number)
        cv2.imwrite(str(args.out / f"{number}.png"), board.pixels)
        index.append(
            {
                "file": f"{number}.png",
                "rows": board.rows,
                "cols": board.cols,
                "values": board.values,
                "look": board.words,
            }
        )
    (args.out / "index.json").write_text(json.dumps(index, indent=1))


if __name__ == "__main__":
    sys.exit(main())
