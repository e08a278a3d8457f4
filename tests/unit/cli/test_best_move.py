"""`gridpilot play --board`: moves for typed boards, and a clear sentence for what is none."""

from __future__ import annotations

import json

import pytest

from gridpilot.cli.main import main
from gridpilot.cli.parser import parser

ENGINES = ("auto", "expectimax", "monte-carlo")


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("CONFIG", "STATE", "CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


@pytest.fixture
def run(home, capsys):
    def run(*words):
        code = main(["play", *words])
        out, err = capsys.readouterr()
        return code, out.strip(), err.strip()

    return run


@pytest.mark.parametrize("engine", ENGINES)
def test_the_best_move_is_printed(run, engine):
    code, move, _ = run("--board", "2 4 8/16 32 64/0 128 4", "--engine", engine, "--think", "0.05")
    assert code == 0
    assert move in ("left", "down")


def test_json_says_who_chose_and_how_long_it_took(run):
    code, line, _ = run("--board", "2 . . 2/4 . . ./. . . ./. . . .", "--json", "--engine", "monte-carlo")
    answer = json.loads(line)
    assert (code, answer["engine"], answer["board"][0]) == (0, "monte-carlo", [2, 0, 0, 2])
    assert answer["move"] in ("left", "right", "down", "up")
    assert answer["ms"] > 0


def test_a_board_without_a_move_is_said_to_be_over(run):
    code, text, _ = run("--board", "2 4/4 2")
    assert (code, text) == (1, "No move is left: the game is over.")
    assert json.loads(run("--board", "2 4/4 2", "--json")[1])["move"] is None


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("", "rows differ"),
        ("2 0/4", "rows differ"),
        ("2 0/x 4", "'x' at r2c1"),
        ("2 0/-2 4", "'-2' at r2c1"),
        ("2 0/3 4", "3 at r2c1 is no tile"),
        ("2 0 0 4", "1 x 4 cells"),
        ("2 0 0 0 0 0 0 0 4/2 0 0 0 0 0 0 0 4", "2 x 9 cells"),
        ("0 0/0 0", "no tile on it"),
    ],
)
def test_what_is_no_board_gets_one_sentence_and_the_code_of_wrong_usage(run, board, said):
    code, out, err = run("--board", board)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1
    code, out, _ = run("--board", board, "--json")
    assert code == 2
    assert said in json.loads(out)["error"]["message"]


def test_an_unknown_engine_is_wrong_usage(run):
    code, _, err = run("--board", "2 0/0 4", "--engine", "stockfish")
    assert code == 2
    assert "'stockfish' plays no 2048" in err


@pytest.mark.parametrize(("think", "seconds"), [("fast", 0.001), ("default", 0.0), ("deep", 0.2), ("1.5", 1.5)])
def test_the_time_to_think_has_names(think, seconds):
    assert parser().parse_args(["play", "2048", "--think", think]).think == seconds


@pytest.mark.parametrize("think", ["0", "-1", "soon", "nan"])
def test_the_time_to_think_is_a_number_of_seconds(think, home):
    assert main(["play", "--board", "2 0/0 4", "--think", think]) == 2
