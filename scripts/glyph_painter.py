"""Paints the cells of the glyph corpus: one face in random colours and sizes, and junk among the digits."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

DIGITS = "0123456789"
SYMBOLS = "ABCDEFG"  # of boards with more than nine; one class each, whatever the case
# Junk. Letters that some face draws like a digit (l, I, O, o, S, s, Z, q, j) are left out: they would be noise.
LETTERS = "HKLMNPRTUVWXYhkmnprtuvwxyÄßé@#%&?!+=*/<>{}[]()€$"
# An old-style 1 is a small Roman numeral in Garamonds; few free fonts have it, so capitals of old-style faces stand in.
ROMAN = "I"
OTHER_WEIGHT = 0.35  # of the rows are drawn thinner or bolder than the face is: few packages bring all their weights
SMALL = 0.3  # of the rows are for cells of 16 to 32 pixels alone, where most errors are


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a font file; `role`: train, tune or test; `feature`: of OpenType, for other figures of the face;
    `letters`: those of SYMBOLS, in either case, that it has.
    """

    path: str
    index: int
    name: str
    package: str
    version: str
    role: str
    feature: str = ""
    letters: str = ""

    def font(self, size: float) -> ImageFont.FreeTypeFont:
        way = ImageFont.Layout.RAQM if self.feature else ImageFont.Layout.BASIC
        return ImageFont.truetype(self.path, size, index=self.index, layout_engine=way)

    @property
    def features(self) -> list[str] | None:
        """As Pillow's drawing functions want them."""
        return self.feature.split("+") if self.feature else None


def stamp(font: ImageFont.FreeTypeFont, text: str, features: list[str] | None = None) -> np.ndarray:
    """The grey ink of `text`, cropped."""
    paper = Image.new("L", (200, 200))
    ImageDraw.Draw(paper).text((70, 130), text, 255, font, "ls", features=features)
    box = paper.getbbox()
    return np.asarray(paper.crop(box) if box else paper.crop((0, 0, 1, 1)))


def reweighted(mask: np.ndarray, heavier: float, least: float) -> np.ndarray:
    """The same sign with strokes `heavier` times as wide; as it was where that would break it or close a hole.
    Pieces and holes of less than `least` pixels to either side count for nothing.
    """
    solid = (mask > 127).astype(np.uint8)
    inside = cv2.distanceTransform(solid, cv2.DIST_L2, 5)
    change = (heavier - 1) * float(inside.max())
    if change < 0:
        after = (inside > -change).astype(np.uint8)
    else:
        after = (cv2.distanceTransform(1 - solid, cv2.DIST_L2, 5) <= change).astype(np.uint8)
    return after * np.uint8(255) if _parts(after, least) == _parts(solid, 0) else mask


def _parts(solid: np.ndarray, least: float) -> tuple[int, int]:
    """How many pieces and how many holes are at least so thick."""
    counts = []
    for side, connectivity in ((solid, 8), (1 - solid, 4)):
        count, marked = cv2.connectedComponents(side, connectivity=connectivity)
        depth = cv2.distanceTransform(side, cv2.DIST_L2, 5)
        counts.append(sum(float(depth[marked == number].max()) > least for number in range(1, count)))
    return counts[0], counts[1]


