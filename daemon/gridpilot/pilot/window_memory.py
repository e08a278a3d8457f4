"""What fills have taught about one kind of window: how it is filled, and how much slower than its profile says.

Nothing of that is trusted. In each fill the first cell proves the way again, the first click of each digit is seen to
arrive, and the whole board is read back at the end. So what was learnt can only save time, and may be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridpilot.plan import Way
from gridpilot.profiles.profile import Pace

MOST_COUNTED = 1_000_000

SLOWEST = 4
"""The most steps by which a pace is slowed."""

PATIENCE = 6
"""After n losses, 2**n fills in a row must be clean before a quicker pace is tried; n counts up to this number."""

COUNTS = ("slow", "slips", "clean", "fills")
"""The fields of a habit that are numbers, as its file names them."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What one fill teaches. `way`: the one that was found out, None where the profile states it. `slow`: the steps by
    which the pace was slowed in the end. `lost`: whether anything was lost.
    """

    way: Way | None
    slow: int
    lost: bool


@dataclass(frozen=True, slots=True)
class Habit:
    """`slow`: the first step means that each click is looked at, each further one a slower pace. Something was lost in
    `slips` of `fills`; `clean` counts the fills since the last loss or change.
    """

    way: Way | None = None
    slow: int = 0
    slips: int = 0
    clean: int = 0
    fills: int = 0

    def pace(self, pace: Pace) -> Pace:
        """The pace as this window needs it."""
        for _ in range(self.slow - 1):
            pace = pace.slower()
        return pace

    def after(self, fill: Learned) -> Habit:
        """The habit after a verified fill, or after one in which something was lost."""
        same = fill.way is None or self.way in {None, fill.way}
        known = replace(self if same else Habit(), way=fill.way or self.way, fills=self.fills + 1)
        if fill.lost:
            return replace(known, slips=known.slips + 1, clean=0, slow=min(fill.slow, SLOWEST))
        quicker = known.slow and known.clean + 1 >= 2 ** min(known.slips, PATIENCE)
        return replace(known, slow=known.slow - 1, clean=0) if quicker else replace(known, clean=known.clean + 1)
