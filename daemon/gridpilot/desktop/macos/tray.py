"""The icon and its menu on macOS, by pystray. Only the main thread may touch them: its loop is asked."""

from gridpilot.desktop import TrayState
from gridpilot.desktop.shared.pystray_tray import PystrayTray


class MacTray(PystrayTray):
    def update(self, state: TrayState) -> None:
        from PyObjCTools import AppHelper

        AppHelper.callAfter(super().update, state)

    def stop(self) -> None:
        from PyObjCTools import AppHelper

        AppHelper.callAfter(super().stop)
