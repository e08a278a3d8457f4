"""Looks at the board after a move until it is known what became of the move.

A move is believed when two pictures show the board that it leads to, even while tiles still swell: so a game is played
as fast as it answers. One picture is not enough, as it may mix two frames and show a tile in its old and in its new
place; where no old tile can pass for the new one, one picture will do. Other verdicts wait until the picture rests.
"""

from __future__ import annotations

from collections.abc import Callable

from gridpilot.games.protocols import Eyes, Seen, Step
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.moves.move_gap import Tempo
from gridpilot.plan import Move

BETWEEN_LOOKS = 0.006
RESTS = (0.05, 0.25, 0.5)
"""Seconds without a change after which every cell is read: first soon, then when nothing can still move, then for the
last word.
"""
WHOLE = 0.03  # s: a picture that stands so long mixes no two frames
WARIER = 3  # times as long must a picture stand after a board that follows from nothing; RESTS[1] at most
FOREIGN_REST = 0.2  # s for which the board of another move must stand to be believed
UNKNOWN_REST = RESTS[-1]  # s at rest after which a picture that makes no sense is given up
SLOWEST = 3  # times the planned wait, while tiles move: a slide of 0.5 s took 1.7 s on a busy machine


def idle(_board: tuple[int, ...]) -> None:
    """Thinks nothing."""


class Follower:
    """`longest`: seconds that tiles may take to arrive. More time is given only while they are seen to move."""

    def __init__(  # noqa: PLR0913, PLR0917 - the pieces of a job
        self, sight: Sight, eyes: Eyes, tempo: Tempo, clock: Clock, abort: Abort, longest: float
    ) -> None:
        self._sight = sight
        self._eyes = eyes
        self._tempo = tempo
        self._clock = clock
        self._abort = abort
        self._longest = longest
        self._picture = b""
        self._stands = WHOLE

    def begin(self, *, wary: bool = False) -> None:
        """Takes the present picture for the one without a change. `wary`: its board does not follow from the believed
        one. A slide may have been under way then, in a game that draws merged tiles first or on a busy machine; later
        pictures must stand for longer.
        """
        self._stands = min(WARIER * self._stands, RESTS[1]) if wary else self._stands
        self._look()

    def after(
        self, before: tuple[int, ...], move: Move, sent: float, think: Callable[[tuple[int, ...]], object] = idle
    ) -> Step:
        """What became of a move that was sent at the time `sent`; STILL also where the job is stopped meanwhile.
        `think` gets the board that seems to have come, while that is looked at once more.
        """
        changed, answered, judged, deadline = sent, False, 0, sent + self._longest
        step = arrived = Step(Seen.STILL, before)
        while self._abort.reason is None:
            fresh = self._look()
            now = self._clock.now()
            if fresh:
                changed, judged = now, 0
                if not answered:
                    self._tempo.note_answer()
                    answered = True
            still, late = now - changed, now >= deadline
            due = judged < len(RESTS) and still >= RESTS[judged]
            if fresh or due or late:
                calm = max(still, RESTS[0]) if due or late else 0.0
                step = self._eyes.follow(self._sight.capture, self._sight.reading, before, move, calm)
                judged += due
                if step.seen is Seen.MOVED:
                    if late or self._is_sure(step, arrived, still):
                        return step
                    think(step.board)
                arrived = step
            if arrived.seen is Seen.MOVED and still >= self._stands:
                return arrived
            if late and self._moves_yet(step, still, now - sent):
                deadline = now + RESTS[1]
            elif late or (judged and self._settled(step, still, now - sent)):
                return step
            self._clock.wait(BETWEEN_LOOKS, self._abort)
        return Step(Seen.STILL, before)

    def _is_sure(self, step: Step, before: Step, still: float) -> bool:
        """Whether the picture on which a move seems to have arrived mixes no two frames. `before` is the verdict on the
        picture before.
        """
        return still >= self._stands or (self._stands == WHOLE and (step.plain or step == before))

    def _moves_yet(self, step: Step, still: float, waited: float) -> bool:
        """Whether tiles seem to be under way, or came to rest too late for the last word: then more time is given. A
        move that is sent meanwhile is queued and comes on top of this one.
        """
        under_way = step.seen is Seen.SLIDING or (step.seen is Seen.UNKNOWN and still < UNKNOWN_REST)
        return under_way and waited < SLOWEST * self._longest

    def _settled(self, step: Step, still: float, waited: float) -> bool:
        """Whether this verdict on a picture at rest is the last word."""
        if step.seen in {Seen.STILL, Seen.IDLE}:
            return waited >= self._tempo.patience
        return step.seen is not Seen.SLIDING and still >= (FOREIGN_REST if step.seen is Seen.FOREIGN else UNKNOWN_REST)

    def _look(self) -> bool:
        """Takes a picture; returns whether the board looks different on it."""
        before, capture = self._picture, self._sight.snap()
        board = self._sight.reading.extent
        part = capture.pixels[max(0, int(board.y0)) : int(board.y1), max(0, int(board.x0)) : int(board.x1)]
        self._picture = part.tobytes()
        return self._picture != before
