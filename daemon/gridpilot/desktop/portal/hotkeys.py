"""The keys of a desktop that keeps them to itself: those that its user has given gridpilot in the portal's dialog are
heard here; for others its own shortcuts may start a command. Either is done by `gridpilot bind`, and nothing here asks.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Mapping

from gridpilot.desktop import HotkeyState
from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.portal.global_shortcuts import GlobalShortcuts, kept
from gridpilot.desktop.portal.requests import Denied
from gridpilot.desktop.portal.shortcuts import GnomeShortcuts, is_bound
from gridpilot.desktop.shared.event_thread import KeyListener
from gridpilot.desktop.shared.held_key import Repeats
from gridpilot.errors import EnvironmentFault

WHY = "this desktop keeps its keys to itself: gridpilot bind asks it for yours"
FIX = "Run it once; it asks first: gridpilot bind"
OTHER = "your desktop has given it {keys}, as its settings say"
REPEATS = 0.6
"""Seconds within which GNOME tells of a key again that is held, unless its user has chosen a delay above half a second.
It tells of no release where the modifiers are let go of first.
"""
CHANGED = None  # news: other actions are bound than before
log = logging.getLogger(__name__)


class PortalHotkeys(KeyListener):
    lost = "the connection to the session bus is lost"

    def __init__(self) -> None:
        super().__init__()
        self._bus = Bus()
        self._session: GlobalShortcuts | None = None
        self._bound: dict[str, str] = {}
        self._repeats = Repeats(REPEATS)
        self._news: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # a pressed action; empty to be woken

    def _wake(self) -> None:
        self._news.put("")

    def _listen(self) -> None:
        """Ends where others are bound: whoever hears of that begins anew."""
        self._ready.set()
        try:
            while not self._stopping and (action := self._news.get()) is not CHANGED:
                if action:
                    self._press(action)
                else:
                    self._serve()
        finally:
            self._let_go()
            self._bus.close()

    def _bind_wanted(self) -> list[HotkeyState]:
        self._let_go()
        return self._bind_missing()

    def _bind_missing(self) -> list[HotkeyState]:
        """In a new session, as each binds once."""
        try:
            known = kept()
        except EnvironmentFault as fault:
            log.info("%s", fault)
            known = {}
        mine = {action: text for action, text in self._wanted.items() if action in known}
        if mine.keys() - self._bound.keys():
            self._let_go()
            self._bound = self._taken(mine)
        others = {action: text for action, text in self._wanted.items() if action not in self._bound}
        states = {state.action: state for state in told(others)}
        return [states.get(action) or _state(action, text, known) for action, text in self._wanted.items()]

    def _taken(self, mine: Mapping[str, str]) -> dict[str, str]:
        """No dialog comes, as the desktop knows all of them."""
        try:
            self._session = GlobalShortcuts(self._bus)
            bound = self._session.bind({action: (text, f"gridpilot: {action}") for action, text in mine.items()})
            self._session.hear(self._pressed, self._released, self._changed)
        except (OSError, Denied) as fault:
            log.warning("the desktop's portal gave no keys: %r", fault)
            return {}
        return bound

    def _pressed(self, action: str) -> None:
        """From the bus's thread."""
        self._on_hold(True)
        if self._repeats.is_press(action):
            self._news.put(action)

    def _released(self, _action: str) -> None:
        self._repeats.released()
        self._on_hold(False)

    def _changed(self, bound: Mapping[str, str]) -> None:
        if bound.keys() != self._bound.keys():
            self._news.put(CHANGED)

    def _let_go(self) -> None:
        session, self._session, self._bound = self._session, None, {}
        if session is not None:
            session.close()


def _state(action: str, text: str, known: Mapping[str, str]) -> HotkeyState:
    if is_bound(known, action, text):
        return HotkeyState(action, text, live=True)
    return HotkeyState(action, text, True, OTHER.format(keys=known[action]), fix=FIX)


def told(bindings: Mapping[str, str]) -> tuple[HotkeyState, ...]:
    """Of those that are not heard here."""
    try:
        bound = GnomeShortcuts().bound() if bindings else {}
    except EnvironmentFault:
        bound = {}
    return tuple(
        HotkeyState(action, text, live=True)
        if is_bound(bound, action, text)
        else HotkeyState(action, text, False, f"{text}: {WHY}", fix=FIX)
        for action, text in bindings.items()
    )
