"""What lies over a board that may not be typed is told by the windows of the desktop and by the pointer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fakes.board_window import CONTENT, WINDOW, BoardWindow, desk_of
from fakes.sudoku_readings import PUZZLE, reading

from gridpilot.games.protocols import Decision
from gridpilot.geometry import Box, Cell, Point, Rect, View
from gridpilot.outcome import Ending, Hurdle
from gridpilot.pilot.guard import in_front

BOARD = Rect(CONTENT.x + 10, CONTENT.y + 10, 90, 90)
VIEW = View(CONTENT, CONTENT.width, CONTENT.height)
AWAY = Point(0, 0)
TERMINAL = replace(WINDOW, handle=8, title="Terminal", content=replace(BOARD, x=BOARD.x + 80))


def refused(*others, below=(), pointer=AWAY):
    """What is said of a doubt in r1c1, with these windows in front of the game's, and behind it."""
    fake, desk = desk_of(BoardWindow(list(PUZZLE)))
    fake.focus.windows = {each.handle: each for each in (*others, WINDOW, *below)}
    fake.input.at = pointer
    cells = tuple(
        Box(10 + 10 * col, 10 + 10 * row, 20 + 10 * col, 20 + 10 * row) for row in range(9) for col in range(9)
    )
    seen = replace(reading(PUZZLE), boxes=cells, extent=Box(10, 10, 100, 100))
    decision = Decision(seen, ending=Ending.DOUBTFUL, cells=(Cell(0, 0),), hurdle=Hurdle.UNREAD)
    return in_front.refusal(decision, VIEW, WINDOW, desk)


def test_the_topmost_window_that_lies_over_the_board_is_named():
    note = replace(TERMINAL, handle=9, title="Note")
    assert "'Terminal'" in refused(TERMINAL, note)
    assert "'Note'" in refused(note, TERMINAL)


@pytest.mark.parametrize("beside", [(200, 0), (0, 200), (-300, 0)])
def test_a_window_beside_the_board_or_behind_it_is_not(beside):
    away = replace(TERMINAL, handle=9, content=replace(BOARD, x=BOARD.x + beside[0], y=BOARD.y + beside[1]))
    assert "lies over" not in refused(away, below=(TERMINAL,))


def test_one_without_a_title_is_named_by_its_class():
    assert "'Game'" in refused(replace(TERMINAL, title=""))


def test_the_pointer_is_named_where_it_is_in_the_cell_in_doubt():
    inside = Point(CONTENT.x + 15, CONTENT.y + 15)
    assert "The pointer is there" in refused(pointer=inside)
    assert "pointer" not in refused(pointer=replace(inside, x=inside.x + 20))


def test_of_a_window_that_the_desktop_does_not_list_nothing_is_said():
    fake, desk = desk_of(BoardWindow([0] * 81))
    fake.focus.windows = {TERMINAL.handle: TERMINAL}
    assert not in_front.over(WINDOW, BOARD, desk.focus)
