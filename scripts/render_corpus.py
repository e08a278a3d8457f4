#!/usr/bin/env python3
"""Renders the glyph corpus that the digit net is trained on, from the fonts of Debian packages.

Fonts are held out by *package*: no face of a test or tune package, and no near-duplicate of one, is ever trained on.
Every glyph goes through gridpilot.vision.glyphs, the same functions that cut cells on a screen.

    render_corpus.py --list-packages       the apt-get line that installs the fonts
    render_corpus.py --out FOLDER          glyphs.npy, labels.npy, sizes.npy, faces.npy, faces.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from font_packages import PACKAGES, TEST, TUNE
from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot.geometry import Box
from gridpilot.vision import glyphs

DIGITS = "0123456789"
JUNK = 10
NEAR = 0.97  # mean correlation of the digits (24 x 24, blurred) above which two faces draw them alike
# Letters that some face draws like a digit (l, O, S, Z, b, g, q, B, G, D, C) are left out: they would be noise.
LETTERS = "AEFHKLMNPRTUVWXYacdefhkmnprtuvwxyzÄßé@#%&?!+=*/<>{}[]()€$"


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a font file; `role`: train, tune or test."""

    path: str
    index: int
    name: str
    package: str
    version: str
    role: str


def installed_faces() -> list[Face]:
    """All faces of the listed packages that fontconfig knows."""
    listing = subprocess.run(
        ["fc-list", "--format", "%{file}\t%{index}\t%{family[0]} %{style[0]}\n"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = sorted({tuple(line.split("\t")) for line in listing.splitlines() if line.count("\t") == 2})
    owners = package_of({row[0] for row in rows})
    versions = dict(
        line.split("\t")
        for line in subprocess.run(
            ["dpkg-query", "-W", "-f", "${Package}\t${Version}\n", "fonts-*"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
    )
    faces = []
    for path, index, name in rows:
        package = owners.get(path, "")
        if package in PACKAGES and int(index) < 0x10000:
            role = "test" if package in TEST else "tune" if package in TUNE else "train"
            faces.append(Face(path, int(index), name, package, versions.get(package, ""), role))
    return faces


def package_of(paths: set[str]) -> dict[str, str]:
    """File -> Debian package, by one dpkg call."""
    found = subprocess.run(["dpkg", "-S", *sorted(paths)], capture_output=True, text=True, check=False).stdout
    pairs = (line.rsplit(": ", 1) for line in found.splitlines())
    return {path: owners.split(",")[0].split(":")[0] for owners, path in pairs}


def stamp(font: ImageFont.FreeTypeFont, text: str) -> np.ndarray:
    """The grey ink of `text`, cropped."""
    paper = Image.new("L", (200, 200))
    ImageDraw.Draw(paper).text((70, 130), text, 255, font, "ls")
    box = paper.getbbox()
    return np.asarray(paper.crop(box) if box else paper.crop((0, 0, 1, 1)))


def descriptor(face: Face) -> np.ndarray | None:
    """The ten digits of a face as 24 x 24 unit vectors; None where a face has no ten distinct, sound digits."""
    try:
        font = ImageFont.truetype(face.path, 48, index=face.index, layout_engine=ImageFont.Layout.BASIC)
        missing = stamp(font, "\ufffe")
        rows, heights = [], []
        for digit in DIGITS:
            ink = stamp(font, digit)
            if min(ink.shape) < 2 or ink.shape[0] < 10 or np.array_equal(ink, missing):
                return None
            heights.append(ink.shape[0])
            scale = 24 / max(ink.shape)
            size = max(1, round(ink.shape[1] * scale)), max(1, round(ink.shape[0] * scale))
            square = np.zeros((24, 24), np.float32)
            small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
            top, left = (24 - size[1]) // 2, (24 - size[0]) // 2
            square[top : top + size[1], left : left + size[0]] = small
            square = cv2.GaussianBlur(square, (0, 0), 0.8)  # hinting must not make twins look different
            vector = square.ravel() - square.mean()
            rows.append(vector / (np.linalg.norm(vector) + 1e-6))
    except (OSError, ValueError, SyntaxError):
        return None
    # Metrics check: figures of one face are of similar height (old-style ones differ by up to 1.8), and all differ.
    if max(heights) > 2.2 * min(heights) or max(heights) > 80:
        return None
    table = np.stack(rows)
    alike = table @ table.T - np.eye(10)
    return None if alike.max() > 0.97 else table


def select(faces: list[Face]) -> tuple[list[Face], dict[str, int]]:
    """Drops unsound faces, exact duplicates, near-duplicates across roles, and faces whose digits are not digits."""
    described = [(face, descriptor(face)) for face in faces]
    sound = [(face, table) for face, table in described if table is not None]
    tables = np.stack([table for _, table in sound])
    packages = np.array([face.package for face, _ in sound])
    votes = np.zeros(len(sound))
    for digit in range(10):
        best = np.full((len(sound), 10), -1.0)
        for other in range(10):
            alike = tables[:, digit] @ tables[:, other].T
            alike[packages[:, None] == packages[None]] = -1
            best[:, other] = np.sort(alike, axis=1)[:, -3:].mean(axis=1)
        votes += best.argmax(axis=1) == digit
    odd = votes < 8
    alike = np.mean([tables[:, digit] @ tables[:, digit].T for digit in range(1, 10)], axis=0)
    kept: list[int] = []
    counts = {"unsound": len(described) - len(sound), "odd": int(odd.sum()), "duplicate": 0, "near held-out": 0}
    for role, limits in (
        ("test", {"test": 0.9995}),
        ("tune", {"test": NEAR, "tune": 0.9995}),
        ("train", {"test": NEAR, "tune": NEAR, "train": 0.998}),
    ):
        for i, (face, _) in enumerate(sound):
            if odd[i] or face.role != role:
                continue
            clash = [sound[j][0].role for j in kept if alike[i, j] > limits[sound[j][0].role]]
            if clash:
                counts["duplicate" if set(clash) == {role} else "near held-out"] += 1
                continue
            kept.append(i)
    return [sound[i][0] for i in kept], counts


class Painter:
    """Paints cells of one face in random colours, sizes and rasterisations."""

    def __init__(self, face: Face, seed: int) -> None:
        name = f"{face.path}:{face.index}:{seed}"
        self.rng = np.random.default_rng(int(hashlib.sha256(name.encode()).hexdigest()[:12], 16))
        self.face = face

    def font(self, size: float) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(self.face.path, size, index=self.face.index, layout_engine=ImageFont.Layout.BASIC)

    def colours(self) -> tuple[np.ndarray, np.ndarray]:
        """Background and ink colour, at least 45 grey levels apart in some channel."""
        while True:
            pair = self.rng.integers(0, 256, (2, 3))
            if self.rng.random() < 0.5:
                pair[0] = self.rng.choice([0, 20, 40, 200, 230, 245, 255])
            if self.rng.random() < 0.4:
                pair[1] = self.rng.choice([0, 30, 60, 110, 150, 255])
            if np.abs(pair[0] - pair[1]).max() >= 45:
                return pair[0].astype(np.float32), pair[1].astype(np.float32)

    def alpha(self, cell: int, labels: list[str], share: float) -> np.ndarray:
        """The ink masks of one row of cells, `share` = digit height / cell."""
        hinted = self.rng.random() < 0.5 or cell > 70
        zoom = 1 if hinted else 3
        probe = stamp(self.font(60), "8").shape[0] / 60
        size = max(6.0, share * cell / max(0.2, probe))
        font, small = self.font(size * zoom), self.font(max(5, size * zoom * self.rng.uniform(0.32, 0.5)))
        row = Image.new("L", (cell * zoom * len(labels), cell * zoom))
        pen = ImageDraw.Draw(row)
        if hinted and self.rng.random() < 0.15:
            pen.fontmode = "1"
        for number, label in enumerate(labels):
            self.draw(pen, font, small, label, number * cell * zoom, cell * zoom)
        mask = np.asarray(row, np.float32) / 255
        if zoom > 1:
            mask = cv2.resize(mask, (cell * len(labels), cell), interpolation=cv2.INTER_AREA)
        return mask

    def draw(
        self,
        pen: ImageDraw.ImageDraw,
        font: ImageFont.FreeTypeFont,
        small: ImageFont.FreeTypeFont,
        label: str,
        left: int,
        cell: int,
    ) -> None:
        rng = self.rng
        if label == "corner" or label == "notes":
            spots = [(c, r) for r in range(3) for c in range(3) if label == "notes" or r != 1]
            few = rng.permutation(len(spots))[: rng.integers(2, min(9, len(spots)) + 1)]
            for i in few:
                c, r = spots[i]
                centre = left + cell * (0.2 + 0.3 * c), cell * (0.2 + 0.3 * r)
                pen.text(
                    centre, str(r * 3 + c + 1) if label == "notes" else DIGITS[rng.integers(1, 10)], 255, small, "mm"
                )
        elif label == "centre":
            text = "".join(sorted(rng.choice(list("123456789"), rng.integers(2, 6), replace=False)))
            pen.text((left + cell / 2, cell / 2), text, 255, small, "mm")
        elif label == "pair":
            text = str(rng.integers(10, 100))
            pen.text((left + cell / 2, cell / 2), text, 255, small if rng.random() < 0.5 else font, "mm")
        elif label == "block":
            self.block(pen, font, left, cell)
        elif label == "icon":
            self.icon(pen, left, cell)
        else:
            x0, y0, x1, y1 = font.getbbox(label, anchor="ls")
            dx, dy = rng.uniform(-0.08, 0.08, 2) * cell + rng.random(2)
            pen.text((left + cell / 2 - (x0 + x1) / 2 + dx, cell / 2 - (y0 + y1) / 2 + dy), label, 255, font, "ls")

    def block(self, pen: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont, left: int, cell: int) -> None:
        """A terminal's block cursor, alone or over a digit that shows inverted."""
        rng = self.rng
        digit = DIGITS[rng.integers(10)]
        x0, y0, x1, y1 = font.getbbox(digit, anchor="mm")
        width, height = (x1 - x0) * rng.uniform(1.05, 1.5) + 2, (y1 - y0) * rng.uniform(1.15, 1.6) + 2
        if width * height > 0.34 * cell * cell:  # it would pass for the cell's ground, and its digit for an ordinary one
            self.icon(pen, left, cell)
            return
        middle = left + cell / 2
        pen.rectangle((middle - width / 2, cell / 2 - height / 2, middle + width / 2, cell / 2 + height / 2), fill=255)
        if rng.random() < 0.6:
            pen.text((middle - (x0 + x1) / 2, cell / 2 - (y0 + y1) / 2), digit, 0, font, "mm")

    def icon(self, pen: ImageDraw.ImageDraw, left: int, cell: int) -> None:
        rng = self.rng
        r = cell * rng.uniform(0.12, 0.36)
        x, y = left + cell / 2, cell / 2
        line = max(1, round(r * rng.uniform(0.1, 0.45)))
        kind = rng.integers(8)
        if kind == 0:
            pen.ellipse((x - r, y - r, x + r, y + r), fill=255)
        elif kind == 1:
            pen.line((x - r, y - r, x + r, y + r), 255, line)
            pen.line((x - r, y + r, x + r, y - r), 255, line)
        elif kind == 2:
            pen.line((x - r, y, x + r, y), 255, line)
            pen.line((x, y - r, x, y + r), 255, line)
        elif kind == 3:
            pen.rectangle((x - r, y - r * 0.8, x + r, y + r * 0.8), fill=255)
        elif kind == 4:
            pen.regular_polygon((x, y, r), int(rng.integers(3, 7)), rotation=int(rng.integers(360)), fill=255)
        elif kind == 5:
            pen.line((x - r, y, x + r, y), 255, line)
        elif kind == 6:
            pen.line((x - r, y, x - r / 3, y + r * 0.7, x + r, y - r * 0.7), 255, line)
        else:
            for spot in rng.uniform(-r, r, (int(rng.integers(2, 6)), 2)):
                pen.ellipse((x + spot[0] - line, y + spot[1] - line, x + spot[0] + line, y + spot[1] + line), fill=255)

    def row(self, labels: list[str]) -> tuple[np.ndarray, int]:
        """A picture of one row of cells on their own grounds, and the cell's size."""
        rng = self.rng
        cell = int(np.exp(rng.uniform(np.log(16), np.log(121))))
        share = rng.uniform(0.3, 0.72) if cell > 30 else rng.uniform(0.45, 0.75)
        mask = self.alpha(cell, labels, max(share, 8 / cell))
        if rng.random() < 0.15:  # sub-pixel colours
            shifted = [0.67 * mask + 0.33 * np.roll(mask, step, axis=1) for step in (-1, 0, 1)]
            alpha = np.stack(shifted, axis=2)
        else:
            alpha = np.repeat(mask[..., None], 3, axis=2)
        if rng.random() < 0.2:
            alpha = alpha ** rng.uniform(0.7, 1.4)
        ground, ink = np.zeros_like(alpha), np.zeros_like(alpha)
        for number in range(len(labels)):
            ground[:, number * cell : (number + 1) * cell], ink[:, number * cell : (number + 1) * cell] = self.colours()
        picture = np.clip(ground + alpha * (ink - ground), 0, 255).astype(np.uint8)
        if rng.random() < 0.15:
            scale = rng.uniform(0.75, 1.6)
            if cell * scale >= 16:
                cell_after = max(16, round(cell * scale))
                picture = cv2.resize(
                    picture,
                    (cell_after * len(labels), cell_after),
                    interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_AREA])),
                )
                cell = cell_after
        if rng.random() < 0.12:
            quality = int(rng.integers(75, 96))
            picture = cv2.imdecode(
                cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
            )
        return picture, cell


def labels_of(rng: np.random.Generator) -> list[str]:
    """One row: all digits and five cells of junk."""
    kinds = rng.choice(
        ["corner", "notes", "centre", "pair", "block", "icon", "letter"],
        5,
        p=[0.15, 0.15, 0.12, 0.18, 0.12, 0.13, 0.15],
    )
    return [*DIGITS, *(LETTERS[rng.integers(len(LETTERS))] if kind == "letter" else str(kind) for kind in kinds)]


def paint(job: tuple[int, Face, int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """All glyphs of one face: pictures, labels, digit heights in pixels, face number."""
    cv2.setNumThreads(1)
    number, face, rows, seed = job
    painter = Painter(face, seed)
    pictures, labels, sizes = [], [], []
    for _ in range(rows):
        names = labels_of(painter.rng)
        picture, cell = painter.row(names)
        boxes = [Box(i * cell, 0, (i + 1) * cell, cell) for i in range(len(names))]
        tiles = glyphs.trace(glyphs.cut(picture, boxes))
        inked, cut = glyphs.whole(tiles)
        tile_height = tiles.ink.shape[1]
        for index, glyph in zip(inked, cut, strict=True):
            box = glyphs.union(tiles.blobs[index])
            digit = names[index] in DIGITS
            many = names[index] in ("corner", "notes", "pair", "centre")
            if many and len(tiles.blobs[index]) < 2 and box.width < box.height:
                continue  # its other marks fell to the rim: what is left may be a digit, whatever the label says
            if digit and (box.height >= tile_height - 1 or box.height < 0.2 * tile_height):
                continue  # metrics check: the digit must lie inside its cell, else its label is a lie
            pictures.append(glyph)
            labels.append(int(names[index]) if digit else JUNK)
            sizes.append(min(255, round(box.height * cell * (1 - 2 * glyphs.INSET) / tile_height)))
    return (
        np.stack(pictures),
        np.array(labels, np.uint8),
        np.array(sizes, np.uint8),
        np.full(len(labels), number, np.uint16),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list-packages", action="store_true", help="print the apt-get line and stop")
    parser.add_argument("--out", type=Path, default=Path("build/corpus"))
    parser.add_argument("--rows", type=int, default=22, help="rows of 15 cells per face")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    if args.list_packages:
        print("apt-get install --no-install-recommends", *PACKAGES)
        return
    faces, dropped = select(installed_faces())
    roles = {role: sum(face.role == role for face in faces) for role in ("train", "tune", "test")}
    print("faces", roles, "dropped", dropped, flush=True)
    jobs = [(number, face, args.rows, args.seed) for number, face in enumerate(faces)]
    with Pool(args.jobs) as pool:
        parts = pool.map(paint, jobs, chunksize=8)
    args.out.mkdir(parents=True, exist_ok=True)
    for name, column in zip(("glyphs", "labels", "sizes", "faces"), zip(*parts, strict=True), strict=True):
        np.save(args.out / f"{name}.npy", np.concatenate(column))
    (args.out / "faces.json").write_text(
        json.dumps({"seed": args.seed, "dropped": dropped, "faces": [asdict(f) for f in faces]})
    )
    print("glyphs", sum(len(part[1]) for part in parts))


if __name__ == "__main__":
    main()
