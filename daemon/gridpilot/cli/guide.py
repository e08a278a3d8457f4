"""`gridpilot help [TOPIC]`: the guide in the user's browser, or where its file is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot import guide
from gridpilot.cli.output import DONE, answer
from gridpilot.texts import words

if TYPE_CHECKING:
    from argparse import Namespace


def show(given: Namespace) -> int:
    shown = guide.show(given.topic or "")
    answer(
        given, {"page": str(shown.page), "opened": shown.opened}, words.guide_line(str(shown.page), opened=shown.opened)
    )
    return DONE
