"""Paints one sudoku board onto a window: lines or tiles, highlights, digits, pencil marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from board_looks import Colour, Look, blend
from jigsaw_maps import coloured
from PIL import Image, ImageDraw
from text_painter import Writer

if TYPE_CHECKING:
    from puzzle_pool import Position

RED = (215, 40, 40)
HUES = ((225, 90, 80), (90, 170, 90), (80, 120, 225), (225, 180, 60), (160, 90, 200), (60, 180, 190))


@dataclass(slots=True)
class Grid:
    """Where the cells are, in pixels of the window: starts of columns and rows, the cell, the lines."""

    xs: list[int]
    ys: list[int]
    thick: int
    thin: int


def weights(look: Look, rng: np.random.Generator) -> tuple[int, int]:
    """Widths of the lines around boxes and within."""
    cell = min(look.cell)
    return {
        "lines": (max(2, cell // 18), max(1, cell // 60)),
        "equal": (max(1, cell // 40),) * 2,
        "thick": (max(3, cell // 10), 2),
        "faint": (max(2, cell // 18), 1),
        "gaps": (max(4, cell // 9), max(2, cell // 16)) if rng.random() < 0.7 else (max(2, cell // 14),) * 2,
        "shades": (0, 0),
        "open": (max(2, cell // 16), 1),
        "double": (max(4, cell // 12), 1),
        "outlined": (max(4, cell // 8), max(2, cell // 12)),
    }[look.style]


def layout(look: Look, thick: int, thin: int) -> tuple[Grid, int, int]:
    """The grid with its frame's corner at 0, and its width and height."""
    high, wide = look.box if look.jigsaw == "no" else (look.size, look.size)
    xs = [i * look.cell[0] + (i // wide + 1) * thick + (i - i // wide) * thin for i in range(look.size)]
    ys = [i * look.cell[1] + (i // high + 1) * thick + (i - i // high) * thin for i in range(look.size)]
    return Grid(xs, ys, thick, thin), xs[-1] + look.cell[0] + thick, ys[-1] + look.cell[1] + thick


class BoardPainter:
    """Paints in two passes: what is behind the text (on a PIL picture), then the text (on floats)."""

    def __init__(self, look: Look, position: Position, grid: Grid, rng: np.random.Generator) -> None:
        self.look, self.position, self.grid, self.rng = look, position, grid, rng
        self.writer = Writer(look.face, look.text)
        count = look.size**2
        self.marks: dict[int, tuple[int, ...]] = {}  # by cell, as painted
        self.chosen = int(rng.integers(count)) if look.selection != "none" else -1
        self.selection = tuple(
            int(c) for c in blend(look.theme.paper, look.theme.accent, float(rng.uniform(0.25, 0.6)))
        )
        self.faint = float(rng.uniform(0.02, 0.08))
        self.line = float(rng.uniform(0.2, 0.9))
        self.frame = float(rng.uniform(0.6, 1.0))
        self.tile = float(rng.choice([0.0, rng.uniform(0.1, 0.25)]))
        self.shade = float(rng.uniform(0.05, 0.16))
        self.tints = self._tints(rng.spawn(1)[0])

    def _tints(self, rng: np.random.Generator) -> list[Colour]:
        """By region, in what it is tinted; empty where nothing is."""
        look = self.look
        regions = self.position.regions
        if look.jigsaw in ("tints", "both"):
            share = float(rng.uniform(0.14, 0.4))
            hues = [blend(look.theme.paper, HUES[place], share) for place in rng.permutation(len(HUES))]
            return [hues[colour] for colour in coloured(regions, look.size)]
        if look.style == "shades" or look.tints:
            across = look.size // look.box[1]
            odd = [sum(divmod(region, across)) % 2 for region in range(look.size)]
            return [look.theme.mix(self.shade) if one else look.theme.paper for one in odd]
        return []

    def corner(self, index: int) -> tuple[int, int]:
        row, col = divmod(index, self.look.size)
        return self.grid.xs[col], self.grid.ys[row]

    def colour_of(self, index: int) -> Colour:
        """The cell's ground."""
        look, theme = self.look, self.look.theme
        row, col = divmod(index, look.size)
        ground = theme.mix(self.tile) if look.style == "gaps" else theme.paper
        regions = self.position.regions
        if self.tints:
            ground = self.tints[regions[index]]
        if self.chosen < 0:
            return ground
        chosen_row, chosen_col = divmod(self.chosen, look.size)
        digit = self.position.values[self.chosen]
        if index == self.chosen and look.selection == "fill":
            return self.selection
        if look.same and digit and self.position.values[index] == digit:
            return blend(ground, self.selection, 0.7)
        beside = row == chosen_row or col == chosen_col or regions[index] == regions[self.chosen]
        return blend(ground, self.selection, 0.3) if look.cross and beside else ground

    def paint_ground(self, picture: Image.Image) -> None:
        """Frame, lines and cells."""
        look, theme, grid = self.look, self.look.theme, self.grid
        pen = ImageDraw.Draw(picture)
        x0, y0 = grid.xs[0] - grid.thick, grid.ys[0] - grid.thick
        x1, y1 = grid.xs[-1] + look.cell[0] + grid.thick - 1, grid.ys[-1] + look.cell[1] + grid.thick - 1
        frame = theme.mix(0.06 if look.style == "gaps" and self.tile else self.frame)
        if look.style == "outlined":
            frame = theme.mix(0.04)
        if look.style == "open":
            x0, y0, x1, y1 = grid.xs[0], grid.ys[0], grid.xs[-1] + look.cell[0] - 1, grid.ys[-1] + look.cell[1] - 1
        if look.style != "shades":
            pen.rectangle((x0, y0, x1, y1), frame)
        if look.style in ("lines", "thick", "faint", "open", "double"):
            self._inner_lines(pen, frame)
        for index in range(look.size**2):
            self._cell(pen, index)
        if look.jigsaw in ("lines", "both"):
            self._borders(pen, frame)

    def _borders(self, pen: ImageDraw.ImageDraw, frame: Colour) -> None:
        """Thick lines between a jigsaw's regions."""
        look, grid, size, regions = self.look, self.grid, self.look.size, self.position.regions
        wide, high = look.cell
        thick = max(grid.thick, grid.thin + 2)
        before = (thick + grid.thin) // 2  # so many pixels of the line lie left of the next cell
        for index in range(size * size):
            x, y = self.corner(index)
            row, col = divmod(index, size)
            if col and regions[index] != regions[index - 1]:
                left = x - before
                pen.rectangle((left, y - before, left + thick - 1, y + high - 1 + thick - before), frame)
            if row and regions[index] != regions[index - size]:
                top = y - before
                pen.rectangle((x - before, top, x + wide - 1 + thick - before, top + thick - 1), frame)

    def _inner_lines(self, pen: ImageDraw.ImageDraw, frame: Colour) -> None:
        look, grid = self.look, self.grid
        high, wide = look.box if look.jigsaw == "no" else (look.size, look.size)
        share = self.faint if look.style == "faint" else self.line
        for row in range(0, look.size, high):
            for col in range(0, look.size, wide):
                x, y = grid.xs[col], grid.ys[row]
                right, bottom = grid.xs[col + wide - 1] + look.cell[0] - 1, grid.ys[row + high - 1] + look.cell[1] - 1
                if look.style == "double":
                    third = max(1, grid.thick // 3)
                    pen.rectangle(
                        (x - 2 * third, y - 2 * third, right + 2 * third, bottom + 2 * third), look.theme.paper
                    )
                    pen.rectangle((x - third, y - third, right + third, bottom + third), frame)
                pen.rectangle((x, y, right, bottom), look.theme.mix(share))

    def _cell(self, pen: ImageDraw.ImageDraw, index: int) -> None:
        look, (x, y) = self.look, self.corner(index)
        wide, high = look.cell
        corners = (x, y, x + wide - 1, y + high - 1)
        colour = self.colour_of(index)
        if look.style in ("gaps", "outlined"):
            rim = look.theme.mix(self.line) if look.style == "outlined" else None
            pen.rounded_rectangle(corners, min(wide, high) // 8, colour, rim, 1 if rim else 0)
        else:
            pen.rectangle(corners, colour)
        if look.ground == "bevel":
            edge = max(1, min(wide, high) // 24)
            for step in range(edge):
                pen.line(
                    (x + step, y + high - 1 - step, x + step, y + step, x + wide - 1 - step, y + step),
                    blend(colour, (255, 255, 255), 0.45),
                )
                pen.line(
                    (
                        x + wide - 1 - step,
                        y + step,
                        x + wide - 1 - step,
                        y + high - 1 - step,
                        x + step,
                        y + high - 1 - step,
                    ),
                    blend(colour, (0, 0, 0), 0.35),
                )
        if index == self.chosen and look.selection == "frame":
            pen.rectangle(corners, None, look.theme.accent, max(2, min(wide, high) // 16))

    def texture(self, canvas: np.ndarray) -> None:
        """Gradients, grain and photographs behind the board, in place."""
        rng, grid, look = self.rng, self.grid, self.look
        top, left = grid.ys[0], grid.xs[0]
        area = canvas[top : grid.ys[-1] + look.cell[1], left : grid.xs[-1] + look.cell[0]]
        height, width = area.shape[:2]
        if look.ground == "gradient":
            ramp = np.linspace(-0.5, 0.5, height if rng.random() < 0.5 else width, dtype=np.float32)
            area += float(rng.uniform(15, 50)) * (ramp[:, None, None] if len(ramp) == height else ramp[None, :, None])
        elif look.ground == "texture":
            grain = rng.normal(0, 1, (height, width, 1)).astype(np.float32)
            grain = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.6, 2.0)))[..., None]
            area += grain / grain.std() * float(rng.uniform(1.0, 3.5))
        elif look.ground == "photo":
            rough = rng.normal(0, 1, (max(3, height // 40), max(3, width // 40), 3)).astype(np.float32)
            area += cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC) * float(rng.uniform(5, 16))
        np.clip(canvas, 0, 255, out=canvas)

    def paint_text(self, canvas: np.ndarray) -> None:
        """Digits, pencil marks and the cursor."""
        look, rng, writer = self.look, self.rng, self.writer
        wide, high = look.cell
        size = writer.size_for(look.share * high, 0.8 * wide)
        if look.size > 9 and look.signs == "numbers":
            size = min(size, int(0.86 * wide / writer.font(100).getlength(str(look.size)) * 100))
        small = writer.size_for(look.share * high * float(rng.uniform(0.34, 0.46)), 0.28 * wide)
        given = look.theme.mix(float(rng.uniform(0.5, 0.7))) if look.grey_givens else look.theme.ink
        mine = look.theme.mine if look.coloured else look.theme.ink
        drop = rng.uniform(-0.03, 0.03, 2) * min(wide, high)  # digits are seldom exactly in the middle
        for index, value in enumerate(self.position.values):
            x, y = self.corner(index)
            middle = x + wide / 2 + float(drop[0]), y + high / 2 + float(drop[1])
            if value:
                colour = given if self.position.given[index] else mine
                colour = RED if index in self.position.errors else colour
                if index == self.chosen and look.selection == "block":
                    self._block(canvas, middle, size, colour)
                    colour = look.theme.paper
                writer.write(canvas, middle, look.text_of(value), size, colour)
            elif index == self.chosen and look.selection == "block":
                self._block(canvas, middle, size, given)
            elif look.notes != "none" and rng.random() < 0.6:
                self._marks(canvas, index, small)

    def _block(self, canvas: np.ndarray, middle: tuple[float, float], size: int, colour: Colour) -> None:
        """A terminal's block cursor."""
        half_wide, half_high = 0.36 * size, 0.56 * size
        x, y = middle
        top, left = max(0, round(y - half_high)), max(0, round(x - half_wide))
        canvas[top : round(y + half_high), left : round(x + half_wide)] = colour

    def _marks(self, canvas: np.ndarray, index: int, small: int) -> None:
        look, rng, (x, y) = self.look, self.rng, self.corner(index)
        wide, high = look.cell
        colour = look.theme.mix(float(rng.choice([0.65, 0.9])))
        top = look.size
        picked = sorted(int(d) for d in rng.choice(top, int(rng.integers(1, min(6, top))), replace=False) + 1)
        if look.notes == "centre" or (look.notes == "nine" and top > 9):
            picked = picked[: 4 if top <= 9 else 2]
            text = "".join(map(look.text_of, picked))
            self.writer.write(canvas, (x + wide / 2, y + high / 2), text, small, colour)
        elif look.notes == "single":
            picked = picked[:1]
            size = max(5, round(small * 1.5))
            self.writer.write(canvas, (x + 0.22 * wide, y + 0.27 * high), look.text_of(picked[0]), size, colour)
        else:
            for order, digit in enumerate(picked):
                spot = digit - 1 if look.notes == "nine" else (0, 2, 6, 8, 1)[order]
                place = x + wide * (0.2 + 0.3 * (spot % 3)), y + high * (0.2 + 0.3 * (spot // 3))
                self.writer.write(canvas, place, look.text_of(digit), small, colour)
        self.marks[index] = tuple(picked)
