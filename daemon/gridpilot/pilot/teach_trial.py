"""Tries a window for which the user writes a profile: one cell is filled and emptied again, or one move is made.

It is a job like any other: the guard is asked before each step, and the user's mouse or Esc ends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gridpilot.capture import Capture
from gridpilot.games.protocols import Decision, Eyes, Game, SlidingGame
from gridpilot.geometry import Cell, Pixel
from gridpilot.outcome import Outcome
from gridpilot.pilot import Desk
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard import in_front
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.guard.guard import Guard, Refused, wait_released
from gridpilot.pilot.hands.steps import Hands
from gridpilot.pilot.moves.moves import WAYS, Strokes
from gridpilot.pilot.way.attempts import TOOK
from gridpilot.pilot.way.digit_pad import BY_HELD_CLICKS
from gridpilot.pilot.way.find_way import Probe
from gridpilot.plan import OPENED, PADS, Fill, Move, Moves, Way
from gridpilot.profiles.profile import Pace
from gridpilot.reading import Reading
from gridpilot.texts import find_way_words, messages
from gridpilot.window import Window

ERASERS = ("Delete", "BackSpace")
"""Keys that empty a cell, or do nothing. A 0 is none of them: it may be a digit that shows."""

ERASE = "erase"
"""The name of a pad's button that empties a cell."""

ANSWER = 1.5
"""Seconds within which a move must show."""

REST = 0.6
"""Seconds without a change after which a move counts as not taken; some boards begin to slide late."""

LIKELY = (Move.DOWN, Move.LEFT, Move.RIGHT, Move.UP)
"""The order in which legal moves are tried: first those that do a player no harm."""


@dataclass(frozen=True, slots=True)
class Filled:
    """`way` says how a digit got into `cells`, and by its `erase` what emptied them again; `left` are the cells that
    nothing emptied. `picture` shows the window with the digits, `buttons` are those of the pad, where one was used.
    """

    way: Way
    cells: tuple[Cell, ...]
    left: tuple[Cell, ...]
    picture: Capture
    buttons: Mapping[str, Pixel]


@dataclass(frozen=True, slots=True)
class Moved:
    """How a move got into the game, and which move it was."""

    moves: Moves
    move: Move
    picture: Capture


class Trial:
    """One trial in one window. Raises Stopped, or Refused with a sentence, where it comes to nothing."""

    def __init__(self, desk: Desk, window: Window, clock: Clock, abort: Abort) -> None:
        self._desk = desk
        self._window = window
        self._clock = clock
        self._abort = abort
        self._guard = Guard(abort, desk, window, clock)

    def fill(self, game: Game, like: Reading, way: Way, buttons: Mapping[str, Pixel]) -> Filled:
        """Types a right digit into a cell in that way, or finds the way (AUTO), and empties the cell again. `like` is
        the board as it was read in this window; `buttons` are those at which the user pointed.
        """
        sight = self._begin(game, like)
        try:
            decision = game.decide(sight.reading, sight.capture)
            if decision.ending is not None:
                detail = in_front.refusal(decision, sight.capture.view, self._window, self._desk)
                refused = Outcome(decision.ending, game.name, cells=decision.cells, detail=detail)
                raise Refused(messages.outcome_sentence(refused))
            if 0 not in decision.reading.board:
                raise Refused(messages.board_is_full())
            hands = Hands(sight, self._guard, Pace(), self._clock, self._abort)
            hands.buttons = dict(buttons)
            return _OneCell(game, sight, hands, decision).tried(way)
        finally:
            self._end()

    def move(self, game: SlidingGame, eyes: Eyes, like: Reading, moves: Moves) -> Moved:
        """Makes a legal move in that way, or in the first way that works (AUTO)."""
        sight = self._begin(eyes, like)
        try:
            before = sight.reading.board
            legal = game.moves(before, like.size)
            if not legal:
                raise Refused(messages.game_over())
            move = next(each for each in LIKELY if each in legal)
            for way in WAYS if moves is Moves.AUTO else (moves,):
                Strokes(sight, self._guard, self._clock, self._abort, way).make(move)
                if sight.wait_for(lambda now: not now.doubts and now.board != before, ANSWER, REST):
                    return Moved(way, move, sight.capture)
            raise Refused(messages.no_way_to_move())
        finally:
            self._end()

    def _begin(self, game: Game | Eyes, like: Reading) -> Sight:
        """Waits for the hotkey's release; from here on the user's keys and pointer stop the trial."""
        wait_released(self._desk.input)
        sight = Sight(self._desk.screen, game, self._window, self._clock, self._abort)
        sight.snap()
        sight.settle_on(game.reread(sight.capture, like))
        self._desk.watch.start(self._window, self._abort.stop)
        return sight

    def _end(self) -> None:
        self._desk.watch.stop()
        self._desk.input.release_all()


class _OneCell:
    """`_before` is the board as it stood when the trial began."""

    def __init__(self, game: Game, sight: Sight, hands: Hands, decision: Decision) -> None:
        self._game = game
        self._sight = sight
        self._hands = hands
        self._before = decision.reading.board
        self._target = decision.solution
        sight.aim_at(decision.solution)

    def tried(self, way: Way) -> Filled:
        if way.fill is Fill.AUTO:
            self._hands.take_pad(self._game, self._game.pad(self._sight.capture, self._sight.reading))
            way, _ = Probe(self._game, self._sight, self._hands, self._before, self._target).find()
            if way == BY_HELD_CLICKS:  # a profile cannot say that each choice must be seen
                raise Refused(find_way_words.no_way_works())
        else:
            self._type(way)
        cells = self._sight.look().contradicting(self._before)
        picture = self._sight.capture
        way, left = self._emptied(way)
        return Filled(way, cells, left, picture, self._hands.buttons)

    def _type(self, way: Way) -> None:
        """Types into the first blank, in a way that the user has named."""
        index = self._before.index(0)
        after = (*self._before[:index], self._target[index], *self._before[index + 1 :])
        self._hands.play(self._game.plan(self._before, after, way))
        if not self._sight.wait_for(
            lambda now: now.board[index] == after[index] and not now.contradicting(after), TOOK
        ):
            raise Refused(messages.not_taken(self._cell(index)))

    def _emptied(self, way: Way) -> tuple[Way, tuple[Cell, ...]]:
        """The way with the eraser that works, and the cells that are left where none does: their digits are right."""
        for each in () if way.fill in OPENED | {Fill.MARK} else self._erasing(way):
            filled = self._sight.look().contradicting(self._before)
            standing = tuple(
                now if self._cell(index) in filled else old
                for index, (now, old) in enumerate(zip(self._sight.reading.board, self._before, strict=True))
            )
            try:
                self._hands.play(self._game.plan(standing, self._before, each))
            except Refused:
                break  # no key is pressed where the click is not seen to select the cell: its digit is right, and stays
            if self._sight.wait_for(lambda now: not now.contradicting(self._before), TOOK):
                return replace(way, erase=each.erase if each.fill is way.fill else ""), ()
        return way, self._sight.look().contradicting(self._before)

    def _erasing(self, way: Way) -> list[Way]:
        """The ways to empty a cell, likely ones first: a pad's own button, then keys, which some pads take, too."""
        pad = way.fill in PADS
        button = [replace(way, erase=ERASE)] if pad and ERASE in self._hands.buttons else []
        keys = replace(way, fill=Fill.CLICK_KEY) if pad else way
        return button + [replace(keys, erase=key) for key in dict.fromkeys((keys.erase or ERASERS[0], *ERASERS))]

    def _cell(self, index: int) -> Cell:
        return Cell.numbered(index, self._sight.reading.size)
