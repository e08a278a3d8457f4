"""What the worker is told for each action of a hotkey: "solve", "play", or one of them with a profile of its own; and
what it says when it cannot begin at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridpilot.profiles.profile import Profile

    Message = dict[str, Any]

ORDERS: dict[str, Message] = {
    "solve": {"do": "fill", "game": "sudoku", "window": None},
    "play": {"do": "play", "game": "2048", "window": None},
}
WISHES = ("game", "window", "goal", "engine", "profile")
"""What a request may say besides."""

WARMING = "warming up"
"""The stage of a job whose worker has heard of it and is still getting ready."""

WITH = " --profile "
"""As on the command line, which does the same: gridpilot solve --profile NAME."""


def keys_of(profiles: Iterable[Profile]) -> dict[str, str]:
    """Action -> combination, for the profiles that have a hotkey of their own."""
    verbs = {order["game"]: action for action, order in ORDERS.items()}
    return {f"{verbs[each.game]}{WITH}{each.name}": each.hotkey for each in profiles if each.hotkey}


def order_of(action: str) -> Message | None:
    verb, _, profile = action.partition(WITH)
    if verb not in ORDERS:
        return None
    return ORDERS[verb] | ({"profile": profile} if profile else {})
