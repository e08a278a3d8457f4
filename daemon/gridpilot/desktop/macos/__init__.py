"""macOS: pictures and typing through the usual libraries, unproven; the rest is not built and says so.

Nothing here has been run on macOS. A factory whose ability is not built raises EnvironmentFault.
"""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere
