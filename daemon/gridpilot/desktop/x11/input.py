"""Pointer and keys by XTEST: real events, which every program accepts, and which pass through grabs as a user's do.

Window managers hold a click back until they have focused and raised the window; keys do not wait for it and would
overtake it. So a click ends with a barrier: the pointer can be grabbed only after the click was delivered. While it is
held back the button counts as down; where it does not, it is a menu of the program's own that has the pointer.

Whether keys and clicks go to the window that they are meant for is asked while the server serves nobody else, and they
are sent before it does again: no window can take the focus, the keyboard or the place in between.

While a key is down that somebody has grabbed, as we grab Esc, the server gives that program all other keys, too: an
arrow that gets lost so would have the next digit land in the wrong cell. What the user presses comes on this connection
before the answer to any later question, so keys are typed only after an answer with no such press before it.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import NamedTuple

from Xlib import X
from Xlib.error import ConnectionClosedError
from Xlib.ext import xtest

from gridpilot.desktop.x11.devices import RAW_KEY, Devices
from gridpilot.desktop.x11.display import GENERIC_EVENT, alone, events, open_display, says_when_lost
from gridpilot.desktop.x11.hindrance import Hindrances
from gridpilot.desktop.x11.keyboard import Keyboard, Stroke, down
from gridpilot.desktop.x11.xkb import Aid, Xkb, named
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, between
from gridpilot.outcome import StopReason
from gridpilot.plan import Key
from gridpilot.window import Window

BARRIER_LIMIT = 0.25  # s; a program that keeps the pointer grabbed (an open menu) keeps it longer than this
HELD_BACK_LIMIT = 5.0  # s; in tests/desktop/test_x11_input.py at a load of 5 to 11 xfwm4 took more than 0.25, once
BARRIER_PAUSE = 0.0005
HELD_BACK = 0.005  # s; openbox and xfwm4 took 1 or 2 ms; a button let go sooner is let go where the pointer is by then
RELEASE_POLL = 0.005
TOGETHER = 4
"""Presses that go in one piece, so that it is asked once for all of them what is in their way. Practice boards took
0.20 s beside a busy machine, 0.30 when each went alone, 0.19 with eight (scripts/bench_fill.py fill).
"""
DRAG_STEPS = 5
DRAG_PAUSE = 0.004  # s; a drag without motions on the way, or all at one moment, is a click to some programs
AFTER_RELEASE = 0.02  # s; Chromium drops a key that comes sooner after a modifier was let go


class Waiting(NamedTuple):
    """Keys that are pressed along with later ones."""

    keys: tuple[Key, ...]
    into: Window | None
    over: Point | None


class X11Input:
    at_once = False  # keys overtake clicks

    def __init__(self, display_name: str | None = None) -> None:
        self._display = open_display(display_name)
        self._root = self._display.screen().root
        self._keyboard = Keyboard(self._display)
        self._xkb = Xkb(self._display)
        self._xkb.follow(locks=False)
        self._aids = Aid(0)  # as they were when the user had let go of all keys
        self._unlocked = 0  # modifiers that the user had locked
        self._devices = Devices(self._display)
        self._user_did: StopReason | None = None
        self._lock = threading.RLock()
        self._hindrances = Hindrances(self._display)
        self._unanswered: set[Key] = set()  # those that were let go, as far as no answer has shown it yet
        self._released: dict[Key, float] = {}  # and when they were let go, at the latest
        self._waiting: list[Waiting] = []
        self._keys_down: set[int] = set()
        self._buttons_down: set[int] = set()
        mapping = list(self._display.get_pointer_mapping())
        self._left = mapping.index(1) + 1 if 1 in mapping else 1  # a left-handed user's is the third

    @says_when_lost
    def pointer(self) -> Point:
        with self._lock:
            at = self._root.query_pointer()
            return Point(at.root_x, at.root_y)

    @says_when_lost
    def move(self, to: Point) -> None:
        with self._lock:
            self._motion(to)
            self._display.flush()

    @says_when_lost
    def click(
        self, at: Point, then: Point | None = None, hold: float = 0.0, into: Window | None = None
    ) -> StopReason | None:
        waits = bool(hold) or then is not None
        with self._lock, alone(self._display):
            if hindrance := self._hindrance_of_click(into, at):
                return hindrance
            self._motion(at)
            self._button(self._left, press=True)
            if not waits:
                self._button(self._left, press=False)
            elif then is not None:
                self._motion(then)
        if waits:
            self.flush()
            time.sleep(hold or HELD_BACK)
            with self._lock:
                self._motion(at)
                self._button(self._left, press=False)
                if then is not None:
                    self._motion(then)  # the server takes all three in one go
        self._barrier()
        return None

    def click_and_press(self, at: Point, key: Key, into: Window | None = None) -> StopReason | None:
        return self.click(at, into=into) or self.press(key, into=into)

    @says_when_lost
    def drag(self, start: Point, end: Point, into: Window | None = None) -> StopReason | None:
        """The lock is held all along: `release_all` from another thread waits for the end of a drag, not of a job."""
        with self._lock:
            with alone(self._display):
                if hindrance := self._hindrance_of_click(into, start):
                    return hindrance
                self._motion(start)
                self._button(self._left, press=True)
            for step in range(1, DRAG_STEPS + 1):
                self._display.sync()
                time.sleep(DRAG_PAUSE)
                self._motion(between(start, end, step / DRAG_STEPS))
            self._button(self._left, press=False)
            self._display.sync()
        self._barrier()
        return None

    @says_when_lost
    def press(
        self,
        *keys: Key,
        into: Window | None = None,
        over: Point | None = None,
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,
        more: bool = False,
    ) -> StopReason | None:
        """The lock is not held while a key is down: `release_all` may let go of it from another thread."""
        self._wait_until_apart(keys, apart)
        if more and len(self._waiting) < TOGETHER - 1:
            self._waiting.append(Waiting(keys, into, over))
            return None
        with self._lock, alone(self._display):
            hindrance, state = self._hindrance(into, over, *(each.over for each in self._waiting))
            if hindrance:
                return hindrance
            together = [*chain(*(each.keys for each in self._waiting)), *keys]
            self._waiting.clear()
            strokes = [self._keyboard.stroke(key, state) for key in together]
            self._refuse_aids(strokes)
            *before, last = [self._sequence(stroke, state) for stroke in strokes]
            half = last.index(strokes[-1].code) + 1 if while_down else len(last)
            self._keys([*chain(*before), *last[:half]])
            self._unanswered |= {*together}
        if while_down:
            try:
                while_down()
            finally:
                with self._lock:
                    self._keys(last[half:])
                    self._unanswered |= {*keys}
                    self._display.flush()
        return None

    def _refuse_aids(self, strokes: Sequence[Stroke]) -> None:
        """An aid that would drop keys, or move the pointer by those of the keypad, ends the job before the first."""
        harmful = self._aids & (Aid.SLOW_KEYS | Aid.BOUNCE_KEYS)
        if any(self._keyboard.on_keypad(stroke.code) for stroke in strokes):
            harmful |= self._aids & Aid.MOUSE_KEYS
        if harmful:
            raise EnvironmentFault(
                "Keyboard aids",
                f"{' and '.join(named(harmful))} are on: what is typed for you would be lost or do something else.",
                "Switch them off in the desktop's accessibility settings, then press the hotkey again.",
            )

    @says_when_lost
    def aids(self) -> tuple[str, ...]:
        with self._lock:
            return named(self._xkb.aids())

    def _hindrance(self, into: Window | None, *over: Point | None) -> tuple[StopReason | None, int]:
        """What keeps keys from the window, and the state of the keyboard. What the user presses is asked for last, as
        his keys go to the window, too: whatever he presses until then is known by then.
        """
        hindrance = self._hindrances.of_keys(into, *over) if into else None
        state = self._root.query_pointer().mask
        self._answered()
        self._take_in_events()
        return self._user_did or (StopReason.USER_KEY if self._in_force(state) else hindrance), state

    def _hindrance_of_click(self, into: Window | None, at: Point) -> StopReason | None:
        """The same of the pointer: a key of the user's may have moved the selection that a button's digit goes to."""
        hindrance = self._hindrances.of_clicks(into, at) if into else None
        self._take_in_events()
        return self._user_did or hindrance

    def _wait_until_apart(self, keys: Collection[Key], apart: float) -> None:
        """Before the server serves nobody else: nothing may be waited for then."""
        if apart and not self._unanswered.isdisjoint(keys):
            self.flush()
        latest = max(self._released.get(key, 0.0) for key in keys)
        time.sleep(max(0.0, latest + apart - time.monotonic()))

    def _answered(self) -> None:
        """The server has come to the latest keys' release, as it has answered a later question."""
        self._released |= dict.fromkeys(self._unanswered, time.monotonic())
        self._unanswered.clear()

    def _keys(self, codes: Sequence[int]) -> None:
        """Negative ones are let go."""
        for code in codes:
            self._key(abs(code), press=code > 0)

    def _sequence(self, stroke: Stroke, state: int) -> list[int]:
        """Key codes, negative where the key is let go."""
        keys = [stroke.code, -stroke.code]
        if stroke.shift:
            shift = self._keyboard.code_of("Shift_L")
            keys = [shift, *keys, -shift]
        if stroke.num_lock and not state & self._keyboard.mask_of("num"):
            num = self._keyboard.code_of("Num_Lock")
            keys = [num, -num, *keys, num, -num]
        return keys

    @says_when_lost
    def flush(self) -> None:
        with self._lock:
            if self._waiting:
                latest = self._waiting.pop()
                self.press(*latest.keys, into=latest.into, over=latest.over)
                self._waiting.clear()  # also where something is in their way: that is told to the next event, too
            self._display.sync()
            self._answered()

    @says_when_lost
    def wait_released(self, timeout: float) -> bool:
        self._unlock()
        if self._busy():
            end = time.monotonic() + timeout
            while self._busy() and time.monotonic() < end:
                time.sleep(RELEASE_POLL)
            self._let_go()
            time.sleep(AFTER_RELEASE)
        with self._lock:
            self._devices.select_presses(on=True)
            released = not self._held() - self._keyboard.modifier_codes() and not self._modifiers()
            self._take_in_events()
            self._user_did = None  # what came until now was let go again
            return released

    def release_all(self) -> None:
        with self._lock, contextlib.suppress(ConnectionClosedError):
            self._waiting.clear()
            self._devices.select_presses(on=False)
            for code in tuple(self._keys_down):
                self._key(code, press=False)
            for number in tuple(self._buttons_down):
                self._button(number, press=False)
            self._xkb.lock(self._unlocked, on=True)
            self._unlocked = 0
            self._display.sync()

    def close(self) -> None:
        self.release_all()
        with self._lock, contextlib.suppress(ConnectionClosedError):
            self._display.close()

    def _unlock(self) -> None:
        """Shift Lock, and what Sticky Keys have locked, would change each key: they are off until `release_all`."""
        with self._lock:
            self._aids = self._xkb.aids()
            locked = self._xkb.locked() & ~self._keyboard.locks()
            self._xkb.lock(locked, on=False)
            self._unlocked |= locked

    def _busy(self) -> bool:
        with self._lock:
            return bool(self._held() or self._modifiers())

    def _held(self) -> frozenset[int]:
        return down(self._display.query_keymap())

    def _modifiers(self) -> int:
        """The modifiers in force, without CapsLock and its like; a sticky one is in force with no key down."""
        return self._in_force(self._root.query_pointer().mask)

    def _in_force(self, state: int) -> int:
        return state & 0xFF & ~self._keyboard.locks()

    def _let_go(self) -> None:
        """Releases the user's modifiers for him. They are never pressed again: he may have let go in the meantime, and
        the modifier would be stuck.
        """
        with self._lock:
            for code in self._held() & self._keyboard.modifier_codes():
                self._key(code, press=False)
            self._display.sync()

    def _barrier(self) -> None:
        """Returns when the click was delivered; EnvironmentFault when a window manager does not let go of it."""
        begun = time.monotonic()
        while not self._delivered():
            waited = time.monotonic() - begun
            if waited > HELD_BACK_LIMIT:
                raise EnvironmentFault(
                    "Click held back",
                    f"The window manager kept a click for itself for {HELD_BACK_LIMIT:.0f} s.",
                    "Try again; a window manager that hangs has to be restarted.",
                )
            if waited > BARRIER_LIMIT and not self._button_is_down():
                return
            time.sleep(BARRIER_PAUSE)

    def _delivered(self) -> bool:
        with self._lock:
            status = self._root.grab_pointer(True, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime)
            self._answered()
            if status == X.GrabSuccess:
                self._display.ungrab_pointer(X.CurrentTime)
                self._display.flush()
            return bool(status == X.GrabSuccess)

    def _button_is_down(self) -> bool:
        with self._lock:
            return bool(self._root.query_pointer().mask & X.Button1Mask)

    def _take_in_events(self) -> None:
        came = list(events(self._display))
        if any(event.type in {X.MappingNotify, self._xkb.event} for event in came):
            self._keyboard.refresh()
        for event in came:
            if event.type == GENERIC_EVENT and (raw := self._devices.event(event)):
                pressed = StopReason.USER_KEY if raw.kind == RAW_KEY else StopReason.USER_POINTER
                self._user_did = self._user_did or pressed

    def _motion(self, to: Point) -> None:
        if self._display.screen_count() > 1:  # XTEST leaves the pointer on the screen where it is
            self._root.warp_pointer(to.x, to.y)
        xtest.fake_input(self._display, X.MotionNotify, x=to.x, y=to.y)

    def _key(self, code: int, *, press: bool) -> None:
        (self._keys_down.add if press else self._keys_down.discard)(code)
        xtest.fake_input(self._display, X.KeyPress if press else X.KeyRelease, code)

    def _button(self, number: int, *, press: bool) -> None:
        (self._buttons_down.add if press else self._buttons_down.discard)(number)
        xtest.fake_input(self._display, X.ButtonPress if press else X.ButtonRelease, number)
