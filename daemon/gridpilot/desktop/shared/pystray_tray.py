"""The tray and its notices as pystray shows them, on Windows and macOS."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from gridpilot.desktop import MenuItem, Offer, TrayState
from gridpilot.desktop.shared.icon_drawing import draw

SIZE = 64
TOOLTIP, TITLE, TEXT = 127, 63, 255
"""What Windows has room for; pystray raises an error for more."""

log = logging.getLogger(__name__)


class PystrayTray:
    trouble = ""

    shown: ClassVar[Any] = None
    """The icon, as soon as it shows: a process has one at most."""

    untold: ClassVar[deque[tuple[str, str]]] = deque(maxlen=4)
    """Notices, as pystray takes them, that wait for the icon."""

    def __init__(self) -> None:
        import pystray

        self._pystray: Any = pystray
        self.kind: str = pystray.Icon.__module__.rpartition("_")[2]
        self._state: TrayState | None = None
        self._icon: Any = None
        self._on_action: Callable[[str], None] = lambda _: None

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:  # noqa: ARG002 - nobody tells before a menu opens
        self._on_action = on_action
        self._state = state = self._state or state
        menu = self._pystray.Menu(self._lines)
        self._icon = self._pystray.Icon("gridpilot", draw(state.face, SIZE), state.tooltip[:TOOLTIP], menu)
        self._icon.run(self._ready)

    def _ready(self, icon: Any) -> None:
        """Called in a thread of its own when the system has taken the icon."""
        icon.visible = True
        PystrayTray.shown = icon
        self.tell()

    def update(self, state: TrayState) -> None:
        before, self._state = self._state, state
        if self._icon is None:
            return  # `run` will show it
        if before is None or before.face != state.face:
            self._icon.icon = draw(state.face, SIZE)
        self._icon.title = state.tooltip[:TOOLTIP]
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

    @classmethod
    def tell(cls) -> None:
        while cls.shown and cls.untold:
            cls.shown.notify(*cls.untold.popleft())


class IconNotices:
    """Notices by the icon itself, where there is no server of notices to talk to; without pictures and buttons."""

    def show(
        self,
        title: str,
        text: str,
        face: str,  # noqa: ARG002 - cannot be shown
        picture: Path | None = None,  # noqa: ARG002 - likewise
        offers: Sequence[Offer] = (),  # noqa: ARG002 - likewise
    ) -> None:
        PystrayTray.untold.append((text[:TEXT], title[:TITLE]))
        try:
            PystrayTray.tell()
        except Exception as fault:
            log.warning("no notice was shown: %s %s", type(fault).__name__, fault)

    def withdraw(self) -> None:
        try:
            if PystrayTray.shown:
                PystrayTray.shown.remove_notification()
        except Exception as fault:
            log.warning("no notice was taken away: %s %s", type(fault).__name__, fault)

    def server(self) -> str:
        return "the tray icon, while gridpilot runs"
