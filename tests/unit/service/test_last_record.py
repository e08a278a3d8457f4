"""The board of the newest record, for people."""

import json

import pytest

from gridpilot.outcome import Ending, Outcome
from gridpilot.pilot.record import Records, outcome_facts
from gridpilot.service.last_record import newest


def record(tmp_path, name="1", game="sudoku", **reading):
    folder = tmp_path / name
    folder.mkdir()
    facts = outcome_facts(Outcome(Ending.VERIFIED, game)) | {"ended_at": 1e9, "job": name}
    (folder / "outcome.json").write_text(json.dumps(facts), "utf-8")
    if reading:
        (folder / "reading.json").write_text(json.dumps(reading), "utf-8")
    return folder


def last(tmp_path):
    return newest(Records(tmp_path, lambda capture, path: None))


def test_a_sudoku_is_drawn_as_it_was_read(tmp_path):
    record(tmp_path, size=4, values=[1, 2, 3, 4] + [0] * 12, box=[0, 0, 40, 40], regions=None)
    made, unread = last(tmp_path)
    assert made.drawn().splitlines()[:2] == [" 1 2 3 4", " . . . ."]
    assert unread == ()


def test_a_board_of_2048_is_drawn_as_one(tmp_path):
    record(tmp_path, game="2048", size=3, values=[2, 0, 4] + [0] * 6, box=[0, 0, 30, 30], regions=None)
    assert last(tmp_path)[0].drawn().splitlines()[0].split() == ["2", ".", "4"]


def test_cells_are_found_in_the_picture(tmp_path):
    record(tmp_path, size=4, values=[0] * 16, box=[10, 20, 50, 60], regions=None)
    made, _ = last(tmp_path)
    where = {cell: edges for cell, _value, edges in made.board.cells()}
    assert (where["r1c1"], where["r4c2"]) == ((10, 20, 20, 30), (20, 50, 30, 60))


def test_where_nothing_was_read_there_is_no_board(tmp_path):
    record(tmp_path)
    made, unread = last(tmp_path)
    assert (made.drawn(), made.board, unread) == ("", None, ())


def test_where_no_job_was_done_there_is_no_record(tmp_path):
    assert last(tmp_path) == (None, ())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("sentence", 5), ("moves", "ten"), ("ms", {"total": "soon"}), ("ms", [1]), ("cells", "r1c1"), ("cells", [7]),
        ("game", "chess"), ("game", None), ("outcome", "won"), ("ended_at", 1e300), ("ended_at", "noon"),
    ],
)  # fmt: skip
def test_a_record_with_a_wrong_value_is_named_and_the_one_before_it_told(tmp_path, key, value):
    record(tmp_path, "1")
    folder = record(tmp_path, "2")
    facts = json.loads((folder / "outcome.json").read_text("utf-8"))
    (folder / "outcome.json").write_text(json.dumps(facts | {key: value}), "utf-8")
    made, (unread,) = last(tmp_path)
    assert made.facts.job == "1"
    assert unread == f"{folder / 'outcome.json'} cannot be read: it is damaged."


@pytest.mark.parametrize("wrong", [{"size": 0}, {"size": "4"}, {"values": [1] * 15}, {"box": [1, 2]}, {"regions": [1]}])
def test_of_a_record_whose_board_is_damaged_the_rest_is_told(tmp_path, wrong):
    folder = record(tmp_path, **{"size": 4, "values": [0] * 16, "box": [0, 0, 40, 40], "regions": None, **wrong})
    made, (unread,) = last(tmp_path)
    assert (made.facts.job, made.drawn()) == ("1", "")
    assert str(folder / "reading.json") in unread


def test_a_digit_that_no_such_board_has_is_not_drawn(tmp_path):
    record(tmp_path, size=4, values=[9] * 16, box=[0, 0, 40, 40], regions=None)
    assert last(tmp_path)[0].drawn() == ""
