"""macOS: Quartz for windows and permissions, pynput for input. Never run there: held by types and by fakes only."""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere
