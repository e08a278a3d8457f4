"""Replies to requests that come to nothing. Whoever asks gets an answer, even where gridpilot itself fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridpilot.texts import words

Message = dict[str, Any]
Reply = Callable[[Message], None]


def refused(sentence: str) -> Message:
    return {"ok": False, "error": {"title": "", "message": sentence, "fix": ""}, "kind": "refused"}


def answered(deal: Callable[[Message, Reply], None], request: Message, reply: Reply) -> None:
    """Has `deal` deal with the request; a fault of its own goes on to the log, but not before the reply."""
    try:
        deal(request, reply)
    except Exception:
        reply(refused(words.SEE_LOG))
        raise
