"""Digits and marks in the cells of one board, by glyphs whose classes are given."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.games.sudoku.reading.board_font import Candidate, Norm
from gridpilot.games.sudoku.reading.cells import _decide, _in_place, read_cells, second_look
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box
from gridpilot.reading import CellReading, Kind
from gridpilot.vision.glyphs import net
from gridpilot.vision.glyphs.blobs import Blob
from gridpilot.vision.glyphs.cut import Tiles

SIDE = 40
TILES = Tiles(
    np.zeros((1, SIDE, SIDE, 3), np.uint8), np.zeros((1, SIDE, SIDE), np.uint8), np.zeros((1, 3), np.uint8),
    np.zeros(1, np.uint8), ((),),
)  # fmt: skip
NORM = Norm(height=24, low={}, across=0, down=0, sway=0)


def three(sure: float, pieces: int = 2, tallest: int = 12) -> Candidate:
    """What looks like a 3 of the board's height, in so many pieces."""
    chances = [0.0, 0, 0, sure, 0, 0, 0, 0, 0, 0, 1 - sure]
    return Candidate(Blob(12, 8, 14, 24, 120), chances, pieces, tallest)


@pytest.mark.parametrize("sure", [0.6, 0.9])
def test_low_pieces_one_above_the_other_are_neither_surely_a_digit_nor_surely_marks(sure):
    assert _decide(TILES, 0, three(sure), NORM, 9).kind is Kind.UNKNOWN


def test_a_digit_in_pieces_that_is_surely_one_is_read():
    assert _decide(TILES, 0, three(0.999), NORM, 9).value == 3


def test_a_digit_in_one_piece_may_be_less_sure():
    assert _decide(TILES, 0, replace(three(0.9), count=1, tallest=24), NORM, 9).value == 3


def standing(junk: float, x: int = 16, y: int = 8, height: int = 24) -> Candidate:
    """A narrow glyph that the net would rather call junk than a 1."""
    return Candidate(Blob(x, y, 8, height, 90), [0.0, 1 - junk, *[0.0] * 8, junk], 1, height)


def test_what_is_as_tall_as_the_digits_and_stands_as_they_do_is_hardly_junk():
    seen = _in_place(TILES, {0: standing(0.8), **{i: three(0.99, 1, 24) for i in range(1, 5)}}, NORM)
    assert seen[0].chances[1] > 0.85
    assert sum(seen[0].chances) == pytest.approx(1)


@pytest.mark.parametrize("odd", [standing(0.8, x=4), standing(0.8, height=14), standing(0.8, y=1), standing(1.0)])
def test_what_is_aside_or_lower_or_no_digit_at_all_stays_junk(odd):
    seen = _in_place(TILES, {0: odd, **{i: three(0.99, 1, 24) for i in range(1, 5)}}, NORM)
    assert seen.get(0, odd).chances[-1] >= 0.8


@pytest.mark.parametrize(("digits", "junk"), [(14, 0.8), (24, 0.2)])
def test_a_glyph_as_wide_as_it_is_tall_is_hardly_junk_where_the_digits_are_as_wide(digits, junk):
    """As those of a font for a low grid of pixels are."""
    square = replace(standing(0.8), box=Blob(8, 8, 24, 24, 300))
    others = {i: three(0.99, 1, 24) for i in range(1, 5)}
    seen = _in_place(TILES, {0: square, **others}, replace(NORM, width=digits))
    assert seen.get(0, square).chances[-1] <= junk
    assert (0 in seen) is (digits == 24)


def nought(rest: float) -> Candidate:
    """What the net would rather call a nought than a 9."""
    return replace(three(0.0, 1, 24), chances=[1 - rest, *[0.0] * 8, rest, 0.0])


def test_a_nine_that_the_net_takes_for_a_nought_is_one_for_no_sudoku_has_noughts():
    seen = _in_place(TILES, {0: nought(0.2), **{i: three(0.99, 1, 24) for i in range(1, 5)}}, NORM)
    assert seen[0].chances[9] > 0.85


