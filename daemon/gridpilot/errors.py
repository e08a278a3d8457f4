"""Faults: a broken environment, a broken file, a bug. What can be expected to happen is an `Outcome`, not an error.

Kept all but free of imports, so that every process can afford it.
"""

from typing import NamedTuple

from gridpilot.plain_text import plain


class GridpilotError(Exception):
    """Something that must be put right before gridpilot can work.

    `title` is a short summary (a notice's headline), `message` says what and where, `fix` names the next step.
    """

    def __init__(self, title: str, message: str, fix: str = "") -> None:
        super().__init__(f"{title}: {message}" + (f" {fix}" if fix else ""))
        self.title = title
        self.message = message
        self.fix = fix

    @property
    def sentence(self) -> str:
        """Where there is no headline: what, where and the next step."""
        return f"{self.message} {self.fix}".strip()


class EnvironmentFault(GridpilotError):  # noqa: N818 - the machine is at fault, not the program
    """The machine lacks something (a display, a permission, a package); the CLI's exit code 3."""


class NoDaemon(GridpilotError):  # noqa: N818 - the name says what is the case
    """No resident program answers; the CLI's exit code 4."""


class NoAnswer(NoDaemon):
    """One was there, but ended, or hangs: what was asked of it may have been begun."""


class Misused(GridpilotError):  # noqa: N818 - the words are at fault, not the program
    """The command line was given words that it does not know, or that do not go together; exit code 2."""


class ConnectionLost(EnvironmentFault):
    """A connection that objects were made on is gone for good: only a new process, or new objects, can go on."""


class Problem(NamedTuple):
    """One fault in a user's file, as data: a broken file never stops the daemon.

    `line` counts from 1 and is 0 where there is none, as in a file that cannot be opened; `level` is "error" or
    "warning"; `key` is the path of the value at fault, "pace.settle", empty where the whole file is.
    """

    file: str
    line: int
    level: str
    text: str
    hint: str = ""
    key: str = ""

    def __str__(self) -> str:
        """What stands in the file may be a stranger's."""
        where = f"{self.file}:{self.line}" if self.line else self.file
        return plain(f"{where}: {self.text}" + (f" ({self.hint})" if self.hint else ""))
