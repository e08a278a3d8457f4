"""What the page Profiles of the menu says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridpilot.texts.language import _
from gridpilot.texts.profile_words import learnt_of
from gridpilot.window import Window

TEST, RENAME, REMOVE = _("Test"), _("Rename…"), _("Remove…")
RENAME_NOW, REMOVE_NOW, BACK = _("Rename"), _("Remove"), _("Back")
NEW_NAME = _("Its new name:")
TESTING = _("Its sample is read at four sizes…")
SAMPLE = _("Its sample")
OPEN_FILE = _("It is one of your own files: rename or remove it where it lies.")
BUNDLED = _("It comes with gridpilot. A profile of your own for the same windows comes before it.")
YOURS = _("It is yours, and comes before those that gridpilot brings.")
LEFT_OUT = _("It is left out, or stands as it was before, since its file has a fault:")
NO_PROFILES = _("There is none.")


def title(name: str, game: str) -> str:
    return _("{name}: a profile for {game}").format(name=name, game=game)


def about(window: Window, why: str, *, chosen: bool) -> str:
    """`chosen`: the window from which the page was opened gets this profile."""
    name = window.title or window.class_name
    if chosen:
        return _("The window “{window}” gets it.").format(window=name)
    return _("The window “{window}” does not get it: {why}.").format(window=name, why=why)


def another_first(name: str) -> str:
    return _("{name} comes before it").format(name=name)


def learnt(facts: Mapping[str, Mapping[str, Any]]) -> str:
    return "; ".join(learnt_of(*one) for one in facts.items())


def question(name: str) -> str:
    return _("Remove {name}? Its file, its sample and what was learnt of its windows go for good.").format(name=name)


def removed(name: str) -> str:
    return _("{name} is removed.").format(name=name)


def rest_stays(name: str, folder: str) -> str:
    return _("{name} is removed. Other files in {folder} stay.").format(name=name, folder=folder)


def renamed(old: str, new: str) -> str:
    return _("{old} is called {new} now.").format(old=old, new=new)


def failed(reason: str) -> str:
    return _("Nothing was changed: {reason}.").format(reason=reason)


def gone(name: str) -> str:
    return _("{name} is not there any more.").format(name=name)
