"""The board of the newest record, for people."""

import json

from gridpilot.service.last_reading import boxes, last_board


def record(folder, **reading):
    (folder / "reading.json").write_text(json.dumps(reading), "utf-8")
    return folder


def test_a_sudoku_is_drawn_as_it_was_read(tmp_path):
    made = record(tmp_path, size=4, values=[1, 2, 3, 4] + [0] * 12, box=[0, 0, 40, 40], regions=None)
    assert last_board(made, "sudoku").splitlines()[:2] == [" 1 2 3 4", " . . . ."]


def test_a_board_of_2048_is_drawn_as_one(tmp_path):
    made = record(tmp_path, size=3, values=[2, 0, 4] + [0] * 6, box=[0, 0, 30, 30], regions=None)
    assert last_board(made, "2048").splitlines()[0].split() == ["2", ".", "4"]


def test_cells_are_found_in_the_picture(tmp_path):
    made = record(tmp_path, size=4, values=[0] * 16, box=[10, 20, 50, 60], regions=None)
    assert list(boxes(made, ["r1c1", "r4c2", "no cell"])) == [(10, 20, 20, 30), (20, 50, 30, 60)]


def test_where_nothing_was_read_there_is_no_board(tmp_path):
    assert last_board(tmp_path, "sudoku") == ""
    assert list(boxes(tmp_path, ["r1c1"])) == []
