"""Why lines of text are no board."""

from __future__ import annotations

from enum import IntEnum

from gridpilot.errors import GridpilotError
from gridpilot.texts.puzzle_words import Told


class Rank(IntEnum):
    """What is wrong with lines, from what is hardly a board to what all but is one."""

    COUNT = 0
    ROWS = 1
    ROW = 2
    SIGN = 3
    WHOLE = 4


class Unread(GridpilotError):  # noqa: N818 - the text is, not the program
    """Of several complaints about the same lines that of the highest rank is told."""

    def __init__(self, rank: Rank, told: Told) -> None:
        super().__init__(*told)
        self.rank = rank

    def alone(self) -> Unread:
        """The same without where it was raised, which would keep all that was read there."""
        return self.with_traceback(None)
