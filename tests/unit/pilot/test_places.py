"""A profile's places in a window that was changed since: nothing is clicked where they cannot be right."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes.board_window import BoardWindow, FakeClock, TextGame, desk_of
from fakes.desktop import Clicked, Pressed

from gridpilot.errors import GridpilotError
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.profiles.store import Profiles
from gridpilot.texts.messages import outcome_sentence

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
PAD = "[buttons]\n" + "\n".join(f"{digit} = [{(digit - 0.5) / 9:.4f}, 0.95]" for digit in range(1, 10))
AREA = "[board]\narea = [0.0, 0.0, 1.0, 0.9]\n"


class Job:
    def __init__(self, folder: Path, profile: str, game: TextGame | None = None, **flags: object) -> None:
        self.program = BoardWindow([int(sign) if sign.isdigit() else 0 for sign in PUZZLE], **flags)
        self.fake, self.desk = desk_of(self.program)
        (folder / "profiles").mkdir()
        (folder / "profiles" / "mine.toml").write_text(f'game = "sudoku"\nmatch = {{ class = "Game" }}\n{profile}')
        records = Records(folder / "runs", lambda capture, path: path.write_bytes(b""), 1)
        self.clock = FakeClock()
        self.pilot = Pilot(self.desk, game or TextGame(), Profiles(folder / "profiles"), records, self.clock)

    def fill(self, abort: Abort | None = None) -> Outcome:
        return self.pilot.fill(abort or Abort())

    @property
    def touched(self) -> list[object]:
        return [event for event in self.fake.input.events if isinstance(event, Clicked | Pressed)]


def test_a_pad_by_fractions_fills_the_board_of_a_window_twice_as_large(tmp_path: Path) -> None:
    profile = f'fill = "click-pad"\ncalibrated = {{ width = 450, height = 500 }}\n{AREA}{PAD}'
    job = Job(tmp_path, profile, keys_type=False, pad="cell-first")
    assert job.fill().ending is Ending.VERIFIED
    assert 0 not in job.program.board


def test_a_pad_that_nobody_can_place_is_not_clicked(tmp_path: Path) -> None:
    """Neither the window's shape nor the board's size is what it was, and no pad is seen."""
    profile = (
        f'fill = "click-pad"\ncalibrated = {{ width = 400, height = 300 }}\n[board]\narea = [0.3, 0.1, 0.7, 0.6]\n{PAD}'
    )
    job = Job(tmp_path, profile, keys_type=False, pad="cell-first")
    outcome = job.fill()
    assert (outcome.ending, job.touched) == (Ending.BLOCKED, [])
    assert "mine" in outcome_sentence(outcome)
    assert "cannot be told" in outcome_sentence(outcome)


def test_a_pad_that_is_seen_is_used_where_the_profiles_cannot_be(tmp_path: Path) -> None:
    profile = (
        f'fill = "click-pad"\ncalibrated = {{ width = 400, height = 300 }}\n[board]\narea = [0.3, 0.1, 0.7, 0.6]\n{PAD}'
    )
    job = Job(tmp_path, profile, TextGame(pad_there=True), keys_type=False, pad="cell-first")
    assert job.fill().ending is Ending.VERIFIED


def test_a_fixed_board_in_a_window_of_another_shape_is_refused(tmp_path: Path) -> None:
    fixed = 'calibrated = { width = 900, height = 700 }\n[board]\nlocate = "fixed"\narea = [0, 0, 1, 0.9]\n'
    job = Job(tmp_path, fixed)
    outcome = job.fill()
    assert (outcome.ending, job.touched) == (Ending.BLOCKED, [])
    assert "900 x 1000 now, 900 x 700 then" in outcome_sentence(outcome)


def test_a_profile_that_is_asked_for_by_name_is_used_or_none(tmp_path: Path) -> None:
    job = Job(tmp_path, 'fill = "arrows"')
    (tmp_path / "profiles" / "other.toml").write_text('game = "sudoku"\nmatch = { class = "Other" }\n')
    with pytest.raises(GridpilotError, match='The profile other is not for this window: class is "Game", not "Other"'):
        job.pilot.fill(Abort(), wish="other")
    with pytest.raises(GridpilotError, match="there is none of that name"):
        job.pilot.fill(Abort(), wish="others")
    assert job.touched == []
    assert job.pilot.fill(Abort(), wish="mine").profile == "mine"


def test_a_countdown_passes_before_the_first_key(tmp_path: Path) -> None:
    job = Job(tmp_path, "pace = { countdown = 2 }")
    assert job.fill().ending is Ending.VERIFIED
    assert job.clock.time > 2


def test_a_user_can_stop_it_in_the_countdown(tmp_path: Path) -> None:
    abort = Abort()
    job = Job(tmp_path, "pace = { countdown = 2 }")
    waits = job.clock.wait

    def wait(seconds: float, abort_: Abort) -> None:
        waits(seconds, abort_)
        if seconds == 2:
            abort.stop(StopReason.ESCAPE)

    job.clock.wait = wait
    outcome = job.fill(abort)
    assert (outcome.reason, job.touched) == (StopReason.ESCAPE, [])
