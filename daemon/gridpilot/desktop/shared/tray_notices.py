"""Notices by the icon itself: the way of pystray where there is no server of notices to talk to."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from gridpilot.desktop import Offer, TrayState
from gridpilot.desktop.shared.pystray_tray import PystrayTray

TOOLTIP, TITLE, TEXT = 127, 63, 255
"""What Windows has room for; pystray raises an error for more."""

log = logging.getLogger(__name__)


class TrayWithNotices(PystrayTray):
    shown: ClassVar[Any] = None
    """The icon, as soon as it shows: a process has one at most."""

    untold: ClassVar[deque[tuple[str, str]]] = deque(maxlen=4)
    """Notices, as pystray takes them, that wait for the icon."""

    def _make_icon(self, picture: Any, title: str, menu: Any) -> Any:
        return super()._make_icon(picture, title[:TOOLTIP], menu)

    def _ready(self, icon: Any) -> None:
        super()._ready(icon)
        TrayWithNotices.shown = icon
        self.tell()

    @classmethod
    def tell(cls) -> None:
        while cls.shown and cls.untold:
            cls.shown.notify(*cls.untold.popleft())

    @classmethod
    def take_back(cls) -> None:
        if cls.shown:
            cls.shown.remove_notification()

    def update(self, state: TrayState) -> None:
        super().update(replace(state, tooltip=state.tooltip[:TOOLTIP]))


class IconNotices:
    """Without pictures and buttons."""

    def show(self, title: str, text: str, face: str, picture: Path | None = None, offer: Offer | None = None) -> None:  # noqa: ARG002 - neither can be shown
        try:
            self._notify(title, text)
        except Exception as fault:
            log.warning("no notice was shown: %s %s", type(fault).__name__, fault)

    def withdraw(self) -> None:
        try:
            TrayWithNotices.take_back()
        except Exception as fault:
            log.warning("no notice was taken away: %s %s", type(fault).__name__, fault)

    def server(self) -> str:
        return "the tray icon, while gridpilot runs"

    def _notify(self, title: str, text: str) -> None:
        TrayWithNotices.untold.append((text[:TEXT], title[:TITLE]))
        TrayWithNotices.tell()
