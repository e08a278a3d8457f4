"""`gridpilot install` and `uninstall`, in a home of its own, read as a desktop and a shell read it."""

import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from gridpilot import installation, paths
from gridpilot.cli.main import main

if sys.platform != "linux":
    pytest.skip("Linux only", allow_module_level=True)

from gridpilot.desktop import choose
from gridpilot.desktop.linux.launcher import SHARE, XdgLauncher
from gridpilot.desktop.shared.icon_drawing import draw
from gridpilot.service.control import Server

XDG = ("CONFIG", "DATA", "STATE", "CACHE")


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in XDG:
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("DISPLAY", ":no-such-display")
    with tempfile.TemporaryDirectory() as short:  # a socket's path may not be long
        monkeypatch.setenv("XDG_RUNTIME_DIR", short)
        yield tmp_path


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()}


def answer(capsys):
    return json.loads(capsys.readouterr().out)


def test_install_puts_entry_icons_and_command_where_desktop_and_shell_look(home, capsys):
    assert main(["install", "--json"]) == 0
    written = answer(capsys)
    assert str(home / "data/applications/org.gridpilot.Gridpilot.desktop") in written["written"]
    assert (home / ".local/bin/gridpilot").samefile(written["command"])
    assert written["not_on_path"] == str(home / ".local/bin")
    sizes = {path.parent.parent.name for path in (home / "data/icons/hicolor").rglob("gridpilot.png")}
    assert {"16x16", "24x24", "32x32", "48x48", "256x256"} <= sizes
    shell = subprocess.run(
        ["/bin/sh", "-c", "gridpilot --version"], env={"PATH": f"{home}/.local/bin"}, capture_output=True, text=True
    )
    assert shell.stdout.startswith("gridpilot ")


def test_the_desktop_starts_this_very_installation(home):
    assert main(["install"]) == 0
    lines = (home / "data/applications/org.gridpilot.Gridpilot.desktop").read_text("utf-8").splitlines()
    commands = [line for line in lines if line.startswith("Exec=")]
    assert len(commands) == 4
    assert all(line.startswith(f'Exec="{installation.command()}" ') for line in commands)


def test_uninstall_leaves_the_settings_and_nothing_else(home, capsys):
    before = files(home)
    assert main(["install", "--autostart"]) == 0
    assert main(["config", "path"]) == 0
    settings = paths.find().config_file
    (paths.find().records / "one").mkdir(parents=True)
    (paths.find().records / "one" / "before.png").write_bytes(b"a picture")
    capsys.readouterr()
    assert main(["uninstall", "--json"]) == 0
    assert answer(capsys)["kept"] == [str(settings.parent)]
    assert files(home) - before == {str(settings.relative_to(home))}
    assert main(["uninstall", "--json"]) == 0
    assert answer(capsys)["removed"] == [], "folders that it has just made itself"


def test_uninstall_takes_the_settings_too_when_it_is_told_to(home, capsys):
    before = files(home)
    assert main(["install"]) == 0
    assert main(["config", "path"]) == 0
    assert main(["uninstall", "--settings"]) == 0
    assert files(home) == before
    assert not (home / "config/gridpilot").exists()
    assert "The program itself is" in capsys.readouterr().out


def test_uninstall_waits_for_a_resident_program_that_refuses_while_it_ends(home, capsys):
    """It answers `status` with a refusal for as long as its worker takes to end."""
    line = choose.line(paths.find().address(paths.current_display()))
    asked, answers = [], iter(({"ok": True}, {"ok": False, "error": {"title": "", "message": "gridpilot stops."}}))

    def answer_once(request):
        asked.append(request["do"])
        reply = next(answers)
        if not reply["ok"]:
            threading.Thread(target=server.stop).start()  # which lets the last answer go out
        return reply

    server = Server(line, answer_once)
    server.start()
    assert main(["uninstall"]) == 0
    assert asked == ["quit", "status"]
    assert capsys.readouterr().err == ""


def test_twice_is_no_fault(home):
    for verb in ("install", "install", "uninstall", "uninstall"):
        assert main([verb]) == 0


def test_a_command_of_another_s_is_left_alone(home):
    other = home / ".local/bin/gridpilot"
    other.parent.mkdir(parents=True)
    other.write_text("somebody else's")
    assert main(["install"]) == 0
    assert main(["uninstall"]) == 0
    assert other.read_text() == "somebody else's"


def test_a_link_to_an_installation_that_is_gone_is_replaced(home):
    link = home / ".local/bin/gridpilot"
    link.parent.mkdir(parents=True)
    link.symlink_to(home / "gone")
    XdgLauncher(home, home / "data").on(installation.command(), link=True)
    assert link.samefile(installation.command())


def test_a_folder_that_cannot_be_written_is_said(home, capsys):
    (home / "data").write_text("a file where the folder should be")
    assert main(["install"]) == 3
    assert str(home / "data") in capsys.readouterr().err


def test_the_icons_are_the_drawing_in_each_size():
    for file in SHARE.rglob("*.png"):
        from PIL import Image

        size = int(file.parent.parent.name.split("x")[0])
        assert Image.open(file).convert("RGBA").tobytes() == draw("ready", size).tobytes()


@pytest.mark.parametrize(
    ("tool", "words", "pattern"),
    [
        ("desktop-file-validate", (), "*.desktop"),
        # No domain is the project's, so its name cannot be one that is turned round.
        ("appstreamcli", ("validate", "--no-net"), "*.metainfo.xml"),
    ],
)
def test_the_file_is_valid(tool, words, pattern):
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    (file,) = SHARE.rglob(pattern)
    done = subprocess.run([tool, *words, str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_sentence_names_the_command_as_it_can_be_typed(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(installation.command().parents[1]))
    installation.called.cache_clear()
    try:
        for sentence, wanted in {
            "Stop it with: gridpilot quit": "Stop it with: ~/bin/gridpilot quit",
            "Start it with: gridpilot": "Start it with: ~/bin/gridpilot",
            "See: gridpilot --help": "See: ~/bin/gridpilot --help",
            "gridpilot is paused": "gridpilot is paused",
        }.items():
            assert installation.as_called(sentence) == installation.as_called(wanted) == wanted
    finally:
        installation.called.cache_clear()


def test_every_verb_is_known_as_one():
    from gridpilot.cli.parser import parser

    verbs = parser()._subparsers._group_actions[0].choices
    assert set(verbs) == set(installation.VERBS)
    for name, verb in verbs.items():
        module, function = (verb.get_default("act") or f"{name}.{name}").split(".")
        assert callable(getattr(importlib.import_module(f"gridpilot.cli.{module}"), function)), name


def test_the_name_alone_is_enough_where_a_shell_finds_it():
    assert any(Path(folder, "gridpilot").exists() for folder in os.get_exec_path())
    assert installation.called() == "gridpilot"
