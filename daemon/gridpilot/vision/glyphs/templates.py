"""Pictures of a game's own digits instead of the net: for a font that it cannot read.

The pictures go through the same cutting as cells, so that their size, colours and margins do not matter. The score is
that of OpenCV's TM_CCOEFF_NORMED, the best of the shifts by one pixel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gridpilot.errors import GridpilotError
from gridpilot.geometry import Box
from gridpilot.vision import pictures
from gridpilot.vision.glyphs import cut as glyphs
from gridpilot.vision.glyphs.net import JUNK, Recognise

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

SHIFTS = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)]

# Fitted to 30,656 digits and 16,859 other marks of 60 faces, each with templates of another size.
JUNK_SCORE = 0.75  # what matches no template better is no digit
STEEP = 0.02  # a score better by that is e times as likely

MOST_PIXELS = 1 << 20  # of a picture of one digit
_TITLE = "Cannot read by templates"


def recogniser(folder: Path) -> Recognise:
    """Does what `net.classify` does, with the pictures 1.png to 9.png in the folder, and 0.png if there is one. Faults
    are a `GridpilotError`.
    """
    files = [file for digit in range(10) if (file := folder / f"{digit}.png").exists() or digit]
    try:
        stamps = tuple((file, file.stat().st_mtime_ns) for file in files)
    except OSError as fault:
        raise _fault(folder, f"{fault.filename} is missing.") from None
    return _by_files(folder, stamps)


@lru_cache(maxsize=4)
def _by_files(folder: Path, stamps: tuple[tuple[Path, int], ...]) -> Recognise:
    """Read again when a file has changed."""
    samples = {}
    for file, _ in stamps:
        capture = pictures.load(file, MOST_PIXELS)
        whole = Box(0, 0, capture.view.width, capture.view.height)
        found, cut = glyphs.whole(glyphs.trace(glyphs.cut(capture.pixels, [whole], inset=0)))
        if not found:
            raise _fault(folder, f"{file} shows no digit.")
        samples[int(file.stem)] = [cut[0]]
    return by_pictures(samples)


def by_pictures(samples: Mapping[int, Sequence[Bytes]]) -> Recognise:
    """Does what `net.classify` does, with glyphs of the digits 0 to 9; a digit without samples is never named."""
    digits = [digit for digit, cut in samples.items() for _ in cut]
    shifted = [np.roll(glyph, shift, axis=(0, 1)) for cut in samples.values() for glyph in cut for shift in SHIFTS]
    return partial(_recognise, np.repeat(digits, len(SHIFTS)), _units(np.stack(shifted)))


def _recognise(digits: NDArray[np.intp], bank: Floats, cut: Bytes) -> Floats:
    """`bank`: all shifts of all samples as unit vectors, n x 784; `digits`: which each shows."""
    scores = np.full((len(cut), JUNK + 1), -1.0, np.float32)
    every = _units(cut) @ bank.T
    for digit in np.unique(digits):
        scores[:, digit] = every[:, digits == digit].max(axis=1, initial=-1.0)
    scores[:, JUNK] = JUNK_SCORE
    likely = np.exp((scores - scores.max(axis=1, keepdims=True)) / STEEP)
    chances: Floats = likely / likely.sum(axis=1, keepdims=True)
    return chances


def _units(cut: Bytes) -> Floats:
    """Each picture as a vector of mean 0 and length 1, so that a product of two is their correlation."""
    flat = cut.reshape(len(cut), cut.shape[1] * cut.shape[2]).astype(np.float32)
    flat -= flat.mean(axis=1, keepdims=True)
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    return flat


def _fault(folder: Path, says: str) -> GridpilotError:
    fix = f"Put 1.png to 9.png into {folder}: each a digit cut out of a screenshot, with some of the cell around it."
    return GridpilotError(_TITLE, says, fix)
