"""A captured picture and where on the screen it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

    from gridpilot.geometry import View


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """`pixels`: height x width x 3, BGR, uint8, contiguous, owned by the capture; `view` maps them to points."""

    pixels: NDArray[uint8]
    view: View
