"""Which profile is for a window: the first match wins, and every "why not" can be told.

The semantics are qtile's: a plain string must be equal, a regular expression must be asked for (`re:`), so that a
short title never matches by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields

from gridpilot.errors import GridpilotError
from gridpilot.outcome import AUTOMATIC
from gridpilot.profiles.profile import Profile, Rule
from gridpilot.window import Window

NAMES = {"class_name": "class", "command_line": "command line"}


@dataclass(frozen=True, slots=True)
class Explanation:
    """`why` names the field that decided, e.g. 'class is "XTerm", not "Gnome-sudoku"'."""

    profile: str
    matched: bool
    why: str


def automatic(game: str) -> Profile:
    """The profile of last resort: finds out by trying how the window is filled."""
    return Profile(name=AUTOMATIC, game=game, match=(), hides_solved=True)


def _misfit(rule: Rule, window: Window) -> str:
    """The first field of the rule that does not fit, as a sentence; empty when all fit."""
    for name in (field.name for field in fields(rule) if field.name != "unless"):
        wanted: str = getattr(rule, name)
        found: str = getattr(window, name)
        fits = re.search(wanted[3:], found) if wanted.startswith("re:") else wanted == found
        if wanted and not fits:
            return f'{NAMES.get(name, name)} is "{found}", not "{wanted}"'
    excluded = next((each for each in rule.unless if not _misfit(each, window)), None)
    return f"it is left out: {_told(excluded)}" if excluded else ""


def _told(rule: Rule) -> str:
    """What a rule asks for."""
    texts = {NAMES.get(each.name, each.name): getattr(rule, each.name) for each in fields(rule)}
    return " and ".join(f'{name} is "{text}"' for name, text in texts.items() if isinstance(text, str) and text)


def fits(rules: Iterable[Rule], window: Window) -> bool:
    """Whether any of the rules is for that window."""
    return any(not _misfit(rule, window) for rule in rules)


def explain(profiles: Iterable[Profile], window: Window, game: str) -> tuple[Explanation, ...]:
    """For each profile, in order, whether it matches the window and why (not)."""
    explanations = []
    for profile in profiles:
        misfits = [_misfit(rule, window) for rule in profile.match]
        if profile.game != game:
            explanations.append(Explanation(profile.name, matched=False, why=f"is for {profile.game}"))
        elif "" in misfits:
            explanations.append(Explanation(profile.name, matched=True, why="all its rules fit"))
        else:
            explanations.append(Explanation(profile.name, matched=False, why="; ".join(misfits)))
    return tuple(explanations)


def choose(profiles: Iterable[Profile], window: Window, game: str, wish: str = "") -> Profile:
    """The first profile of that game that matches, else the automatic one. Where one is wished for by its name it is
    that or a `GridpilotError`.
    """
    profiles = tuple(each for each in profiles if wish in {"", each.name})
    if wish:
        _check_wish(profiles, window, game, wish)
    for profile, explanation in zip(profiles, explain(profiles, window, game), strict=True):
        if explanation.matched:
            return profile
    return automatic(game)


def _check_wish(named: tuple[Profile, ...], window: Window, game: str, wish: str) -> None:
    if not fits((rule for each in named if each.game == game for rule in each.match), window):
        told = explain(named, window, game)
        why = told[0].why if told else "there is none of that name"
        raise GridpilotError("", f"The profile {wish} is not for this window: {why}.", "See: gridpilot profile why.")
