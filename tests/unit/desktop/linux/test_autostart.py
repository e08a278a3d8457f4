"""The entry in the autostart folder, read back as a desktop would."""

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("Linux only", allow_module_level=True)

from gridpilot.desktop.linux.autostart import XdgAutostart

COMMAND = ("/opt/my venv/bin/python", "-m", "gridpilot", "run")


@pytest.fixture
def entry(tmp_path):
    return XdgAutostart(tmp_path)


def test_nothing_is_started_before_it_is_switched_on(entry):
    assert entry.command() == ""


def test_once_on_the_entry_names_the_command(entry):
    entry.on(COMMAND)
    assert entry.command() == '"/opt/my venv/bin/python" "-m" "gridpilot" "run"'


def test_off_takes_the_entry_away_and_twice_is_no_fault(entry):
    entry.on(COMMAND)
    entry.off()
    entry.off()
    assert entry.command() == ""


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_an_entry_that_the_desktop_switched_off_counts_as_off(entry, tmp_path, line):
    entry.on(COMMAND)
    with (tmp_path / "autostart/gridpilot.desktop").open("a") as file:
        file.write(f"{line}\n")
    assert entry.command() == ""


@pytest.mark.parametrize("word", ["100%", 'a"b', "back\\slash", "do$lar", "tick`"])
def test_a_path_with_odd_characters_is_started_as_it_is(entry, word):
    """Undone in the order in which the specification says that a desktop reads the line."""
    entry.on([word])
    line = entry.command().replace("\\\\", "\\")
    inside = line[1:-1].replace("%%", "%")
    plain, escaped = "", False
    for letter in inside:
        escaped = letter == "\\" and not escaped
        plain += "" if escaped else letter
    assert plain == word
