"""The best move of a game of moves, as an arrow over its board; it follows as the user moves, and moves nothing itself.

A key of the user's takes the arrow away. Then the board is awaited at rest, and where it has changed, the next arrow is
shown. The job lasts as long as that goes on.
"""

from __future__ import annotations

from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from gridpilot.coach import accents
from gridpilot.coach.drawn_board import Board, letters
from gridpilot.drawing import Drawing, Line, Tone
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point
from gridpilot.outcome import Ending, Outcome, StopReason, board_text
from gridpilot.pilot import places, window_memory_store
from gridpilot.pilot.record import Evidence
from gridpilot.pilot.sight import Sight
from gridpilot.plan import TOWARDS, Move
from gridpilot.profiles.match import choose
from gridpilot.texts import coach_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.coach.shown import Shown
    from gridpilot.games.protocols import SlidingGame
    from gridpilot.pilot import Desk
    from gridpilot.pilot.abort import Abort
    from gridpilot.pilot.clock import Clock
    from gridpilot.profiles.profile import Profile
    from gridpilot.profiles.store import Profiles
    from gridpilot.window import Window

THINK, COMPARE = 0.08, 0.05  # seconds for the best move, and to compare it with the others
BETWEEN_LOOKS, AT_REST, LONGEST = 0.05, 3, 2.0
"""Seconds; so many looks must show one board; and seconds that a board may take to come to rest. Not tuned."""

MOVED = {StopReason.USER_KEY, StopReason.BOARD_CHANGED}
"""What an arrow has gone for where the user may have made a move, by a key or by dragging."""


class OverTiles:
    def __init__(self, desk: Desk, shown: Shown | None, game: SlidingGame, profiles: Profiles, clock: Clock) -> None:
        """`shown` None: nothing can be drawn over windows here."""
        self._desk = desk
        self._shown = shown
        self._game = game
        self._profiles = profiles
        self._clock = clock

    def follow(
        self, abort: Abort, window: Window, on_stage: Callable[[str], None] = lambda _: None, wish: str = ""
    ) -> tuple[Outcome, Evidence]:
        profile = choose(self._profiles.current()[0], window, self._game.name, wish)
        outcome, evidence = Outcome(Ending.NO_BOARD, self._game.name, profile.name, window.title), Evidence(window)
        eyes = self._game.eyes(window_memory_store.kind(profile, window))
        sight = Sight(self._desk.screen, eyes, window, self._clock, abort)
        evidence.before = sight.snap()
        place = places.to_look(profile, sight.capture.view)
        found = sight.find(self._desk.input.pointer(), profile.recogniser, place)
        if found is None:
            return outcome, evidence
        evidence.reading = found
        if found.doubts:
            return replace(outcome, ending=Ending.DOUBTFUL, cells=found.doubts), evidence
        while True:
            on_stage("following")
            outcome, gone = self._show(sight, window, profile, outcome)
            if not gone or self._left(gone, abort) not in MOVED or not self._has_moved(sight, abort):
                return outcome, evidence

    def _show(
        self, sight: Sight, window: Window, profile: Profile, outcome: Outcome
    ) -> tuple[Outcome, SimpleQueue[StopReason] | None]:
        """What is told of the board now, and who says that it has gone; None where nothing is shown."""
        reading = sight.reading
        board, columns = reading.board, reading.size
        outcome = replace(outcome, board=board_text(board, apart=True), best=max(board))
        move = self._game.engine(profile.engine).choose(board, columns, THINK)
        if move is None:
            return replace(outcome, ending=Ending.GAME_OVER), None
        sentence = coach_words.best_move(move, self._game.lengths(board, columns, COMPARE))
        outcome = replace(outcome, ending=Ending.SHOWN, detail=sentence)
        gone: SimpleQueue[StopReason] = SimpleQueue()
        if self._shown is None:
            return outcome, None
        try:
            self._shown.put_up(arrow(sight, move, sentence), window, sight.capture, reading.boxes, gone.put)
        except EnvironmentFault:
            return outcome, None
        return replace(outcome, over=True), gone

    def _left(self, gone: SimpleQueue[StopReason], abort: Abort) -> StopReason:
        """Why it is not there any more: once it has gone by itself, or the job was stopped."""
        while abort.reason is None:
            try:
                return gone.get_nowait()
            except Empty:
                self._clock.wait(BETWEEN_LOOKS, abort)
        if self._shown is not None:
            self._shown.take_down()
        return abort.reason

    def _has_moved(self, sight: Sight, abort: Abort) -> bool:
        """Whether the board comes to rest as another one soon."""
        if self._shown is not None:
            self._shown.take_down()
        before, seen, same, end = sight.reading.board, sight.reading.board, 0, self._clock.now() + LONGEST
        while self._clock.now() < end and abort.reason is None:
            self._clock.wait(BETWEEN_LOOKS, abort)
            now = sight.look()
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
