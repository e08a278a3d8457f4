"""Linux and other systems with an X server."""

import sys

assert sys.platform != "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere
assert sys.platform != "darwin"  # noqa: S101
