"""The gridpilot commands that a text names, and whether the command line takes them."""

from __future__ import annotations

import shlex

from gridpilot.cli.parser import parser
from gridpilot.errors import Misused


def refused(command: str) -> bool:
    """Whether the command line does not take it as it stands; NAME or FILE are values like any other."""
    words = shlex.split(command)[1:]
    if not words:
        return False
    try:
        parser().parse_args(words)
    except Misused:
        return True
    except SystemExit as end:
        return bool(end.code)
    return False
