"""The guard: every key and click goes through it. It stops the job when the user, the window or the clock says so.

The watch thread reports what the user does within milliseconds. The guard also asks, as each key or click is sent,
whether it would reach the window: a report may still be on its way then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gridpilot.desktop import Input
from gridpilot.geometry import Cell, Point
from gridpilot.outcome import StopReason
from gridpilot.pilot import Desk
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock
from gridpilot.plan import Key
from gridpilot.window import Window

BUDGET, MOST = 30.0, 180.0
"""Seconds without another right cell after which a fill ends, and seconds that it may take in all. A game of moves may
last for hours.
"""

NAP = 2.0
"""Seconds of suspend that end a job: nobody knows what is on the screen afterwards; it may be a lock."""

HOLD = 1.0
"""Seconds that the user may hold the hotkey's modifiers before they are released by injection."""

WORD = 1.0
"""Seconds that the watch may take to say what the user did."""

FOCUS_MOVES, BETWEEN_LOOKS = 2.0, 0.01
"""Seconds for which no window may have the focus while the game opens a window of its own, and between two looks at it.
"""

STILL_OVER = 0.5
"""Seconds for which a window of the game that has given back the focus may still lie over the board. Not tuned."""

AT_REST, LONGEST_CHANGE = 0.1, 1.0
"""A window that changes its place must rest for so many seconds, and may take so many until then."""


