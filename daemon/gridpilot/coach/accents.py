"""Two colours that stand out from a board's own, and from one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridpilot.drawing import Colour

CALM: tuple[Colour, ...] = (
    (37, 99, 235), (217, 70, 0), (13, 148, 136), (162, 28, 175), (22, 130, 60), (190, 24, 60), (96, 165, 250),
    (251, 146, 60), (45, 212, 191), (232, 121, 249), (74, 222, 128), (250, 204, 21),
)  # fmt: skip
"""Six for light boards, and six of the same hues for dark ones."""

STEP = 32  # levels of a channel that count as one colour
COMMON = 0.004  # the share of a board's pixels from which on a colour is its own: digits are a tenth of that of a cell
FAR = 200.0  # the distance from which on two colours cannot be taken for one another; not tuned


def chosen(board: NDArray[np.uint8]) -> tuple[Colour, Colour]:
    """`board`: its pixels, blue first."""
    own = _own(board)
    first = max(CALM, key=lambda colour: _nearest(colour, own))
    second = max(CALM, key=lambda colour: min(_nearest(colour, own), _nearest(colour, np.array([first], float))))
    return first, second


def _own(board: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The board's colours, red first."""
    pixels = board[::4, ::4, ::-1].reshape(-1, 3) // STEP
    keys = (pixels.astype(np.int32) * (1, 256, 65536)).sum(axis=1)
    found, counts = np.unique(keys, return_counts=True)
    common = found[counts >= COMMON * len(keys)]
    channels = np.stack([common & 255, common >> 8 & 255, common >> 16], axis=1)
    own: NDArray[np.float64] = channels * STEP + (STEP - 1) / 2
    return own


def _nearest(colour: Colour, others: NDArray[np.float64]) -> float:
    """How far the nearest of these is, as the eye weighs red, green and blue ("redmean"); no more than far is far."""
    red, green, blue = (others - colour).T
    mean = (others[:, 0] + colour[0]) / 2
    apart = np.sqrt((2 + mean / 256) * red**2 + 4 * green**2 + (2 + (255 - mean) / 256) * blue**2)
    return min(FAR, float(apart.min(initial=FAR)))