def test_what_can_be_nothing_but_a_nought_stays_one():
    seen = _in_place(TILES, {0: nought(0.001), **{i: three(0.99, 1, 24) for i in range(1, 5)}}, NORM)
    assert seen.get(0, nought(0.001)).chances[0] > 0.99


@pytest.mark.parametrize(("height", "kind"), [(16, Kind.UNKNOWN), (24, Kind.UNKNOWN), (26, Kind.BLANK)])
def test_a_solid_block_no_taller_than_the_digits_is_no_cursor_but_unknown(height, kind):
    block = Candidate(Blob(10, 10, 0, 0, 0), nought(0.001).chances, tallest=height)
    assert _decide(TILES, 0, block, NORM, 9).kind is kind


def test_among_words_the_net_is_right():
    assert _in_place(TILES, {0: three(0.99, 1, 24), **{i: standing(0.8) for i in range(1, 5)}}, NORM) == {}


def read_row(picture: Image.Image, boxes: list[Box]) -> list[CellReading]:
    return read_cells(Sheet(np.ascontiguousarray(np.asarray(picture)[..., ::-1]), boxes).tiles, 9, net.classify).cells


@pytest.mark.parametrize(("corner", "digits"), [((0.5, 0.5), 9), ((0.2, 0.22), 0)])
def test_numbers_at_a_corner_of_every_cell_are_a_crosswords(corner, digits):
    cell = 40
    picture = Image.new("RGB", (9 * cell, cell), "white")
    boxes = [Box(cell * at, 0, cell * (at + 1), cell) for at in range(9)]
    for at, box in enumerate(boxes):
        spot = box.x0 + corner[0] * cell, corner[1] * cell
        ImageDraw.Draw(picture).text(spot, str(at + 1), "black", ImageFont.load_default(16), "mm")
    cells = read_row(picture, boxes)
    assert sum(cell.value > 0 for cell in cells) == digits


def blocks_drawn(count: int, digits: str = "") -> list[Kind]:
    """The kinds of the first cells in a row of nine with block cursors, where a digit may stand on, then digits."""
    cell = 40
    picture = Image.new("RGB", (9 * cell, cell), "white")
    pen = ImageDraw.Draw(picture)
    boxes = [Box(cell * at, 0, cell * (at + 1), cell) for at in range(9)]
    for at, box in enumerate(boxes):
        if at < count:
            pen.rectangle((box.x0 + 12, 9, box.x0 + 26, 31), "black")
        else:
            pen.text((box.x0 + 20, 20), str(at + 1), "black", ImageFont.load_default(26), "mm")
    for at, digit in enumerate(digits):
        pen.text((boxes[at].x0 + 19, 20), digit, "white", ImageFont.load_default(18), "mm")
    cells = read_row(picture, boxes)
    return [cell.kind for cell in cells[:count]]


def test_a_block_cursor_over_a_blank_is_a_blank():
    assert blocks_drawn(1) == [Kind.BLANK]


def test_several_blocks_are_no_cursors():
    assert Kind.BLANK not in blocks_drawn(2)


