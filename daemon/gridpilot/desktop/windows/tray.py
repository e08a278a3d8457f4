"""The icon on Windows: pystray has all that is needed. Unproven: never run there."""

import sys

assert sys.platform == "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere

from gridpilot.desktop.tray_pystray import PystrayTray


class WindowsTray(PystrayTray):
    pass
