"""Two colours that stand out from a board's own, and from one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

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
CONTRAST = 4.0
"""Of a colour with the board's ground, beyond which more is no better. The WCAG ask for 3 for graphics and 4.5 for
small text. The first two have it on white, and none of the first six on the practice board's dark ground. Not tuned.
"""


def chosen(board: NDArray[np.uint8]) -> tuple[Colour, Colour]:
    """`board`: its pixels, blue first."""
    own = _own(board)

    def worth(colour: Colour, others: NDArray[np.float64]) -> tuple[float, float]:
        return _nearest(colour, others), min(CONTRAST, _contrast(colour, own[0]))

    first = max(CALM, key=lambda colour: worth(colour, own))
    return first, max(CALM, key=lambda colour: worth(colour, np.vstack([own, [first]])))


def _own(board: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The board's colours, red first; the first is its ground, the commonest."""
    pixels = board[::4, ::4, ::-1].reshape(-1, 3)
    keys = ((pixels // STEP).astype(np.int32) * (1, 256, 65536)).sum(axis=1)
    found, counts = np.unique(keys, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    common = found[order][: max(1, int((counts >= COMMON * len(keys)).sum()))]
    channels = np.stack([common & 255, common >> 8 & 255, common >> 16], axis=1)
    own: NDArray[np.float64] = channels * STEP + (STEP - 1) / 2
    own[0] = pixels[keys == common[0]].mean(axis=0)
    return own


def _nearest(colour: Colour, others: NDArray[np.float64]) -> float:
    """How far the nearest of these is, as the eye weighs red, green and blue ("redmean"); no more than far is far."""
    red, green, blue = (others - colour).T
    mean = (others[:, 0] + colour[0]) / 2
    apart = np.sqrt((2 + mean / 256) * red**2 + 4 * green**2 + (2 + (255 - mean) / 256) * blue**2)
    return min(FAR, float(apart.min(initial=FAR)))


def _contrast(one: Sequence[float], other: Sequence[float]) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    """Relative, of sRGB."""
    red, green, blue = ((each / 255) ** 2.2 for each in colour)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
