"""A page that scrolls under a move is told from tiles that slide, by pictures of the board before and after."""

import pytest
from fakes.tile_drawing import Drawing, captured

from gridpilot.geometry import Box
from gridpilot.pilot.eyes.scroll_shift import has_scrolled, scrolled
from gridpilot.plan import Move

BEFORE = Drawing(((0, 2, 0, 4), (0, 0, 0, 0), (8, 0, 0, 2), (2, 16, 0, 4)))
AFTER = Drawing(((2, 4, 0, 0), (0, 0, 2, 0), (8, 2, 0, 0), (2, 16, 4, 0)))
WAYS = {Move.RIGHT: (1, 0), Move.LEFT: (-1, 0), Move.DOWN: (0, 1), Move.UP: (0, -1)}


def view(drawing, right=0, down=0):
    """What is seen where the board was, in a view that has gone so far along the page."""
    x0, y0, x1, y1 = drawing.whole()
    return captured(drawing.picture.crop((x0 + right, y0 + down, x1 + right, y1 + down)))


@pytest.mark.parametrize("move", WAYS)
@pytest.mark.parametrize("by", [15, 40, 57])
def test_the_view_went_along_with_the_move(move, by):
    right, down = WAYS[move]
    assert scrolled(view(BEFORE), view(AFTER, by * right, by * down), move) == by


@pytest.mark.parametrize("move", WAYS)
def test_tiles_that_slide_are_no_scroll(move):
    assert scrolled(view(BEFORE), view(AFTER), move) == 0
    assert scrolled(view(BEFORE), view(BEFORE), move) == 0


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("by", [-57, 0, 57])
def test_a_page_that_has_scrolled_is_told_from_one_that_has_not(by, right):
    before, after = view(BEFORE), view(AFTER, by * right, by * (not right))
    board = Box(0, 0, before.view.width, before.view.height)
    assert has_scrolled(before, after, board) is bool(by)
    assert not has_scrolled(None, after, board)


def test_a_plain_picture_says_nothing():
    plain = Drawing(((0, 0), (0, 0)), frame="#faf8ef", empty="#faf8ef")
    assert scrolled(view(plain), view(plain), Move.UP) == 0
