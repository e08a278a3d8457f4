"""GNOME's own custom shortcuts: a key of the desktop's, and a command that it starts. Every GNOME has them; they are
kept in the user's settings until they are taken away, by `off` or in the settings' own page.

Source: the schema org.gnome.settings-daemon.plugins.media-keys; gsettings(1).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence

from gridpilot import combination
from gridpilot.desktop.portal.gsettings import listed, quoted, texts, told, value
from gridpilot.errors import EnvironmentFault

KEYS = "org.gnome.settings-daemon.plugins.media-keys"
CUSTOM = f"{KEYS}.custom-keybinding"
LIST = "custom-keybindings"
FOLDER = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings"
OURS = f"{FOLDER}/gridpilot-"
"""What the paths of our shortcuts begin with; others' are never touched."""
OTHERS = (KEYS, "org.gnome.desktop.wm.keybindings", "org.gnome.shell.keybindings", "org.gnome.mutter.keybindings")
"""Where GNOME keeps its keys."""
MODIFIERS = {"ctrl": "<Control>", "alt": "<Alt>", "shift": "<Shift>", "super": "<Super>"}
IN_GNOME = {"control": "ctrl", "ctrl": "ctrl", "primary": "ctrl", "alt": "alt", "mod1": "alt", "shift": "shift"}


class GnomeShortcuts:
    """Raises EnvironmentFault where there is no GNOME, or it refuses."""

    place = "Settings, Keyboard, View and Customise Shortcuts, Custom Shortcuts"
    asks = False

    def __init__(self) -> None:
        if KEYS not in told("list-schemas").split():
            raise EnvironmentFault(
                "No shortcuts",
                "This desktop has no custom shortcuts that gridpilot knows to set.",
                "Bind `gridpilot press solve` and `gridpilot press play` in your desktop's settings.",
            )

    def on(self, commands: Mapping[str, tuple[str, str, Sequence[str]]]) -> None:
        """Action -> combination, what it is called, and the command. What was there of ours before is replaced."""
        self.off()
        paths = {action: f"{OURS}{action}/" for action in commands}
        for action, (text, name, command) in commands.items():
            facts = {"name": name, "command": shlex.join(command), "binding": _in_gnome(text)}
            for key, fact in facts.items():
                told("set", f"{CUSTOM}:{paths[action]}", key, quoted(fact))
        self._list([*_listed(), *paths.values()])

    def off(self) -> tuple[str, ...]:
        """The combinations that were ours."""
        mine = [path for path in _listed() if path.startswith(OURS)]
        keys = tuple(filter(None, (value(told("get", f"{CUSTOM}:{path}", "binding")) for path in mine)))
        if mine:
            self._list([path for path in _listed() if path not in mine])
            for path in mine:
                told("reset-recursively", f"{CUSTOM}:{path}")
        return keys

    def bound(self) -> dict[str, str]:
        """Our actions -> their keys, in GNOME's own words."""
        mine = [path for path in _listed() if path.startswith(OURS)]
        keys = (value(told("get", f"{CUSTOM}:{path}", "binding")) for path in mine)
        return {path.removeprefix(OURS).strip("/"): key for path, key in zip(mine, keys, strict=True)}

    def taken(self, text: str) -> str:
        """What has that combination already, and is not ours; empty where nothing has."""
        wanted = _keys_of(_in_gnome(text))
        return next((name for name, accelerator in _all_keys() if _keys_of(accelerator) == wanted), "")

    @staticmethod
    def _list(paths: Sequence[str]) -> None:
        told("set", KEYS, LIST, texts(paths))


def is_bound(bound: Mapping[str, str], action: str, text: str) -> bool:
    return action in bound and _keys_of(bound[action]) == _keys_of(_in_gnome(text))


def _listed() -> list[str]:
    return listed(KEYS, LIST)


def _all_keys() -> Iterator[tuple[str, str]]:
    """What is called so in GNOME's settings, and its key."""
    for schema in OTHERS:
        for line in told("list-recursively", schema).splitlines():
            _schema, name, fact = line.split(" ", 2)
            for accelerator in re.findall(r"'([^']*)'", fact) if name != LIST else ():
                yield name, accelerator
    for path in _listed():
        if not path.startswith(OURS):
            binding, name = (value(told("get", f"{CUSTOM}:{path}", key)) for key in ("binding", "name"))
            yield name or path, binding


def _in_gnome(text: str) -> str:
    found = combination.parse(text)
    before = "".join(MODIFIERS[each] for each in combination.USUAL if each in found.modifiers)
    return before + found.key


def _keys_of(accelerator: str) -> tuple[frozenset[str], str]:
    names = [name.lower() for name in re.findall(r"<([^>]*)>", accelerator)]
    key = re.sub(r"<[^>]*>", "", accelerator).lower()
    return frozenset(IN_GNOME.get(name, name) for name in names), key
