"""What a click on a cell opens is answered where it is seen to take the digit, and nothing else is pressed."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from fakes.board_window import FakeClock

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.guard import Refused
from gridpilot.pilot.hands.prompts import Prompt

CELL = Cell(0, 0)
BOXES = tuple(Box(20 * column, 20 * row, 20 * column + 20, 20 * row + 20) for row in range(4) for column in range(4))
PLACE, BOARD = Rect(30, 30, 40, 20), Rect(0, 0, 80, 80)


class Program:
    """A window of 80 x 80 pixels. `dialog`: what it opens is a window of its own, else dimmed glass with a field on it.
    `taken`: columns that come to look otherwise by a digit, a text cursor's one being among them; `read`: what is read
    there.
    """

    def __init__(self, *, dialog: bool, taken: int, drawn_after: float = 0.0, read: str = "7") -> None:
        self.dialog, self.taken, self.drawn_after, self.read = dialog, taken, drawn_after, read
        self.closes, self.page = "Return", np.full((80, 80, 3), 200, np.uint8)
        self.clock, self.is_up, self.keys, self.raised = FakeClock(), False, "", False

    def click(self) -> None:
        self.is_up, self.since = True, self.clock.now()

    def press(self, key: str, **_: object) -> None:
        self.keys += key
        self.is_up = self.is_up and key != self.closes

    def capture(self, area: Rect) -> Capture:
        pixels = self.page.copy()
        if self.is_up:
            pixels[:] = pixels if self.dialog else 120
            pixels[30:50, 30:70] = 255
            if self.clock.now() - self.since >= self.drawn_after:
                pixels[34:46, 34 : 35 + self.taken * bool(self.keys)] = 0
        x, y = area.x, area.y
        return Capture(pixels[y : y + area.height, x : x + area.width], View(area, area.width, area.height))

    def opened(self, *_: object) -> dict[str, None]:
        return {f"popup-{self.read}": None}

    def window(self) -> SimpleNamespace | None:
        return SimpleNamespace(content=PLACE) if self.dialog and self.is_up else None


def prompt_of(program: Program) -> Prompt:
    window = SimpleNamespace(content=BOARD, obstacle="")
    sight = Sight(program, SimpleNamespace(), window, program.clock, Abort())
    sight.reading = SimpleNamespace(boxes=BOXES, size=4, signs="1234567", extent=Box(0, 0, 80, 80))

    def bring_up(_dialog: object) -> None:
        program.raised = True

    guard = SimpleNamespace(
        dialog=program.window,
        game_asks=lambda: program.window() is not None,
        has_focus=lambda: program.window() is None,
        of=lambda _: guard,
        press=program.press,
        bring_up=bring_up,
    )
    prompt = Prompt(program, program, sight, guard)
    prompt.before = sight.snap()
    return prompt


@pytest.mark.parametrize("drawn_after", [0.0, 0.4])
@pytest.mark.parametrize("dialog", [False, True])
def test_a_digit_is_typed_into_what_has_opened_and_return_pressed(*, dialog: bool, drawn_after: float) -> None:
    program = Program(dialog=dialog, taken=7, drawn_after=drawn_after)
    prompt = prompt_of(program)
    assert not prompt.is_open()
    program.click()
    assert prompt.is_open()
    prompt.answer("7", CELL)
    assert (program.keys, program.is_up, program.raised) == ("7Return", False, dialog)


@pytest.mark.parametrize("dialog", [False, True])
@pytest.mark.parametrize("taken", [0, 1])
def test_return_alone_says_yes_to_nothing(*, dialog: bool, taken: int) -> None:
    """`taken`: nothing comes by the digit, or a text cursor, which comes and goes by itself."""
    program = Program(dialog=dialog, taken=taken)
    prompt = prompt_of(program)
    program.click()
    with pytest.raises(Refused, match="r1c1 was clicked"):
        prompt.answer("7", CELL)
    assert program.keys == "7"


@pytest.mark.parametrize("dialog", [False, True])
def test_no_digit_is_typed_into_what_another_cell_has_opened(*, dialog: bool) -> None:
    program = Program(dialog=dialog, taken=7)
    program.closes = ""
    prompt = prompt_of(program)
    program.click()
    prompt.answer("7", CELL)
    with pytest.raises(Refused, match="r1c2 was clicked"):
        prompt.answer("5", Cell(0, 1))
    assert program.keys == "7ReturnTabspace"


@pytest.mark.parametrize("dialog", [False, True])
def test_the_button_after_the_field_is_pressed_where_return_does_nothing(*, dialog: bool) -> None:
    program = Program(dialog=dialog, taken=7)
    program.closes = "space"
    prompt = prompt_of(program)
    for key, keys in (("7", "7ReturnTabspace"), ("5", "5Tabspace")):
        program.keys = ""
        program.click()
        prompt.answer(key, CELL)
        assert (program.keys, program.is_up) == (keys, False)


def test_a_page_that_scrolls_has_opened_nothing() -> None:
    program = Program(dialog=False, taken=7)
    lines = np.random.default_rng(1).integers(0, 255, (120, 80, 3), np.uint8)
    program.page = lines[:80]
    prompt = prompt_of(program)
    program.page = lines[12:92]
    assert not prompt.is_open()
    program.page = lines[:80] // 2
    assert prompt.is_open()


def test_what_changes_by_itself_is_no_digit() -> None:
    """As a clock beside the field does. Where a digit was read in the first one, the others are what it was."""
    program = Program(dialog=True, taken=7, read="3")
    prompt = prompt_of(program)
    program.click()
    with pytest.raises(Refused, match="r1c1 was clicked"):
        prompt.answer("7", CELL)
    program.read = "7"
    program.keys = ""
    prompt.answer("7", CELL)
    program.read = ""
    program.keys = ""
    program.click()
    prompt.answer("5", CELL)
    assert program.keys == "5Return"


@pytest.mark.parametrize("dialog", [False, True])
def test_no_key_is_pressed_where_nothing_opens_or_is_drawn(*, dialog: bool) -> None:
    program = Program(dialog=dialog, taken=7, drawn_after=60.0 if dialog else 0.0)
    prompt = prompt_of(program)
    if dialog:
        program.click()
    with pytest.raises(Refused, match="r1c1 was clicked"):
        prompt.answer("7", CELL)
    assert not program.keys
