"""The tray on Linux: a StatusNotifierItem where a panel takes such, else the X display's own tray."""

import os
import threading
from collections.abc import Callable

from gridpilot.desktop import Tray, TrayState
from gridpilot.desktop.shared.memory import without_openssl
from gridpilot.desktop.x11.tray import NO_TRAY, SOON
from gridpilot.errors import EnvironmentFault

NO_DISPLAY = "there is no X display with a tray"
NO_WAY = "there is neither a session bus with a panel nor an X display with a tray."


def make(*, x_tray: bool) -> Tray:
    """`x_tray`: the X display may have one. Raises EnvironmentFault where no icon can be shown at all."""
    if "DBUS_SESSION_BUS_ADDRESS" in os.environ:
        return LinuxTray(_x11_tray if x_tray else Unseen)
    if not x_tray:
        raise EnvironmentFault("No tray", NO_WAY, "Start gridpilot from a program of the desktop.")
    return _x11_tray()


class LinuxTray:
    """On the bus where a panel shows it there, else in the X display's tray: whichever it is, now and later."""

    def __init__(self, without_panel: Callable[[], Tray]) -> None:
        """`without_panel` makes what shows the icon instead."""
        with without_openssl():
            from gridpilot.desktop.linux.tray.status_notifier import BusIcon

        self._without_panel = without_panel
        self._change = threading.Condition()
        self._over = False
        self._state: TrayState | None = None
        self._other: Tray | None = None  # what shows the icon while no panel on the bus does
        self._item = BusIcon(self._panel_changed)
        self._item.start()
        if not self._item.shown:
            self._other = self._without_panel()

    @property
    def kind(self) -> str:
        other = self._other
        return other.kind if other is not None and not self._item.shown else "sni"

    @property
    def trouble(self) -> str:
        other = self._other
        if self._item.shown or (other is not None and not other.trouble):
            return ""
        return f"{self._item.missing}, and {other.trouble if other else NO_TRAY + '. ' + SOON}"

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        self.update(self._state or state)
        self._item.serve(self._state or state, on_action, before_menu)
        try:
            while (other := self._await_turn()) is not None:
                other.run(self._state or state, on_action, before_menu)
                with self._change:
                    self._other = None
        finally:
            self._item.stop()

    def _await_turn(self) -> Tray | None:
        """Sleeps while a panel shows the icon; then what shows it instead, or None after `stop`."""
        with self._change:
            self._change.wait_for(lambda: self._over or self._other is not None or not self._item.shown)
            other = self._other
            if self._over:
                return None
        other = other or self._without_panel()
        with self._change:
            self._other = other
            if self._item.shown:  # since it was made: it closes as soon as it runs
                other.stop()
            return None if self._over else other

    def update(self, state: TrayState) -> None:
        with self._change:
            self._state = state
            self._item.update(state)
            if self._other is not None:
                self._other.update(state)

    def stop(self) -> None:
        with self._change:
            self._over = True
            self._end_other()

    def _panel_changed(self) -> None:
        """From the bus's thread."""
        with self._change:
            if self._item.shown:
                self._end_other()
            self._change.notify()

    def _end_other(self) -> None:
        if self._other is not None:
            self._other.stop()
        self._change.notify()


def _x11_tray() -> Tray:
    from gridpilot.desktop.x11.tray import X11Tray

    return X11Tray()


class Unseen:
    """The icon while nothing can show it."""

    kind = ""
    trouble = f"{NO_DISPLAY}. {SOON}"

    def __init__(self) -> None:
        self._over = threading.Event()

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:  # noqa: ARG002
        self._over.wait()

    def update(self, state: TrayState) -> None: ...

    def stop(self) -> None:
        self._over.set()