def small_row(cell: int, size: int, stroke: float, paper: str, ink: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """1 to 9 in cells so small that the digits take much of the room."""
    picture = Image.new("RGB", (9 * cell, cell), paper)
    pen = ImageDraw.Draw(picture)
    for at in range(9):
        spot = cell * at + cell / 2, cell / 2
        pen.text(spot, str(at + 1), ink, ImageFont.load_default(size), "mm", stroke_width=stroke)
    return picture, pen


def values_read(picture: Image.Image) -> list[int]:
    cell = picture.height
    boxes = [Box(cell * at, 0, cell * (at + 1), cell) for at in range(9)]
    return [cell.value for cell in read_row(picture, boxes)]


@pytest.mark.parametrize("frame", ["#3070e0", "#e0b020"])
@pytest.mark.parametrize(("paper", "ink"), [("#1e1e1e", "white"), ("#faf8ef", "#be3c14")])
@pytest.mark.parametrize(("cell", "stroke"), [(20, 0), (20, 1), (24, 1)])
def test_a_thick_frame_in_a_small_cell_hides_no_digit(cell, stroke, paper, ink, frame):
    picture, pen = small_row(cell, 17, stroke, paper, ink)
    pen.rectangle((4 * cell, 0, 5 * cell - 1, cell - 1), outline=frame, width=3)
    assert values_read(picture) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("blocks", [[2], [2, 4, 7]])
def test_a_digit_on_a_block_is_read_that_is_as_far_from_the_cells_ground_as_its_block(blocks):
    """A terminal's white on its green, on black: nothing is left out of the block but another colour is on it."""
    picture, pen = small_row(48, 14, 0, "black", "#e5e5e5")
    for at in blocks:
        pen.rectangle((48 * at + 12, 8, 48 * at + 36, 40), "#00cd00")
        pen.text((48 * at + 24, 24), str(at + 1), "#e5e5e5", ImageFont.load_default(14), "mm")
    assert values_read(picture) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("block", ["#0000ee", "#cdcd00"])
def test_digits_on_blocks_that_fill_little_of_their_cells_are_read(block):
    """A terminal's blue or yellow below each sign, in wide cells: most of a cell's middle is still its own ground."""
    picture, pen = small_row(40, 15, 0, "black", "black")
    for at in range(9):
        pen.rectangle((40 * at + 15, 10, 40 * at + 24, 28), block)
        pen.text((40 * at + 20, 19), str(at + 1), "#e5e5e5", ImageFont.load_default(15), "mm")
    assert values_read(picture) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("framed", range(9))
@pytest.mark.parametrize("gap", [1, 3])
@pytest.mark.parametrize(("cell", "size", "stroke"), [(48, 17, 0.3), (54, 16, 0)])
def test_a_thin_frame_around_its_text_hides_no_digit_even_where_it_touches_it(cell, size, stroke, gap, framed):
    """As a button shows that it has the keys: higher than its digit, and fainter. Shrunk digits come apart easily."""
    picture, pen = small_row(cell, size, stroke, "white", "#333333")
    left, top, right, bottom = picture.crop((framed * cell, 0, (framed + 1) * cell, cell)).convert("L").point(
        lambda grey: 255 * (grey < 128)
    ).getbbox()  # fmt: skip
    left, right = framed * cell + left, framed * cell + right - 1
    pen.rectangle((left - gap, top - 4, right + gap, bottom + 3), outline="#a3b8cc")
    assert values_read(picture) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(("sure", "read"), [(0.9, False), (0.995, True)])
def test_a_digit_that_its_frame_touches_must_be_sure(sure, read):
    """The frame is blurred into its strokes: a 9 may look like a 6."""
    picture = Image.new("RGB", (40, 40), "white")
    ImageDraw.Draw(picture).rectangle((12, 5, 26, 34), outline="#a3b8cc")
    ImageDraw.Draw(picture).rectangle((14, 10, 26, 30), outline="black", width=3)
    tiles = Sheet(np.ascontiguousarray(np.asarray(picture)), [Box(0, 0, 40, 40)]).tiles
    found = {0: Candidate(tiles.blobs[0][0], [0.0] * 10 + [1.0], tallest=30)}
    looks = np.array([[0.0] * 6 + [sure, 0, 0, 0, 1 - sure]], np.float32)
    second_look(tiles, found, replace(NORM, height=21), 9, lambda pictures: looks[: len(pictures)])
    assert (found[0].chances[6] > 0.5) is read


@pytest.mark.parametrize("quality", [50, 60])
def test_a_digit_on_a_block_is_found_amid_the_paper_around_the_block(quality):
    """In a compressed picture, where the block's colour is a little different everywhere."""
    picture, pen = small_row(24, 17, 0.3, "white", "#204080")
    pen.rectangle((7 * 24 + 5, 0, 8 * 24 - 6, 21), "#3860b8")
    pen.text((7 * 24 + 12, 12), "8", "white", ImageFont.load_default(17), "mm", stroke_width=0.3)
    packed = cv2.imencode(".jpg", np.asarray(picture)[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    assert values_read(Image.fromarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1])) == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
    ]


