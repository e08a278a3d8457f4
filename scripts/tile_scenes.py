"""One 2048 window over time: tiles that slide, merge with a pop and appear, and sheets or boxes laid over the board.

Unlike `render_tiles.draw`, where each tile is drawn by itself, a value looks alike in every cell and in every frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from render_tiles import TileWindow

from gridpilot.games.twenty48 import rules

if TYPE_CHECKING:
    from glyph_painter import Face

    from gridpilot.games.twenty48.rules import Board
    from gridpilot.plan import Move

COVERS = ("sheet", "gold sheet", "dark sheet", "box", "card on a sheet")
OVER = ("Game over!", "Game Over", "GAME OVER", "You lose", "No more moves")
WON = ("You win!", "You Win", "YOU WIN!", "2048!", "Well done!")


@dataclass(frozen=True)
class Sprite:
    """A tile on its way: at (column, row), fractions between cells; `scale` and `share` (opacity) of a full one."""

    value: int
    column: float
    row: float
    scale: float = 1.0
    share: float = 1.0


class Scene(TileWindow):
    """A window whose frames all have the same look."""

    def __init__(self, face: Face, rng: np.random.Generator) -> None:
        super().__init__(face, rng)
        self.left, self.top = int(rng.integers(10, 120)), int(rng.integers(60, 160))
        self.edge = self.gap if rng.random() < 0.85 else 0
        self.zoom = float(rng.uniform(0.9, 1.6)) if rng.random() < 0.15 else 1.0
        self.quality = int(rng.integers(75, 96)) if rng.random() < 0.1 else 0
        self.pictures = {0: self.picture_of(0)}
        self.ground = self.page_with_empty_cells()

    def picture_of(self, value: int) -> Image.Image:
        """The tile alone, transparent where its corners are rounded."""
        pad = self.gap + 2
        picture = Image.new("RGB", (self.wide + 2 * pad, self.high + 2 * pad), self.frame)
        self.tile(picture, pad, pad, value)
        picture = picture.crop((pad, pad, pad + self.wide, pad + self.high))
        shape = Image.new("L", (self.wide * 2, self.high * 2))
        ImageDraw.Draw(shape).rounded_rectangle((0, 0, self.wide * 2 - 1, self.high * 2 - 1), self.radius * 2, 255)
        picture.putalpha(shape.resize((self.wide, self.high), Image.Resampling.BOX))
        return picture

    def page_with_empty_cells(self) -> Image.Image:
        step_x, step_y = self.wide + self.gap, self.high + self.gap
        wide, high = self.cols * step_x - self.gap, self.rows * step_y - self.gap
        page = Image.new("RGB", (self.left + wide + 80, self.top + high + 60), self.page)
        pen = ImageDraw.Draw(page)
        self.around = (
            self.left - self.edge,
            self.top - self.edge,
            self.left + wide + self.edge - 1,
            self.top + high + self.edge - 1,
        )
        pen.rounded_rectangle(self.around, self.radius, self.frame)
        self.clutter(pen, self.left, self.top, wide)
        for i in range(self.rows * self.cols):
            self.paste(page, Sprite(0, i % self.cols, i // self.cols))
        return page

    def paste(self, page: Image.Image, sprite: Sprite) -> None:
        if sprite.value not in self.pictures:
            self.pictures[sprite.value] = self.picture_of(sprite.value)
        picture = self.pictures[sprite.value]
        wide, high = round(self.wide * sprite.scale), round(self.high * sprite.scale)
        if min(wide, high) < 2:
            return
        if sprite.scale != 1:
            picture = picture.resize((wide, high), Image.Resampling.BILINEAR)
        if sprite.share < 1:
            picture = picture.copy()
            picture.putalpha(picture.getchannel("A").point(lambda level: round(level * sprite.share)))
        x = self.left + sprite.column * (self.wide + self.gap) + (self.wide - wide) / 2
        y = self.top + sprite.row * (self.high + self.gap) + (self.high - high) / 2
        page.paste(picture, (round(x), round(y)), picture)

    def frame_of(self, sprites: list[Sprite], cover: str = "", words: str = "", strength: float = 1.0) -> np.ndarray:
        """The window's picture; tiles that come later in the list are in front."""
        page = self.ground.copy()
        for sprite in sprites:
            self.paste(page, sprite)
        if cover:
            page = self.covered(page, cover, words, strength)
        pixels = np.ascontiguousarray(np.asarray(page)[..., ::-1])
        if self.zoom != 1:
            pixels = cv2.resize(pixels, None, fx=self.zoom, fy=self.zoom, interpolation=cv2.INTER_LINEAR)
        if self.quality:
            jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
            pixels = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        return np.ascontiguousarray(pixels)

    def at_rest(self, board: Board) -> list[Sprite]:
        return [Sprite(value, i % self.cols, i // self.cols) for i, value in enumerate(board) if value]

    def covered(self, page: Image.Image, cover: str, words: str, strength: float) -> Image.Image:
        """`strength` below 1: the cover is still fading in."""
        rng = np.random.default_rng(len(words) + self.wide)
        x0, y0, x1, y1 = self.around
        over = page.copy()
        pen = ImageDraw.Draw(over)
        sheet = {
            "sheet": (238, 228, 218),
            "gold sheet": (237, 194, 46),
            "dark sheet": (0, 0, 0),
            "card on a sheet": (20, 20, 30),
        }
        opacity = {"sheet": 0.73, "gold sheet": 0.5, "dark sheet": 0.6, "card on a sheet": 0.45}.get(cover, 0)
        if cover in sheet:
            whole = (0, 0, *page.size) if cover == "card on a sheet" else (x0, y0, x1 + 1, y1 + 1)
            over.paste(
                Image.blend(
                    page.crop(whole),
                    Image.new("RGB", (whole[2] - whole[0], whole[3] - whole[1]), sheet[cover]),
                    opacity,
                ),
                whole[:2],
            )
        middle = (x0 + x1) / 2, y0 + (y1 - y0) * float(rng.uniform(0.4, 0.55))
        size = (x1 - x0) * float(rng.uniform(0.09, 0.13))
        ink = (119, 110, 101) if cover == "sheet" else (249, 246, 242)
        font = ImageFont.load_default(max(10, round(size)))  # many of the faces have no letters
        if cover in ("box", "card on a sheet"):
            half = font.getlength(words) / 2 + size * 0.3, size * (0.7 if cover == "box" else 1.8)
            box = (middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1])
            ink = (255, 255, 255) if cover == "box" else (40, 40, 44)
            pen.rectangle(box, (160, 146, 134) if cover == "box" else (250, 250, 250), (230, 226, 220), 2)
        pen.text(middle, words, ink, font, "mm")
        return Image.blend(page, over, strength) if strength < 1 else over


def ways(board: Board, rows: int, columns: int, move: Move) -> list[tuple[int, int, bool]]:
    """Each tile's way: from cell, to cell, whether it merges there."""
    found = []
    for line in rules.lines(rows, columns, move):
        to, last = -1, 0
        for cell in line:
            value = board[cell]
            if not value:
                continue
            if value == last:
                found[-1] = (*found[-1][:2], True)
                found.append((cell, line[to], True))
                last = 0
            else:
                to, last = to + 1, value
                found.append((cell, line[to], False))
    return found


def during(scene: Scene, board: Board, after: Board, move: Move, time: float) -> list[Sprite]:
    """The tiles at `time`: they slide from 0 to 1, then merged ones pop and the new one appears until 2."""
    columns = scene.cols
    slid, _ = rules.Rules().slide(board, columns, move)
    on_their_way, merged = [], set()
    part = min(time, 1.0)
    for start, end, merges in ways(board, scene.rows, columns, move):
        (x0, y0), (x1, y1) = ((cell % columns, cell // columns) for cell in (start, end))
        on_their_way.append(Sprite(board[start], x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))
        if merges:
            merged.add(end)
    if time < 1:
        return on_their_way
    late = time - 1
    pop = late * 2 * 1.2 if late < 0.5 else 1.2 - 0.4 * (late - 0.5)
    front = [Sprite(slid[cell], cell % columns, cell // columns, pop) for cell in sorted(merged)]
    new = next(cell for cell, value in enumerate(after) if value != slid[cell])
    return [*on_their_way, *front, Sprite(after[new], new % columns, new // columns, late, late)]


def chance_board(rng: np.random.Generator, rows: int, columns: int, highest: int) -> Board:
    """A board in the middle of a game, with two tiles at least."""
    count = rows * columns
    exponents = np.minimum(rng.geometric(0.35, count), highest)
    exponents[rng.integers(count)] = highest
    exponents[rng.random(count) < rng.choice([0.1, 0.3, 0.6])] = 0
    if (exponents > 0).sum() < 2:
        exponents[:2] = 1
    return tuple(2 ** int(k) if k else 0 for k in exponents)


def stuck_board(rng: np.random.Generator, rows: int, columns: int) -> Board:
    """A full board without a move."""
    while True:
        board = tuple(2 ** int(k) for k in np.minimum(rng.geometric(0.3, rows * columns), 11))
        board = _unstuck(board, columns)
        if not rules.Rules().moves(board, columns):
            return board


def _unstuck(board: Board, columns: int) -> Board:
    """With tiles changed that equal the one to the left or above."""
    made: list[int] = []
    for i, value in enumerate(board):
        near = {made[i - 1]} if i % columns else set()
        near |= {made[i - columns]} if i >= columns else set()
        made.append(next(one for one in (value, 2, 4, 8) if one not in near))
    return tuple(made)
