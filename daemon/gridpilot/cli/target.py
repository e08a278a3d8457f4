"""Which window a verb is for. A user who types a verb in a terminal means another window: gridpilot waits until that
has the focus (--delay), or until the user clicks it (--pick, the default in a terminal that shows no board).
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from gridpilot.desktop import Focus, Line
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words

if TYPE_CHECKING:
    from gridpilot.window import Window

PATIENCE = 60.0  # seconds for a click
ENDING = 5.0  # seconds that one who waited before may take to end
LOOKS = 0.05  # seconds between two questions whether it has
FOCUS, CLICK, ESCAPE, ANEW = "focus", "click", "escape", "anew"
CALM = 0.5  # seconds: where the focus follows the pointer, it passes over other windows on its way


def handle(given: Namespace, game: str = "") -> int | None:
    """The window's number; None: the one that has the focus when the job begins. `game`: whose board may be in it."""
    from gridpilot.desktop import choose

    if given.window is not None:
        return _there(choose.focus().window(given.window), given.window).handle
    return _waited_for(given, game) if given.delay or given.pick or in_terminal() else None


def _waited_for(given: Namespace, game: str) -> int:
    from gridpilot.desktop import choose

    focus = choose.focus()
    if given.delay:
        _count_down(given.delay)
        return _there(focus.focused()).handle
    window = focus.focused()
    if not given.pick and window is not None and game and _shows_board(window.handle, game):
        return window.handle
    return _picked(focus, window)


def window(given: Namespace) -> Window:
    """The window itself, for verbs that only tell of it."""
    from gridpilot.desktop import choose

    number = handle(given)
    focus = choose.focus()
    return _there(focus.focused() if number is None else focus.window(number), number)


def in_terminal() -> bool:
    """Whether a person typed the verb in a terminal: then that has the focus."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _count_down(seconds: float) -> None:
    left = seconds
    while left > 0:
        print(command_words.counting(left), file=sys.stderr, flush=True)
        Event().wait(min(1.0, left))
        left -= 1


def _picked(focus: Focus, first: Window | None) -> int:
    """The next window that gets the focus and keeps it, or is clicked: that may be the one that has it, `first`."""
    from gridpilot.desktop import choose

    seen: SimpleQueue[str] = SimpleQueue()
    escape = choose.hotkeys()
    with ExitStack() as ending:
        ending.enter_context(_alone(partial(seen.put, ANEW)))
        ending.callback(choose.follower(partial(seen.put, FOCUS), partial(seen.put, CLICK)).stop)
        escape.start({ESCAPE: "esc"}, seen.put)
        ending.callback(escape.stop)
        print(command_words.CLICK_IT, file=sys.stderr, flush=True)
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            with suppress(Empty):
                clicked = _settled(seen, seen.get(timeout=left), first, end)
                now = focus.focused()
                if now is not None and (clicked or first is None or now.handle != first.handle):
                    return now.handle
    raise GridpilotError(*command_words.NOTHING_CLICKED)


def _settled(seen: SimpleQueue[str], what: str, first: Window | None, end: float) -> bool:
    """Returns once nothing more comes for a while: whether `first` was clicked. Raises where the user wants none."""
    clicked = False
    while time.monotonic() < end:
        if what in {ESCAPE, ANEW}:
            raise GridpilotError(*(command_words.NOTHING_PICKED if what == ESCAPE else command_words.PICKED_ANEW))
        clicked = clicked or (what == CLICK and first is not None and _points_at(first))
        try:
            what = seen.get(timeout=CALM)
        except Empty:
            break
    return clicked


def _points_at(window: Window) -> bool:
    from gridpilot.desktop import choose

    hand = choose.input_()
    at, area = hand.pointer(), window.content
    hand.close()
    return area.x <= at.x < area.x + area.width and area.y <= at.y < area.y + area.height


@contextmanager
def _alone(asked_anew: Callable[[], None]) -> Iterator[None]:
    """One who waits for a click already is told to end; and so are we, when somebody else begins to."""
    from gridpilot import paths
    from gridpilot.desktop import choose

    address = paths.find().address(f"pick-{paths.current_display()}")
    end = time.monotonic() + ENDING
    while (line := choose.line(address)) is None and time.monotonic() < end:
        with suppress(OSError):
            choose.call(address).close()
        Event().wait(LOOKS)
    if line is not None:
        Thread(target=_listen, args=(line, asked_anew), name="pick", daemon=True).start()
    try:
        yield
    finally:
        if line is not None:
            line.close()


def _listen(line: Line, asked_anew: Callable[[], None]) -> None:
    with suppress(OSError):  # it is closed
        while True:
            line.accept().close()
            asked_anew()


def _there(found: Window | None, wanted: int | None = None) -> Window:
    """The window, where there is one."""
    if found is None:
        from gridpilot.texts.words import no_window_fault

        raise GridpilotError(*no_window_fault(wanted))
    return found


def _shows_board(number: int, game: str) -> bool:
    from gridpilot.service import compose
    from gridpilot.service.teaching import Teaching

    try:
        return Teaching(compose.desk()).look(number, game).reading is not None
    except GridpilotError:  # a part of it is off the screen, or it went away
        return False
