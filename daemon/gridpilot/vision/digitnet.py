"""The digit net: glyph pictures in, calibrated class probabilities out, one batch per board.

OpenCV reads the ONNX file, so no further runtime is needed; run as products of matrices the net takes two thirds of the
time that OpenCV's own engines take over glyphs so small. MODEL_CARD.md says what it was trained on, how often it errs,
and on what.
"""

from __future__ import annotations

from functools import cache
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

JUNK = 10  # anything that is no single sign: several marks, icons, other letters, a solid block
SIGNS = 18  # 0 to 9, junk, A to G in either case: the values 10 to 16 of large boards
LETTERS_SHARE = 0.1  # of a letter's probability counts on boards of digits: they have none, the windows around them do
_STEPS = (2, 2, 1, 2)  # pixels from one place of a layer's window to the next
_AT_ONCE = 32  # glyphs, so that a layer's windows stay in the processor's cache
_MODEL = Path(__file__).with_name("digits.onnx")


def classify(glyphs: NDArray[np.uint8]) -> NDArray[np.float32]:
    """`glyphs`: n x 28 x 28 from `vision.glyphs`. Probabilities on a board of digits, n x 11: 0 to 9, then junk, which
    letters are, too.
    """
    chances = signs(glyphs)
    chances[:, JUNK] += LETTERS_SHARE * chances[:, JUNK + 1 :].sum(axis=1)
    digits: NDArray[np.float32] = chances[:, : JUNK + 1]
    digits /= digits.sum(axis=1, keepdims=True)
    return digits


def signs(glyphs: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Probabilities on a board that may have letters, n x 18: the digits, junk, A to G."""
    if not len(glyphs):
        return np.zeros((0, SIGNS), np.float32)
    known: dict[bytes, int] = {}  # a board's digits are often the same to the pixel
    which = [known.setdefault(glyph.tobytes(), len(known)) for glyph in glyphs]
    different = np.frombuffer(b"".join(known), np.uint8).reshape(-1, *glyphs.shape[1:])
    parts = (different[first : first + _AT_ONCE] for first in range(0, len(different), _AT_ONCE))
    return np.concatenate([_run(part) for part in parts])[which]


def _run(glyphs: NDArray[np.uint8]) -> Floats:
    *convolutions, (dense, offset), (last, bias) = _layers()
    seen = glyphs[..., None].astype(np.float32)
    for (weights, shift), step in zip(convolutions, _STEPS, strict=True):
        seen = _convolved(seen, weights, shift, step)
    scores = np.maximum(seen.reshape(len(seen), -1) @ dense + offset, 0) @ last + bias
    chances: Floats = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


def _convolved(seen: Floats, weights: Floats, shift: Floats, step: int) -> Floats:
    """The next layer, n x height x width x channels, of one such; nothing below 0."""
    count, height, width, channels = seen.shape
    side = isqrt(len(weights) // channels)
    rim = side // 2
    padded = np.zeros((count, height + 2 * rim, width + 2 * rim, channels), np.float32)
    padded[:, rim:-rim, rim:-rim] = seen
    rows = padded.reshape(count, height + 2 * rim, -1)  # a window's row is one stretch of these
    windows = sliding_window_view(rows, (side, side * channels), axis=(1, 2))[:, ::step, :: step * channels]
    sums: Floats = windows.reshape(-1, len(weights)) @ weights
    sums += shift
    return np.maximum(sums, 0, out=sums).reshape(*windows.shape[:3], -1)


def warm() -> None:
    """Loads the net and runs it once, so that the first reading does not pay for it."""
    classify(np.zeros((81, 28, 28), np.uint8))


@cache
def _layers() -> tuple[tuple[Floats, Floats], ...]:
    """The weights of each layer, inputs x outputs, and what is added; inputs in the order of n x height x width x
    channels.
    """
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)  # OpenCV 5 has two engines; this one shows its weights
    net = cv2.dnn.readNetFromONNX(str(_MODEL), *(() if classic is None else (classic,)))
    found = []
    channels = 1
    for blobs in (net.getLayer(name).blobs for name in net.getLayerNames()):
        if len(blobs) == 2:
            weights, shift = (np.array(blob, np.float32) for blob in blobs)
            side = isqrt(weights[0].size // channels)
            by_input = weights.reshape(-1, channels, side, side).transpose(2, 3, 1, 0).reshape(-1, len(weights))
            found.append((np.ascontiguousarray(by_input), shift.ravel()))
            channels = len(weights)
    return tuple(found)
