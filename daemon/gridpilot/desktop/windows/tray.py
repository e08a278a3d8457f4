"""The icon, its menu and its notices on Windows: pystray has all that is needed."""

from gridpilot.desktop.shared.tray_notices import IconNotices, TrayWithNotices


class WindowsTray(TrayWithNotices):
    pass


class WindowsNotices(IconNotices):
    pass
