"""The median of a few numbers: numpy's takes twenty times as long over them as sorting them does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import NDArray


def median(numbers: NDArray[floating]) -> float:
    """Of a flat array that is not empty."""
    ranked = sorted(numbers.tolist())
    return float(ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2
