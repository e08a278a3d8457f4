"""`gridpilot report`: what is in the zip, and what is not."""

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from gridpilot import paths
from gridpilot.capture import Capture
from gridpilot.cli.main import main
from gridpilot.geometry import Rect, View
from gridpilot.outcome import Ending, Outcome
from gridpilot.pilot.record import Evidence
from gridpilot.service import compose

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
