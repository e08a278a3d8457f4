#!/usr/bin/env python3
"""Renders the board corpus: sudokus in cluttered windows, and windows without one, each from a seed and a number.

The parts train, tune and test differ in fonts (whole packages), and in themes and line styles that only test has; what
is mended is chosen on tune, and the test part is read by the report alone. Needs the fonts of render_corpus.py.

    render_boards.py --part tune --boards 20 --out FOLDER     PNG files and an index.json, to look at
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import cv2
import numpy as np
from board_looks import Look, chance_face, chance_look, chance_theme, choose
from board_painter import BoardPainter, Grid, layout, weights
from glyph_painter import Face
from other_windows import KINDS, OtherWindow
from puzzle_pool import Position, position
from render_corpus import installed_faces, select, with_letters
from text_painter import Writer
from window_painter import Clutter, blank

if TYPE_CHECKING:
    from collections.abc import Sequence

CACHE = Path(__file__).resolve().parent.parent / "build" / "faces.json"
CROWDED = 3_000_000  # pixels that a window with clutter may have


@dataclass(frozen=True, slots=True)
class Sample:
    """`pixels` BGR; `columns`, `rows`: (start, end) of the cells on it; `telling`: whether one can know which cells
    make up a box, because lines or colours show it or because boxes can be but square; `marks`: by cell its pencil
    marks.
    """

    number: int
    pixels: np.ndarray
    look: Look
    position: Position
    columns: tuple[tuple[float, float], ...]
    rows: tuple[tuple[float, float], ...]
    telling: bool = True
    marks: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def without_picture(self) -> Sample:
        return replace(self, pixels=self.pixels[:1, :1].copy())


def held_out_faces(part: str) -> list[Face]:
    """The faces of a part. The selection compares all faces, so it is kept until other fonts are installed."""
    faces = installed_faces()
    mark = hashlib.sha256(f"with letters {faces}".encode()).hexdigest()
    if CACHE.exists() and (kept := json.loads(CACHE.read_text()))["mark"] == mark:
        chosen = [Face(**face) for face in kept["faces"]]
    else:
        chosen = with_letters(select(faces)[0])
        CACHE.parent.mkdir(parents=True, exist_ok=True)
        names = Face.__slots__
        CACHE.write_text(json.dumps({"mark": mark, "faces": [{n: getattr(f, n) for n in names} for f in chosen]}))
    if not (own := [face for face in chosen if face.role == part]):
        raise SystemExit(f"No font of the part {part!r} is installed. `render_corpus.py --list-packages` says how.")
    return own


def chance(part: str, seed: int, number: int, what: str) -> np.random.Generator:
    name = f"{what}:{part}:{seed}:{number}"
    return np.random.default_rng(int(hashlib.sha256(name.encode()).hexdigest()[:15], 16))


def board(part: str, seed: int, number: int, faces: Sequence[Face], window: tuple[int, int] | None = None) -> Sample:
    """One window with a board; `window`: its size in pixels, else as large as chance has it."""
    rng = chance(part, seed, number, "board")
    look = chance_look(rng, part, list(faces))
    where = position(Random(int(rng.integers(1 << 31))), look.box, look.entered, jigsaw=look.jigsaw != "no")
    grid, wide, high = layout(look, *weights(look, rng))
    if window and (wide > window[0] - 80 or high > window[1] - 80):
        return board(part, seed, number + 1_000_000, faces, window)
    left, top = int(rng.integers(4, 140)), int(rng.integers(44, 120))
    room = 260 if wide * high < CROWDED / 2 else 40
    width, height = window or (left + wide + int(rng.integers(4, room)), top + high + int(rng.integers(4, 80)))
    if window:
        left, top = int(rng.integers(4, width - wide)), int(rng.integers(40, height - high))
    grid = Grid([x + left for x in grid.xs], [y + top for y in grid.ys], grid.thick, grid.thin)
    canvas, marks = _painted(look, where, grid, (width, height), rng)
    columns = [(float(x), float(x + look.cell[0])) for x in grid.xs]
    rows = [(float(y), float(y + look.cell[1])) for y in grid.ys]
    if look.cover == "cut":
        off = rng.uniform(0.4, 3)
        side = rng.spawn(1)[0].integers(4)
        x, y = int(off * look.cell[0]), int(off * look.cell[1])
        if side == 0:
            canvas, columns = canvas[:, left + x :], [(a - left - x, b - left - x) for a, b in columns]
        elif side == 1:
            canvas = canvas[:, : grid.xs[-1] + look.cell[0] - x]
        elif side == 2:
            canvas, rows = canvas[top + y :], [(a - top - y, b - top - y) for a, b in rows]
        else:
            canvas = canvas[: grid.ys[-1] + look.cell[1] - y]  # below the fold
    pixels = _spoilt(
        np.ascontiguousarray(canvas.clip(0, 255).astype(np.uint8)[..., ::-1]), 1 if window else look.scale, look.jpeg
    )
    ratio_x, ratio_y = pixels.shape[1] / canvas.shape[1], pixels.shape[0] / canvas.shape[0]
    return Sample(
        number,
        pixels,
        look,
        where,
        tuple((a * ratio_x, b * ratio_x) for a, b in columns),
        tuple((a * ratio_y, b * ratio_y) for a, b in rows),
        look.box[0] == look.box[1]
        or look.jigsaw != "no"
        or look.tints
        or look.style == "shades"
        or grid.thick > grid.thin,
        marks,
    )


def _painted(
    look: Look, where: Position, grid: Grid, size: tuple[int, int], rng: np.random.Generator
) -> tuple[np.ndarray, dict[int, tuple[int, ...]]]:
    """The window, and by cell the pencil marks in it."""
    width, height = size
    painter = BoardPainter(look, where, grid, rng)
    desk = look.theme.paper if look.style in ("open", "shades") else look.theme.mix(float(rng.choice([0.0, 0.04, 0.1])))
    picture, _ = blank(width, height, desk)
    painter.paint_ground(picture)
    canvas = np.asarray(picture, np.float32).copy()
    painter.texture(canvas)
    painter.paint_text(canvas)
    around = Clutter(canvas, look.theme, Writer(look.face, look.text), rng)
    around.bar(int(rng.integers(18, 36)))
    right, bottom = grid.xs[-1] + look.cell[0] + grid.thick, grid.ys[-1] + look.cell[1] + grid.thick
    around.fill((right + 16, grid.ys[0], width - 8, bottom))
    around.fill((grid.xs[0], bottom + 12, right, height - 6))
    if look.cover == "popup":
        wide, high = round(look.cell[0] * rng.uniform(2, 6)), round(look.cell[1] * rng.uniform(1.5, 4))
        x = int(rng.integers(grid.xs[0], max(grid.xs[0] + 1, right - wide)))
        y = int(rng.integers(grid.ys[0], max(grid.ys[0] + 1, bottom - high)))
        around.popup((x, y, x + wide, y + high))
    return canvas, painter.marks


def _spoilt(pixels: np.ndarray, scale: float, jpeg: int) -> np.ndarray:
    if scale != 1:
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    if jpeg:
        packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, jpeg])[1]
        pixels = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return pixels


def other(part: str, seed: int, number: int, faces: Sequence[Face]) -> tuple[str, np.ndarray]:
    """A window without a sudoku: its kind and pixels (BGR)."""
    rng = chance(part, seed, number, "other")
    kind = KINDS[number % len(KINDS)]
    writer = Writer(chance_face(rng, list(faces)), choose(rng, {"hinted": 0.4, "smooth": 0.4, "lcd": 0.2}))
    pixels = OtherWindow(kind, chance_theme(rng, part), writer, rng).draw()[..., ::-1]
    scale = float(rng.uniform(0.8, 1.5)) if rng.random() < 0.15 else 1.0
    return kind, _spoilt(np.ascontiguousarray(pixels), scale, int(rng.integers(60, 96)) if rng.random() < 0.1 else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=["train", "tune"], default="tune")
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--none", type=int, default=0, help="windows without a board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    faces = held_out_faces(args.part)
    index = []
    for number in range(args.boards):
        sample = board(args.part, args.seed, number, faces)
        name = f"board-{number}.png"
        cv2.imwrite(str(args.out / name), sample.pixels)
        values = " ".join(map(str, sample.position.values))
        index.append(
            {
                "image": name,
                "board": values,
                "regions": sample.position.regions,
                "cover": sample.look.cover,
                "errors": sorted(sample.position.errors),
                **sample.look.traits(),
            }
        )
    for number in range(args.none):
        kind, pixels = other(args.part, args.seed, number, faces)
        name = f"none-{number}.png"
        cv2.imwrite(str(args.out / name), pixels)
        index.append({"image": name, "kind": kind})
    (args.out / "index.json").write_text(json.dumps(index, indent=1))


if __name__ == "__main__":
    main()
