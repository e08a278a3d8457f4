"""The tray on X11: a StatusNotifierItem where a panel takes such, else pystray's XEMBED icon, mended, with a menu of
ours.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from queue import SimpleQueue

from gridpilot.desktop import Tray, TrayState
from gridpilot.desktop.x11.display import events, wait
from gridpilot.desktop.x11.memory import without_openssl
from gridpilot.errors import EnvironmentFault

NO_HOST = (
    "no tray was found, neither over D-Bus (StatusNotifierItem) nor on the X display (XEMBED). The icon appears as "
    "soon as there is one; GNOME needs its extension 'AppIndicator' for that."
)
NO_PANEL = (
    "no panel was found that shows icons over D-Bus (StatusNotifierItem), and there is no X display with a tray of the "
    "old kind. The icon appears as soon as there is such a panel; GNOME needs its extension 'AppIndicator' for that."
)
NO_WAY = "there is neither a session bus with a panel nor an X display with a tray."
MENU = (sys.executable, "-m", "gridpilot.gui.tray_menu")
LEFT, RIGHT = 1, 3
HOVER = 0.6  # s that the pointer rests on the icon before the tooltip comes; not tuned
CLOSES = 1.0  # s that a menu may take to end, at most; clicks before it is open are ignored


def make() -> Tray:
    """Raises EnvironmentFault where no icon can be shown at all."""
    return LinuxTray() if "DBUS_SESSION_BUS_ADDRESS" in os.environ else _without_bus()


def _without_bus() -> Tray:
    if not os.environ.get("DISPLAY"):
        raise EnvironmentFault("No tray", NO_WAY, "Start gridpilot from a program of the desktop.")
    return X11Tray()


def _sni() -> Tray:
    from gridpilot.desktop.x11.tray.status_notifier import SniTray

    return SniTray()


def _without_panel() -> Tray:
    """Where nothing else can show an icon, a panel may still come."""
    return _without_bus() if os.environ.get("DISPLAY") else Unseen()


class Unseen:
    """The icon while nothing can show it."""

    kind = ""
    trouble = NO_PANEL

    def __init__(self) -> None:
        self._over = threading.Event()

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:  # noqa: ARG002
        self._over.wait()

    def update(self, state: TrayState) -> None: ...

    def stop(self) -> None:
        self._over.set()


class LinuxTray:
    """The best of the ways that there are at the moment: a panel that comes late still gets a StatusNotifierItem."""

    def __init__(self) -> None:
        with without_openssl():
            from gridpilot.desktop.x11.tray import panel_watcher

        self._watcher = panel_watcher
        self._over = False
        self._changing = threading.Lock()
        self._state: TrayState | None = None
        self._tray: Tray = _sni() if panel_watcher.has_watcher() else _without_panel()

    @property
    def kind(self) -> str:
        return self._tray.kind

    @property
    def trouble(self) -> str:
        return self._tray.trouble

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        with self._changing:
            self._state = self._state or state
        if self._tray.kind != "sni":
            threading.Thread(target=self._await_panel, name="panel", daemon=True).start()
        while True:
            self._tray.run(self._state, on_action, before_menu)
            with self._changing:
                if self._over:
                    return
                # The old kinds give way to a panel; without its bus an item is never seen again.
                self._tray = _without_panel() if self._tray.kind == "sni" else _sni()

    def update(self, state: TrayState) -> None:
        with self._changing:
            self._state = state
            self._tray.update(state)

    def stop(self) -> None:
        with self._changing:
            self._over = True
            self._tray.stop()

    def _await_panel(self) -> None:
        if self._watcher.has_watcher(wait=True):
            with self._changing:
                if not self._over:
                    self._tray.stop()


class X11Tray:
    """All talk with the server is done by the thread of `run`; others leave a state and wake it through a pipe."""

    kind = "xembed"

    def __init__(self) -> None:
        try:
            from gridpilot.desktop.x11.tray.tooltip import Tip
            from gridpilot.desktop.x11.tray.xembed import DockedIcon
        except ImportError as fault:
            raise EnvironmentFault("No tray", f"a library is missing ({fault}).", "Install pystray.") from fault
        self._on_action: Callable[[str], None] = lambda _: None
        self._before_menu: Callable[[], None] = lambda: None
        self._state: TrayState | None = None
        self._states: SimpleQueue[TrayState | None] = SimpleQueue()
        self._menu: subprocess.Popen[str] | None = None
        self._wake_read, self._wake_write = os.pipe()
        self._icon = DockedIcon("ready", "gridpilot", self._clicked)
        self._tip = Tip(self._icon.display)
        self._shown_at: tuple[int, int] | None = None

    @property
    def trouble(self) -> str:
        return "" if self._icon.docked else NO_HOST

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        self._on_action, self._before_menu = on_action, before_menu
        self._show(state)
        going_on = True
        while going_on:
            for event in events(self._icon.display):
                self._icon.take(event)
            timeout = self._hover()
            if wait(self._icon.display, self._wake_read, timeout):
                os.read(self._wake_read, 64)
                going_on = self._take_states()
            elif timeout is not None and self._icon.pointer and not self._icon.display.pending_events():
                self._tell(self._icon.pointer)
        self._close()

    def _hover(self) -> float | None:
        """Seconds until the tooltip is due; None while nothing is to be waited for."""
        at = self._icon.pointer
        if at is None and self._shown_at is not None:
            self._shown_at = None
            self._tip.hide()
        return HOVER if at is not None and at != self._shown_at else None

    def update(self, state: TrayState) -> None:
        self._states.put(state)
        os.write(self._wake_write, b"\0")

    def stop(self) -> None:
        self._states.put(None)
        os.write(self._wake_write, b"\0")

    def _take_states(self) -> bool:
        """Shows what was left here by other threads; False when it was the wish to stop."""
        newest = self._state
        while not self._states.empty():
            newest = self._states.get()
            if newest is None:
                return False
        if newest is not None:
            self._show(newest)
        return True

    def _show(self, state: TrayState) -> None:
        before, self._state = self._state, state
        self._icon.show(state.face, state.tooltip)
        if self._shown_at is not None and before is not None and before.tooltip != state.tooltip:
            self._tell(self._shown_at)

    def _tell(self, at: tuple[int, int]) -> None:
        """Shows the tooltip beside that point; what did not come to be shown is due again."""
        self._shown_at = at if self._tip.show(self._state.tooltip if self._state else "", *at) else None

    def _close(self) -> None:
        self._tip.hide()
        if self._menu is not None and self._menu.poll() is None:
            self._menu.terminate()
        self._icon.close()

    def _clicked(self, button: int, x: int, y: int) -> None:
        if button == LEFT:
            self._on_action("toggle")
        elif button == RIGHT and self._menu_is_closed():
            self._pop_up(x, y)

    def _menu_is_closed(self) -> bool:
        """A menu that closes takes a moment for it. An open one has the pointer to itself: no click comes here then."""
        if self._menu is not None:
            with suppress(subprocess.TimeoutExpired):
                self._menu.wait(CLOSES)
        return self._menu is None or self._menu.returncode is not None

    def _pop_up(self, x: int, y: int) -> None:
        """The menu is a short-lived process: its toolkit would cost the resident one more than all the rest."""
        self._before_menu()
        if not self._take_states():
            self.stop()  # said again: the wish was taken out of the queue
            return
        items = [asdict(item) for item in self._state.menu] if self._state else []
        self._menu = subprocess.Popen(MENU, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        request = json.dumps({"x": x, "y": y, "items": items})
        threading.Thread(target=self._await_choice, args=(self._menu, request), name="menu", daemon=True).start()

    def _await_choice(self, menu: subprocess.Popen[str], request: str) -> None:
        chosen, _ = menu.communicate(request)
        if chosen.strip():
            self._on_action(chosen.strip())
