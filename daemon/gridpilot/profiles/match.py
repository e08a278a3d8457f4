"""Which profile is for a window: the first match wins, and every "why not" can be told.

A text must be equal, so that a short title never matches by accident; `*` in it stands for anything. Nothing is tried
twice, so a match takes no longer than to read both texts, whoever wrote them.
"""

from __future__ import annotations

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
    """The first field of the rule that does not fit, as a sentence; empty when all fit. Of a whole screen no more is
    known than which programs run.
    """
    if window.whole_screen:
        return "" if {*rule.class_name} & {*window.programs} else f"none of {_either(rule.class_name)} is known to run"
    for name, wanted in asked(rule).items():
        found: str = getattr(window, name)
        folded = found.casefold()
        if not any(_is_like(text.casefold(), folded) for text in wanted):
            return f'{NAMES.get(name, name)} is "{found}", not {_either(wanted)}'
    excluded = next((each for each in rule.unless if not _misfit(each, window)), None)
    return f"it is left out: {_told(excluded)}" if excluded else ""


def _is_like(wanted: str, found: str) -> bool:
    """The piece before the first `*` begins it, that after the last ends it, the others follow one another between."""
    first, *rest = wanted.split("*")
    if not rest:
        return first == found
    *between, last = rest
    at, end = len(first), len(found) - len(last)
    if not (found.startswith(first) and found.endswith(last)):
        return False
    for piece in between:
        at = found.find(piece, at, end) + len(piece)
        if at < len(piece):
            return False
    return at <= end


def asked(rule: Rule) -> dict[str, tuple[str, ...]]:
    """The fields by which a rule goes, with the texts that fit."""
    texts = {each.name: getattr(rule, each.name) for each in fields(rule) if each.name != "unless"}
    return {name: wanted for name, wanted in texts.items() if wanted}


def _told(rule: Rule) -> str:
    """What a rule asks for."""
    return " and ".join(f"{NAMES.get(name, name)} is {_either(wanted)}" for name, wanted in asked(rule).items())


def _either(texts: Iterable[str]) -> str:
    return " or ".join(f'"{text}"' for text in texts)


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
    if wish:
        profiles = named(profiles, wish)
        _check_wish(profiles, window, game, wish)
    right = (each for each in profiles if each.game == game and fits(each.match, window))
    return next(right, automatic(game))


def named(profiles: Iterable[Profile], wish: str) -> tuple[Profile, ...]:
    """Those of that name, or of the one that a wish for a name comes to."""
    from gridpilot.profiles.names import plain_name  # late: the resident program names nothing

    return tuple(each for each in profiles if each.name in {wish, plain_name(wish)})


def _check_wish(found: tuple[Profile, ...], window: Window, game: str, wish: str) -> None:
    if not fits((rule for each in found if each.game == game for rule in each.match), window):
        told = explain(found, window, game)
        why = told[0].why if told else "there is none of that name"
        raise GridpilotError("", f"The profile {wish} is not for this window: {why}.", "See: gridpilot profile why.")
