"""The tray as pystray shows it: Windows, macOS, and Linux panels, by its own back ends and by one of ours."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from typing import Any

from gridpilot.desktop import MenuItem, TrayState
from gridpilot.desktop.shared.icon_drawing import draw

SIZE = 64


class PystrayTray:
    @property
    def trouble(self) -> str:
        return ""

    def __init__(self, icon: type[Any] | None = None) -> None:
        """`icon` is the back end's class; by default the one that pystray chooses."""
        import pystray

        self._pystray: Any = pystray
        self._icon_class = icon or pystray.Icon
        self.kind = self._icon_class.__module__.rpartition("_")[2]
        self._state: TrayState | None = None
        self._icon: Any = None
        self._on_action: Callable[[str], None] = lambda _: None
        self._before_menu: Callable[[], None] = lambda: None

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        self._on_action, self._before_menu = on_action, before_menu
        self._state = self._state or state
        menu = self._pystray.Menu(self._lines)
        self._icon = self._make_icon(self._picture(self._state.face), self._state.tooltip, menu)
        self._keep_ctrl_c()
        self._icon.run(self._ready)

    def _ready(self, icon: Any) -> None:
        """Called in a thread of its own when the system has taken the icon."""
        icon.visible = True

    def _make_icon(self, picture: Any, title: str, menu: Any) -> Any:
        return self._icon_class("gridpilot", picture, title, menu)

    def _picture(self, face: str) -> Any:
        return draw(face, SIZE)

    def _keep_ctrl_c(self) -> None:
        """The GTK back ends of pystray let Ctrl+C kill the process as they begin; the daemon's own way is put back."""
        begin = getattr(self._icon, "_initialize", None)
        if begin is not None:
            wanted = signal.getsignal(signal.SIGINT)

            def begin_and_restore() -> None:
                begin()
                signal.signal(signal.SIGINT, wanted)

            self._icon._initialize = begin_and_restore  # noqa: SLF001 - there is no other place between the two

    def update(self, state: TrayState) -> None:
        before, self._state = self._state, state
        if self._icon is None:
            return  # `run` will show it
        if before is None or before.face != state.face:
            self._icon.icon = self._picture(state.face)
        self._icon.title = state.tooltip
        self._icon.update_menu()

    def stop(self) -> None:
        if self._icon is not None:
            self._icon.stop()

    def _lines(self) -> Iterator[Any]:
        """The menu as it is now; an unseen line stands for the left click."""
        yield self._pystray.MenuItem("", lambda: self._on_action("toggle"), default=True, visible=False)
        for item in self._state.menu if self._state else ():
            yield self._line(item)

    def _line(self, item: MenuItem) -> Any:
        if item.label is None:
            return self._pystray.Menu.SEPARATOR
        mark = None if item.checked is None else lambda _: bool(item.checked)
        return self._pystray.MenuItem(
            item.label, lambda: self._on_action(item.action), checked=mark, enabled=item.enabled
        )
