"""Who may read a file, by its mode. On Windows a mode says nothing: there its folder has a list of who may do what."""

import sys
from pathlib import Path


def private(*files: Path) -> bool:
    """Whether nobody but the user may read or write any of them."""
    return sys.platform == "win32" or all(not file.stat().st_mode & 0o077 for file in files)
