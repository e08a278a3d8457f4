"""The order that each hotkey's action gives to the worker: a game's verb, alone or with a certain profile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from gridpilot.games import GAMES, VERBS
from gridpilot.service.pipe import Fill, Play, new_job

if TYPE_CHECKING:
    from gridpilot.profiles.profile import Profile

Message = dict[str, Any]

ORDERS: dict[str, Fill | Play] = {
    verb: Play(about.name) if about.slides else Fill(about.name) for verb, about in VERBS.items()
}

WITH = " --profile "
"""As on the command line, which does the same: gridpilot solve --profile NAME."""


def keys_of(profiles: Iterable[Profile]) -> dict[str, str]:
    """Action -> combination, for the profiles that have a hotkey of their own."""
    return {f"{GAMES[each.game].verb}{WITH}{each.name}": each.hotkey for each in profiles if each.hotkey}


def order_of(action: str) -> Fill | Play | None:
    """A new job for a hotkey's action."""
    verb, _, profile = action.partition(WITH)
    return order_for({"do": verb, "profile": profile}) if verb in ORDERS else None


def order_for(request: Message) -> Fill | Play:
    """A new job for a request; raises ValueError where the request says something that no job can be."""
    usual = ORDERS[request["do"]]
    asked = {key: request[key] for key in usual.__struct_fields__ if request.get(key) is not None}
    return msgspec.convert(asked | {"game": asked.get("game", usual.game), "job": new_job()}, type(usual))
