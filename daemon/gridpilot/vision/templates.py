"""Nine pictures of a game's own digits instead of the net: for a font that it cannot read.

The pictures go through the same cutting as cells, so that their size, colours and margins do not matter. The score is
that of OpenCV's TM_CCOEFF_NORMED, the best of the shifts by one pixel.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.errors import GridpilotError
from gridpilot.geometry import Box
from gridpilot.vision import glyphs, pictures
from gridpilot.vision.digitnet import JUNK

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Floats = NDArray[np.float32]

SHIFTS = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)]

# Fitted to 30,656 digits and 16,859 other marks of 60 faces, each with templates of another size.
JUNK_SCORE = 0.75  # what matches no template better is no digit
STEEP = 0.02  # a score better by that is e times as likely

_TITLE = "Cannot read by templates"


def recogniser(folder: Path) -> Callable[[Bytes], Floats]:
    """What `digitnet.classify` does, by the pictures 1.png to 9.png in the folder; faults are a `GridpilotError`."""
    files = [folder / f"{digit}.png" for digit in range(1, 10)]
    try:
        stamps = tuple(file.stat().st_mtime_ns for file in files)
    except OSError as fault:
        raise _fault(folder, f"{fault.filename} is missing.") from None
    return partial(_recognise, _bank(folder, stamps))


@lru_cache(maxsize=4)
def _bank(folder: Path, _stamps: tuple[int, ...]) -> Floats:
    """All shifts of all templates as unit vectors: 9 digits x 9 shifts x 784. Read again when a file has changed."""
    shifted = []
    for digit in range(1, 10):
        file = folder / f"{digit}.png"
        capture = pictures.load(file)
        whole = Box(0, 0, capture.view.width, capture.view.height)
        found, cut = glyphs.whole(glyphs.trace(glyphs.cut(capture.pixels, [whole], inset=0)))
        if not found:
            raise _fault(folder, f"{file} shows no digit.")
        shifted += [np.roll(cut[0], shift, axis=(0, 1)) for shift in SHIFTS]
    return _units(np.stack(shifted)).reshape(9, len(SHIFTS), -1)


def _recognise(bank: Floats, cut: Bytes) -> Floats:
    chances = np.zeros((len(cut), JUNK + 1), np.float32)
    scores = np.einsum("np,dsp->nds", _units(cut), bank).max(axis=2, initial=-1)
    scores = np.concatenate([scores, np.full((len(cut), 1), JUNK_SCORE, np.float32)], axis=1)
    likely = np.exp((scores - scores.max(axis=1, keepdims=True)) / STEEP)
    chances[:, 1:] = likely / likely.sum(axis=1, keepdims=True)
    return chances


def _units(cut: Bytes) -> Floats:
    """Each picture as a vector of mean 0 and length 1, so that a product of two is their correlation."""
    flat = cut.reshape(len(cut), -1).astype(np.float32)
    flat -= flat.mean(axis=1, keepdims=True)
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    return flat


def _fault(folder: Path, says: str) -> GridpilotError:
    fix = f"Put 1.png to 9.png into {folder}: each a digit cut out of a screenshot, with some of the cell around it."
    return GridpilotError(_TITLE, says, fix)
