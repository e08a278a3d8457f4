"""The icon, its menu and its notices on macOS, by pystray. Only the main thread may touch them: its loop is asked."""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere

from gridpilot.desktop import TrayState
from gridpilot.desktop.shared.tray_notices import IconNotices, TrayWithNotices


class MacTray(TrayWithNotices):
    def update(self, state: "TrayState") -> None:
        from PyObjCTools import AppHelper

        AppHelper.callAfter(super().update, state)

    def stop(self) -> None:
        from PyObjCTools import AppHelper

        AppHelper.callAfter(super().stop)


class MacNotices(IconNotices):
    pass
