"""What the command line does with a fault that nobody foresaw: one sentence for the user, the whole story in a file."""

from __future__ import annotations

import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from gridpilot import __version__, paths
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words

NAME = "gridpilot-bug.txt"


def written(bug: Exception, words: Sequence[str]) -> GridpilotError:
    """The fault as the user is told of it; where it came from goes to the log folder, or else to a temporary one."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    story = f"gridpilot {__version__}, {now}: {' '.join(words[:2])}\n{''.join(traceback.format_exception(bug))}"
    summary = f"{type(bug).__name__}: {bug}".splitlines()[0]
    return GridpilotError(*command_words.bug(summary, _kept(story)))


def _kept(story: str) -> str:
    """The file's path; empty where nothing can be written."""
    with suppress(OSError, GridpilotError):
        return _write(paths.find().log, story)
    with suppress(OSError):
        return _write(Path(tempfile.mkdtemp(prefix="gridpilot-")), story)
    return ""


def _write(folder: Path, story: str) -> str:
    path = folder / NAME
    path.write_text(story, encoding="utf-8")
    return str(path)
