"""`python -m gridpilot`."""

import sys

from gridpilot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
