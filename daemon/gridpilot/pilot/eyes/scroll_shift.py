"""Tells from two pictures how far a page has scrolled between them, by the edges that are on both."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Box
from gridpilot.plan import TOWARDS, Move

Grey = NDArray[np.int16]

FARTHEST = 200  # pixels that a page may scroll by one key; Chromium's go 40 at scale 1
STEP = 3  # grey levels between neighbouring pixels: an edge, by which a shift is told
ALIKE, BETTER = 0.4, 0.2  # share of the edges that fit after the shift; more than fit without (tiles move, too)


def has_scrolled(before: Capture | None, after: Capture, board: Box) -> bool:
    """Whether what was at the board's place on the earlier picture has moved on the later one."""
    if before is None:
        return False
    old, new = before.crop(board), after.crop(board)
    return any(scrolled(old, new, move, int(board.height)) for move in Move)


def scrolled(before: Capture, after: Capture, move: Move, farthest: int = FARTHEST) -> int:
    """The pixels by which the board has moved against the direction of the move, as the view went along with it; else
    0.
    """
    if before.view != after.view:
        return 0
    right, down = TOWARDS[move]
    old, new = (_lines(capture, across=bool(right)) for capture in (before, after))
    if right + down < 0:
        old, new = new, old
    if _alike(old, new, 0) + BETTER >= 1:
        return 0
    alike = [_alike(old, new, shift) for shift in range(min(farthest, old.shape[1] // 2))]
    best = int(np.argmax(alike))
    return best if alike[best] > max(ALIKE, alike[0] + BETTER) else 0


def _lines(capture: Capture, *, across: bool) -> Grey:
    """Every fourth line in the direction of the scroll."""
    grey = capture.pixels[..., 1].astype(np.int16)
    return (grey if across else grey.T)[::4]


def _alike(old: Grey, new: Grey, shift: int) -> float:
    """The share of the old picture's edges that are on the new one, `shift` pixels nearer to its beginning."""
    one, other = np.diff(old[:, shift:], axis=1), np.diff(new[:, : new.shape[1] - shift], axis=1)
    edges = np.abs(one) > STEP
    return float((np.abs(one - other)[edges] <= STEP).mean()) if edges.any() else 0.0
