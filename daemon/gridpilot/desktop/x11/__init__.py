"""Linux and other systems with an X server."""

import sys

assert sys.platform != "win32" and sys.platform != "darwin"  # noqa: S101 - type checkers skip it elsewhere
