"""Pointer and keys by devices of our own. All goes over one connection, in order, and is handed on so: a key cannot
overtake a click. What is sent together goes in one piece, between two of the user's own events.

Whether the window has the focus is asked right before, of the compositor; between its answer and what is sent lies a
fifth of a millisecond.

The user's own Ctrl or Shift does not change what our keyboard types: each keyboard has its own.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from gridpilot.desktop import Focus
from gridpilot.desktop.shared import asked
from gridpilot.desktop.wayland.find_pointer import PointerFinder
from gridpilot.desktop.wayland.outputs import Output, Outputs
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.pointer_place import PointerPlace
from gridpilot.desktop.wayland.virtual_devices import SEAT, SEAT_VERSION, Keyboard, Pointer, virtual
from gridpilot.desktop.wayland.wire import Wire, says_when_lost
from gridpilot.geometry import Point, between
from gridpilot.outcome import StopReason
from gridpilot.plan import Key
from gridpilot.window import Window

HELD_BACK = 0.005  # s between press and release where the pointer has another place by then; as on X11
DRAG_STEPS, DRAG_PAUSE = 5, 0.004  # as on X11


class WaylandInput:
    at_once = True

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        focus: Focus,
        place: PointerPlace | None = None,
        own: OwnEvents | None = None,
        has_its_place: Callable[[int], bool] = lambda _: True,
        devices: Callable[[Wire, int], tuple[Keyboard, Pointer]] = virtual,
        find: Callable[[tuple[Output, ...]], Point] | None = None,
    ) -> None:
        """`has_its_place`: whether what is seen in a window's content is that window's, and no other's. `find`: where
        the user has the pointer, where the compositor tells that.
        """
        self._wire = Wire()
        self._own = own or OwnEvents()
        self._focus = focus
        self._place = place or PointerPlace()
        self._place.step = self._step_aside
        self._outputs = Outputs(self._wire)
        self._seat = self._wire.bind(SEAT, SEAT_VERSION)
        self._own.attach(self._wire, self._seat)
        self._keyboard, self._pointer = devices(self._wire, self._seat)
        self._find = find or PointerFinder(self._wire, self._seat, self._pointer.nudge).find
        self._is_ours = False
        self._has_its_place = has_its_place
        self._clicked = 0  # the window that a click of the job went into
        self._aside_of: Point | None = None  # where it was before a picture
        self._released: dict[Key, float] = {}
        self._wire.sync()

    @says_when_lost
    def pointer(self) -> Point:
        """Asked for anew as long as it is the user's; in a job it is where the job has put it. One that was moved out
        of a picture counts as where it was.
        """
        with self._own.sending():
            if self._place.at is None or not self._is_ours:
                found = self._find(self._outputs.current())
                if found != self._place.at:
                    self._place.at, self._aside_of = found, None
            return self._aside_of or self._place.at

    @says_when_lost
    def move(self, to: Point) -> None:
        """Not onto another window: where the focus follows the pointer, that one would get it."""
        with self._own.sending():
            focused = self._focus.focused()
            if focused is None or to in focused.content:
                self._motion(to)
                self._wire.sync()

    @says_when_lost
    def click(
        self, at: Point, then: Point | None = None, hold: float = 0.0, into: Window | None = None
    ) -> StopReason | None:
        with self._own.sending():
            if hindrance := self._hindrance(into, at):
                return hindrance
            self._press_button(at, into)
            if hold or then is not None:
                if then is not None:
                    self._motion(then)
                self._wire.sync()
                time.sleep(hold or HELD_BACK)
                self._motion(at)
            self._pointer.button(press=False)
            if then is not None:
                self._motion(then)
            self._wire.sync()
        return None

    @says_when_lost
    def click_and_press(self, at: Point, key: Key, into: Window | None = None) -> StopReason | None:
        with self._own.sending():
            self._keyboard.check(key)
            if hindrance := self._hindrance(into, at):
                return hindrance
            self._press_button(at, into)
            self._pointer.button(press=False)
            self._tap(key)
            self._wire.sync()
        return None

    @says_when_lost
    def drag(self, start: Point, end: Point, into: Window | None = None) -> StopReason | None:
        with self._own.sending():
            if hindrance := self._hindrance(into, start):
                return hindrance
            self._press_button(start, into)
            for step in range(1, DRAG_STEPS + 1):
                self._wire.sync()
                time.sleep(DRAG_PAUSE)
                self._motion(between(start, end, step / DRAG_STEPS))
            self._pointer.button(press=False)
            self._wire.sync()
        return None

    @says_when_lost
    def press(
        self,
        *keys: Key,
        into: Window | None = None,
        over: Point | None = None,
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,
        more: bool = False,  # noqa: ARG002 - each key is sent as it is pressed
    ) -> StopReason | None:
        """The lock is not held while a key is down: `release_all` may let go of it from another thread."""
        latest = max((self._released.get(key, 0.0) for key in keys), default=0.0)
        time.sleep(max(0.0, latest + apart - time.monotonic()))
        with self._own.sending():
            for key in keys:
                self._keyboard.check(key)
            if hindrance := self._hindrance(into, over) or self._doubt(into):
                return hindrance
            for key in keys[:-1]:
                self._tap(key)
            self._keyboard.key(keys[-1], press=True)
            if while_down is None:
                self._let_go(keys[-1])
            self._wire.sync()
        if while_down is not None:
            try:
                while_down()
            finally:
                with self._own.sending():
                    self._let_go(keys[-1])
                    self._wire.sync()
        return None

    @says_when_lost
    def flush(self) -> None:
        with self._own.sending():
            self._wire.sync()

    def wait_released(self, timeout: float) -> bool:
        """A key of the user's between two of ours brings another keymap: some programs take ours for another then."""
        self._is_ours, self._clicked = True, 0
        return asked.wait_let_go(timeout)

    def aids(self) -> tuple[str, ...]:
        """Compositors built on wlroots have none."""
        return ()

    def release_all(self) -> None:
        with self._own.sending(), contextlib.suppress(OSError):
            self._is_ours = False
            for key in tuple(self._keyboard.down):
                self._keyboard.key(key, press=False)
            if self._pointer.is_down:
                self._pointer.button(press=False)
            if self._aside_of is not None:
                self._motion(self._aside_of)
            self._wire.sync()

    def close(self) -> None:
        self.release_all()
        with self._own.sending():
            self._wire.close()

    def _doubt(self, into: Window | None) -> StopReason | None:
        """Without a click on a board, which gives its window the focus, a key might get into another one than that."""
        known = into is None or into.handle == self._clicked or self._has_its_place(into.handle)
        return None if known else StopReason.COVERED

    def _hindrance(self, into: Window | None, at: Point | None) -> StopReason | None:
        return self._focus.hindrance(into, at) if into else None

    def _tap(self, key: Key) -> None:
        self._keyboard.key(key, press=True)
        self._let_go(key)

    def _let_go(self, key: Key) -> None:
        self._keyboard.key(key, press=False)
        self._released[key] = time.monotonic()

    def _press_button(self, at: Point, into: Window | None) -> None:
        self._motion(at)
        self._pointer.button(press=True)
        self._clicked = into.handle if into else 0

    def _motion(self, to: Point) -> None:
        self._pointer.move(to, self._outputs.known())
        self._place.at, self._aside_of = to, None

    def _step_aside(self) -> bool:
        """Into the window's last corner: what is drawn of a pointer lies to the right of its place, and below. Out of
        the window it would give another one the focus, where that follows the pointer. Nothing is done where it is
        there already.
        """
        with self._own.sending():
            focused, before = self._focus.focused(), self._place.at
            if focused is None or before is None or self._pointer.is_down or before not in focused.content:
                return False
            area = focused.content
            corner = Point(area.x + area.width - 1, area.y + area.height - 1)
            if before == corner:
                return False
            self._motion(corner)
            self._aside_of = before
            self._wire.sync()
            return True
