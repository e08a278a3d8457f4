"""What lies over a board: sheets, boxes and words, told from a plain board by the gaps and by learnt colours."""

import pytest
from fakes.tile_drawing import CREAM, Drawing, captured, sheet, written
from PIL import Image, ImageDraw

from gridpilot.games.protocols import Cover
from gridpilot.games.twenty48.reading import reader
from gridpilot.games.twenty48.reading.cover import below, covered
from gridpilot.games.twenty48.reading.looks import NOT_LEARNT
from gridpilot.games.twenty48.rules import Rules

STUCK = ((2, 4, 8, 16), (4, 2, 32, 64), (2, 128, 4, 512), (8, 2, 64, 4))
RUNNING = ((2, 4, 8, 16), (4, 4, 32, 64), (0, 128, 4, 512), (8, 2, 0, 4))
WON = ((2, 4, 8, 16), (4, 2048, 32, 64), (0, 128, 4, 512), (0, 0, 0, 4))
GOLD, BLACK = (237, 194, 46), (0, 0, 0)


def boxed(board):
    drawing = Drawing(board)
    x0, y0, x1, y1 = drawing.whole()
    middle = (y0 + y1) / 2
    drawing.pen.rectangle((x0 + 40, middle - 36, x1 - 40, middle + 36), "#a09286", "#e6e2dc", 2)
    return captured(written(drawing.picture, (x0, y0, x1, y1), "Game over!"))


def told(board, capture, palette=NOT_LEARNT):
    first = reader.read(Drawing(RUNNING).capture())
    if not covered(capture, reader.reread(capture, first, palette), palette):
        return Cover.NONE
    return below(tuple(value for row in board for value in row), 4, Rules())


def learnt():
    capture = Drawing(RUNNING).capture()
    return reader.learnt(capture, reader.read(capture), NOT_LEARNT)


@pytest.mark.parametrize("board", [STUCK, RUNNING, WON])
def test_nothing_lies_over_a_plain_board(board):
    assert told(board, Drawing(board).capture(), learnt()) is Cover.NONE


@pytest.mark.parametrize("colour", [CREAM, GOLD, BLACK])
def test_words_on_a_sheet_over_a_board_without_moves_say_that_the_game_is_over(colour):
    assert told(STUCK, sheet(STUCK, colour, 0.6, "Game over!")) is Cover.OVER


def test_a_box_over_a_board_without_moves_says_that_the_game_is_over():
    assert told(STUCK, boxed(STUCK)) is Cover.OVER


def test_a_sheet_over_a_board_with_the_target_and_moves_says_that_it_is_won():
    assert told(WON, sheet(WON, GOLD, 0.5, "You win!")) is Cover.WON


def test_a_box_over_a_running_game_is_unknown():
    assert told(RUNNING, boxed(RUNNING)) is Cover.UNKNOWN


@pytest.mark.parametrize("colour", [CREAM, GOLD, BLACK])
def test_a_sheet_without_words_shows_by_learnt_colours(colour):
    assert told(STUCK, sheet(STUCK, colour, 0.4), learnt()) is Cover.OVER


def test_a_glow_around_high_tiles_is_no_overlay():
    drawing = Drawing(WON)
    x0, y0, x1, y1 = drawing.box(1, 1)
    glow = Image.new("RGB", drawing.picture.size, "#f3d774")
    mask = Image.new("L", drawing.picture.size, 0)
    for reach in range(12, 0, -1):
        ImageDraw.Draw(mask).rectangle((x0 - reach, y0 - reach, x1 + reach, y1 + reach), None, 140 - 10 * reach)
    drawing.picture.paste(glow, (0, 0), mask)
    assert told(WON, captured(drawing.picture), learnt()) is Cover.NONE


def test_the_rules_say_what_an_overlay_means():
    two_by_two = Rules(target=64)
    assert below((2, 4, 4, 2), 2, two_by_two) is Cover.OVER
    assert below((64, 4, 4, 0), 2, two_by_two) is Cover.WON
    assert below((2, 4, 4, 0), 2, two_by_two) is Cover.UNKNOWN
