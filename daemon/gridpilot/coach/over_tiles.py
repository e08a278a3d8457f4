"""The best move of a game of moves, as an arrow over its board; it follows as the user moves, and moves nothing itself.

A key of the user's takes the arrow away. Then the board is awaited at rest, and where it has changed, the next arrow is
shown. The job lasts as long as that goes on.
"""

from __future__ import annotations

from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from gridpilot.coach import FOLLOWING, accents
from gridpilot.coach.drawn_board import Board, letters
from gridpilot.drawing import Drawing, Line, Tone
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point
from gridpilot.outcome import Ending, Outcome, StopReason, board_text
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.plan import TOWARDS, Move
from gridpilot.texts import coach_words

if TYPE_CHECKING:
    from gridpilot.coach.shown import Shown
    from gridpilot.games.protocols import SlidingGame
    from gridpilot.pilot.session import Session

THINK, COMPARE = 0.08, 0.05  # seconds for the best move, and to compare it with the others
BETWEEN_LOOKS, AT_REST, LONGEST = 0.05, 3, 2.0
"""Seconds; so many looks must show one board; and seconds that a board may take to come to rest. Not tuned."""

MOVED = {StopReason.USER_KEY, StopReason.BOARD_CHANGED}
"""What an arrow has gone for where the user may have made a move, by a key or by dragging."""


class OverTiles:
    def __init__(self, session: Session, shown: Shown | None, game: SlidingGame) -> None:
        """`shown` None: nothing can be drawn over windows here."""
        self._session = session
        self._sight, self._abort = session.sight, session.abort
        self._shown = shown
        self._game = game

    def follow(self) -> Outcome:
        found = self._session.read()
        if found is None:
            return self._session.outcome
        if found.doubts:
            return replace(self._session.outcome, ending=Ending.DOUBTFUL, cells=found.doubts)
        while True:
            self._session.stage(FOLLOWING)
            outcome, gone = self._show()
            if not gone or self._left(gone) not in MOVED or not self._has_moved():
                return outcome

    def _show(self) -> tuple[Outcome, SimpleQueue[StopReason] | None]:
        """What is told of the board now, and who says that it has gone; None where nothing is shown."""
        session, sight, reading = self._session, self._sight, self._sight.reading
        board, columns = reading.board, reading.size
        outcome = replace(session.outcome, board=board_text(board, apart=True), best=max(board))
        move = self._game.engine(session.profile.engine).choose(board, columns, THINK)
        if move is None:
            return replace(outcome, ending=Ending.GAME_OVER), None
        sentence = coach_words.best_move(move, self._game.lengths(board, columns, COMPARE))
        outcome = replace(outcome, ending=Ending.SHOWN, detail=sentence)
        gone: SimpleQueue[StopReason] = SimpleQueue()
        if self._shown is None:
            return outcome, None
        try:
            self._shown.put_up(arrow(sight, move, sentence), session.window, sight.capture, reading.boxes, gone.put)
        except EnvironmentFault:
            return outcome, None
        return replace(outcome, over=True), gone

    def _left(self, gone: SimpleQueue[StopReason]) -> StopReason:
        """Why it is not there any more: once it has gone by itself, or the job was stopped."""
        while self._abort.reason is None:
            try:
                return gone.get_nowait()
            except Empty:
                self._session.clock.wait(BETWEEN_LOOKS, self._abort)
        if self._shown is not None:
            self._shown.take_down()
        return self._abort.reason

    def _has_moved(self) -> bool:
        """Whether the board comes to rest as another one soon."""
        if self._shown is not None:
            self._shown.take_down()
        before, seen, same, end = (
            self._sight.reading.board,
            self._sight.reading.board,
            0,
            self._session.clock.now() + LONGEST,
        )
        while self._session.clock.now() < end and self._abort.reason is None:
            self._session.clock.wait(BETWEEN_LOOKS, self._abort)
            now = self._sight.look()
            same = same + 1 if now.board == seen and not now.doubts else 0
            seen = now.board
            if same >= AT_REST and seen != before:
                return True
        return False


def arrow(sight: Sight, move: Move, sentence: str) -> Drawing:
    """From the middle of the board to the side; there is a gap between tiles, where their number is even."""
    board = Board(sight.reading, sight.capture)
    middle, whole = board.whole.centre, board.whole
    across, down = TOWARDS[move]
    end = Point(middle.x + round(across * whole.width * 0.36), middle.y + round(down * whole.height * 0.36))
    start = Point(middle.x - round(across * whole.width * 0.30), middle.y - round(down * whole.height * 0.30))
    line = Line(start, end, Tone.FIRST, max(6, round(board.side / 9)), arrow=True)
    colours = accents.chosen(board.pixels())
    return Drawing(whole, sentence, colours, letters(board.side * 0.6), (line,))
