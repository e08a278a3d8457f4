"""What a pilot learns of a kind of window: the second fill tries less and waits less, and nothing is trusted."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.board_window import WINDOW, BoardWindow, FakeClock, TextGame, desk_of
from fakes.desktop import Clicked, Pressed

from gridpilot.games.twenty48.reading.looks import PRINT_BYTES, Palette, Swatch
from gridpilot.games.twenty48.reading.looks_store import Palettes
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.pilot.window_memory import Habit
from gridpilot.pilot.window_memory_store import Habits, Paces, forget, kind
from gridpilot.plan import Fill, Home, Way
from gridpilot.profiles.match import automatic
from gridpilot.profiles.profile import Profile, Rule
from gridpilot.profiles.store import Profiles

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"

WAYS = {
    "click-key": ({"arrows_move": False}, False),
    "click-pad": ({"keys_type": False, "pad": "cell-first"}, True),
    "pad-click": ({"keys_type": False, "pad": "digit-first"}, True),
    "arrows": ({}, False),
    "keys only": ({"clicks_select": False, "selected": Cell(4, 4)}, False),
}


class Player:
    """Fills boards of one program, one after the other, and tells how long each took and what was touched."""

    def __init__(self, folder: Path, *, pad_seen: bool = False, **flags: object) -> None:
        self.folder, self.flags, self.pad_seen = folder, flags, pad_seen
        self.habits = Habits(folder / "habits.json")

    def fill(self) -> tuple[float, int]:
        program = BoardWindow([int(sign) if sign.isdigit() else 0 for sign in PUZZLE], **self.flags)
        fake, desk = desk_of(program)
        clock = FakeClock()
        records = Records(self.folder / "runs", lambda capture, path: None, 0)
        pilot = Pilot(desk, TextGame(pad_there=self.pad_seen), Profiles(self.folder), records, clock, self.habits)
        outcome = pilot.fill(Abort())
        assert outcome.ending is Ending.VERIFIED, outcome
        return clock.time, sum(isinstance(event, Clicked | Pressed) for event in fake.input.events)


@pytest.mark.parametrize("way", WAYS)
def test_the_second_fill_of_a_window_without_a_profile_tries_no_more_than_needed(tmp_path: Path, way: str) -> None:
    flags, pad = WAYS[way]
    player = Player(tmp_path, pad_seen=pad, **flags)
    first, second, third = (player.fill() for _ in range(3))
    assert second[1] <= first[1]
    assert second[0] <= first[0] + 0.05
    assert third[1] == second[1]
    if way in {"click-pad", "keys only"}:
        assert second[0] < first[0] - 0.1  # the wait for a try that did not work


def test_a_way_that_works_no_longer_is_no_harm(tmp_path: Path) -> None:
    habits = Habits(tmp_path / "habits.json")
    alone = (Way(Fill.ARROWS, home) for home in Home)
    for wrong in (Way(Fill.PAD_CLICK), Way(Fill.CLICK_PAD), *alone):
        habits.keep(kind(automatic("sudoku"), WINDOW), Habit(wrong))
        Player(tmp_path, arrows_move=False).fill()
        assert habits.of(kind(automatic("sudoku"), WINDOW)).way == Way(Fill.CLICK_KEY)


def test_a_kind_of_window_is_a_profiles_program_or_a_title_without_its_numbers() -> None:
    mine = Profile("mine", "sudoku", (Rule(title=("x",)),), fill=Fill.ARROWS, source="mine.toml")
    assert kind(mine, WINDOW) == kind(mine, replace(WINDOW, title="other")) == "mine/Game-game"
    plain = automatic("sudoku")
    assert kind(plain, replace(WINDOW, title="Sudoku 1:02")) == kind(plain, replace(WINDOW, title="Sudoku 13:45"))
    assert kind(plain, replace(WINDOW, title="Sudoku 1:02")) != kind(plain, replace(WINDOW, title="Mail"))
    assert "Mail" not in kind(plain, replace(WINDOW, title="Mail"))
    there, here = (replace(WINDOW, instance=f"chromium (/home/{name}/my browser)") for name in ("a", "b"))
    assert kind(plain, here) == kind(plain, there) == kind(plain, replace(WINDOW, instance="chromium"))


def test_habits_outlive_the_process_and_are_bounded(tmp_path: Path) -> None:
    way = Way(Fill.PAD_CLICK, Home.CLICK, "", held=True, confirm="Return", double=True, once=True, keypad=True)
    habit = Habit(way, slow=1, slips=2, clean=3, fills=40)
    Habits(tmp_path / "habits.json").keep("a/b", habit)
    assert Habits(tmp_path / "habits.json").of("a/b") == habit
    for number in range(250):
        Habits(tmp_path / "habits.json").keep(f"{number}/b", habit)
    assert len(json.loads((tmp_path / "habits.json").read_text())) == 200
    assert Habits(tmp_path / "habits.json").of("a/b") == Habit()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"a/b": 3}',
        '{"a/b": {"way": {"fill": "x"}}}',
        '{"a/b": {"slow": "y"}}',
    ],
)
def test_what_cannot_be_read_is_as_if_never_learnt(tmp_path: Path, text: str, caplog) -> None:
    (tmp_path / "habits.json").write_text(text)
    with caplog.at_level(logging.CRITICAL):
        assert Habits(tmp_path / "habits.json").of("a/b") == Habit()


def test_what_was_learnt_of_one_profile_is_forgotten_and_no_more(tmp_path: Path) -> None:
    for name in ("practice", "practice-2048"):
        Habits(tmp_path / "habits.json").keep(f"{name}/A", Habit(slow=2))
        Paces(tmp_path / "paces.json").keep(f"{name}/A", 0.2)
        Palettes(tmp_path / "looks").save(f"{name}/A", Palette((Swatch(2, (1.0, 2.0, 3.0), bytes(PRINT_BYTES)),)))
    assert forget(tmp_path, "practice") == 3
    assert forget(tmp_path, "practice") == 0
    assert Habits(tmp_path / "habits.json").of("practice-2048/A").slow == 2
    assert Paces(tmp_path / "paces.json").gap("practice-2048/A") == 0.2
    assert Palettes(tmp_path / "looks").load("practice-2048/A").swatches
    assert not Palettes(tmp_path / "looks").load("practice/A").swatches
