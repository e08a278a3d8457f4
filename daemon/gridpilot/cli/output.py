"""How verbs answer: text for people, one JSON line for scripts, and the exit codes that both may rely on; and what is
said on a terminal's last line while something takes its time.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gridpilot.errors import EnvironmentFault, GridpilotError, Misused, NoDaemon
from gridpilot.installation import as_called
from gridpilot.plain_text import plain_lines

DONE, NOT_DONE, USAGE, ENVIRONMENT, NO_DAEMON = range(5)


def as_json(value: dict[str, Any]) -> None:
    import json  # late: most answers are text

    print(json.dumps(value), flush=True)


def answer(given: Namespace, facts: dict[str, Any], text: object) -> None:
    """A JSON line where the command asked for one, else text."""
    if given.json:
        as_json(facts)
    else:
        print(text)


def fault(error: GridpilotError, *, json_wanted: bool) -> int:
    """Says what is wrong and how to mend it; returns the exit code."""
    if json_wanted:
        as_json({"error": {"title": error.title, "message": error.message, "fix": error.fix}})
    else:
        title = f"{error.title}: " if error.title else ""
        print(plain_lines(as_called(title + error.sentence)), file=sys.stderr)
    if isinstance(error, NoDaemon):
        return NO_DAEMON
    if isinstance(error, Misused):
        return USAGE
    return ENVIRONMENT if isinstance(error, EnvironmentFault) else NOT_DONE


def raise_refusal(reply: dict[str, Any]) -> None:
    """Turns the daemon's refusal into the error that it was on the other side."""
    if not reply.get("ok"):
        error = reply["error"]
        kind = EnvironmentFault if reply.get("kind") == "environment" else GridpilotError
        raise kind(error["title"], error["message"], error["fix"])


CLEAR = "\r\x1b[K"


def doing(text: str) -> None:
    """Replaces what was said before; an empty text clears the line, before something else is written there."""
    if sys.stderr.isatty():
        print(f"{CLEAR}{text}", end="", file=sys.stderr, flush=True)


@contextmanager
def while_doing(text: str) -> Iterator[None]:
    """Says so as long as it lasts."""
    doing(text)
    try:
        yield
    finally:
        doing("")
