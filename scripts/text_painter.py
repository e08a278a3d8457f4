"""Draws text as screens do: hinted, smooth, in one bit, or with the sub-pixels of a liquid crystal display."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from board_looks import Colour
    from glyph_painter import Face

_FIR = np.array([[1, 2, 3, 2, 1]], np.float32) / 9  # FreeType's default filter against colour fringes


@dataclass(slots=True)
class Writer:
    """Writes one face in one way. `mode`: hinted, smooth, mono or lcd."""

    face: Face
    mode: str
    _stamps: dict[tuple[str, int], tuple[np.ndarray, int, int]] = field(default_factory=dict)

    def font(self, size: int) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(self.face.path, size, index=self.face.index, layout_engine=ImageFont.Layout.BASIC)

    def size_for(self, height: float, widest: float = 1e9) -> int:
        """The font size at which an 8 is `height` pixels tall, less where a digit would be wider than `widest`."""
        probe = self.font(100)
        boxes = [probe.getbbox(digit, anchor="ls") for digit in "123456789"]
        tall = max(30, -probe.getbbox("8", anchor="ls")[1])
        tallest = max(box[3] - box[1] for box in boxes)
        wide = max(box[2] - box[0] for box in boxes)
        return max(5, int(min(100 * height / tall, 100 * 1.25 * height / tallest, 100 * widest / wide)))

    def centre_line(self, size: int) -> float:
        """How far the middle of an 8 lies above the baseline."""
        _, top, _, bottom = self.font(size).getbbox("8", anchor="ls")
        return -(top + bottom) / 2

    def write(
        self, canvas: np.ndarray, spot: tuple[float, float], text: str, size: int, colour: Colour, share: float = 1
    ) -> None:
        """`text` with its middle at `spot`; `canvas`: height x width x 3, float32."""
        mask, dx, dy = self._stamp(text, size)
        x, y = round(spot[0]) - dx, round(spot[1] + self.centre_line(size)) - dy
        top, left = max(0, -y), max(0, -x)
        bottom, right = min(mask.shape[0], canvas.shape[0] - y), min(mask.shape[1], canvas.shape[1] - x)
        if top >= bottom or left >= right:
            return
        part = canvas[y + top : y + bottom, x + left : x + right]
        alpha = mask[top:bottom, left:right] * share
        part += (np.array(colour, np.float32) - part) * (alpha if alpha.ndim == 3 else alpha[..., None])

    def _stamp(self, text: str, size: int) -> tuple[np.ndarray, int, int]:
        """Ink mask, and where its baseline's middle is in it."""
        if (text, size) not in self._stamps:
            zoom = 3 if self.mode in ("smooth", "lcd") else 1
            font = self.font(size * zoom)
            width = int(font.getlength(text) / zoom) + 2 * size // 2 + 6
            height = 2 * size + 6
            paper = Image.new("L", (width * zoom, height * zoom))
            pen = ImageDraw.Draw(paper)
            if self.mode == "mono":
                pen.fontmode = "1"
            pen.text((width // 2 * zoom, int(1.4 * size) * zoom), text, 255, font, "ms")
            mask = np.asarray(paper, np.float32) / 255
            if self.mode == "smooth":
                mask = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
            elif self.mode == "lcd":
                fine = cv2.resize(mask, (width * 3, height), interpolation=cv2.INTER_AREA)
                mask = cv2.filter2D(fine, -1, _FIR).reshape(height, width, 3)
            self._stamps[text, size] = (mask, width // 2, int(1.4 * size))
        return self._stamps[text, size]
