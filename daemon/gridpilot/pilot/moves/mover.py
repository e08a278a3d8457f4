"""Makes one move after the other and keeps the board that is believed. Four things may happen to a move:

arrived    its board is believed, and the next move follows
lost       the same move is made again, after a longer gap from then on
foreign    somebody else has moved: that board is as good as any, and the game goes on from there
unknown    the board is read anew; if that fails, what lies over it decides; the third time, once more at rest
"""

from __future__ import annotations

from collections import deque
from functools import partial

from gridpilot.games.protocols import Cover, Engine, Eyes, Seen, Step
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending
from gridpilot.pilot.eyes.picture_changes import same_picture
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.guard.guard import Guard, Refused
from gridpilot.pilot.hands import places
from gridpilot.pilot.moves.board_search import BoardSearch
from gridpilot.pilot.moves.move_gap import Tempo
from gridpilot.pilot.moves.move_result import Follower
from gridpilot.pilot.moves.moves import Strokes
from gridpilot.pilot.moves.score import Score
from gridpilot.pilot.moves.scrolling import Scrolling
from gridpilot.pilot.moves.thought import Thought
from gridpilot.plan import Move
from gridpilot.profiles.profile import Profile
from gridpilot.reading import Reading
from gridpilot.texts import messages

FAILURES = 3  # so many moves in a row that are lost, or cannot be followed, end the job
RECENT = 12  # moves: where no rule explains FAILURES of these, the game has other rules

ANSWER_TO_BUTTON = 2.0  # s
COVER_TAKES = 2.5  # s; some games take no more moves for so long before they say that they are won, or over
DIALOG_COMES = 0.3  # s after a tile that a game praises
LAST_LOOK = 0.5  # s
BETWEEN_COVERS = 0.1  # s
FOUND_AGAIN_WITHIN = 1.0  # s; a window that was resized may take so long to draw itself anew


