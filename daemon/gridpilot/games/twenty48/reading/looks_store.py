"""Keeps what was learnt of each kind of window between runs, in a small file that only its user may read.

No fault here stops a job, as everything can be learnt again: a file that cannot be read is ignored, with a line in the
log. A file's name begins with the kind of window and ends with a hash of it: two kinds may begin alike.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from pathlib import Path
from typing import Any

from gridpilot import whole_file
from gridpilot.games.twenty48.reading.looks import PRINT_BYTES, Palette, Swatch

log = logging.getLogger(__name__)

VERSION = 1  # of the files; it changes with the spots where a tile is looked at, and no other version is read
MOST_FILES = 64  # those that were not saved for longest go first
MOST_BYTES = 1 << 18
_HIGHEST = 1 << 40  # no tile's value is above it


def as_text(palette: Palette) -> str:
    """A palette as JSON. A value that shares its colour with another is marked."""
    shared = palette.shared
    tiles = [
        {"value": one.value, "colour": one.colour, "print": one.print.hex(), "shared": one.value in shared}
        for one in palette.swatches
    ]
    return json.dumps({"version": VERSION, "tiles": tiles})


def parsed(text: str) -> Palette:
    """The palette of such a text. Raises ValueError with what is wrong with it."""
    try:
        whole = whole_file.parsed(text)
        if whole["version"] != VERSION:
            raise ValueError(f"version {whole['version']!r} is not known")
        return Palette(tuple(_swatch(one) for one in whole["tiles"]))
    except (KeyError, TypeError) as fault:
        raise ValueError(f"it is no palette: {fault!r}") from fault


def _swatch(facts: dict[str, Any]) -> Swatch:
    colour, value = tuple(float(level) for level in facts["colour"]), facts["value"]
    stamp = bytes.fromhex(facts["print"])
    whole = type(value) is int and 0 <= value <= _HIGHEST and len(colour) == 3 and len(stamp) == PRINT_BYTES
    if not whole or not all(0 <= level <= 255 for level in colour):
        raise ValueError("a tile of it makes no sense")
    return Swatch(value, colour, stamp)


class Palettes:
    """The palettes in a folder, which is made once there is something to keep."""

    def __init__(self, folder: Path, most: int = MOST_FILES) -> None:
        self._folder = folder
        self._most = most

    def load(self, window: str) -> Palette:
        """What was learnt of this kind of window; an empty palette where nothing was."""
        file = self._file(window)
        try:
            return parsed(whole_file.read_text(file, MOST_BYTES))
        except FileNotFoundError:
            return Palette()
        except (OSError, ValueError) as fault:
            log.warning("what was learnt of a window is left out: %s: %s", file, fault)
            return Palette()

    def save(self, window: str, palette: Palette) -> None:
        """Replaces what was kept before in one step: readers see the old or the new file."""
        file = self._file(window)
        try:
            whole_file.write(file, as_text(palette))
            self._prune()
        except OSError as fault:
            log.warning("what was learnt of a window cannot be kept: %s", fault)

    def _file(self, window: str) -> Path:
        stem = re.sub(r"[^A-Za-z0-9+-]", "_", window.replace("+", "_").replace("/", "+"))[:60]
        return self._folder / f"{stem}.{hashlib.sha256(window.encode('utf-8', 'replace')).hexdigest()[:16]}.json"

    def _prune(self) -> None:
        files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in files[self._most :]:
            old.unlink(missing_ok=True)
