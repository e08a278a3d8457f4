"""The daemon's hotkeys: bound as the settings say, given back while paused, and honest about those that do not work.

For a key that another program has, one is looked for that nobody has: by trying, as there is no list to ask for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from gridpilot.combination import same
from gridpilot.config import Config
from gridpilot.desktop import Hotkeys, HotkeyState
from gridpilot.errors import GridpilotError
from gridpilot.service.daemon.supervisor import Crashes
from gridpilot.texts import words


def bindings(config: Config) -> dict[str, str]:
    """Action -> combination; an empty combination binds nothing."""
    return {action: combination for action, combination in asdict(config.hotkeys).items() if combination}


WHILE_PAUSED = ("pause",)
"""The actions whose keys are kept then: the one that ends it."""

OTHER_MODIFIERS = ("ctrl+shift+alt", "super", "ctrl+super", "super+alt")
OTHER_KEYS = ("ctrl+alt+f9", "ctrl+alt+f10", "ctrl+alt+f11", "ctrl+alt+f12")


@dataclass(frozen=True, slots=True)
class Care:
    """What it takes to replace a listener: `after` calls in the thread of decisions, so many seconds later; `gave_up`
    is called when it ended three times in a minute, `chance` when a key that another program had may be free. `hold`
    hears, in the listener's thread, whether the user holds a key, where the system tells nobody else.
    """

    after: Callable[[float, Callable[[], None]], object]
    now: Callable[[], float]
    gave_up: Callable[[], None]
    chance: Callable[[], None]
    hold: Callable[[bool], None]


class Keys:
    """`states` is what became of each binding; `free` says whether they are given back at present."""

    def __init__(self, make: Callable[[], Hotkeys], on_press: Callable[[str], None], care: Care) -> None:
        self._make = make
        self._on_press = on_press
        self._care = care
        self._crashes = Crashes()
        self._hotkeys: Hotkeys | None = None
        self._wanted: dict[str, str] = {}
        self.states: tuple[HotkeyState, ...] = ()
        self.free = False

    def take(self, wanted: dict[str, str]) -> bool:
        """Binds these and no others; False when they were bound already."""
        if self._hotkeys is not None and wanted == self._wanted:
            return False
        self.stop()
        self._wanted = wanted
        try:
            self._hotkeys = hotkeys = self._make()
            twins = doubles(wanted)
            rest = {action: keys for action, keys in wanted.items() if action not in twins}
            self.states = hotkeys.start(
                rest, self._on_press, lambda: self._lost(hotkeys), self._chance, self._care.hold
            )
            told = tuple(HotkeyState(each, wanted[each], live=False, reason=why) for each, why in twins.items())
            self.states = with_alternatives(self.states + told, self._make)
        except GridpilotError as fault:
            self.stop()  # the next question tries again
            self.states = tuple(HotkeyState(each, wanted[each], live=False, reason=fault.sentence) for each in wanted)
        else:
            if self.free:
                hotkeys.release(WHILE_PAUSED)
        return True

    def settle(self, *, free: bool) -> None:
        """Gives them back, or takes them again, if that is not the case already."""
        if free == self.free:
            return
        self.free = free
        if self._hotkeys is None or not self._hotkeys.alive():
            self._crashes.forget()
            self._revive(self._hotkeys)
        elif free:
            self._hotkeys.release(WHILE_PAUSED)
        else:
            told = tuple(state for state in self.states if state.action in doubles(self._wanted))
            self.states = with_alternatives(self._hotkeys.bind() + told, self._make)

    def retry(self) -> bool:
        """Tries those keys again that other programs had; True when one of them is ours now."""
        if self.free or self._hotkeys is None or all(state.live for state in self.states):
            return False
        found = {state.action: state for state in self._hotkeys.retry()}
        before = self.states
        self.states = tuple(
            found[each.action] if not each.live and each.action in found and found[each.action].live else each
            for each in before
        )
        return self.states != before

    def _chance(self) -> None:
        """Called by the listener's thread."""
        self._care.after(0.0, self._care.chance)

    def _lost(self, listener: Hotkeys) -> None:
        """Its thread has to end: its connection was cut, or there is a bug in it. Called by that thread."""
        self._care.after(0.0, lambda: self._replace(listener))

    def _replace(self, listener: Hotkeys) -> None:
        if listener is not self._hotkeys:  # another has its place already
            return
        pause = self._crashes.pause(self._care.now())
        if pause is None:
            self._care.gave_up()
        elif pause:
            self._care.after(pause, lambda: self._revive(listener))
        else:
            self._revive(listener)

    def _revive(self, lost: Hotkeys | None) -> None:
        if lost is self._hotkeys:
            self.stop()
            self.take(self._wanted)

    def stop(self) -> None:
        hotkeys, self._hotkeys = self._hotkeys, None
        if hotkeys is not None:
            with contextlib.suppress(Exception):  # its display may be gone
                hotkeys.stop()


def doubles(wanted: dict[str, str]) -> dict[str, str]:
    """Actions whose keys another one has already, with a sentence that says which: the first keeps them."""
    first: list[str] = []
    found: dict[str, str] = {}
    for action, combination in wanted.items():
        twin = next((other for other in first if same(wanted[other], combination)), None)
        if twin:
            found[action] = words.key_is_taken(twin)
        else:
            first.append(action)
    return found


def with_alternatives(states: tuple[HotkeyState, ...], make: Callable[[], Hotkeys]) -> tuple[HotkeyState, ...]:
    """The states, each of a key that is dead, or takes a character from the user, with one that nobody has instead."""
    used = {state.combination for state in states}
    found = []
    for state in states:
        instead = ""
        if state.reason:
            instead = _first_free([each for each in alternatives(state) if each not in used], make)
        used.add(instead)
        found.append(replace(state, instead=instead))
    return tuple(found)


def alternatives(state: HotkeyState) -> list[str]:
    """The same key with other modifiers, then some keys that hardly anybody uses."""
    key = state.combination.rsplit("+", 1)[-1]
    return [*(f"{modifiers}+{key}" for modifiers in OTHER_MODIFIERS), *OTHER_KEYS]


def _first_free(candidates: list[str], make: Callable[[], Hotkeys]) -> str:
    """The first that can be taken at no price, tried and given back."""
    try:
        trial = make()
        states = trial.start({each: each for each in candidates}, lambda _: None)
        trial.stop()
    except GridpilotError:
        return ""
    return next((state.combination for state in states if state.live and not state.reason), "")
