"""Notices by the icon itself: the way of pystray where there is no server of notices to talk to."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from gridpilot.desktop.shared.pystray_tray import PystrayTray
from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.desktop import Offer, TrayState

TOOLTIP, TITLE, TEXT = 127, 63, 255
"""What Windows has room for; pystray raises an error for more."""

log = logging.getLogger(__name__)


class TrayWithNotices(PystrayTray):
    shown: ClassVar[Any] = None
    """The icon, as soon as there is one: a process has one at most."""

    def _make_icon(self, picture: Any, title: str, menu: Any) -> Any:
        TrayWithNotices.shown = super()._make_icon(picture, title[:TOOLTIP], menu)
        return TrayWithNotices.shown

    def update(self, state: TrayState) -> None:
        super().update(replace(state, tooltip=state.tooltip[:TOOLTIP]))


class IconNotices:
    """Without pictures and buttons."""

    def show(self, title: str, text: str, face: str, picture: Path | None = None, offer: Offer | None = None) -> None:  # noqa: ARG002 - neither can be shown
        try:
            self._notify(title, text)
        except Exception as fault:
            log.warning("no notice was shown: %s %s", type(fault).__name__, fault)

    def server(self) -> str:
        return "the tray icon, while gridpilot runs"

    def _notify(self, title: str, text: str) -> None:
        icon = TrayWithNotices.shown
        if icon is None:
            raise EnvironmentFault("No notices", "there is no icon")
        icon.notify(text[:TEXT], title[:TITLE])
