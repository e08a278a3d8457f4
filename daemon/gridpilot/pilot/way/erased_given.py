"""Whether a click, or a pad's button, has taken a given's digit away, as it does where an eraser is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.way.attempts import REST, TOOK
from gridpilot.reading import Kind
from gridpilot.texts import find_way_words

if TYPE_CHECKING:
    from gridpilot.geometry import Cell
    from gridpilot.pilot.eyes.sight import Sight
    from gridpilot.reading import Reading


def is_erased(sight: Sight, given: Cell) -> bool:
    """Whether the given is away on the latest picture and stays away: some programs draw their windows in parts."""
    return not _stands(given, sight.reading) and not sight.wait_for(lambda now: _stands(given, now), TOOK, REST)


def check_back(sight: Sight, given: Cell) -> None:
    """Refused where the given does not come back soon."""
    if not sight.wait_for(lambda now: _stands(given, now), TOOK, TOOK):
        raise Refused(find_way_words.unexpected((given,)))


def _stands(given: Cell, now: Reading) -> bool:
    return now.at(given).kind is not Kind.BLANK
