"""How the desktop wants windows to look, out of what desktops write."""

import struct
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("Linux only", allow_module_level=True)

from gridpilot.desktop import Appearance
from gridpilot.desktop.x11 import appearance


@pytest.fixture
def config(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("DISPLAY", "GTK_THEME", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_without_any_word_it_is_light_and_as_large_as_the_screen_is(config):
    assert appearance.read() == Appearance(dark=False)


@pytest.mark.parametrize(
    ("file", "text", "dark"),
    [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme=1\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name=Yaru-dark\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme=false\n", False),
        ("kdeglobals", "[Colors:Window]\nBackgroundNormal=42,46,50\n", True),
        ("kdeglobals", "[Colors:Window]\nBackgroundNormal=239,240,241\n", False),
        ("kdeglobals", "no sections % here", False),
    ],
)
def test_files_of_desktops_are_read(config, file, text, dark):
    (config / file).parent.mkdir(exist_ok=True)
    (config / file).write_text(text)
    assert appearance.read().dark is dark


def test_the_user_s_own_variable_comes_first(config, monkeypatch):
    (config / "gtk-3.0").mkdir()
    (config / "gtk-3.0/settings.ini").write_text("[Settings]\ngtk-application-prefer-dark-theme=1\n")
    monkeypatch.setenv("GTK_THEME", "Adwaita")
    assert not appearance.read().dark


@pytest.mark.parametrize("order", ["<", ">"])
def test_xsettings_are_taken_apart_in_both_orders(order):
    def setting(kind: int, name: bytes, value: bytes) -> bytes:
        return struct.pack(f"{order}BxH", kind, len(name)) + name + b"\0" * (-len(name) % 4) + b"\0" * 4 + value

    def text(value: bytes) -> bytes:
        return struct.pack(f"{order}I", len(value)) + value + b"\0" * (-len(value) % 4)

    raw = bytes([order == ">", 0, 0, 0]) + struct.pack(f"{order}II", 7, 3)
    raw += setting(1, b"Net/ThemeName", text(b"Adwaita-dark")) + setting(2, b"Some/Colour", b"\0" * 8)
    raw += setting(0, b"Xft/DPI", struct.pack(f"{order}i", 147456))
    assert dict(appearance.xsettings(raw)) == {"Net/ThemeName": "Adwaita-dark", "Xft/DPI": 147456}
