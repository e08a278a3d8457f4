"""What a game of moves has come to so far: for its goal, for the user who watches, and for the record."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from gridpilot.games.protocols import Step
from gridpilot.pilot.guard.clock import Clock
from gridpilot.plan import Goal

Board = tuple[int, ...]

RECENT = 20  # moves from which the pace is computed


@dataclass(frozen=True, slots=True)
class Progress:
    """`score` is what was gained since the job began; `pace` is in moves a second, of the latest moves."""

    moves: int
    score: int
    best: int
    pace: float


@dataclass(slots=True)
class Story:
    """A game as it went, so that it can be replayed: `events` in order. Each is a board (the first one, or one that was
    read anew), or a move with its spawn.
    """

    columns: int = 0
    events: list[Board | Step] = field(default_factory=list)


class Score:
    """Counts moves that were seen to arrive."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._recent: deque[float] = deque(maxlen=RECENT)
        self.story = Story()
        self.moves = self.points = self.best = self.resent = 0

    def read(self, board: Board, columns: int) -> None:
        """Notes a board that does not follow from the one before: the first one, or one that was read anew."""
        self.story.columns = columns
        self.story.events.append(board)
        self.best = max(self.best, *board)

    def moved(self, step: Step) -> None:
        self.story.events.append(step)
        self.moves += 1
        self.points += step.gained
        self.best = max(self.best, *step.board)
        self._recent.append(self._clock.now())

    def reached(self, goal: Goal, board: Board) -> bool:
        tile = goal.until and max(board) >= goal.until
        return bool(tile or (goal.moves and self.moves >= goal.moves))

    @property
    def progress(self) -> Progress:
        times = self._recent
        pace = (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 and times[-1] > times[0] else 0.0
        return Progress(self.moves, self.points, self.best, round(pace, 1))

    def facts(self) -> dict[str, Any]:
        """The figures as fields of an outcome."""
        return {"moves": self.moves, "score": self.points, "best": self.best, "resent": self.resent}
