"""The only place that asks which platform this is: a static choice, so that type checkers follow each branch.

Each platform's package exports the same six factories; importing one opens nothing and imports nothing heavy.
"""

import sys

if sys.platform == "win32":
    from gridpilot.desktop.windows import focus, hotkeys, input_, screen, tray, watch
elif sys.platform == "darwin":
    from gridpilot.desktop.macos import focus, hotkeys, input_, screen, tray, watch
else:
    from gridpilot.desktop.x11 import focus, hotkeys, input_, screen, tray, watch

__all__ = ["focus", "hotkeys", "input_", "screen", "tray", "watch"]
