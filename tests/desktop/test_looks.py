"""What a virtual desktop looks like does not depend on the machine: its fonts, its language."""

import subprocess
from pathlib import Path

import pytest
from looks import FONTS
from programs import private_home

pytestmark = pytest.mark.gui


@pytest.fixture
def env(tmp_path, monkeypatch):
    """Of a desktop on a machine whose user has settings of all kinds."""
    for name, value in {
        "LC_ALL": "de_DE.UTF-8",
        "LANGUAGE": "de",
        "GTK_THEME": "HighContrast",
        "XCURSOR_SIZE": "48",
        "FONTCONFIG_FILE": "/etc/fonts/fonts.conf",
    }.items():
        monkeypatch.setenv(name, value)
    return private_home(tmp_path)


def fonts(env, *words):
    return subprocess.run(words, env=env, check=True, capture_output=True, text=True).stdout.splitlines()


def test_a_desktop_has_the_fonts_of_its_packages_and_no_others(env):
    assert {str(Path(file).parent) for file in fonts(env, "fc-list", "--format", "%{file}\n")} == set(FONTS)


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("sans", "DejaVu Sans"),
        ("monospace", "DejaVu Sans Mono"),
        ("Times New Roman", "Liberation Serif"),
        ("A font that nobody has", "DejaVu Sans"),
    ],
)
def test_a_font_is_the_same_on_every_machine(env, asked, given):
    assert fonts(env, "fc-match", "--format", "%{family}\n", asked) == [given]


def test_nothing_of_the_user_s_language_and_theme_reaches_a_desktop(env):
    assert {name for name in env if name.startswith(("LANG", "LC_", "GTK_", "XCURSOR_"))} == {"LANG", "GTK_A11Y"}
    assert env["LANG"] == "C.UTF-8"
