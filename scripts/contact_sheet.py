"""Contact sheets: pictures by class, one PNG for each class."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = 30  # pictures on a sheet
SIDE = 360
ACROSS = 6


class ContactSheets:
    """Keeps the first pictures of each class, made small."""

    def __init__(self) -> None:
        self._pictures: dict[str, list[tuple[str, np.ndarray]]] = defaultdict(list)

    def add(self, name: str, caption: str, pixels: np.ndarray) -> None:
        if len(self._pictures[name]) < SHOWN:
            scale = SIDE / max(pixels.shape[:2])
            small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            self._pictures[name].append((caption, small))

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, pictures in self._pictures.items():
            tiles = np.full((-(-len(pictures) // ACROSS), ACROSS, SIDE + 16, SIDE, 3), 128, np.uint8)
            for place, (caption, picture) in enumerate(pictures):
                tile = tiles[divmod(place, ACROSS)]
                tile[: picture.shape[0], : picture.shape[1]] = picture
                cv2.putText(tile, caption, (4, SIDE + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 255))
            sheet = tiles.transpose(0, 2, 1, 3, 4).reshape(-1, ACROSS * SIDE, 3)
            (folder / f"{name}.png").write_bytes(cv2.imencode(".png", sheet)[1])
