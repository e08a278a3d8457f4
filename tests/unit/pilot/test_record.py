"""How many records of jobs are kept, and what they show."""

import errno
import json

import numpy as np
import pytest

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.outcome import Ending, Outcome
from gridpilot.pilot.record import Evidence, Records
from gridpilot.reading import CellReading, Kind, Reading, Rival


def keep_five(records: Records) -> None:
    for number in range(5):
        records.keep(Evidence(), Outcome(Ending.NO_BOARD, "sudoku", window=str(number)))


def ended(folder):
    return json.loads((folder / "outcome.json").read_text("utf-8"))


@pytest.mark.parametrize("wanted", [0, 1, 3])
def test_no_more_records_are_kept_than_the_user_wants(tmp_path, wanted: int) -> None:
    folder = tmp_path / "runs"
    records = Records(folder, lambda capture, path: path.write_bytes(b"picture"), wanted)
    keep_five(records)
    assert len(list(folder.glob("*"))) == wanted
    newest = records.latest_folder()
    assert newest is None if not wanted else ended(newest)["window"] == "4"


def test_failures_alone_are_kept_where_that_is_wanted(tmp_path) -> None:
    records = Records(tmp_path, lambda capture, path: path.write_bytes(b"picture"), failures_only=True)
    for ending in (Ending.NO_BOARD, Ending.VERIFIED, Ending.MISSED, Ending.VERIFIED):
        records.keep(Evidence(), Outcome(ending, "sudoku"))
    kept = [json.loads(path.read_text())["outcome"] for path in sorted(tmp_path.glob("*/outcome.json"))]
    assert kept == ["no-board", "missed"]


def test_the_draft_of_a_job_that_went_well_goes_where_failures_alone_are_wanted(tmp_path) -> None:
    for records in (
        Records(tmp_path, lambda capture, path: None, failures_only=True),
        Records(tmp_path, lambda capture, path: None, 0),
    ):
        evidence = Evidence()
        records.draft(evidence)
        records.keep(evidence, Outcome(Ending.VERIFIED, "2048"))
        assert list(tmp_path.iterdir()) == []


def test_after_the_clock_was_set_back_the_newest_record_is_still_the_newest_and_the_oldest_go(tmp_path) -> None:
    """As after a suspend with a wrong hardware clock, or at the end of summer time."""
    times = iter([1000.0, 2000.0, 500.0, 500.0, 1999.0])
    records = Records(tmp_path, lambda capture, path: path.write_bytes(b"picture"), 3, lambda: next(times))
    for number in range(5):
        records.keep(Evidence(), Outcome(Ending.NO_BOARD, "sudoku", window=str(number)))
        assert ended(records.latest_folder())["window"] == str(number)
    kept = [json.loads(path.read_text())["window"] for path in sorted(tmp_path.glob("*/outcome.json"))]
    assert kept == ["2", "3", "4"]
    assert ended(records.latest_folder())["ended_at"] == 1999.0


def test_a_disk_that_fills_up_costs_the_record_and_nothing_else_and_leaves_no_half_of_it(tmp_path, caplog) -> None:
    def full(_capture, path) -> None:
        path.write_bytes(b"a part of the picture")
        raise OSError(errno.ENOSPC, "No space left on device")

    picture = Capture(np.zeros((9, 9, 3), np.uint8), View(Rect(0, 0, 9, 9), 9, 9))
    keep_five(Records(tmp_path, full))
    before = sorted(tmp_path.rglob("*"))
    Records(tmp_path, full).keep(Evidence(before=picture), Outcome(Ending.VERIFIED, "sudoku"))
    assert sorted(tmp_path.rglob("*")) == before
    assert "No space left" in caplog.text


def test_a_user_who_wants_none_loses_the_old_ones_with_the_next_job(tmp_path) -> None:
    keep_five(Records(tmp_path, lambda capture, path: path.write_bytes(b"picture")))
    keep_five(Records(tmp_path, lambda capture, path: path.write_bytes(b"picture"), 0))
    assert list(tmp_path.glob("*")) == []


def test_of_a_board_in_doubt_the_record_shows_the_cells_and_their_rivals(tmp_path) -> None:
    """The capture has two pixels to a point, and begins left of the first monitor."""
    picture = Capture(np.zeros((90, 90, 3), np.uint8), View(Rect(-100, 50, 45, 45), 90, 90))
    cells = tuple(CellReading(3, Kind.GIVEN, 0.6, (Rival(8, 0.35),)) for _ in range(81))
    boxes = tuple(Box(10.0 * col, 10.0 * row, 10.0 * col + 9, 10.0 * row + 9) for row in range(9) for col in range(9))
    doubts = (Cell(3, 6), Cell(8, 8))
    reading = Reading(9, cells, boxes, Box(0, 0, 90, 90), doubts)
    taken = {}
    records = Records(tmp_path, lambda capture, path: (path.write_bytes(b""), taken.update({path.name: capture})))
    records.keep(Evidence(before=picture, reading=reading), Outcome(Ending.DOUBTFUL, "sudoku", cells=doubts))
    assert set(taken) == {"before.png", "r4c7.png", "r9c9.png"}
    assert taken["r4c7.png"].pixels.shape == (9, 9, 3)
    assert taken["r4c7.png"].view.area == Rect(-70, 65, 4, 4)
    (facts,) = (json.loads(path.read_text()) for path in tmp_path.glob("*/reading.json"))
    assert facts["rivals"] == {"r4c7": [[8, 0.35]], "r9c9": [[8, 0.35]]}


def test_of_a_board_without_doubts_there_are_no_close_ups(tmp_path) -> None:
    picture = Capture(np.zeros((9, 9, 3), np.uint8), View(Rect(0, 0, 9, 9), 9, 9))
    records = Records(tmp_path, lambda capture, path: path.write_bytes(b""))
    records.keep(Evidence(before=picture), Outcome(Ending.VERIFIED, "sudoku"))
    assert {path.name for path in tmp_path.glob("*/*.png")} == {"before.png"}
