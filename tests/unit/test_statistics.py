"""Jobs counted: written as they end, read back, and what they come to."""

import dataclasses
import json

import pytest
from modes import private

from gridpilot import paths, statistics, whole_file
from gridpilot.cli.main import main
from gridpilot.geometry import Rect
from gridpilot.outcome import AUTOMATIC, Ending, Outcome
from gridpilot.pilot.record import Evidence
from gridpilot.service import compose
from gridpilot.texts import stats_words
from gridpilot.window import Window

WINDOW = Window(
    handle=1, title="a private title", instance="gnome-sudoku", class_name="Gnome-sudoku", pid=1,
    executable="/usr/games/gnome-sudoku", command_line="", content=Rect(0, 0, 9, 9),
)  # fmt: skip
FILLED = Outcome(Ending.VERIFIED, "sudoku", profile="gnome-sudoku", blanks=51, filled=51, ms={"total": 400.0})
PLAYED = Outcome(Ending.STOPPED, "2048", profile=AUTOMATIC, moves=900, score=12000, best=1024)


@pytest.fixture
def home(monkeypatch, tmp_path):
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


def keep(*outcomes: Outcome) -> None:
    for outcome in outcomes:
        compose.records().keep(Evidence(window=WINDOW), outcome)


def file(home):
    found = paths.find().statistics
    assert found.is_relative_to(home)
    return found


def told(capsys):
    capsys.readouterr()
    assert main(["stats", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_jobs_come_to(home, capsys):
    slower = dataclasses.replace(FILLED, ms={"total": 800.0})
    missed = dataclasses.replace(FILLED, ending=Ending.MISSED)
    keep(FILLED, slower, slower, missed, PLAYED, dataclasses.replace(PLAYED, best=2048))
    answer = told(capsys)
    assert answer["boards"] == [{"program": "gnome-sudoku", "count": 3, "cells": 153, "median": 0.8, "fastest": 0.4}]
    assert answer["not_filled"] == 1
    assert answer["best_tiles"] == {"1024": 1, "2048": 1}
    assert [game["program"] for game in answer["games"]] == ["Gnome-sudoku"] * 2


def test_no_title_and_no_board_is_written_and_nobody_else_may_read_it(home):
    keep(FILLED, PLAYED)
    assert "private" not in file(home).read_text()
    assert private(file(home))


def test_a_setting_switches_it_off_and_that_is_said(home, capsys):
    settings = paths.find().config_file
    whole_file.write(settings, "[statistics]\nkeep = false\n")
    keep(FILLED)
    assert not file(home).exists()
    assert not told(capsys)["counted"]
    assert main(["stats"]) == 0
    assert "keep = false" in capsys.readouterr().out


def test_it_counts_where_no_records_are_kept(home, capsys):
    settings = paths.find().config_file
    whole_file.write(settings, '[records]\nwhich = "none"\n')
    keep(FILLED)
    assert told(capsys)["boards"][0]["count"] == 1


def test_a_line_that_was_cut_short_is_left_out(home, capsys):
    """And that is said. The next line is not lost with it."""
    keep(FILLED)
    with file(home).open("a") as opened:
        opened.write('[]\n{"at": 1}\n\xff\n{"at": 1, "game": "sud')
    keep(FILLED)
    answer = told(capsys)
    assert answer["boards"][0]["count"] == 2
    assert [line.rpartition(" ")[2] for line in answer["unread"]] == ["4"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seconds", "fast"),
        ("seconds", None),
        ("filled", -1),
        ("best", 10**30),
        ("program", 7),
        ("game", []),
        ("at", {}),
    ],
)
def test_a_line_with_a_wrong_value_is_left_out(home, capsys, key, value):
    keep(FILLED, PLAYED)
    line = json.loads(file(home).read_text().splitlines()[0]) | {key: value}
    with file(home).open("a") as opened:
        opened.write(json.dumps(line) + "\n" + "[" * 100_000 + "\n")
    answer = told(capsys)
    assert (answer["boards"][0]["count"], len(answer["games"])) == (1, 1)
    assert main(["stats"]) == 0
    assert f"{file(home)} that cannot be read, and are not counted: 2" in capsys.readouterr().out


def test_of_a_file_that_has_grown_too_long_the_newest_jobs_are_counted(home, capsys, monkeypatch):
    keep(*[FILLED] * 9)
    monkeypatch.setattr(whole_file.end, "__defaults__", (len(file(home).read_bytes()) // 3,))
    answer = told(capsys)
    assert answer["boards"][0]["count"] in {2, 3}
    assert any("only its end" in line for line in answer["unread"])


def test_the_chart_s_longest_bar_is_that_of_most_games():
    lines = stats_words.bars({512: 1, 2048: 8})
    assert [line.count("█") for line in lines] == [5, stats_words.WIDTH]
    assert lines[1].endswith(" 8")


def test_without_any_job_it_says_what_to_do(home, capsys):
    assert main(["stats"]) == 0
    assert capsys.readouterr().out.strip() == stats_words.NOTHING
    assert statistics.read(file(home)) == ([], ())
