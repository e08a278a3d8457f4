"""How soon a window takes the next move: as soon as the last one has arrived, unless it was seen to lose a move then.

Some games take no move while their tiles slide, others queue it. Nobody knows beforehand, so the first lost move
teaches the gap that this window needs. A shorter gap is not tried again: each lost move costs more than it could save.
"""

from __future__ import annotations

from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock

LONGEST_GAP = 0.6  # s; a move that is lost after a longer gap has another cause
SAFER, MORE = 1.1, 0.04  # the new gap: so many times the one after which a move was lost, and so many seconds more
QUICKEST, SLOWEST = 0.4, 1.0  # s: a move without effect is given up no sooner, and no later
ANSWERS = 4.0  # times the slowest answer so far, after which a move is given up


class Tempo:
    """`gap`: seconds between two moves that this window was found to need. `least`: the seconds that the profile or the
    user wants.
    """

    def __init__(self, clock: Clock, gap: float, least: float = 0.0) -> None:
        self._clock = clock
        self.gap = gap
        self._least = least
        self._slowest = 0.0
        self._since_last = LONGEST_GAP
        self._sent = float("-inf")

    def wait_for_turn(self, abort: Abort) -> None:
        rest = self._sent + max(self.gap, self._least) - self._clock.now()
        if rest > 0:
            self._clock.wait(rest, abort)

    def note_sent(self) -> float:
        """A move goes out now; returns the time."""
        now = self._clock.now()
        self._since_last, self._sent = now - self._sent, now
        return now

    def note_answer(self) -> None:
        """Something on the board has changed for the first time since the move."""
        self._slowest = max(self._slowest, min(self._clock.now() - self._sent, SLOWEST))

    def note_loss(self) -> None:
        """The last move was not taken."""
        if self._since_last < LONGEST_GAP:
            self.gap = max(self.gap, self._since_last * SAFER + MORE)

    @property
    def patience(self) -> float:
        """Seconds after which a move without any effect counts as lost."""
        return min(max(QUICKEST, ANSWERS * self._slowest), SLOWEST)