@pytest.mark.parametrize(("stroke", "wide"), [(0, 9), (0.7, 11), (1, 12)])
def test_the_digit_on_a_block_may_touch_one_of_its_sides(stroke, wide):
    picture, pen = small_row(24, 18, stroke, "white", "black")
    left = 5 * 24 + 12 - wide // 2
    pen.rectangle((left, 2, left + wide, 21), "black")
    pen.text((5 * 24 + 12.5, 12), "6", "white", ImageFont.load_default(18), "mm", stroke_width=stroke)
    assert values_read(picture) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("digit", range(1, 10))
def test_a_digit_is_read_whose_text_is_marked_by_a_block_that_ends_amid_pixels(digit):
    """As JavaFX draws it: a pale column at both sides, and the digit reaches into one."""
    picture, pen = small_row(44, 20, 0, "#f4f4f4", "#222222")
    x = 44 * digit - 22
    pen.rectangle((x - 22, 0, x + 21, 43), "#f4f4f4")
    pen.rectangle((x - 6, 8, x + 7, 33), "#a6d3e8")
    pen.rectangle((x - 5, 9, x + 6, 32), "#0096c9")
    pen.text((x + 0.5, 22), str(digit), "white", ImageFont.load_default(20), "mm")
    assert values_read(picture) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def mark(value: int, x: int, y: int, height: int = 14, *, alone: bool = True) -> Candidate:
    """One small glyph that is surely a digit of that value."""
    chances = [0.0] * 11
    chances[value] = 1.0
    return Candidate(Blob(x, y, 8, height, 60), chances, 1, height, alone=alone)


def test_a_low_glyph_where_the_digits_stand_may_be_a_digit_that_the_font_draws_low():
    cell = _decide(TILES, 0, mark(2, 16, 13), NORM, 9)
    assert (cell.value, cell.kind) == (0, Kind.PENCIL)
    assert cell.confidence < 0.97


@pytest.mark.parametrize("plain", [mark(2, 2, 2), mark(2, 16, 15, height=10)])
def test_a_glyph_in_a_corner_or_lower_than_fonts_draw_digits_is_a_mark(plain):
    cell = _decide(TILES, 0, plain, NORM, 9)
    assert (cell.kind, cell.rivals) == (Kind.PENCIL, ())
    assert cell.confidence > 0.999


def test_a_mark_beside_other_ink_is_not_sure_for_that_may_be_the_digit():
    assert _decide(TILES, 0, mark(2, 2, 2, alone=False), NORM, 9).confidence < 0.97


def test_a_lone_mark_on_a_board_is_not_sure():
    cell = 40
    picture = Image.new("RGB", (9 * cell, cell), "white")
    pen, boxes = ImageDraw.Draw(picture), [Box(cell * at, 0, cell * (at + 1), cell) for at in range(9)]
    for at in range(8):
        pen.text((boxes[at].x0 + 20, 20), str(at + 1), "black", ImageFont.load_default(26), "mm")
    pen.text((boxes[8].x0 + 12, 10), "5", "black", ImageFont.load_default(11), "mm")
    *_, mark = read_row(picture, boxes)
    assert (mark.kind, mark.confidence < 0.97) == (Kind.PENCIL, True)


def test_a_four_whose_arms_all_but_vanish_is_no_one():
    """As serif faces with hairlines come out in small cells."""
    picture, pen = small_row(24, 17, 0, "white", "black")
    left = 3 * 24
    pen.rectangle((left, 0, left + 23, 23), "white")
    pen.line((left + 12, 5, left + 4, 15), (195, 195, 195))
    pen.line((left + 4, 15, left + 18, 15), (205, 205, 205))
    pen.rectangle((left + 13, 5, left + 14, 19), "black")
    assert values_read(picture) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
