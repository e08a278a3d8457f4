"""Global hotkeys by XGrabKey: the server keeps the key from every other program and wakes this thread, which otherwise
sleeps without a timer.

Each key is grabbed with every state of the lock keys, because the server compares modifiers exactly. All talk with the
server is done by one thread; other threads leave a request and wake it through a pipe.
"""

import sys

assert sys.platform != "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere
assert sys.platform != "darwin"  # noqa: S101

import contextlib
import itertools
import logging
import os
import queue
import threading
from typing import TYPE_CHECKING, Any

from gridpilot.desktop import HotkeyState
from gridpilot.desktop.combination import parse
from gridpilot.desktop.x11.display import events, open_display, wait
from gridpilot.desktop.x11.keyboard import Keyboard

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

log = logging.getLogger(__name__)

REPEAT_DELAY = 100  # ms; desktops begin to repeat a key after 200 to 660

Grab = tuple[int, int]
"""Key code and modifier mask, without the locks."""


class X11Hotkeys:
    def __init__(self, display_name: str | None = None) -> None:
        self._display = open_display(display_name)
        self._root = self._display.screen().root
        self._keyboard = Keyboard(self._display)
        self._bindings: dict[str, str] = {}
        self._on_press: Callable[[str], None] = lambda _: None
        self._on_lost: Callable[[], None] = lambda: None
        self._grabs: dict[Grab, str] = {}  # -> action
        self._wanted: dict[str, str] = {}  # the bindings that are to work at present
        self._pressed_at: dict[int, int] = {}  # key code -> server time of its last press, repeats left out
        self._released_at: dict[int, int] = {}  # of its last release
        self._requests: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[Any]]] = queue.SimpleQueue()
        self._wake_read, self._wake_write = os.pipe()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="hotkeys", daemon=True)

    def start(
        self,
        bindings: "Mapping[str, str]",
        on_press: "Callable[[str], None]",
        on_lost: "Callable[[], None]" = lambda: None,
    ) -> tuple[HotkeyState, ...]:
        self._bindings = {action: text for action, text in bindings.items() if text.strip()}
        self._on_press, self._on_lost = on_press, on_lost
        self._thread.start()
        return self.bind()

    def release(self, keep: "Container[str]" = ()) -> None:
        self._wanted = {action: text for action, text in self._bindings.items() if action in keep}
        self._ask(self._grab_all)

    def bind(self) -> tuple[HotkeyState, ...]:
        self._wanted = self._bindings
        states = self._ask(self._grab_all)
        if states is None:
            lost = "the connection to the display is lost"
            return tuple(HotkeyState(a, text, live=False, reason=lost) for a, text in self._bindings.items())
        return tuple(states)

    def alive(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        if self._stopping:
            return
        self._stopping = True
        os.write(self._wake_write, b"\0")
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _ask(self, request: "Callable[[], Any]") -> Any:
        """Has the hotkey thread do it and returns the result, None when the thread is gone."""
        if self._thread is threading.current_thread():
            return request()
        answer: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._requests.put((request, answer))
        os.write(self._wake_write, b"\0")
        while self._thread.is_alive():
            try:
                return answer.get(timeout=0.2)
            except queue.Empty:
                continue
        return None

    def _run(self) -> None:
        try:
            while not self._stopping:
                self._take(list(events(self._display)))
                if wait(self._display, self._wake_read):
                    os.read(self._wake_read, 64)
                    self._serve()
            self._display.close()
        except Exception as fault:  # python-xlib raises its own, OSError or ValueError for a connection that is gone
            if not self._stopping:
                log.warning("hotkeys: the listener ended: %s", fault)
                self._on_lost()

    def _serve(self) -> None:
        while not self._requests.empty():
            request, answer = self._requests.get()
            answer.put(request())

    def _take(self, batch: list[Any]) -> None:
        from Xlib import X

        for event in batch:
            if event.type == X.KeyPress:
                self._pressed(event)
            elif event.type == X.KeyRelease:
                self._released_at[event.detail] = event.time
        if any(event.type == X.MappingNotify for event in batch):
            self._follow_layout()

    def _follow_layout(self) -> None:
        """Takes the keys of the new layout. Servers announce a new one, too, when merely another keyboard was used."""
        keyboard = Keyboard(self._display)
        before = (self._grabs_for_all(), self._keyboard.locks())
        old, self._keyboard = self._keyboard, keyboard
        if (self._grabs_for_all(), keyboard.locks()) != before:
            self._keyboard = old
            self._ungrab_all()
            self._keyboard = keyboard
            self._grab_all()

    def _pressed(self, event: Any) -> None:
        if self._repeats(event):
            return
        modifiers = event.state & 0xFF & ~self._keyboard.locks()
        action = self._grabs.get((event.detail, modifiers))
        if action is None:
            return
        try:
            self._on_press(action)
        except Exception:
            log.exception("hotkeys: '%s' failed", action)

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
        mask = 0
        for modifier in combination.modifiers:
            mask |= self._keyboard.mask_of(modifier)
        return [(code, mask) for code in self._keyboard.hotkey_codes(combination.key)]

    def _grab_all(self) -> list[HotkeyState]:
        self._ungrab_all()
        return [self._grab(action, text) for action, text in self._wanted.items()]

    def _grab(self, action: str, text: str) -> HotkeyState:
        try:
            grabs = self._grabs_for(text)
        except ValueError as fault:
            return HotkeyState(action, text, live=False, reason=str(fault))
        if not grabs:
            return HotkeyState(action, text, live=False, reason=f"the present keyboard layout has no key for {text}")
        other = next((self._grabs[grab] for grab in grabs if grab in self._grabs), None)
        if other is not None:
            return HotkeyState(action, text, live=False, reason=f"{text} is already the key for '{other}'")
        taken = [grab for grab in grabs if not self._grab_key(grab)]
        self._grabs |= {grab: action for grab in grabs if grab not in taken}
        if len(taken) == len(grabs):
            return HotkeyState(action, text, live=False, reason=f"{text} is taken by another program")
        return HotkeyState(action, text, live=True)

    def _grab_key(self, grab: Grab) -> bool:
        """Grabs a key with all states of the locks; all or none."""
        from Xlib import X
        from Xlib.error import BadAccess, CatchError

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