class Painter:
    """Paints cells of one face in random colours, sizes and rasterisations."""

    def __init__(self, face: Face, seed: int) -> None:
        name = f"{face.path}:{face.index}:{seed}"
        self.rng = np.random.default_rng(int(hashlib.sha256(name.encode()).hexdigest()[:12], 16))
        self.face = face
        probe = [stamp(face.font(60), digit, face.features).shape[0] for digit in "18"]
        self.tall = probe[1] / 60  # of an 8, in font sizes
        self.old_style = probe[0] < 0.85 * probe[1]

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
        other_weight = self.rng.random() < OTHER_WEIGHT
        zoom = 1 if hinted and not other_weight else 4 if cell < 40 else 3
        size = max(6.0, share * cell / max(0.2, self.tall))
        font, small = self.face.font(size * zoom), self.face.font(max(5, size * zoom * self.rng.uniform(0.32, 0.5)))
        row = Image.new("L", (cell * zoom * len(labels), cell * zoom))
        pen = ImageDraw.Draw(row)
        if zoom == 1 and self.rng.random() < 0.15:
            pen.fontmode = "1"
        for number, label in enumerate(labels):
            self.draw(pen, font, small, label, number * cell * zoom, cell * zoom)
        if other_weight:
            heavier = self.rng.uniform(0.4, 1.7)
            parts = np.split(np.asarray(row), len(labels), axis=1)
            row = np.hstack([reweighted(part, heavier, 0.35 * zoom) for part in parts])
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
            if label == "1" and self.old_style and "E" in self.face.letters and rng.random() < 0.3:
                label = ROMAN
            features = self.face.features
            x0, y0, x1, y1 = font.getbbox(label, anchor="ls", features=features)
            dx, dy = rng.uniform(-0.08, 0.08, 2) * cell + rng.random(2)
            spot = left + cell / 2 - (x0 + x1) / 2 + dx, cell / 2 - (y0 + y1) / 2 + dy
            pen.text(spot, label, 255, font, "ls", features=features)

    def block(self, pen: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont, left: int, cell: int) -> None:
        """A terminal's block cursor, alone or over a digit that shows inverted."""
        rng = self.rng
        digit = DIGITS[rng.integers(10)]
        x0, y0, x1, y1 = font.getbbox(digit, anchor="mm")
        width, height = (x1 - x0) * rng.uniform(1.05, 1.5) + 2, (y1 - y0) * rng.uniform(1.15, 1.6) + 2
        if (
            width * height > 0.34 * cell * cell
        ):  # it would pass for the cell's ground, and its digit for an ordinary one
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

    def texture(self, height: int, width: int, cell: int) -> np.ndarray:
        """What is added to the ground: a slope from top to bottom of each cell, grain, or soft clouds."""
        rng = self.rng
        kind, depth = rng.integers(3), rng.uniform(3, 18)
        if kind == 0:
            slope = np.linspace(-depth, depth, height, dtype=np.float32)
            return np.broadcast_to(slope[:, None, None], (height, width, 3))
        coarse = (height, width) if kind == 1 else (4, max(4, 4 * width // cell))
        noise = rng.normal(0, depth / 4 if kind == 1 else depth / 2, coarse).astype(np.float32)
        return np.repeat(cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)[..., None], 3, axis=2)

    def row(self, labels: list[str]) -> tuple[np.ndarray, int]:
        """A picture of one row of cells on their own grounds, and the cell's size."""
        rng = self.rng
        cell = int(np.exp(rng.uniform(np.log(16), np.log(32 if rng.random() < SMALL else 121))))
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
        if rng.random() < 0.25:
            ground += self.texture(*mask.shape, cell)
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
            quality = int(rng.integers(55, 96))
            picture = cv2.imdecode(
                cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
            )
        return picture, cell


def labels_of(rng: np.random.Generator, face: Face) -> list[str]:
    """One row: all digits, up to three letters of large boards and five cells of junk."""
    kinds = rng.choice(
        ["corner", "notes", "centre", "pair", "block", "icon", "letter"],
        5,
        p=[0.15, 0.15, 0.12, 0.18, 0.12, 0.13, 0.15],
    )
    if len(face.letters) < 10:  # of another script: what it has for letters may look like anything
        kinds[kinds == "letter"] = "icon"
    letters = rng.choice(list(face.letters), min(3, len(face.letters)), replace=False) if face.letters else []
    return [
        *DIGITS,
        *letters,
        *(LETTERS[rng.integers(len(LETTERS))] if kind == "letter" else str(kind) for kind in kinds),
    ]
