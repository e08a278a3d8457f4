"""How soon the next move may go out, and what of that outlives a job."""

from pathlib import Path

import pytest
from fakes.board_window import FakeClock

from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.moves.move_gap import LONGEST_GAP, SLOWEST, Tempo
from gridpilot.pilot.window_memory_store import Paces


def after(tempo: Tempo, clock: FakeClock, seconds: float) -> None:
    """A move that goes out so long after the last one."""
    clock.time += seconds
    tempo.note_sent()


def test_a_lost_move_teaches_a_gap_that_is_longer_than_the_one_it_was_lost_at():
    clock = FakeClock()
    tempo = Tempo(clock, 0.0)
    tempo.note_sent()
    after(tempo, clock, 0.2)
    tempo.note_loss()
    assert 0.2 < tempo.gap < 0.3
    begun = clock.time
    tempo.note_sent()
    tempo.wait_for_turn(Abort())
    assert clock.time - begun >= tempo.gap - 0.001


def test_a_move_lost_after_a_long_pause_teaches_nothing():
    clock = FakeClock()
    tempo = Tempo(clock, 0.1)
    tempo.note_sent()
    after(tempo, clock, LONGEST_GAP + 0.1)
    tempo.note_loss()
    assert tempo.gap == 0.1


def test_the_gap_never_shrinks():
    clock = FakeClock()
    tempo = Tempo(clock, 0.3)
    tempo.note_sent()
    after(tempo, clock, 0.1)
    tempo.note_loss()
    assert tempo.gap == 0.3


def test_a_slow_game_gets_more_patience_and_no_game_gets_too_much():
    clock = FakeClock()
    tempo = Tempo(clock, 0.0)
    usual = tempo.patience
    tempo.note_sent()
    clock.time += 0.2
    tempo.note_answer()
    assert usual < tempo.patience < SLOWEST
    tempo.note_sent()
    clock.time += 60
    tempo.note_answer()
    assert tempo.patience == SLOWEST


def test_gaps_are_kept_by_window(tmp_path: Path):
    file = tmp_path / "paces.json"
    Paces(file).keep("one", 0.24)
    Paces(file).keep("two", 0.1)
    assert [Paces(file).gap(each) for each in ("one", "two", "three")] == [0.24, 0.1, 0.0]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"one": "x"}', "\xff"])
def test_a_broken_file_is_as_good_as_none(tmp_path: Path, text: str):
    file = tmp_path / "paces.json"
    file.write_bytes(text.encode("latin-1"))
    assert Paces(file).gap("one") == 0.0
    Paces(file).keep("one", 0.2)
    assert Paces(file).gap("one") == 0.2


def test_no_file_makes_a_game_crawl(tmp_path: Path):
    file = tmp_path / "paces.json"
    file.write_text('{"one": 1e9, "two": -5}')
    assert 0 <= Paces(file).gap("one") <= 2 * LONGEST_GAP
    assert Paces(file).gap("two") == 0.0


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path: Path):
    Paces(tmp_path / "missing" / "paces.json").keep("one", 0.2)


def test_a_user_who_wants_to_watch_is_waited_for_and_that_is_no_gap_that_the_window_needs():
    clock = FakeClock()
    tempo = Tempo(clock, 0.1, 0.5)
    begun = clock.time
    tempo.note_sent()
    tempo.wait_for_turn(Abort())
    assert clock.time - begun >= 0.499
    assert tempo.gap == 0.1
