"""The digit net: glyph pictures in, calibrated class probabilities out.

Run by OpenCV's own ONNX reader, so no further runtime is needed. MODEL_CARD.md says what it was trained on, how often
it errs, and on what.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot import whole_file

JUNK = 10  # anything that is no single sign: several marks, icons, other letters, a solid block
SIGNS = 18  # 0 to 9, junk, A to G in either case: the values 10 to 16 of large boards
BATCH = 8
"""Glyphs at a time, always: OpenCV 5.0's build for Windows crashes in a batch of 13 that follows one of 11 or 12. The
CPU time of 24 to 48 glyphs is that of one batch (2.9 to 5.4 ms of a busy machine); one glyph takes 0.8 ms more.
"""
LETTERS_SHARE = 0.1  # of a letter's probability counts on boards of digits: they have none, the windows around them do
Recognise = Callable[[NDArray[np.uint8]], NDArray[np.float32]]
"""Glyphs from `vision.glyphs` in, n x 28 x 28; calibrated probabilities out, n x 11: the digits 0 to 9, then junk; or
more: then the letters from A on.
"""
_MODEL = Path(__file__).with_name("digits.onnx")
_LOCK = Lock()  # two threads in one net of OpenCV get each other's answers, without an error
_ANSWERS: dict[bytes, NDArray[np.float32]] = {}
"""By glyph: a board's digits are often the same to the pixel, and nearly all of them are so on its next picture."""
MOST_ANSWERS = 1024  # of 900 bytes each


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
    pictures = [glyph.tobytes() for glyph in glyphs]
    with _LOCK:
        if len(_ANSWERS) > MOST_ANSWERS:
            _ANSWERS.clear()
        new = [picture for picture in dict.fromkeys(pictures) if picture not in _ANSWERS]
        _ANSWERS.update(zip(new, _answers(new, glyphs.shape[1:]), strict=True))
        return np.stack([_ANSWERS[picture] for picture in pictures])


def _answers(pictures: list[bytes], shape: tuple[int, ...]) -> list[NDArray[np.float32]]:
    """Of the net, for glyphs of that shape."""
    batches = np.zeros((-(-len(pictures) // BATCH) * BATCH, 1, *shape), np.float32)
    batches[: len(pictures)] = np.frombuffer(b"".join(pictures), np.uint8).reshape(-1, 1, *shape)
    net, answers = _net(), []
    for start in range(0, len(batches), BATCH):
        net.setInput(batches[start : start + BATCH])
        answers += [*np.array(net.forward(), np.float32).reshape(-1, SIGNS)]
    return answers[: len(pictures)]


def forget() -> None:
    """Forgets what it told: a bench that reads one picture twice would time the second reading without the net."""
    with _LOCK:
        _ANSWERS.clear()


def warm() -> None:
    """Loads the net and runs it once, so that the first reading does not pay for it."""
    classify(np.zeros((81, 28, 28), np.uint8))


@cache
def _net() -> cv2.dnn.Net:
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)  # OpenCV 5 has two engines; this one is a fifth faster here
    options = () if classic is None else (classic,)
    model = np.frombuffer(whole_file.read(_MODEL), np.uint8)  # Windows may refuse OpenCV its path
    return cv2.dnn.readNetFromONNX(model, *options)
