"""The only place that asks which platform this is: a static choice, so that type checkers follow each branch.

Each platform has a factories.py with the same nine functions; importing it opens nothing and imports nothing heavy.
"""

import sys

if sys.platform == "win32":
    from gridpilot.desktop.windows.factories import (
        autostart,
        focus,
        hotkeys,
        input_,
        notices,
        screen,
        session,
        tray,
        watch,
    )
elif sys.platform == "darwin":
    from gridpilot.desktop.macos.factories import (
        autostart,
        focus,
        hotkeys,
        input_,
        notices,
        screen,
        session,
        tray,
        watch,
    )
else:
    from gridpilot.desktop.x11.factories import autostart, focus, hotkeys, input_, notices, screen, session, tray, watch

__all__ = ["autostart", "focus", "hotkeys", "input_", "notices", "screen", "session", "tray", "watch"]
