"""Where the pointer goes, and what is taken for a selection."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fakes.board_window import CONTENT, WINDOW, BoardWindow, FakeClock, TextGame, desk_of
from fakes.desktop import Clicked, Event, FakeDesk
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.outcome import Ending
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.guard import Guard
from gridpilot.pilot.hands.pointer import Pointer, _beside
from gridpilot.pilot.record import Records
from gridpilot.pilot.way.erased_given import is_erased
from gridpilot.profiles.profile import Pace
from gridpilot.profiles.store import Profiles

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
SOLUTION = "519687432724913658386254917178345296652891743943726581231479865467538129895162374"

GIVENS = [int(sign) for sign in PUZZLE.replace(".", "0")]


class TintedCells(BoardWindow):
    """The cell under the pointer looks otherwise, selected or not, which is not seen then."""

    def _draw(self) -> NDArray[np.uint8]:
        whole = super()._draw()
        column, row = (self.pointer.x - CONTENT.x) // 100, (self.pointer.y - CONTENT.y) // 100
        if self.pointer in CONTENT and row < 9:
            whole[10 * row + 1, 10 * column + 1] = 200
        return whole


@pytest.mark.parametrize("late", [1, 4])
@pytest.mark.parametrize("pad", ["", "cell-first"])
@pytest.mark.parametrize("seed", range(6))
def test_a_tint_under_the_pointer_is_no_selection_where_clicks_get_lost(
    tmp_path: Path, seed: int, pad: str, late: int
) -> None:
    """`late`: so many pictures after each event it shows."""
    chance = random.Random(seed)
    program = TintedCells([*GIVENS], arrows_move=False, pad=pad)
    program.solution, program.keys_type, program.delay = [int(sign) for sign in SOLUTION], not pad, lambda: late
    program.deaf = lambda: program.typed > 3 and chance.random() < 0.15
    _, desk = desk_of(program)
    records = Records(tmp_path / "runs", lambda _capture, _path: None, 0)
    pilot = Pilot(desk, TextGame(pad_there=bool(pad)), Profiles(tmp_path), records, FakeClock())
    outcome = pilot.fill(Abort())
    assert (program.mistakes, outcome.ending is Ending.VERIFIED) == (0, program.board == program.solution), outcome


class DrawnInParts(BoardWindow):
    """Each third picture shows nothing yet."""

    def picture(self, area: Rect) -> Capture:
        taken = super().picture(area)
        return Capture(taken.pixels * (self.pictures % 3 > 0), taken.view)


def looking_at(program: BoardWindow, clock: FakeClock) -> tuple[FakeDesk, Sight, Pointer]:
    fake, desk = desk_of(program)
    sight = Sight(desk.screen, TextGame(), WINDOW, clock, abort := Abort())
    reading = TextGame().read(sight.snap())
    assert reading is not None
    sight.settle_on(reading)
    return fake, sight, Pointer(sight, Guard(abort, desk, WINDOW, clock), Pace(), clock, abort)


@pytest.mark.parametrize("deaf", [False, True])
def test_what_is_drawn_in_parts_is_no_click_that_arrived(*, deaf: bool) -> None:
    program = DrawnInParts([*GIVENS], deaf=lambda: deaf)
    _, _, pointer = looking_at(program, FakeClock())
    assert pointer.click_and_move_on(Cell(1, 0), Cell(8, 8)) is not deaf


def test_a_given_that_is_missing_while_its_window_is_drawn_is_not_erased() -> None:
    program = DrawnInParts([*GIVENS])
    _, sight, _ = looking_at(program, FakeClock())
    given = Cell(0, 1)
    while sight.look().at(given).value:
        pass
    assert not is_erased(sight, given)
    program.board[1] = 0
    sight.look()
    assert is_erased(sight, given)


def test_a_cell_that_something_lies_over_is_no_witness() -> None:
    _, sight, pointer = looking_at(TintedCells([*GIVENS], covers={0}), FakeClock())
    assert sight.reading.hidden == (Cell(0, 0),)
    pointer.tinted = [Cell(0, 0), Cell(7, 7)]
    assert pointer.select(Cell(8, 8))


@pytest.mark.parametrize("opens", [False, True])
def test_the_pointer_stays_on_a_tinted_cell_where_its_click_has_opened_a_window(*, opens: bool) -> None:
    fake, sight, pointer = looking_at(program := TintedCells([0] * 81), FakeClock())
    dialog = replace(WINDOW, handle=WINDOW.handle + 1)

    def take(event: Event) -> None:
        program.take(event)
        if opens and isinstance(event, Clicked):
            fake.focus.windows[dialog.handle] = dialog
            fake.focus.active = dialog.handle

    fake.input._on_event = take
    pointer.tinted = [Cell(0, 0), Cell(8, 8)]
    pointer.select(Cell(4, 4))
    assert (fake.input.pointer() == sight.point(Cell(4, 4))) is opens


@pytest.mark.parametrize(
    "board", [Box(0, 0, 300, 200), Box(10, 10, 290, 190), Box(0, 40, 300, 200), Box(0, 0, 250, 200)]
)
def test_the_place_beside_a_board_is_in_its_window(board: Box) -> None:
    view = View(Rect(-300, 50, 300, 200), 300, 200)
    at = _beside(board, view)
    assert at in view.area
    inside = view.to_pixel(at) in board
    assert inside == (board == Box(0, 0, 300, 200))
