"""What one kind of window has taught: how it is filled, and how much slower than its profile says.

Nothing of it is trusted. The first cell proves the way again in each fill, each digit's first click is seen to arrive,
and the whole board is read back at the end, as ever. So what is learnt can only save time, and can be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridpilot.plan import Way
from gridpilot.profiles.profile import Pace

MOST_COUNTED = 1_000_000

SLOWEST = 4
"""So many steps slower at most."""

PATIENCE = 6
"""After a loss, twice as many fills as before must be clean until a quicker pace is tried; two to that at most."""

COUNTS = ("slow", "slips", "clean", "fills")
"""The names of a habit's fields that are numbers, for its file."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What one fill has to teach. `way` is the one that was found out, None where the profile says it; `slow`: the
    steps by which it was slowed in the end; `lost`: whether something was.
    """

    way: Way | None
    slow: int
    lost: bool


@dataclass(frozen=True, slots=True)
class Habit:
    """`slow`: by one step each click is looked at, by each further one the pace is slower. Something was lost in
    `slips` of `fills`; `clean` are those since anything was changed.
    """

    way: Way | None = None
    slow: int = 0
    slips: int = 0
    clean: int = 0
    fills: int = 0

    def pace(self, pace: Pace) -> Pace:
        for _ in range(self.slow - 1):
            pace = pace.slower()
        return pace

    def after(self, fill: Learned) -> Habit:
        """What a verified fill adds, or one in which something was lost."""
        same = fill.way is None or self.way in {None, fill.way}
        known = replace(self if same else Habit(), way=fill.way or self.way, fills=self.fills + 1)
        if fill.lost:
            return replace(known, slips=known.slips + 1, clean=0, slow=min(fill.slow, SLOWEST))
        quicker = known.slow and known.clean + 1 >= 2 ** min(known.slips, PATIENCE)
        return replace(known, slow=known.slow - 1, clean=0) if quicker else replace(known, clean=known.clean + 1)
