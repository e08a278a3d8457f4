"""Notices, while a job runs, that the user or the window gets in the way.

XInput tells which device an event came from, so what we inject (XTEST's own devices) is not taken for the user's. Esc
is grabbed for the time of the job: it stops us and never reaches the game, and it is noticed from wherever it comes -
remote desktops inject, as we do.
"""

import logging
import threading
import time
from typing import Any

from Xlib import X
from Xlib.error import BadAccess, CatchError, XError

from gridpilot.desktop.shared.event_thread import PipedWatch
from gridpilot.desktop.shared.pointer_motion import Motion
from gridpilot.desktop.x11.devices import RAW_KEY, RAW_MOTION, Devices
from gridpilot.desktop.x11.display import GENERIC_EVENT, XWindow, events, has_manager, open_display, wait
from gridpilot.desktop.x11.keyboard import Keyboard
from gridpilot.desktop.x11.window_tree import active_window, content_of
from gridpilot.outcome import StopReason
from gridpilot.window import Window

log = logging.getLogger(__name__)

BETWEEN_WINDOWS = 0.05  # s for which a window manager may have no window active while it switches or opens a menu


class X11Watch(PipedWatch):
    def __init__(self, display_name: str | None = None) -> None:
        super().__init__()
        self._display = open_display(display_name)
        self._root = self._display.screen().root
        self._devices = Devices(self._display)
        self._keyboard = Keyboard(self._display)
        self._manager = False
        self._escape: tuple[int, ...] = ()
        self._motion = Motion(0.0)
        self._unfocused_since: float | None = None
        self._watched: list[XWindow] = []

    def _watch(self, window: Window, ready: threading.Event) -> StopReason | None:
        try:
            self._select(window)
            ready.set()
            return self._look(window)
        except XError:  # it went away between two questions
            return StopReason.WINDOW_CLOSED
        except Exception as fault:  # python-xlib raises its own, OSError or ValueError for a connection that is gone
            log.warning("watch: the connection to the display is lost: %s", fault)
            return StopReason.CRASHED

    def _select(self, window: Window) -> None:
        if any([event.type == X.MappingNotify for event in events(self._display)]):  # noqa: C419 - drains them all
            self._keyboard.refresh()
        self._motion, self._unfocused_since = Motion(time.monotonic()), None
        self._manager = has_manager(self._display)
        self._watched = self._with_ancestors(window.handle)
        for each in self._watched:
            each.change_attributes(event_mask=X.StructureNotifyMask | X.FocusChangeMask)
        self._root.change_attributes(event_mask=X.PropertyChangeMask)
        self._devices.select(on=True)
        self._grab_escape()

    def _with_ancestors(self, handle: int) -> list[XWindow]:
        """The window and the frames around it: window managers move the frame."""
        window = self._display.create_resource_object("window", handle)
        found = []
        while not isinstance(window, int) and window.id != self._root.id:
            found.append(window)
            window = window.query_tree().parent
        return found

    def _grab_escape(self) -> None:
        """With any modifier; where a program has Alt+Esc or the like, alone and with the locks."""
        self._escape = self._keyboard.codes_of("Escape")
        refused = CatchError(BadAccess)
        for code in self._escape:
            self._root.grab_key(code, X.AnyModifier, True, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
        self._display.sync()
        if refused.get_error() is None:
            return
        log.debug("watch: another program has Esc with a modifier")
        num, ignored = self._keyboard.mask_of("num"), CatchError(BadAccess)
        for code in self._escape:
            for locks in {0, X.LockMask, num, X.LockMask | num}:
                self._root.grab_key(code, locks, True, X.GrabModeAsync, X.GrabModeAsync, onerror=ignored)
        self._display.sync()

    def _clear(self) -> None:
        try:
            for code in self._escape:
                self._root.ungrab_key(code, X.AnyModifier)
            for each in (*self._watched, self._root):
                each.change_attributes(event_mask=X.NoEventMask)
            self._devices.select(on=False)
            self._display.sync()
        except Exception as fault:
            log.info("watch: nothing is left to be given back: %s", fault)

    def _look(self, window: Window) -> StopReason | None:
        """The first thing that happens, None when `stop` was called."""
        reason = self._geometry(window) or self._focus(window)
        while reason is None:
            for event in events(self._display):
                reason = self._judge(event, window)
                if reason is not None:
                    return reason
            timeout = None
            if self._unfocused_since is not None:
                timeout = max(0.0, self._unfocused_since + BETWEEN_WINDOWS - time.monotonic())
            if wait(self._display, self._pipe, timeout):
                return None
            if self._unfocused_since is not None:
                reason = self._focus(window)
        return reason

    def _judge(self, event: Any, window: Window) -> StopReason | None:  # noqa: PLR0911 - one line for each kind
        if event.type == GENERIC_EVENT:
            return self._user(event)
        if event.type == X.KeyPress:
            return StopReason.ESCAPE
        if event.type in (X.DestroyNotify, X.UnmapNotify):
            return StopReason.WINDOW_CLOSED
        if event.type in (X.ConfigureNotify, X.ReparentNotify):
            return self._geometry(window)
        if event.type == X.PropertyNotify and event.atom == self._display.get_atom("_NET_ACTIVE_WINDOW"):
            return self._focus(window)
        if event.type == X.FocusOut and event.mode in (X.NotifyNormal, X.NotifyWhileGrabbed) and not self._manager:
            return self._focus(window)
        return None

    def _user(self, event: Any) -> StopReason | None:
        raw = self._devices.event(event)
        if raw is None:
            return None
        if raw.kind == RAW_KEY:
            return StopReason.ESCAPE if raw.detail in self._escape else StopReason.USER_KEY
        if raw.kind == RAW_MOTION:
            distance = self._devices.travel.of(raw)
            return StopReason.USER_POINTER if self._motion.is_a_hand(distance, time.monotonic()) else None
        return StopReason.USER_POINTER

    def _geometry(self, window: Window) -> StopReason | None:
        if content_of(self._display, self._watched[0]) == window.content:
            return None
        visible = self._watched[0].get_attributes().map_state == X.IsViewable
        return StopReason.WINDOW_MOVED if visible else StopReason.WINDOW_CLOSED

    def _focus(self, window: Window) -> StopReason | None:
        """Another window is active: lost. None at all is not yet that: window managers say so while they switch."""
        if not self._manager and self._display.get_input_focus().focus == X.PointerRoot:
            return None
        active = active_window(self._display)
        if active is not None:
            self._unfocused_since = None
            return None if active.id == window.handle else StopReason.FOCUS_LOST
        now = time.monotonic()
        if self._unfocused_since is None:
            self._unfocused_since = now
        return StopReason.FOCUS_LOST if now - self._unfocused_since >= BETWEEN_WINDOWS else None
