"""Which of the wanted keys GNOME has start gridpilot: `gridpilot bind` gives it commands for them."""

from __future__ import annotations

from collections.abc import Mapping

from gridpilot.desktop import HotkeyState
from gridpilot.desktop.portal.shortcuts import GnomeShortcuts, is_bound
from gridpilot.errors import EnvironmentFault

WHY = "this desktop keeps its keys to itself: gridpilot bind has it start gridpilot for yours"

FIX = "Run it once; it asks first: gridpilot bind"


def told(bindings: Mapping[str, str]) -> tuple[HotkeyState, ...]:
    try:
        bound = GnomeShortcuts().bound()
    except EnvironmentFault:
        bound = {}
    return tuple(
        HotkeyState(action, text, live=True)
        if is_bound(bound, action, text)
        else HotkeyState(action, text, False, f"{text}: {WHY}", fix=FIX)
        for action, text in bindings.items()
    )
