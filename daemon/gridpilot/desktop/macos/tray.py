"""The icon on macOS: pystray has all that is needed. Unproven: never run there."""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere

from gridpilot.desktop.tray_pystray import PystrayTray


class MacTray(PystrayTray):
    pass
