"""Where the pointer is, as far as this process knows: compositors tell no program but the one below it.

Screen and input share one of these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gridpilot.geometry import Point


@dataclass
class PointerPlace:
    """`at` is None where nobody knows; `is_drawn` says whether it is in pictures, None as long as that was not seen."""

    at: Point | None = None
    is_drawn: bool | None = None
    step: Callable[[], bool] = field(default=lambda: False)
    """Moves it out of the way; False where it cannot."""

    def step_aside(self) -> bool:
        return self.step()