class Mover:
    """`board` is the one that is believed."""

    def __init__(  # noqa: PLR0913, PLR0917 - the pieces of a job
        self,
        sight: Sight,
        eyes: Eyes,
        guard: Guard,
        score: Score,
        tempo: Tempo,
        clock: Clock,
        abort: Abort,
        profile: Profile,
    ) -> None:
        self._sight = sight
        self._eyes = eyes
        self._guard = guard
        self._score = score
        self._clock = clock
        self._abort = abort
        self._profile = profile
        self._tempo = tempo
        self._strokes = Strokes(sight, guard, clock, abort, profile.moves)
        self._scrolling = Scrolling(sight, self._strokes, clock, abort)
        self._search = BoardSearch(sight, eyes, profile)
        self._follower = Follower(sight, eyes, tempo, clock, abort, profile.pace.settle)
        self._thought = Thought(profile.pace.think)
        self._failures = 0
        self._unexplained: deque[bool] = deque(maxlen=RECENT)
        self._last: Move | None = None
        self._came_by: tuple[tuple[int, ...], Move | None] = (), None
        self._fresh_best = False
        self.board: tuple[int, ...] = ()
        self.columns = 0

    @property
    def moved_pointer(self) -> bool:
        return self._strokes.moved_pointer

    def take_focus(self) -> None:
        """Clicks the board, so that keys go to its window."""
        self._strokes.click(self._sight.reading.extent.centre)

    def begin(self, reading: Reading) -> None:
        self._read(reading.board, reading.size)
        self._eyes.learn(self._sight.capture, reading)
        self._follower.begin()

    def make(self, engine: Engine) -> Ending | None:
        """Makes one move. Returns the ending if the game has come to one. Refused after three failures in a row."""
        move = self._thought.of(engine, self.columns, self.board)
        if move is None:
            raise Refused(messages.no_move_found(engine.name))
        step = self._try(move, engine)
        if self._abort.reason is not None:
            return None  # nobody knows what became of it; the guard has the next word
        if step.seen is Seen.MOVED:
            self._take(step)
            return None
        self._guard.check()
        self._failures += 1
        if step.seen in {Seen.STILL, Seen.IDLE}:
            return self._lost()
        if step.seen in {Seen.SLIDING, Seen.UNKNOWN}:
            return self._look_anew()
        self._strokes.note_other_move()
        self._read(step.board, self.columns)
        self._check_failures(lost=False)
        return None

    def answer_dialog(self) -> None:
        """Answers the window that the game has put in front of its board, as the profile says. Refused if the window
        stays.
        """
        self._strokes.answer(self._profile.keep_going)
        deadline = self._clock.now() + ANSWER_TO_BUTTON
        while self._guard.game_asks() and self._clock.now() < deadline and self._abort.reason is None:
            self._clock.wait(BETWEEN_COVERS, self._abort)
        if self._guard.game_asks():
            raise Refused(messages.dialog_stays())
        self._guard.wait_for_focus()
        if self._last is not None:
            step = self._follower.after(self.board, self._last, self._clock.now())
            if step.seen is Seen.MOVED:
                self._take(step)

    def find_again(self) -> bool:
        """Looks for the board after its window has changed. Returns whether it shows the believed board, or what the
        last move has made of it.
        """
        place, pending = self._sight.reading, self._last is not None
        before, move = (self.board, self._last) if pending else self._came_by
        hoped = Seen.STILL if move is None else Seen.MOVED
        deadline, step = self._clock.now() + FOUND_AGAIN_WITHIN, Step(Seen.UNKNOWN, self.board)
        while step.seen is not hoped and self._clock.now() < deadline and self._abort.reason is None:
            old = self._sight.capture
            if same_picture(old, self._sight.snap()):
                step = self._search.after(place, before, move)
            self._clock.wait(BETWEEN_COVERS, self._abort)
        if pending and step.seen is Seen.MOVED:
            self._take(step)
        elif pending and step.seen in {Seen.STILL, Seen.IDLE}:
            self._failures += 1
            self._check_failures(lost=True)
        elif step.seen is not hoped or step.board != self.board:
            self._sight.settle_on(place)
            return False
        self._follower.begin()
        return True

    def look_back(self) -> None:
        """Finds out, by looks alone and in half a second, what became of the last move when the job was stopped."""
        if self._last is not None:
            last_look = Follower(self._sight, self._eyes, self._tempo, self._clock, Abort(), LAST_LOOK)
            step = last_look.after(self.board, self._last, self._clock.now())
            if step.seen is Seen.MOVED:
                self._believe(step)

    def restart(self) -> bool:
        """Begins a new game by the profile's button; returns whether the profile knows one."""
        if not self._press("restart"):
            return False

        def new(reading: Reading) -> bool:
            return not reading.doubts and reading.board != self.board

        if not self._sight.wait_for(new, ANSWER_TO_BUTTON, still=ANSWER_TO_BUTTON):
            raise Refused(messages.button_fails("restart"))
        self._read(self._sight.reading.board, self.columns)
        self._follower.begin()
        return True

    def _read(self, board: tuple[int, ...], columns: int) -> None:
        """Takes over a board that does not follow from the one before."""
        self.board, self.columns, self._came_by = board, columns, (board, None)
        self._score.read(board, columns)

    def _try(self, move: Move, engine: Engine) -> Step:
        self._tempo.wait_for_turn(self._abort)
        if self._fresh_best:
            self._clock.wait(DIALOG_COMES if self._profile.keep_going else 0.0, self._abort)
            self._guard.check_window()  # the new tile may have brought up a dialog to which keys would go
        self._last = move
        self._scrolling.begin()
        self._strokes.make(move)
        think = partial(self._thought.of, engine, self.columns)
        step = self._follower.after(self.board, move, self._tempo.note_sent(), think)
        if step.seen in {Seen.STILL, Seen.IDLE} and self._strokes.by_lines:
            step = self._search.below(self._sight.reading, step, move)
            self._follower.begin()
        return step

    def _take(self, step: Step) -> None:
        """The move has arrived. Where it was sent twice it may also arrive twice: then the second comes soon."""
        again, self._failures, self._last = self._failures > 0, 0, None
        self._strokes.note_arrival()
        self._fresh_best = max(step.board) > max(self.board)
        self._unexplained.append(False)
        self._believe(step)
        if again and step.move is not None:
            twin = self._follower.after(self.board, step.move, self._clock.now())
            if twin.seen is Seen.MOVED:
                self._believe(twin)

    def _believe(self, step: Step) -> None:
        self._came_by, self.board = (self.board, step.move), step.board
        self._score.moved(step)

    def _lost(self) -> Ending | None:
        """The move was lost: it is made again, unless something that lies over the board explains the loss."""
        self._score.resent += 1
        if self._strokes.proven:
            self._tempo.note_loss()
        self._strokes.note_loss(again=self._failures == FAILURES - 1)
        cover = self._cover()
        if cover is Cover.NONE and self._failures == self._strokes.most_tries(FAILURES):
            cover = self._wait_for_cover(COVER_TAKES, there=True)
        return self._answer(cover, lost=True)

    def _look_anew(self) -> Ending | None:
        """Finds the board again, wherever it is now."""
        place, move = self._sight.reading, self._last
        if move is not None and self._scrolling.check_scroll(move, place.extent):
            self._scrolling.take_back(move)
            move = None
        step = self._search.after(place, self.board, move)
        if step.seen is Seen.MOVED:
            self._failures = 0
            self._take(step)
            self._follower.begin()
            return None
        found = self._sight.reading
        if found is not place and not found.doubts and len(found.board) == len(self.board):
            before = self.board
            if found.board != before:
                self._read(found.board, found.size)
                self._unexplained.append(move is not None)
                if self._unexplained.count(True) >= FAILURES and move is not None:
                    raise Refused(messages.unknown_rules(move, before, found.board, found.size))
            self._follower.begin(wary=found.board != before)
            self._check_failures(lost=False)
            return None
        self._sight.settle_on(place)
        return self._look_last(place)

    def _look_last(self, place: Reading) -> Ending | None:
        """Finds out what lies over the board. Before the game is given up, the board is looked at once more at rest,
        where it was.
        """
        cover = self._cover()
        if self._failures < FAILURES or cover in {Cover.OVER, Cover.WON}:
            return self._answer(cover, lost=False)
        told = self._search.at_rest(place)
        if told.doubts:
            return self._answer(cover, lost=False, cells=told.doubts)
        self._failures = 0
        self._read(told.board, self.columns)
        self._follower.begin(wary=True)
        return None

    def _answer(self, cover: Cover, *, lost: bool, cells: tuple[Cell, ...] = ()) -> Ending | None:
        """Deals with what lies over the board."""
        if cover is Cover.OVER:
            return Ending.GAME_OVER
        if cover is Cover.UNKNOWN and self._fresh_best:
            cover = Cover.WON  # a game may be won with another tile than is usual, and says so when that is made
        if cover is Cover.WON and places.whole_board_shows(self._profile, self._sight):
            self._read(self._sight.reading.board, self.columns)
            self._follower.begin()
        elif cover is Cover.WON:
            if not self._press("keep-going"):
                return Ending.VERIFIED
            self._wait_for_cover(ANSWER_TO_BUTTON, there=False)
        self._check_failures(lost=lost or (cover is Cover.UNKNOWN and self._strokes.proven), cells=cells)
        return None

    def _press(self, name: str) -> bool:
        if name not in self._profile.buttons:
            return False
        buttons = places.buttons_are(self._profile, self._sight)
        if not buttons:
            raise Refused(messages.buttons_moved(self._profile.name))
        self._strokes.click(buttons[name])
        return True

    def _cover(self) -> Cover:
        """What lies over the board. The last move may be seen below it to have arrived, and is believed then."""
        covered = self._eyes.cover(self._sight.snap(), self._sight.reading, self.board, self._last)
        if covered.step.seen is Seen.MOVED:
            self._last = None
            self._fresh_best = max(covered.step.board) > max(self.board)
            self._believe(covered.step)
        return covered.cover

    def _wait_for_cover(self, seconds: float, *, there: bool) -> Cover:
        """Waits until something lies over the board, or nothing does any more (`there`: which of both); returns what
        does.
        """
        deadline = self._clock.now() + seconds
        while ((cover := self._cover()) is Cover.NONE) is there:
            if self._clock.now() >= deadline or self._abort.reason is not None:
                break
            self._clock.wait(BETWEEN_COVERS, self._abort)
        return cover

    def _check_failures(self, *, lost: bool, cells: tuple[Cell, ...] = ()) -> None:
        if self._failures >= (self._strokes.most_tries(FAILURES) if lost else FAILURES):
            no_way = lost and not self._strokes.proven
            raise Refused(messages.no_way_to_move() if no_way else messages.moves_fail(cells, lost=lost))
