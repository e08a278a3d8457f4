"""How this desktop wants windows to look, from where each kind of desktop says so, the most telling first:

the portal org.freedesktop.appearance (GNOME, KDE, and others of today), GTK_THEME, XSETTINGS (its daemon is part of
GNOME, Xfce, MATE and Cinnamon), GTK's settings.ini, KDE's kdeglobals; the scale and the font from XSETTINGS, the
scale also from the resource Xft.dpi.
"""

import configparser
import contextlib
import logging
import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path

from gridpilot import whole_file
from gridpilot.desktop import Appearance
from gridpilot.desktop.shared.memory import without_openssl
from gridpilot.desktop.x11.display import open_display, property_of
from gridpilot.errors import GridpilotError

PLAIN_DPI = 96
LIMIT = 1.0  # s that the portal may take; one that does not run is not started for this
log = logging.getLogger(__name__)


def read() -> Appearance:
    told, resources = _of_display()
    dpi = told.get("Xft/DPI")
    dots = int(dpi) / 1024 if isinstance(dpi, int) and dpi > 0 else _dpi(resources)
    theme = str(told.get("Net/ThemeName", ""))
    dark = next((each for each in (_portal(), *_named(theme)) if each is not None), False)
    family = re.sub(r"[ ,]+[\d.]+$", "", str(told.get("Gtk/FontName", "")))
    return Appearance(dark, dots / PLAIN_DPI if dots else None, family)


def _of_display() -> tuple[dict[str, int | str], str]:
    """XSETTINGS and the resources; empty where there is no X display."""
    try:
        display = open_display()
    except GridpilotError as fault:
        log.info("no appearance from X: %s", fault)
        return {}, ""
    with contextlib.closing(display):
        owner = display.get_selection_owner(display.get_atom("_XSETTINGS_S0"))
        raw = property_of(display, owner, "_XSETTINGS_SETTINGS") if owner else None
        resources = property_of(display, display.screen().root, "RESOURCE_MANAGER") or b""
    text = resources.decode("latin-1") if isinstance(resources, bytes) else str(resources)
    return dict(xsettings(bytes(raw))) if raw else {}, text


def _dpi(resources: str) -> float:
    found = re.search(r"(?m)^Xft\.dpi:\s*([\d.]+)", resources)
    return float(found[1]) if found else 0.0


def xsettings(raw: bytes) -> Iterator[tuple[str, int | str]]:
    """Names and values; colours are left out. Source: freedesktop.org's XSETTINGS 0.5."""
    order = ">" if raw[:1] == b"\x01" else "<"
    (count,) = struct.unpack_from(f"{order}I", raw, 8)
    at = 12
    for _ in range(count):
        kind, length = struct.unpack_from(f"{order}BxH", raw, at)
        name = raw[at + 4 : at + 4 + length].decode("latin-1")
        at += 4 + _padded(length) + 4  # the serial number of its last change
        if kind == 0:
            yield name, struct.unpack_from(f"{order}i", raw, at)[0]
            at += 4
        elif kind == 1:
            (length,) = struct.unpack_from(f"{order}I", raw, at)
            yield name, raw[at + 4 : at + 4 + length].decode(errors="replace")
            at += 4 + _padded(length)
        else:
            at += 8


def _padded(length: int) -> int:
    return (length + 3) // 4 * 4


def _named(theme: str) -> Iterator[bool | None]:
    """What names of themes say, as far as somebody names one."""
    for name in (os.environ.get("GTK_THEME", ""), theme):
        yield _is_dark(name) if name else None
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    for version in ("4.0", "3.0"):
        settings = _ini(config / f"gtk-{version}" / "settings.ini").get("settings", {})
        if "gtk-application-prefer-dark-theme" in settings:
            yield settings["gtk-application-prefer-dark-theme"].lower() in {"1", "true"}
        name = settings.get("gtk-theme-name", "")
        yield _is_dark(name) if name else None
    ground = _ini(config / "kdeglobals").get("colors:window", {}).get("backgroundnormal", "")
    yield sum(map(int, ground.split(","))) < 3 * 128 if re.fullmatch(r"\d+,\d+,\d+", ground) else None


def _is_dark(theme: str) -> bool:
    return "dark" in theme.lower()


def _ini(file: Path) -> dict[str, dict[str, str]]:
    """Sections in lower case; empty where the file is not there or is none."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    with contextlib.suppress(OSError, configparser.Error, UnicodeDecodeError):
        parser.read_string(whole_file.read_text(file))
    return {section.lower(): dict(parser[section]) for section in parser.sections()}


def _portal() -> bool | None:
    """The portal's word; None where there is none, or it has no preference."""
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
        return None
    import asyncio

    try:
        with without_openssl():
            return asyncio.run(asyncio.wait_for(_asked(), LIMIT))
    except Exception as fault:  # no portal, no such setting, a bus that is gone
        log.info("no word from the portal: %s", fault)
        return None


async def _asked() -> bool | None:
    from dbus_fast import Message, MessageFlag, MessageType
    from dbus_fast.aio import MessageBus

    bus = await MessageBus().connect()
    try:
        reply = await bus.call(
            Message(
                "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings",
                "Read", signature="ss", body=["org.freedesktop.appearance", "color-scheme"],
                flags=MessageFlag.NO_AUTOSTART,
            )
        )  # fmt: skip
    finally:
        bus.disconnect()
    if reply is None or reply.message_type is not MessageType.METHOD_RETURN:
        return None
    value = reply.body[0]
    while hasattr(value, "value"):  # a variant in a variant
        value = value.value
    return {1: True, 2: False}.get(value)
