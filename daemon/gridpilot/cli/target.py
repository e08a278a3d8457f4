"""Which window a verb is for. A user who types a verb in a terminal means another window: gridpilot waits until that
has the focus (--delay), or until the user clicks it (--pick, the default in a terminal that shows no board).
"""

from __future__ import annotations

import sys
from argparse import Namespace
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

from gridpilot.desktop import Focus
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words

if TYPE_CHECKING:
    from gridpilot.window import Window

PATIENCE = 60  # seconds for a click
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


def _picked(focus: Focus, terminal: Window | None) -> int:
    """The next window that gets the focus and keeps it."""
    from gridpilot.desktop import choose

    changes: SimpleQueue[None] = SimpleQueue()
    follower = choose.follower(lambda: changes.put(None))
    try:
        print(command_words.CLICK_IT, file=sys.stderr, flush=True)
        changes.get(timeout=PATIENCE)
        while True:
            try:
                changes.get(timeout=CALM)
            except Empty:
                now = focus.focused()
                if now is not None and (terminal is None or now.handle != terminal.handle):
                    return now.handle
                changes.get(timeout=PATIENCE)
    except Empty:
        raise GridpilotError(*command_words.NOTHING_CLICKED) from None
    finally:
        follower.stop()


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
