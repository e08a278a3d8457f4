"""Global keys by the portal: its user agrees once, in a dialog of the desktop's, which keeps them from then on.

The dialog opens for each action that the desktop does not know: so nothing but `gridpilot bind` asks for such. Which it
knows its portal does not tell before it is asked for them; GNOME's settings do.

Sources: the documentation of XDG Desktop Portal: org.freedesktop.portal.GlobalShortcuts; the schema
org.gnome.settings-daemon.global-shortcuts.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gridpilot import combination
from gridpilot.desktop.portal import gsettings
from gridpilot.desktop.portal.bus import Bus, BusError, plain
from gridpilot.desktop.portal.requests import APPLICATION, PATH, PORTAL, Denied, Portal, versions
from gridpilot.desktop.portal.shortcuts import GnomeShortcuts
from gridpilot.errors import EnvironmentFault

INTERFACE = "GlobalShortcuts"
SIGNALS = f"{PORTAL}.{INTERFACE}"
SETTINGS = "org.gnome.settings-daemon.global-shortcuts"
KEPT = f"{SETTINGS}.application:/org/gnome/settings-daemon/global-shortcuts/{APPLICATION}/"
REBIND = "org.freedesktop.impl.portal.desktop.gnome", "/org/gnome/globalshortcuts", "org.gnome.GlobalShortcutsRebind"
"""Where GNOME's settings tell its portal that they were changed."""
ONE = re.compile(r"\('([^']*)', \{(.*?)\}\)")
KEYS = re.compile(r"'shortcuts': <\['([^']*)'")
PROVIDER = "org.gnome.Settings.GlobalShortcutsProvider"  # whose dialog it is
NAMES = {"ctrl": "CTRL", "alt": "ALT", "shift": "SHIFT", "super": "LOGO"}
DECIDES = 120.0  # s for the user's answer to a dialog that he has asked for
log = logging.getLogger(__name__)


class GlobalShortcuts:
    """A session of them, which lasts as long as its connection. Raises OSError where the portal has none."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._portal = Portal(bus)
        self._handle = self._portal.new_session(INTERFACE)

    def bind(self, wanted: Mapping[str, tuple[str, str]]) -> dict[str, str]:
        """Once a session. Action -> combination and what it is called; what was bound, and the desktop's word for its
        key. Raises Denied where the user closed the dialog.
        """
        from dbus_fast import Variant

        asked = [
            [action, {"description": Variant("s", name), "preferred_trigger": Variant("s", trigger(text))}]
            for action, (text, name) in wanted.items()
        ]
        given = self._handle, asked, ""
        try:
            self._portal.ask(INTERFACE, "BindShortcuts", "oa(sa{sv})sa{sv}", *given, limit=DECIDES)
        except TimeoutError:
            raise
        except OSError as fault:  # GNOME's portal says so also where it has bound them
            log.info("%s", fault)
        return self._bound()

    def hear(
        self,
        on_press: Callable[[str], None],
        on_release: Callable[[str], None],
        on_change: Callable[[dict[str, str]], None],
    ) -> None:
        """From the bus's thread. A key of ours, and what is bound once that was changed in the desktop's settings."""

        def pressed(body: list[Any]) -> None:
            if body[0] == self._handle:
                on_press(str(body[1]))

        def released(body: list[Any]) -> None:
            if body[0] == self._handle:
                on_release(str(body[1]))

        def changed(body: list[Any]) -> None:
            if body[0] == self._handle:
                on_change(_triggers(body[1]))

        self._bus.hear(PATH, "Activated", pressed, SIGNALS)
        self._bus.hear(PATH, "Deactivated", released, SIGNALS)
        self._bus.hear(PATH, "ShortcutsChanged", changed, SIGNALS)

    def close(self) -> None:
        self._portal.end_session(self._handle)

    def _bound(self) -> dict[str, str]:
        told = self._portal.ask(INTERFACE, "ListShortcuts", "oa{sv}", self._handle)
        return _triggers(told.get("shortcuts", []))


def kept() -> dict[str, str]:
    """The actions that GNOME keeps for us -> their keys, in its own words."""
    if SETTINGS not in gsettings.told("list-schemas").split():
        return {}
    found = {action: KEYS.search(facts) for action, facts in ONE.findall(gsettings.told("get", KEPT, "shortcuts"))}
    return {action: keys[1] for action, keys in found.items() if keys}


def forget(bus: Bus) -> None:
    """Has GNOME keep none any more, and let go of them at once."""
    gsettings.told("reset", KEPT, "shortcuts")
    names = [each for each in gsettings.listed(SETTINGS, "applications") if each != APPLICATION]
    gsettings.told("set", SETTINGS, "applications", gsettings.texts(names))
    try:
        bus.call(*REBIND, "RebindShortcuts", "sa(sa{sv})", APPLICATION, [])
    except BusError as fault:
        log.info("%s", fault)


def trigger(text: str) -> str:
    """As the portal has it. Raises ValueError where the text is no combination."""
    found = combination.parse(text)
    return "+".join([*(NAMES[each] for each in combination.USUAL if each in found.modifiers), found.key])


def _triggers(told: list[Any]) -> dict[str, str]:
    return {str(action): str(plain(facts).get("trigger_description", "")) for action, facts in told}


class PortalShortcuts:
    """For `gridpilot bind`."""

    place = "Settings, Apps, gridpilot"
    asks = True

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._custom = GnomeShortcuts()

    def on(self, commands: Mapping[str, tuple[str, str, Sequence[str]]]) -> None:
        """No command is started: whoever runs hears of the keys."""
        wanted = {action: (text, name) for action, (text, name, _) in commands.items()}
        session = GlobalShortcuts(self._bus)
        try:
            bound = session.bind(wanted)
        except Denied:
            bound = {}
        finally:
            session.close()
        if not bound:
            raise EnvironmentFault(
                "Not allowed",
                "The desktop's question whether gridpilot may have these keys was answered with no.",
                "Run it again, and press Add in the dialog: gridpilot bind",
            )
        self._custom.off()

    def off(self) -> tuple[str, ...]:
        keys = tuple(kept().values())
        if keys:
            forget(self._bus)
        return (*keys, *self._custom.off())

    def taken(self, text: str) -> str:
        return self._custom.taken(text)


def has_dialog(bus: Bus) -> bool:
    """Whether the desktop can be asked for keys: by its portal, for a program whose .desktop file it finds."""
    found = versions(bus, INTERFACE)[INTERFACE] and bus.has_owner(PROVIDER)
    return bool(found) and any(Path(each, "applications", f"{APPLICATION}.desktop").exists() for each in _data())


def _data() -> list[str]:
    """Where desktops look for what is installed."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    return [home, *(os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")]
