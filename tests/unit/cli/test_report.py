"""`gridpilot report`: what is in the zip, and what is not."""

import json
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest
from fakes.desktop import FakeFocus
from modes import private

from gridpilot import paths
from gridpilot.capture import Capture
from gridpilot.cli.main import main
from gridpilot.desktop import choose
from gridpilot.geometry import Rect, View
from gridpilot.outcome import Ending, Outcome
from gridpilot.pilot.record import Evidence
from gridpilot.service import compose
from gridpilot.window import Window

TITLE = 'my "secret" diary'


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", "")
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    assert main(["config", "path"]) == 0
    picture = Capture(np.zeros((9, 9, 3), np.uint8), View(Rect(0, 0, 9, 9), 9, 9))
    compose.records().keep(Evidence(before=picture), Outcome(Ending.NO_BOARD, "sudoku", window=TITLE))
    (paths.find().log / "daemon.log").write_text("a line\n" * 100_000)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def packed(capsys, *words: str) -> dict[str, bytes]:
    capsys.readouterr()
    assert main(["report", "--json", *words]) == 0
    answer = json.loads(capsys.readouterr().out)
    with zipfile.ZipFile(answer["file"]) as file:
        assert file.namelist() == answer["contents"]
        return {name: file.read(name) for name in file.namelist()}


def test_it_holds_what_a_report_needs_and_no_picture(home, capsys):
    parts = packed(capsys)
    assert {"versions.json", "doctor.json", "config.toml", "log/daemon.log"} <= set(parts)
    assert json.loads(parts["versions.json"])["packages"]["numpy"] == np.__version__
    assert "session" in {check["name"] for check in json.loads(parts["doctor.json"])}
    assert [name for name in parts if name.endswith("outcome.json")]
    assert not [name for name in parts if name.endswith(".png")]


def test_neither_the_home_folder_nor_a_window_s_title_is_in_it(home, capsys):
    whole = b"".join(packed(capsys).values())
    assert str(home).encode() not in whole
    assert b"diary" not in whole


def test_pictures_come_along_when_they_are_asked_for_and_that_is_said(home, capsys):
    assert [name for name in packed(capsys, "--pictures") if name.endswith("before.png")]
    assert main(["report", "--pictures", "-o", "mine.zip"]) == 0
    told = capsys.readouterr().out
    assert str(home / "mine.zip") in told
    assert "look at them before you send it" in told


def test_of_a_long_log_its_end_is_enough(home, capsys):
    assert len(packed(capsys)["log/daemon.log"]) <= 100_000


def test_a_place_that_cannot_be_written_is_said(home, capsys):
    assert main(["report", "-o", "no/such/folder.zip"]) == 1
    assert str(Path("no/such/folder.zip")) in capsys.readouterr().err


@pytest.mark.posix("modes of files")
def test_nobody_but_the_user_may_read_it(home, capsys):
    before = os.umask(0)
    try:
        packed(capsys, "-o", "mine.zip")
    finally:
        os.umask(before)
    assert private(home / "mine.zip")


@pytest.mark.posix("links")
@pytest.mark.parametrize("there", [True, False])
def test_nothing_is_written_where_a_link_points(home, capsys, there):
    (home / "link.zip").symlink_to(home / "elsewhere")
    if there:
        (home / "elsewhere").write_text("precious")
    assert main(["report", "-o", "link.zip"]) == 1
    assert "is there already" in capsys.readouterr().err
    assert (home / "elsewhere").read_text() == "precious" if there else not (home / "elsewhere").exists()
    assert (home / "link.zip").is_symlink()


def test_nothing_is_written_over_a_file_that_is_there(home, capsys):
    (home / "mine.zip").write_text("precious")
    assert main(["report", "-o", "mine.zip"]) == 1
    assert (home / "mine.zip").read_text() == "precious"


def test_the_focused_window_s_title_is_not_told(home, capsys, monkeypatch):
    monkeypatch.setattr(choose, "focus", lambda: FakeFocus(Window(7, TITLE, "", "Diary", 0, "", "", Rect(1, 2, 3, 4))))
    findings = {check["name"]: check["text"] for check in json.loads(packed(capsys)["doctor.json"])}
    assert findings["focus"] == "a window, 3 x 4 at 1, 2"
    assert main(["doctor"]) in {0, 3}
    assert TITLE in capsys.readouterr().out


@pytest.mark.posix("pipes in folders")
def test_what_is_no_file_is_named_in_its_place(home, capsys):
    (record,) = paths.find().records.iterdir()
    for name in (record / "moves.json", paths.find().profiles / "odd.toml"):
        os.mkfifo(name)
    (paths.find().records / "stray").write_text("")
    parts = packed(capsys)
    assert b"device or a pipe" in parts[f"records/{record.name}/moves.json"]
    assert b"device or a pipe" in parts["profiles/odd.toml"]
