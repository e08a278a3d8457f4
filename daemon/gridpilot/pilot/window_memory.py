"""What one kind of window has taught: how it is filled, how soon a key may follow a click, how seldom it is looked at.

Nothing of it is trusted. The first cell proves way and wait again in each fill, the batches between two looks grow with
what was seen to arrive, and the whole board is read back at the end, as ever. A look that shows anything but what was
typed ends all of it for that fill, and where a digit was lost the next ones begin with less; a wait at which that
happened twice is never tried again. So what is learnt can only save time, and can be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridpilot.plan import Way
    from gridpilot.profiles.profile import Pace

LONGEST = 1.0  # s
MOST_COUNTED = 1_000_000
STEP = 0.005
"""Seconds; a wait that differs by less cannot be told from another: a look at a cell takes as long."""

SLOWEST = 3
"""So many times at most is the pace slowed beforehand."""

PATIENCE = 6
"""After a loss, twice as many fills as before must be clean until a quicker pace is tried; two to that at most."""

TIMES, COUNTS = ("wait", "lost", "looked"), ("batch", "slow", "slips", "clean", "fills")
"""The names of a habit's fields by what they hold, for its file."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What one fill has to teach. `way` is the one that was found out, None where the profile says it; `looked` how
    long a click took to show on average, 0 where none was looked at; `batch` the most cells that were typed between two
    looks and all seen to be right; `slips` the waits at which something was lost, None where each click was looked at;
    `slow` how often the pace had to be slowed in all.
    """

    way: Way | None
    looked: float
    batch: int
    slips: tuple[float | None, ...]
    slow: int


@dataclass(frozen=True, slots=True)
class Habit:
    """`wait`: seconds from a click to its key, without a look; None where each click is looked at. `looked`: how long
    a click takes to show. `lost`: the longest wait at which something was lost. `batch`: cells typed between two
    looks that all arrived. `slow`: how often the profile's pace is slowed beforehand. `slips` of `fills` were not
    clean; `clean` are those since anything was changed.
    """

    way: Way | None = None
    wait: float | None = None
    looked: float = 0.0
    lost: float | None = None
    batch: int = 0
    slow: int = 0
    slips: int = 0
    clean: int = 0
    fills: int = 0

    def pace(self, pace: Pace) -> Pace:
        for _ in range(min(self.slow, SLOWEST)):
            pace = pace.slower()
        return pace

    def after(self, fill: Learned) -> Habit:
        """What a verified fill adds, or one in which something was lost."""
        known = replace(self, fills=self.fills + 1, looked=fill.looked or self.looked)
        if fill.way != self.way and fill.way is not None:
            if self.way is not None:
                return Habit(fill.way, fills=known.fills, looked=fill.looked)  # all else was the other way's
            known = replace(known, way=fill.way)
        return _lowered(known, fill) if fill.slips else _raised(known, fill)


def _lowered(known: Habit, fill: Learned) -> Habit:
    less = replace(known, slips=known.slips + 1, clean=0, batch=0, slow=min(fill.slow, SLOWEST))
    tried = [wait for wait in fill.slips if wait is not None]
    if not tried:
        return less
    lost = max(tried if known.lost is None else [*tried, known.lost])
    halfway = (lost + known.looked) / 2
    worth_it = known.slips > 0 and halfway - lost >= STEP  # the first time it may have been the machine's hiccup
    return replace(less, lost=lost, wait=halfway if worth_it else None)


def _raised(known: Habit, fill: Learned) -> Habit:
    more = replace(known, clean=known.clean + 1, batch=max(known.batch, fill.batch))
    if more.clean < 2 ** min(known.slips, PATIENCE):
        return more
    if known.slow:
        return replace(more, slow=known.slow - 1, clean=0)
    wait = _quicker(known)
    return more if wait == known.wait else replace(more, wait=wait, clean=0, batch=0)


def _quicker(known: Habit) -> float | None:
    """The next wait to try: none at all at first, then halfway to the longest that was too short."""
    if not known.looked:
        return None  # nothing was clicked that a key followed
    if known.lost is None or known.slips == 1:
        return 0.0
    used = known.looked if known.wait is None else known.wait
    halfway = (known.lost + used) / 2
    return halfway if used - halfway >= STEP else known.wait
