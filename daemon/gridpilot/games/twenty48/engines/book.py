"""A book of best moves: what is right in every position of a small board, as one file.

It is a zip file of blocks of positions: it opens at once, a look-up reads one block, and a file that is unfinished or
damaged gives itself away.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from bisect import bisect_right
from contextlib import suppress
from typing import IO, TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from gridpilot.games.twenty48.engines.positions import Keys

    Moves = NDArray[np.uint8]
    Keep = Callable[[int, Keys, Moves], None]

FORMAT = 1
"""Part of the file's name: a program of another format has a file of its own."""

BLOCK = 1 << 15  # positions
ABOUT = "about.json"
UNREADABLE = (OSError, ValueError, KeyError, zipfile.BadZipFile, zlib.error)


def write(file: IO[bytes], fill: Callable[[Keep], float]) -> None:
    """`fill` is given what takes a layer of positions (ascending keys) with their moves, and returns the mean score."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:

        def keep(layer: int, keys: Keys, moves: Moves) -> None:
            for start in range(0, keys.size, BLOCK):
                some = keys[start : start + BLOCK]
                gaps = np.diff(some, prepend=some[:1]).view(np.uint8).reshape(-1, 4)
                content = gaps.T.tobytes() + moves[start : start + BLOCK].tobytes()  # bytes of a kind pack better
                book.writestr(f"{layer}/{some[0]}", content)

        book.writestr(ABOUT, json.dumps({"mean": fill(keep)}))


class Book:
    """Raises one of `UNREADABLE` where the file is missing, unfinished or damaged."""

    def __init__(self, source: Path | IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(source)
        if self._zip.testzip() is not None:
            raise zipfile.BadZipFile
        self.mean = float(json.loads(self._zip.read(ABOUT))["mean"])
        """The expected score of a new game."""
        self._blocks: dict[int, list[int]] = {}
        for name in set(self._zip.namelist()) - {ABOUT}:
            layer, first = map(int, name.split("/"))
            self._blocks.setdefault(layer, []).append(first)
        for blocks in self._blocks.values():
            blocks.sort()

    def move(self, layer: int, key: int) -> int | None:
        """The best move's index on the board of that key; None for a position that the book does not have."""
        blocks = self._blocks.get(layer, [])
        number = bisect_right(blocks, key) - 1
        if number < 0:
            return None
        with suppress(*UNREADABLE):  # the file may have been damaged since
            content = np.frombuffer(self._zip.read(f"{layer}/{blocks[number]}"), np.uint8)
            size = content.size // 5
            gaps = np.ascontiguousarray(content[: 4 * size].reshape(4, size).T).view(np.uint32).ravel()
            keys = blocks[number] + np.cumsum(gaps, dtype=np.int64)
            place = int(np.searchsorted(keys, key))
            if place < size and keys[place] == key:
                return int(content[4 * size + place])
        return None
