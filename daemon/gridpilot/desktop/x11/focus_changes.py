"""Tells when another window gets the focus: window managers say so by a property of the root window. And, where that is
wanted, of each click.

Only needed while gridpilot is paused for some program or a window is picked, and only then are its events asked for: at
other times nobody is woken.
"""

import logging
from collections.abc import Callable

from Xlib import X
from Xlib.ext import xinput

from gridpilot.desktop.shared.event_thread import FollowerThread
from gridpilot.desktop.x11.devices import RAW_BUTTON
from gridpilot.desktop.x11.display import events, has_manager, open_display, wait
from gridpilot.errors import EnvironmentFault

log = logging.getLogger(__name__)


class X11Follower(FollowerThread):
    def __init__(
        self,
        on_change: Callable[[], None],
        on_click: Callable[[], None] | None = None,
        display_name: str | None = None,
    ) -> None:
        """Raises EnvironmentFault where no window manager keeps the property."""
        self._name = display_name
        self._on_click = on_click
        self._listen()
        super().__init__(on_change)

    def _listen(self) -> None:
        self._display = open_display(self._name)
        if not has_manager(self._display):
            self._display.close()
            raise EnvironmentFault("No window manager", "Nobody tells which window has the focus.")
        self._active = self._display.get_atom("_NET_ACTIVE_WINDOW")
        root = self._display.screen().root
        root.change_attributes(event_mask=X.PropertyChangeMask)
        if self._on_click is not None and self._display.has_extension(xinput.extname):
            self._display.xinput_query_version()
            root.xinput_select_events([(xinput.AllMasterDevices, 1 << RAW_BUTTON)])
        self._display.flush()

    def _follow(self) -> None:
        """A connection that was merely cut is made anew."""
        while not self._follow_connection():
            try:
                self._listen()
            except EnvironmentFault as fault:
                log.info("the focus is not followed any more: %s", fault)
                return
            self._on_change()

    def _follow_connection(self) -> bool:
        """True after `stop`, False when the connection is lost."""
        try:
            while not wait(self._display, self._pipe):
                come = list(events(self._display))
                if any(getattr(event, "atom", None) == self._active for event in come):
                    self._on_change()
                if self._on_click and any(getattr(event, "evtype", None) == RAW_BUTTON for event in come):
                    self._on_click()
            self._display.close()
        except Exception as fault:  # python-xlib raises its own, OSError or ValueError for a connection that is gone
            log.warning("focus: the connection to the display is lost: %s", fault)
            return False
        return True