class Stopped(Exception):  # noqa: N818 - not an error: the way out of any depth of a job
    """The job must end before the next step. `at` is the cell that this step would have served."""

    def __init__(self, reason: StopReason, at: Cell | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


class Refused(Exception):  # noqa: N818 - likewise
    """The window cannot be filled; `detail` says why, in a sentence for the user."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class Asked(Exception):  # noqa: N818 - likewise
    """The game has put a window of its own in front, which must be answered first; or the focus was lost and is back.
    The watch has ended with its report in both cases and must be started again.
    """


def wait_released(keys: Input) -> None:
    """Waits until the user has let go of the hotkey. Raises Stopped where a key is held longer than `HOLD`."""
    if not keys.wait_released(HOLD):
        raise Stopped(StopReason.KEYS_HELD, None)


class Guard:
    """Watches over one job on one window."""

    def __init__(  # noqa: PLR0913 - a job's pieces, and what sets it apart
        self,
        abort: Abort,
        desk: Desk,
        window: Window,
        clock: Clock,
        *,
        budget: float = BUDGET,
        answers: bool = False,
        follows: bool = False,
    ) -> None:
        """`answers`: the job can answer windows that the game puts in front of its board. `follows`: the job goes on
        while such a window has the focus.
        """
        self._abort = abort
        self._desk = desk
        self._focus = desk.focus
        self._window = window
        self._clock = clock
        self._deadline = clock.now() + budget
        self._latest = clock.now() + max(budget, MOST)
        self._slept = clock.slept()
        self._answers = answers
        self._follows = follows
        self._unfocused = self.changed = False
        self.before_sending: Callable[[], None] = lambda: None  # called before each key and click

    def prolong(self) -> None:
        """Gives the job `BUDGET` seconds more: the way is found or more cells are right, so the window is slow but
        works.
        """
        self._deadline = min(self._latest, self._clock.now() + BUDGET)

    def allow(self, seconds: float) -> None:
        """Adds time to the budget: the job waits for so long because its user wants to watch it."""
        self._deadline += seconds
        self._latest += seconds

    def watch(self) -> None:
        """From here on what the user does ends the job. A focus that goes to the game's own window does not."""
        self._desk.watch.stop()
        self._desk.watch.start(self._window, self._interfered)

    def _interfered(self, reason: StopReason) -> None:
        if reason is StopReason.FOCUS_LOST:
            self.lost_focus()
        else:
            self._abort.stop(reason)

    def lost_focus(self) -> None:
        """Called from any thread. The next check finds out which window has the focus now."""
        self._unfocused = True

    def window_changed(self) -> None:
        """Called from any thread. Sets `changed`; the next check raises Stopped."""
        self.changed = True

    def go_along(self) -> Window:
        """Waits until a window that was moved or resized rests, and takes its new place for the right one."""
        self.changed, began = False, self._clock.now()
        rested, now = began, self._window
        while self._clock.now() - rested < AT_REST and self._clock.now() - began < LONGEST_CHANGE:
            found = self._focus.window(now.handle)
            if found is None:
                raise Stopped(StopReason.WINDOW_CLOSED, None)
            if found.content != now.content:
                rested = self._clock.now()
            now = found
            self._clock.wait(BETWEEN_LOOKS, self._abort)
            self.check()
        self._window = now
        return now

    def check(self, at: Cell | None = None) -> None:
        """Raises Stopped if anybody asked for it or the time is up."""
        if self._abort.reason is not None:
            raise Stopped(self._abort.reason, at)
        if self.changed:
            self.changed = False
            raise Stopped(StopReason.WINDOW_MOVED, at)
        if self._unfocused:
            self._unfocused = False
            self._lost(at)
            if self.has_focus():
                self.watch()  # the watch before has ended with its report
            else:
                self._unfocused = True
        if self._clock.slept() - self._slept > NAP:
            raise Stopped(StopReason.SLEPT, at)
        if self._clock.now() > self._deadline:
            raise Stopped(StopReason.BUDGET, at)

    def _lost(self, at: Cell | None, *, anyway: bool = True) -> None:
        """Judges a lost focus. `anyway`: a window of the game's own may have it."""
        focused = self.wait_for_focus() if self._follows or self._answers else None  # once: it may move meanwhile
        mine, games = self._is_mine(focused), self._is_the_games(focused)
        if self._follows and (mine or (anyway and games)):
            return
        if self._answers and (mine or games):
            raise Asked
        raise Stopped(StopReason.FOCUS_LOST, at)

    def wait_for_focus(self) -> Window | None:
        """Returns the window that has the focus as soon as one has. None has it while the game opens or closes
        its own.
        """
        deadline = self._clock.now() + FOCUS_MOVES
        while (focused := self._focus.focused()) is None:
            if self._clock.now() >= deadline or self._abort.reason is not None:
                return None
            self._clock.wait(BETWEEN_LOOKS, self._abort)
        return focused

    def window_is_gone(self) -> bool:
        """Whether the window was closed, by whomever."""
        return self._abort.reason is StopReason.WINDOW_CLOSED or self._focus.window(self._window.handle) is None

    def game_asks(self) -> bool:
        """Whether another window of the same program has the focus."""
        return self.dialog() is not None

    def dialog(self) -> Window | None:
        """The window of the same program that has the focus in place of the board's, if one has. That the board's has
        it is told sooner.
        """
        focused = self._focus.focused() if self._focus.hindrance(self._window) else None
        return focused if self._is_the_games(focused) else None

    def bring_up(self, dialog: Window) -> None:
        """Raises the window: a window manager that handles a click late raises the clicked window over what the click
        opened.
        """
        self._focus.activate(dialog.handle)

    def _is_mine(self, focused: Window | None) -> bool:
        return focused is not None and focused.handle == self._window.handle

    def _is_the_games(self, focused: Window | None) -> bool:
        mine = self._window
        return bool(focused and mine.program and focused.program == mine.program and focused.handle != mine.handle)

    def of(self, window: Window) -> Guard:
        """A guard for another window, with the time that is left."""
        left = self._deadline - self._clock.now()
        return Guard(self._abort, self._desk, window, self._clock, budget=left)

    def reaches(self, point: Point) -> bool:
        """Whether a click there would reach the window. It would not where another window has the focus."""
        return self._focus.hindrance(self._window, point) is None

    def has_focus(self) -> bool:
        return self._is_mine(self._focus.focused())

    def check_window(self, at: Cell | None = None) -> None:
        """`check`, and also that the window still exists, is where it was, and has the focus."""
        self._once_clear(partial(self._focus.hindrance, self._window), at)

    def press(
        self,
        *keys: Key,
        at: Cell | None = None,
        over: Point | None = None,
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,
        more: bool = False,
    ) -> None:
        """Sends keys to the window; no window of another program may lie over the point `over`."""
        press = partial(self._desk.input.press, *keys, into=self._window, over=over)
        self._send(partial(press, while_down=while_down, apart=apart, more=more), at)

    def click(self, point: Point, at: Cell | None = None, then: Point | None = None, hold: float = 0.0) -> None:
        self._send(partial(self._desk.input.click, point, then, hold, self._window), at, point)

    def click_and_press(self, point: Point, key: Key, at: Cell) -> None:
        self._send(partial(self._desk.input.click_and_press, point, key, self._window), at, point)

    def drag(self, start: Point, end: Point) -> None:
        self._send(partial(self._desk.input.drag, start, end, self._window), None, start, end)

    def move(self, point: Point, at: Cell | None = None) -> None:
        """Moves the pointer without a click, under the conditions of a click."""
        self._once_clear(partial(self._focus.hindrance, self._window, point), at, point)
        self._desk.input.move(point)
        self.flush()

    @property
    def blind(self) -> bool:
        """Whether the system does not tell when another window gets the focus: only the board shows then that keys went
        elsewhere.
        """
        return self._window.whole_screen

    @property
    def at_once(self) -> bool:
        """See `Input.at_once`."""
        return self._desk.input.at_once

    def pointer(self) -> Point:
        return self._desk.input.pointer()

    def flush(self) -> None:
        """Returns once the window system has taken all that was sent."""
        self._desk.input.flush()

    def _send(self, sent: Callable[[], StopReason | None], at: Cell | None, *points: Point) -> None:
        self.before_sending()
        self._once_clear(sent, at, *points)

    def _once_clear(self, sent: Callable[[], StopReason | None], at: Cell | None, *points: Point) -> None:
        """Tries until the event is sent: a window of the game's own that gave back the focus may still lie over its
        board. Raises Stopped before a click outside the content.
        """
        self.check(at)
        if any(point not in self._window.content for point in points):
            raise Stopped(StopReason.WINDOW_MOVED, at)
        until = self._clock.now() + (STILL_OVER if self._follows else BETWEEN_LOOKS)
        while (why := sent()) is not None:
            self._judge(why, at)
            if self._clock.now() >= until:
                raise Stopped(why, at)
            self._clock.wait(BETWEEN_LOOKS, self._abort)
            self.check(at)

    def _judge(self, why: StopReason, at: Cell | None) -> None:
        """Raises Stopped unless the reason may pass by itself."""
        if why in {
            StopReason.USER_KEY,
            StopReason.USER_POINTER,
        }:  # the watch will report which
            self._clock.wait(WORD, self._abort)
            raise Stopped(self._abort.reason or why, at)
        mine, focused = self._window, self._focus.focused()
        now = focused if self._is_mine(focused) else self._focus.window(mine.handle)
        if now is None:
            raise Stopped(StopReason.WINDOW_CLOSED, at)
        if now.content != mine.content:
            raise Stopped(StopReason.WINDOW_MOVED, at)
        if not self._is_mine(focused) or self._focus.hindrance(mine) is not None:
            self._lost(at, anyway=False)
