"""How many records of jobs are kept."""

import pytest

from gridpilot.outcome import Ending, Outcome
from gridpilot.pilot.record import Evidence, Records


def keep_five(records: Records) -> None:
    for number in range(5):
        records.keep(Evidence(), Outcome(Ending.NO_BOARD, "sudoku", window=str(number)))


@pytest.mark.parametrize("wanted", [0, 1, 3])
def test_no_more_records_are_kept_than_the_user_wants(tmp_path, wanted: int) -> None:
    folder = tmp_path / "runs"
    records = Records(folder, lambda capture, path: path.write_bytes(b"picture"), wanted)
    keep_five(records)
    assert len(list(folder.glob("*"))) == wanted
    newest = records.latest()
    assert newest is None if not wanted else newest["window"] == "4"


def test_a_user_who_wants_none_loses_the_old_ones_with_the_next_job(tmp_path) -> None:
    keep_five(Records(tmp_path, lambda capture, path: path.write_bytes(b"picture")))
    keep_five(Records(tmp_path, lambda capture, path: path.write_bytes(b"picture"), 0))
    assert list(tmp_path.glob("*")) == []
