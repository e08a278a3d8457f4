"""Global hotkeys by XGrabKey: the server keeps the key from every other program and wakes this thread, which otherwise
sleeps without a timer.

Each key is grabbed with every state of the lock keys, because the server compares modifiers exactly. All talk with the
server is done by one thread; other threads leave a request and wake it through a pipe.

No server tells that a key has become free. While another program has one of ours, and only then, we are told of windows
that end and of the focus: a program that ends takes its windows along, and the game gets the focus before its key is
pressed.
"""

import contextlib
import itertools
from typing import Any

from Xlib import X
from Xlib.error import BadAccess, CatchError

from gridpilot.combination import parse
from gridpilot.desktop import HotkeyState
from gridpilot.desktop.shared.event_thread import KeyListener
from gridpilot.desktop.shared.wake_pipe import WakePipe
from gridpilot.desktop.x11.display import events, open_display, wait
from gridpilot.desktop.x11.keyboard import Keyboard
from gridpilot.desktop.x11.xkb import Xkb

REPEAT_DELAY = 100  # ms; desktops begin to repeat a key after 200 to 660

TAKEN = "is taken by another program"
CHANCES = X.SubstructureNotifyMask | X.PropertyChangeMask

Grab = tuple[int, int]
"""Key code and modifier mask, without the locks."""


class X11Hotkeys(KeyListener):
    lost = "the connection to the display is lost"

    def __init__(self, display_name: str | None = None) -> None:
        super().__init__()
        self._display = open_display(display_name)
        self._root = self._display.screen().root
        self._keyboard = Keyboard(self._display)
        self._xkb = Xkb(self._display)
        self._xkb.follow(locks=True)
        self._locked = self._locked_now(self._keyboard)
        self._active = self._display.get_atom("_NET_ACTIVE_WINDOW")
        self._found: dict[str, HotkeyState] = {}  # what became of each wanted key, by action
        self._grabs: dict[Grab, str] = {}  # -> action
        self._pressed_at: dict[int, int] = {}  # key code -> server time of its last press, repeats left out
        self._released_at: dict[int, int] = {}  # of its last release
        self._pipe = WakePipe()

    def stop(self) -> None:
        if self._stopping:
            return
        super().stop()
        self._pipe.close()

    def _wake(self) -> None:
        self._pipe.wake()

    def _listen(self) -> None:
        """Raises python-xlib's own errors, OSError or ValueError for a connection that is gone."""
        self._ready.set()
        while not self._stopping:
            self._take(list(events(self._display)))
            if wait(self._display, self._pipe):
                self._pipe.clear()
                self._serve()
        self._display.close()

    def _take(self, batch: list[Any]) -> None:
        for event in batch:
            if event.type == X.KeyPress:
                self._pressed(event)
            elif event.type == X.KeyRelease:
                self._released_at[event.detail] = event.time
        if any(event.type in {X.MappingNotify, self._xkb.event} for event in batch):
            self._follow_keyboard()
        if any(event.type == X.DestroyNotify or getattr(event, "atom", 0) == self._active for event in batch):
            self._on_chance()

    def _follow_keyboard(self) -> None:
        """Takes the keys of the new layout, or with Shift Lock. Servers announce a new layout, too, when merely another
        keyboard was used.
        """
        old, before = (self._keyboard, self._locked), (self._grabs_for_all(), self._keyboard.locks())
        keyboard = Keyboard(self._display)
        new = keyboard, self._locked_now(keyboard)
        self._keyboard, self._locked = new
        if (self._grabs_for_all(), keyboard.locks()) != before:
            self._keyboard, self._locked = old
            self._ungrab_all()
            self._keyboard, self._locked = new
            self._bind_wanted()

    def _locked_now(self, keyboard: Keyboard) -> int:
        """Modifiers that are in force with no key down, as Shift where Shift Lock is on: a press comes with them."""
        return self._xkb.locked() & ~keyboard.locks()

    def _pressed(self, event: Any) -> None:
        if self._repeats(event):
            return
        modifiers = event.state & 0xFF & ~self._keyboard.locks()
        action = self._grabs.get((event.detail, modifiers))
        if action is not None:
            self._press(action)

    def _repeats(self, event: Any) -> bool:
        """Whether a press is the autorepeat of a held key: X sends a release and a press of the same moment, and begins
        with that after a while only; macro programs may well press twice in a millisecond.
        """
        same_moment = self._released_at.get(event.detail) == event.time
        if same_moment and event.time - self._pressed_at.get(event.detail, 0) >= REPEAT_DELAY:
            return True
        self._pressed_at[event.detail] = event.time
        return False

    def _grabs_for_all(self) -> list[list[Grab]]:
        found = []
        for text in self._wanted.values():
            with contextlib.suppress(ValueError):
                found.append(self._grabs_for(text))
        return found

    def _grabs_for(self, text: str) -> list[Grab]:
        """Raises ValueError when the text is no combination."""
        combination = parse(text)
        mask = self._locked
        for modifier in combination.modifiers:
            mask |= self._keyboard.mask_of(modifier)
        return [(code, mask) for code in self._keyboard.hotkey_codes(combination.key)]

    def _bind_wanted(self) -> list[HotkeyState]:
        self._ungrab_all()
        self._found = {}
        return self._bind_missing()

    def _bind_missing(self) -> list[HotkeyState]:
        for action, text in self._wanted.items():
            found = self._found.get(action)
            if found is None or not found.live:
                self._found[action] = self._grab(action, text)
        missed = any(state.reason.endswith(TAKEN) for state in self._found.values())
        self._root.change_attributes(event_mask=CHANCES if missed else X.NoEventMask)
        self._display.flush()
        return list(self._found.values())

    def _grab(self, action: str, text: str) -> HotkeyState:
        try:
            grabs = self._grabs_for(text)
        except ValueError as fault:
            return HotkeyState(action, text, live=False, reason=str(fault))
        if not grabs:
            return HotkeyState(action, text, live=False, reason=f"the present keyboard layout has no key for {text}")
        if other := self._holder(grabs):
            return HotkeyState(action, text, live=False, reason=f"{text} is already the key for '{other}'")
        taken = [grab for grab in grabs if not self._grab_key(grab)]
        self._grabs |= {grab: action for grab in grabs if grab not in taken}
        if len(taken) == len(grabs):
            return HotkeyState(action, text, live=False, reason=f"{text} {TAKEN}")
        return HotkeyState(action, text, live=True)

    def _holder(self, grabs: list[Grab]) -> str:
        """The action that one of these keys has already; empty for none."""
        return next((self._grabs[grab] for grab in grabs if grab in self._grabs), "")

    def _grab_key(self, grab: Grab) -> bool:
        """Grabs a key with all states of the locks; all or none."""
        code, mask = grab
        refused = CatchError(BadAccess)
        for locks in self._lock_states():
            self._root.grab_key(code, mask | locks, True, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
        self._display.sync()
        if refused.get_error() is None:
            return True
        self._ungrab_key(grab)
        return False

    def _ungrab_all(self) -> None:
        for grab in self._grabs:
            self._ungrab_key(grab)
        self._grabs = {}
        self._display.sync()

    def _ungrab_key(self, grab: Grab) -> None:
        code, mask = grab
        for locks in self._lock_states():
            self._root.ungrab_key(code, mask | locks)

    def _lock_states(self) -> list[int]:
        bits = [1 << bit for bit in range(8) if self._keyboard.locks() >> bit & 1]
        return [sum(some) for count in range(len(bits) + 1) for some in itertools.combinations(bits, count)]
