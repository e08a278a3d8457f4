"""The tray on X11: pystray's own ways where PyGObject is installed, else its mended XEMBED icon with a menu of ours."""

import sys

assert sys.platform != "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere
assert sys.platform != "darwin"  # noqa: S101

import importlib.util
import json
import logging
import os
import subprocess
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING

from gridpilot.desktop.tray_pystray import PystrayTray
from gridpilot.desktop.x11.display import events, wait
from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.desktop import Tray, TrayState

NO_HOST = (
    "no tray was found. The icon appears as soon as there is one; GNOME needs its extension 'AppIndicator' for that."
)
MENU = (sys.executable, "-m", "gridpilot.gui.tray_menu")
LEFT, RIGHT = 1, 3
log = logging.getLogger(__name__)


def make() -> "Tray":
    """Raises EnvironmentFault where no icon can be shown at all."""
    if importlib.util.find_spec("gi") is not None:
        try:
            tray = PystrayTray()
        except (ImportError, ValueError) as fault:  # PyGObject without GTK's files
            log.info("no GTK tray: %s", fault)
        else:
            if tray.kind != "xorg":
                return tray
    return X11Tray()


class X11Tray:
    """All talk with the server is done by the thread of `run`; others leave a state and wake it through a pipe."""

    kind = "xembed"

    def __init__(self) -> None:
        try:
            from gridpilot.desktop.x11.tray_icon import DockedIcon
        except ImportError as fault:
            raise EnvironmentFault("No tray", f"a library is missing ({fault}).", "Install pystray.") from fault
        self._on_action: Callable[[str], None] = lambda _: None
        self._state: TrayState | None = None
        self._states: SimpleQueue[TrayState | None] = SimpleQueue()
        self._menu: subprocess.Popen[str] | None = None
        self._wake_read, self._wake_write = os.pipe()
        self._icon = DockedIcon("ready", "gridpilot", self._clicked)

    @property
    def trouble(self) -> str:
        return "" if self._icon.docked else NO_HOST

    def run(self, state: "TrayState", on_action: "Callable[[str], None]") -> None:
        self._on_action = on_action
        self._show(state)
        while True:
            for event in events(self._icon.display):
                self._icon.take(event)
            if wait(self._icon.display, self._wake_read):
                os.read(self._wake_read, 64)
                while not self._states.empty():
                    newest = self._states.get()
                    if newest is None:
                        self._close()
                        return
                    self._show(newest)

    def update(self, state: "TrayState") -> None:
        self._states.put(state)
        os.write(self._wake_write, b"\0")

    def stop(self) -> None:
        self._states.put(None)
        os.write(self._wake_write, b"\0")

    def _show(self, state: "TrayState") -> None:
        self._state = state
        self._icon.show(state.face, state.tooltip)

    def _close(self) -> None:
        if self._menu is not None and self._menu.poll() is None:
            self._menu.terminate()
        self._icon.close()

    def _clicked(self, button: int, x: int, y: int) -> None:
        if button == LEFT:
            self._on_action("toggle")
        elif button == RIGHT and (self._menu is None or self._menu.poll() is not None):
            self._pop_up(x, y)

    def _pop_up(self, x: int, y: int) -> None:
        """The menu is a short-lived process: its toolkit would cost the resident one more than all the rest."""
        items = self._state.menu if self._state else ()
        lines = [
            {"label": item.label, "action": item.action, "checked": item.checked, "enabled": item.enabled}
            for item in items
        ]
        self._menu = subprocess.Popen(MENU, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        request = json.dumps({"x": x, "y": y, "items": lines})
        threading.Thread(target=self._await_choice, args=(self._menu, request), name="menu", daemon=True).start()

    def _await_choice(self, menu: "subprocess.Popen[str]", request: str) -> None:
        chosen, _ = menu.communicate(request)
        if chosen.strip():
            self._on_action(chosen.strip())
