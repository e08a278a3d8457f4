"""`gridpilot autostart` on this platform, in a home of its own."""

import json

import pytest

from gridpilot.cli.main import main


def test_on_and_off_and_the_status_between(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["autostart", "status", "--json"]) == 1
    assert main(["autostart", "on", "--json"]) == 0
    assert main(["autostart", "status", "--json"]) == 0
    assert main(["autostart", "off", "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["on"] for answer in answers] == [False, True, True, False]
    assert "gridpilot" in answers[1]["command"]


@pytest.mark.posix("a file per program that is started at login")
def test_a_folder_that_cannot_be_written_is_said_with_the_way_out(monkeypatch, tmp_path, capsys):
    (tmp_path / "autostart").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["autostart", "on"]) == 3
    assert "startup programs" in capsys.readouterr().err
