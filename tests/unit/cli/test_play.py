"""`gridpilot play --board` and `gridpilot replay`: what needs no window."""

import json

import pytest

from gridpilot.cli.main import main

BOARD = "4 2 0 0/2 0 0 0/0 0 0 0/0 0 0 0"


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    """The verb with --json: its code, and what it answered."""
    for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        (tmp_path / name).mkdir(mode=0o700)
        monkeypatch.setenv(f"XDG_{name}", str(tmp_path / name))
    monkeypatch.delenv("DISPLAY", raising=False)

    def do(*words):
        code = main([*words, "--json"])
        return code, json.loads(capsys.readouterr().out)

    return do


def test_the_best_move_for_a_typed_board_is_a_legal_one(run):
    code, facts = run("play", "2048", "--board", "2 2 0 0/4 0 0 0/8 0 0 0/16 0 0 0", "--engine", "monte-carlo")
    assert code == 0
    assert facts["move"] in {"up", "right", "left", "down"}
    code, facts = run("play", "--board", "2 0/4 0/2 0", "--engine", "monte-carlo")
    assert (code, facts["move"]) == (0, "right")


def test_a_board_without_a_move_has_none(run):
    code, facts = run("play", "--board", "2 4/4 2", "--engine", "monte-carlo")
    assert (code, facts["move"]) == (1, None)


@pytest.mark.parametrize(
    ("board", "says"), [("2 0/4", "differ in length"), ("2 x/4 2", "r1c2"), ("", "differ"), ("2 0/4 0", "No such")]
)
def test_what_is_no_board_or_no_engine_is_said(run, board, says):
    code, facts = run("play", "--board", board, "--engine", "monte-carlo" if says != "No such" else "clever")
    assert code == 2
    assert says in facts["error"]["message"] + facts["error"]["title"]


STORY = {
    "columns": 2,
    "events": [[2, 2, 0, 0], {"move": "left", "cell": 3, "value": 2}, {"move": "down", "cell": 0, "value": 2}],
}


def record(folder, story, board="2 . 4 2"):
    folder.mkdir()
    (folder / "moves.json").write_text(json.dumps(story))
    (folder / "outcome.json").write_text(json.dumps({"board": board, "outcome": "verified"}))
    return str(folder)


def test_a_recorded_game_is_held_against_the_rules(run, tmp_path):
    code, facts = run("replay", record(tmp_path / "game", STORY))
    assert code == 0
    assert facts == {"moves": 2, "score": 4, "board": [2, 0, 4, 2], "read_anew": 0, "legal": True, "why": None}


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ({"move": "down", "cell": 1, "value": 2}, "changes nothing"),
        ({"move": "up", "cell": 0, "value": 2}, "not empty"),
        ({"move": "up", "cell": 9, "value": 2}, "not empty"),
        ({"move": "up", "cell": 2, "value": 8}, "no 8 can appear"),
    ],
)
def test_the_first_step_that_cannot_be_is_named(run, tmp_path, event, says):
    code, facts = run("replay", record(tmp_path / "game", {"columns": 2, "events": [[0, 0, 4, 2], event]}))
    assert (code, facts["legal"], facts["moves"]) == (1, False, 0)
    assert "move 1" in facts["why"]
    assert says in facts["why"]


def test_a_game_that_ends_on_another_board_than_was_believed_is_not_legal(run, tmp_path):
    code, facts = run("replay", record(tmp_path / "game", STORY, board="2 . 4 4"))
    assert (code, facts["legal"]) == (1, False)


def test_a_recorded_game_that_was_cut_short_is_held_against_the_rules_as_far_as_it_came(run, tmp_path):
    folder = record(tmp_path / "game", STORY)
    (tmp_path / "game" / "outcome.json").unlink()
    code, facts = run("replay", folder)
    assert (code, facts["moves"], facts["legal"]) == (0, 2, True)


def test_without_a_recorded_game_it_says_so(run, tmp_path):
    assert "No game of moves" in run("replay")[1]["error"]["message"]
    (tmp_path / "empty").mkdir()
    code, facts = run("replay", str(tmp_path / "empty"))
    assert (code, facts["error"]["title"]) == (1, "No recorded game")
