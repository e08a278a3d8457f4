"""The tray of the X display: pystray's XEMBED icon, mended, with a menu of ours."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from queue import SimpleQueue

from gridpilot.desktop import TrayState
from gridpilot.desktop.shared.wake_pipe import WakePipe
from gridpilot.desktop.x11.display import events, wait
from gridpilot.errors import EnvironmentFault

NO_TRAY = "the X display has no tray (XEMBED)"
NOT_TAKEN = "the tray of the X display (XEMBED) has not taken it"
SOON = "The icon appears as soon as a panel or tray takes it; GNOME needs its extension 'AppIndicator' for that."
MENU = (sys.executable, "-m", "gridpilot.gui.tray_menu")
LEFT, RIGHT = 1, 3
HOVER = 0.6  # s that the pointer rests on the icon before the tooltip comes; not tuned
DOCKS = 1.0  # s that a tray may take to show the icon at the start; only what is said of it then depends on this
CLOSES = 1.0  # s that a menu may take to end, at most; clicks before it is open are ignored


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
        self._pipe = WakePipe()
        self._waking = threading.Lock()
        self._closed = False
        self._icon = DockedIcon("ready", "gridpilot", self._clicked)
        self._tip = Tip(self._icon.display)
        self._shown_at: tuple[int, int] | None = None
        self._await_tray()

    @property
    def trouble(self) -> str:
        if self._icon.shown:
            return ""
        return f"{NOT_TAKEN if self._icon.asked else NO_TRAY}. {SOON}"

    def _await_tray(self) -> None:
        end = time.monotonic() + DOCKS
        while self._icon.asked and not self._icon.shown and (left := end - time.monotonic()) > 0:
            wait(self._icon.display, self._pipe, left)
            self._take_events()

    def _take_events(self) -> None:
        for event in events(self._icon.display):
            self._icon.take(event)

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        self._on_action, self._before_menu = on_action, before_menu
        try:
            self._show(state)
            going_on = True
            while going_on:
                self._take_events()
                timeout = self._hover()
                if wait(self._icon.display, self._pipe, timeout):
                    self._pipe.clear()
                    going_on = self._take_states()
                elif timeout is not None and self._icon.pointer and not self._icon.display.pending_events():
                    self._tell(self._icon.pointer)
        finally:
            self._close()

    def _hover(self) -> float | None:
        """Seconds until the tooltip is due; None while nothing is to be waited for."""
        at = self._icon.pointer
        if at is None and self._shown_at is not None:
            self._shown_at = None
            self._tip.hide()
        return HOVER if at is not None and at != self._shown_at else None

    def update(self, state: TrayState) -> None:
        self._leave(state)

    def stop(self) -> None:
        self._leave(None)

    def _leave(self, state: TrayState | None) -> None:
        self._states.put(state)
        with self._waking:
            if not self._closed:
                self._pipe.wake()

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
        with self._waking:
            self._closed = True
            self._pipe.close()

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
