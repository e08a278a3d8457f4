"""The order that each hotkey's action gives to the worker: a game's verb, alone or with a certain profile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from gridpilot.games import DEEDS, FIRST, GAMES, VERBS
from gridpilot.games.deeds import CELL, REPLACE, UNDO
from gridpilot.plan import POINTED
from gridpilot.service.pipe import Coach, Fill, Job, Play, new_job
from gridpilot.texts import words

if TYPE_CHECKING:
    from gridpilot.profiles.profile import Profile

MOST = 10**9  # a tile's value, and moves, that a game may be asked for
Message = dict[str, Any]

ORDERS: dict[str, Job] = {
    verb: Play(about.name) if about.slides else Fill(about.name) for verb, about in VERBS.items()
} | {verb: Coach(FIRST, what=verb) for verb, deed in DEEDS.items() if not deed.types}
ORDERS |= {CELL.verb: Fill(FIRST, cell=POINTED), UNDO.verb: Fill(FIRST, empties=True)}
ORDERS[REPLACE.verb] = Fill(FIRST, replaces=True)

WITH = " --profile "
"""As on the command line, which does the same: gridpilot solve --profile NAME."""


def keys_of(profiles: Iterable[Profile]) -> dict[str, str]:
    """Action -> combination, for the profiles that have a hotkey of their own."""
    return {f"{GAMES[each.game].verb}{WITH}{each.name}": each.hotkey for each in profiles if each.hotkey}


def order_of(action: str) -> Job | None:
    """A new job for a hotkey's action."""
    verb, _, profile = action.partition(WITH)
    return order_for({"do": verb, "profile": profile}) if verb in ORDERS else None


def order_for(request: Message) -> Job:
    """A new job for a request; raises ValueError where the request says something that no job can be."""
    usual = ORDERS[request["do"]]
    if request.get("game", usual.game) != usual.game:
        raise ValueError(words.OTHER_GAME)
    asked = {key: request[key] for key in usual.__struct_fields__ if request.get(key) is not None}
    known = msgspec.structs.asdict(usual) | asked | {"game": usual.game, "job": new_job()}
    order = msgspec.convert(known, type(usual))
    goal = getattr(order, "goal", None)
    if goal is not None and not (0 <= goal.until <= MOST and 0 <= goal.moves <= MOST):
        raise ValueError(words.NO_SUCH_GOAL)
    if not getattr(order, "think", 0.0) >= 0:  # NaN, which no limit of a type keeps out
        raise ValueError(words.NO_SUCH_GOAL)
    return order
