"""The icon, its menu and its notices on Windows: pystray has all that is needed."""

import sys

assert sys.platform == "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere

from gridpilot.desktop.shared.tray_notices import IconNotices, TrayWithNotices


class WindowsTray(TrayWithNotices):
    pass


class WindowsNotices(IconNotices):
    pass
