"""Finds out by trying how fast a window may be typed into: fills its board and empties it again, with ever shorter
waits between two cells, until a look shows that a cell was lost.

It is made for the doctor, on a board that is nobody's game, and is a job like any other: the guard is asked before each
step, and the user's mouse or keys end it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from gridpilot.games.protocols import Decision, Game
from gridpilot.outcome import Ending, Outcome
from gridpilot.pilot import Desk
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard import in_front
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.pilot.guard.guard import Guard, Refused, wait_released
from gridpilot.pilot.hands.steps import Hands
from gridpilot.plan import Fill, Way
from gridpilot.profiles.profile import Pace
from gridpilot.reading import NET, Reading
from gridpilot.texts import messages
from gridpilot.window import Window

WAITS = (0.04, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0)
"""Seconds from one cell to the next, slowest first."""

SHOWS = 1.5
"""Seconds within which what has arrived is seen. A board that rests is not waited for so long."""

BY_CLICKS = Way(Fill.CLICK_KEY)


@dataclass(frozen=True, slots=True)
class Pass:
    """One filling, or emptying, of `cells` cells: the `wait` between two cells and the seconds that all `took`; `lost`
    counts the cells that did not come.
    """

    wait: float
    cells: int
    took: float
    lost: int


def try_paces(  # noqa: PLR0913, PLR0917 - what a job needs
    desk: Desk, game: Game, window: Window, clock: Clock, abort: Abort, waits: Sequence[float] = WAITS
) -> tuple[Pass, ...]:
    """Returns the passes in order; only the last one may have lost cells. Raises Stopped and Refused as other
    jobs do.
    """
    sight = Sight(desk.screen, game, window, clock, abort)
    sight.snap()
    decision = _decided(desk, game, sight, window)
    wait_released(desk.input)
    guard, done = Guard(abort, desk, window, clock), []
    boards = decision.reading.board, decision.solution
    desk.watch.start(window, abort.stop)
    try:
        for number, wait in enumerate(waits):
            now, wanted = boards if number % 2 == 0 else boards[::-1]
            hands = Hands(sight, guard, Pace(after_click=0.0, between_keys=wait), clock, abort)
            begun = clock.now()
            hands.play(game.plan(now, wanted, BY_CLICKS))
            took = clock.now() - begun
            arrived = sight.wait_for(partial(_shows, wanted), SHOWS)
            guard.check()
            lost = 0 if arrived else len(sight.reading.differing(wanted))
            done.append(Pass(wait, len(hands.reached), took / len(hands.reached), lost))
            if lost:
                break
    finally:
        desk.watch.stop()
        desk.input.release_all()
    return tuple(done)


def _shows(board: tuple[int, ...], reading: Reading) -> bool:
    return not reading.differing(board)


def _decided(desk: Desk, game: Game, sight: Sight, window: Window) -> Decision:
    """What is to be typed. Refused where the rules do not allow exactly one board, or nothing is blank."""
    found = sight.find(desk.input.pointer(), NET)
    if found is None:
        raise Refused(messages.outcome_sentence(Outcome(Ending.NO_BOARD, game.name)))
    decision = game.decide(found, sight.capture)
    if decision.ending is not None:
        detail = in_front.refusal(decision, sight.capture.view, window, desk)
        raise Refused(
            messages.outcome_sentence(Outcome(decision.ending, game.name, cells=decision.cells, detail=detail))
        )
    if 0 not in decision.reading.board:
        raise Refused(messages.board_is_full())
    return decision
