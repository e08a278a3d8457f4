"""What `gridpilot bind` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridpilot.games import ACTIONS
from gridpilot.texts.language import _

QUESTION = _("Add them? [y/N] ")
YES = frozenset({"y", "yes"})
ASKS = _("Your desktop asks you now whether gridpilot may have these keys: press Add in its dialog.")
NOBODY = (
    _("Not asked"),
    _("gridpilot bind changes your desktop's settings, and asks first; nobody can be asked here."),
    _("Say so at once: gridpilot bind --yes"),
)


def name(action: str) -> str:
    """The name of a shortcut in the desktop's settings."""
    return _("gridpilot: {action}").format(action=action)


def offer(free: Mapping[str, str], taken: Mapping[str, str], place: str) -> list[str]:
    lines = [_("These keys become shortcuts of your desktop, which then starts gridpilot:")]
    lines += [f"  {text:18} {_what(action)}" for action, text in free.items()]
    lines += _taken(taken)
    return [*lines, _("You find them in {place}; gridpilot bind --undo takes them away.").format(place=place)]


def bound(free: Mapping[str, str], taken: Mapping[str, str], place: str, *, starts: bool) -> list[str]:
    """`starts`: a command, whether gridpilot runs or not."""
    keys = ", ".join(free.values())
    said = (
        _("Your desktop starts gridpilot for {keys} from now on.")
        if starts
        else _("Your desktop gives gridpilot {keys} from now on, as long as it runs: gridpilot autostart on")
    )
    lines = [said.format(keys=keys), *_taken(taken)]
    return [*lines, _("They are in {place}. Take them away with: gridpilot bind --undo").format(place=place)]


def nothing(taken: Mapping[str, str]) -> str:
    return "\n".join([_("Nothing was changed."), *_taken(taken)])


def undone(gone: Sequence[str]) -> str:
    return _("Removed: {keys}").format(keys=", ".join(gone)) if gone else _("There was nothing to remove.")


def _taken(taken: Mapping[str, str]) -> list[str]:
    said = _("{keys} stays as it is: your desktop has it for {what}. Another one: gridpilot config edit")
    return [said.format(keys=keys, what=what) for keys, what in taken.items()]


def _what(action: str) -> str:
    return ACTIONS[action].key_note if action in ACTIONS else action
