"""Reading boards off pictures: real games exactly, drawn ones for each thing that may stand in a cell or in the way."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from fakes.board_drawing import solution
from PIL import Image, ImageDraw, ImageFont

from gridpilot.capture import Capture
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Cell, Pixel, Rect, View
from gridpilot.reading import Kind
from gridpilot.vision import pictures
from gridpilot.vision.lattice import search

SCREENS = Path(__file__).parents[4] / "corpus" / "screens"
INDEX = json.loads((SCREENS / "index.json").read_text("utf-8"))
BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@dataclass
class Drawing:
    """A board as a game would draw it: 9 x 9 cells of 48 pixels from (60, 50)."""

    board: str = BOARD
    paper: str = "white"
    ink: str = "black"
    line: str = "grey"
    mine: dict[int, str] = field(default_factory=dict)  # cell -> colour of a digit that the user entered
    tints: dict[int, str] = field(default_factory=dict)
    cell: int = 48
    size: int = 9
    heavy: int = 3  # pixels of the lines between boxes

    def __post_init__(self):
        side = self.cell * self.size
        self.picture = Image.new("RGB", (side + 320, side + 220), self.paper)
        self.pen = ImageDraw.Draw(self.picture)
        for index, character in enumerate(self.board):
            x, y = self.corner(index)
            if index in self.tints:
                self.pen.rectangle((x, y, x + self.cell, y + self.cell), self.tints[index])
            if character != ".":
                colour = self.mine.get(index, self.ink)
                self.write(x + self.cell / 2, y + self.cell / 2, character, self.cell * 0.6, colour)
        for i in range(self.size + 1):
            x, y = 60 + i * self.cell, 50 + i * self.cell
            width = self.heavy if i % 3 == 0 else 1
            self.pen.line((60, y, 60 + side, y), self.line, width)
            self.pen.line((x, 50, x, 50 + side), self.line, width)

    def corner(self, index):
        return 60 + index % self.size * self.cell, 50 + index // self.size * self.cell

    def write(self, x, y, text, size, colour="black"):
        self.pen.text((x, y), text, colour, ImageFont.load_default(size), "mm")

    def marks(self, index, digits, size=14):
        """Pencil marks at their places in a block of nine."""
        x, y = self.corner(index)
        for digit in digits:
            row, col = divmod(digit - 1, 3)
            self.write(
                x + self.cell * (0.2 + 0.3 * col), y + self.cell * (0.22 + 0.29 * row), str(digit), size, self.ink
            )

    def capture(self):
        return captured(self.picture)


def captured(picture):
    pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[..., ::-1])
    height, width = pixels.shape[:2]
    return Capture(pixels, View(Rect(0, 0, width, height), width, height))


def text(reading):
    assert reading is not None, "no board was found"
    return "".join(str(value) if value else "." for value in reading.board)


def unread(reading, truth):
    """Cells that are wrong and not in doubt."""
    return [
        str(Cell(*divmod(i, 9)))
        for i, (seen, true) in enumerate(zip(text(reading), truth, strict=True))
        if seen != true and Cell(*divmod(i, 9)) not in reading.doubts
    ]


SUDOKUS = [entry for entry in INDEX if entry["kind"] == "sudoku"]
OTHERS = [entry for entry in INDEX if entry["kind"] != "sudoku"]


@pytest.mark.parametrize("entry", SUDOKUS, ids=lambda entry: entry["file"])
def test_real_games_are_read_exactly(entry):
    reading = reader.read(pictures.load(SCREENS / entry["file"]))
    assert text(reading) == entry["grid"]
    x0, y0, x1, y1 = entry["box"]
    assert abs(reading.extent.x0 - x0) + abs(reading.extent.x1 - x1) < 0.3 * (x1 - x0) / 9
    assert abs(reading.extent.y0 - y0) + abs(reading.extent.y1 - y1) < 0.3 * (y1 - y0) / 9


@pytest.mark.parametrize("entry", OTHERS, ids=lambda entry: entry["file"])
def test_other_games_are_no_sudoku(entry):
    reading = reader.read(pictures.load(SCREENS / entry["file"]))
    assert reading is None or reading.size != 9


@pytest.mark.parametrize("entry", [e for e in SUDOKUS if not e["pencil"]], ids=lambda entry: entry["file"])
def test_a_second_look_at_the_same_cells_sees_the_same(entry):
    capture = pictures.load(SCREENS / entry["file"])
    first = reader.read(capture)
    assert reader.reread(capture, first) == first


THEMES = [
    ("white", "black", "grey"),
    ("#1e1e1e", "#dddddd", "#777777"),
    ("#fdf6e3", "#657b83", "#93a1a1"),
    ("black", "#00ff41", "#008f11"),
]


@pytest.mark.parametrize(("paper", "ink", "line"), THEMES)
def test_colours_do_not_matter(paper, ink, line):
    reading = reader.read(Drawing(paper=paper, ink=ink, line=line).capture())
    assert text(reading) == BOARD
    assert reading.doubts == ()
    assert {cell.kind for cell in reading.cells} == {Kind.GIVEN, Kind.BLANK}


@pytest.mark.parametrize("cell", [24, 36, 70, 130])
def test_sizes_do_not_matter(cell):
    assert text(reader.read(Drawing(cell=cell).capture())) == BOARD


def test_a_board_without_digits_is_no_board():
    assert reader.read(Drawing(board="." * 81).capture()) is None


def test_a_table_of_repeating_numbers_is_no_board():
    assert reader.read(Drawing(board="1122334455667788" * 5 + "1").capture()) is None


def test_a_picture_without_any_cells_has_no_board():
    assert reader.read(captured(Image.new("RGB", (400, 300), "navy"))) is None


def test_highlights_and_red_conflicts_change_nothing():
    tints = dict.fromkeys(range(36, 45), "#e8f0ff") | {4: "#bbdefb", 13: "#ffcdd2", 40: "#9fc5f8", 0: "#fff3b0"}
    assert text(reader.read(Drawing(tints=tints, mine={13: "red", 14: "red"}).capture())) == BOARD


def test_digits_in_another_ink_are_the_users_own():
    mine = {0: "#1565c0", 1: "#1565c0", 11: "#1565c0", 20: "#1565c0"}
    reading = reader.read(Drawing(mine={i: c for i, c in mine.items() if BOARD[i] != "."}).capture())
    entered = {i for i, cell in enumerate(reading.cells) if cell.kind is Kind.ENTERED}
    assert entered == {i for i in mine if BOARD[i] != "."}


def test_digits_on_the_paper_of_blanks_are_the_users_own():
    own = (0, 1, 28, 52, 79)
    tints = {i: "#d0d0d0" for i, c in enumerate(BOARD) if c != "." and i not in own}
    reading = reader.read(Drawing(tints=tints).capture())
    entered = {i for i, cell in enumerate(reading.cells) if cell.kind is Kind.ENTERED}
    assert entered == {i for i in own if BOARD[i] != "."}


def test_a_given_in_the_colour_of_a_mistake_stays_a_given():
    given = [i for i, c in enumerate(BOARD) if c != "."]
    mine, contradicted = given[0], given[3]
    tints = dict.fromkeys(given[1:], "#cccccc") | {mine: "#b47a89"}  # it is selected
    reading = reader.read(Drawing(tints=tints, mine={mine: "red", contradicted: "red"}).capture())
    assert [i for i, cell in enumerate(reading.cells) if cell.kind is Kind.ENTERED] == [mine]


def test_pencil_marks_are_no_digits():
    drawing = Drawing()
    drawing.marks(2, (1, 2, 4))
    drawing.marks(3, (5,))
    drawing.marks(72, range(1, 10))
    reading = reader.read(drawing.capture())
    assert text(reading) == BOARD
    assert [reading.cells[i].kind for i in (2, 3, 72)] == [Kind.PENCIL] * 3


def test_a_large_single_mark_in_a_corner_is_no_digit():
    drawing = Drawing()
    for index, digit in ((2, "4"), (30, "7"), (47, "8")):
        x, y = drawing.corner(index)
        drawing.write(x + 11, y + 12, digit, 22)
    reading = reader.read(drawing.capture())
    assert unread(reading, BOARD) == []
    assert text(reading) == BOARD


def test_large_marks_in_the_corners_may_be_more_than_the_digits():
    drawing = Drawing()
    for index in (index for index, digit in enumerate(BOARD) if digit == "."):
        x, y = drawing.corner(index)
        drawing.write(x + 11, y + 12, str(1 + index % 9), 20)
    assert text(reader.read(drawing.capture())) == BOARD


@pytest.mark.parametrize("digit", ["", "4", "7"])
def test_a_block_cursor_is_read_as_what_it_stands_on_and_never_as_a_one(digit):
    drawing = Drawing()
    x, y = drawing.corner(2)
    drawing.pen.rectangle((x + 15, y + 7, x + 33, y + 41), "black")
    drawing.write(x + 24, y + 24, digit, 29, "white")
    reading = reader.read(drawing.capture())
    assert reading.cells[2].value == int(digit or 0)
    assert unread(reading, BOARD[:2] + (digit or ".") + BOARD[3:]) == []


@pytest.mark.parametrize("digit", "2568")
@pytest.mark.parametrize("half", [11, 12, 14])
def test_a_digit_on_a_block_that_fills_half_of_its_cell_is_read(digit, half):
    drawing = Drawing()
    x, y = drawing.corner(2)
    drawing.pen.rectangle((x + 24 - half, y + 4, x + 24 + half, y + 44), "#1e5ac8")
    drawing.write(x + 24, y + 24, digit, 29, "white")
    reading = reader.read(drawing.capture())
    assert reading.cells[2].value == int(digit)


@pytest.mark.parametrize("digit", "4679")
@pytest.mark.parametrize("scale", [0.6, 0.8, 1.3])
def test_a_digit_on_a_block_from_top_to_bottom_is_read_in_a_picture_of_another_size(digit, scale):
    drawing = Drawing()
    x, y = drawing.corner(2)
    drawing.pen.rectangle((x + 11, y + 1, x + 37, y + 47), "#303030")
    drawing.write(x + 24, y + 24, digit, 34, "white")
    width, height = drawing.picture.size
    picture = drawing.picture.resize((round(scale * width), round(scale * height)), Image.Resampling.BILINEAR)
    assert reader.read(captured(picture)).cells[2].value == int(digit)


@pytest.mark.parametrize("digit", "2568")
def test_a_digit_in_a_thick_frame_is_read(digit):
    drawing = Drawing(board=BOARD[:2] + digit + BOARD[3:])
    x, y = drawing.corner(2)
    drawing.pen.rectangle((x + 1, y + 1, x + 47, y + 47), None, "orange", 7)
    assert reader.read(drawing.capture()).cells[2].value == int(digit)


@pytest.mark.parametrize("at", [34, 36, 11])
@pytest.mark.parametrize("digit", "123456789")
def test_a_digit_with_a_text_cursor_beside_it_is_read(digit, at):
    drawing = Drawing(board=BOARD[:2] + digit + BOARD[3:])
    x, y = drawing.corner(2)
    drawing.pen.line((x + at, y + 8, x + at, y + 40), "black", 1)
    assert reader.read(drawing.capture()).cells[2].value == int(digit)


def test_cells_behind_a_popup_are_unknown_and_in_doubt():
    drawing = Drawing()
    x, y = drawing.corner(31)
    drawing.pen.rectangle((x - 10, y - 10, x + 150, y + 105), "#f0f0f0", "black")
    drawing.write(x + 70, y + 45, "Paused", 24)
    reading = reader.read(drawing.capture())
    assert unread(reading, BOARD) == []
    assert reading.cells[32].kind is Kind.UNKNOWN
    assert Cell(*divmod(32, 9)) in reading.doubts


def test_all_cells_that_a_popup_touches_are_named_as_hidden():
    drawing = Drawing()
    x, y = drawing.corner(30)
    drawing.pen.rectangle((x + 30, y + 20, x + 130, y + 75), "#f0f0f0", "black")
    reading = reader.read(drawing.capture())
    assert {Cell(*divmod(index, 9)) for index in (30, 31, 32, 39, 40, 41)} <= set(reading.hidden)


@pytest.mark.parametrize("entry", SUDOKUS, ids=lambda entry: entry["file"])
def test_nothing_hides_a_cell_of_a_real_game_with_nothing_in_front(entry):
    assert reader.read(pictures.load(SCREENS / entry["file"])).hidden == ()


def test_a_box_over_part_of_a_single_row_is_seen():
    drawing = Drawing()
    x, y = drawing.corner(39)
    drawing.pen.rectangle((x - 12, y + 5, x + 150, y + 44), "white")
    reading = reader.read(drawing.capture())
    assert {Cell(4, column) for column in (3, 4, 5)} <= set(reading.hidden)


def test_an_icon_in_a_cell_is_unknown():
    drawing = Drawing()
    x, y = drawing.corner(2)
    drawing.pen.ellipse((x + 9, y + 9, x + 39, y + 39), "black")
    reading = reader.read(drawing.capture())
    assert reading.cells[2].kind is Kind.UNKNOWN
    assert reading.doubts == (Cell(0, 2),)


def two_boards():
    left, right = Drawing(), Drawing(board=BOARD[::-1])
    picture = Image.new("RGB", (left.picture.width * 2, left.picture.height), "white")
    picture.paste(left.picture, (0, 0))
    picture.paste(right.picture, (left.picture.width, 0))
    return captured(picture), left.picture.width


def test_of_two_like_boards_the_one_under_the_pointer_is_read():
    capture, offset = two_boards()
    for pointer, board in ((Pixel(250, 250), BOARD), (Pixel(offset + 250, 250), BOARD[::-1])):
        reading = reader.read(capture, pointer)
        assert text(reading) == board
        assert reading.equals == ()


@pytest.mark.parametrize("pointer", [None, Pixel(20, 20), Pixel(560, 400)])
def test_of_two_like_boards_none_is_chosen_with_the_pointer_over_neither(pointer):
    reading = reader.read(two_boards()[0], pointer)
    assert len(reading.equals) == 1
    assert not reading.equals[0].covers_most_of(reading.extent)


@pytest.mark.parametrize("pointer", [None, Pixel(1200, 20), Pixel(900, 100)])
def test_of_two_boards_a_much_larger_one_is_read_wherever_the_pointer_is(pointer):
    large, small = Drawing(cell=60), Drawing(board=BOARD[::-1], cell=30)
    picture = Image.new("RGB", (large.picture.width + small.picture.width, large.picture.height), "white")
    picture.paste(large.picture, (0, 0))
    picture.paste(small.picture, (large.picture.width, 0))
    reading = reader.read(captured(picture), pointer)
    assert text(reading) == BOARD
    assert reading.equals == ()


def test_a_new_digit_is_seen_without_a_new_search():
    before = reader.read(Drawing().capture())
    after = reader.reread(Drawing(board=BOARD[:2] + "4" + BOARD[3:]).capture(), before)
    assert after.board[2] == 4
    assert after.boxes == before.boxes


def test_a_board_that_went_away_is_not_made_up():
    before = reader.read(Drawing().capture())
    blank = captured(Image.new("RGB", Drawing().picture.size, "white"))
    assert set(reader.reread(blank, before).board) == {0}
    smaller = captured(Image.new("RGB", (50, 40), "white"))
    assert set(reader.reread(smaller, before).board) == {0}


def test_a_few_digits_that_share_no_place_are_no_board():
    """As when a dialog covers the board while it is looked at again."""
    drawing = Drawing()
    before = reader.read(drawing.capture())
    empty = Drawing(board="." * 81)
    for index, off in ((0, 12), (40, 36)):
        x, y = empty.corner(index)
        empty.write(x + off, y + 24, "1", 29)
    assert not any(reader.reread(empty.capture(), before).board)


def test_rivals_and_times_are_given():
    reading = reader.read(Drawing().capture())
    assert all(0 < cell.confidence <= 1 for cell in reading.cells)
    assert {"detect", "read"} <= set(reading.ms)


def row_pad(drawing, x0, y0, step_x, step_y, columns=9, *, frames=True, order=range(9)):
    spots = {}
    for place, digit in enumerate(order):
        x, y = x0 + place % columns * step_x, y0 + place // columns * step_y
        if frames:
            drawing.pen.rectangle((x - 17, y - 17, x + 17, y + 17), "#e0e0e0", "#707070")
        drawing.write(x, y, str(digit + 1), 22)
        spots[f"digit-{digit + 1}"] = (x, y)
    return spots


@pytest.mark.parametrize(
    ("start", "step", "columns", "frames"),
    [
        ((85, 540), (44, 0), 9, True),
        ((90, 540), (40, 0), 9, False),
        ((560, 120), (46, 46), 3, True),
        ((560, 80), (0, 44), 1, True),
    ],
    ids=["row", "row without buttons", "block", "column"],
)
def test_a_digit_pad_beside_the_board_is_found(start, step, columns, frames):
    drawing = Drawing()
    spots = row_pad(drawing, *start, *step, columns, frames=frames)
    capture = drawing.capture()
    pad = reader.pad(capture, reader.read(capture))
    assert set(pad) == set(spots)
    for name, (x, y) in spots.items():
        assert abs(pad[name].x - x) < 8
        assert abs(pad[name].y - y) < 8


@pytest.mark.parametrize("height", [1, 1.2, 1.3, 1.5])
def test_a_text_cursor_alone_is_no_one(height):
    """It is thin; a field of a smaller font has one that is no taller than the digits, and not quite in their place."""
    drawing = Drawing()
    x, y = drawing.corner(2)
    high = 20 * height  # the digits are 20 pixels high
    low = 6 if height == 1 else 0
    drawing.pen.line((x + 22, y + 24 - high / 2 + low, x + 22, y + 24 + high / 2 + low), "black", 1)
    assert reader.read(drawing.capture()).board[2] == 0


@pytest.mark.parametrize("columns", [9, 3, 1])
@pytest.mark.parametrize("digit", range(1, 10))
def test_one_digit_of_a_pad_that_is_not_read_has_its_place_between_the_others(digit, columns):
    """The first and the last have none: whether there are more is not known."""
    drawing = Drawing()
    spots = row_pad(drawing, *((85, 540) if columns == 9 else (600, 80)), 44, 44, columns)
    x, y = spots[f"digit-{digit}"]
    drawing.pen.polygon([(x - 9, y - 16), (x + 14, y + 2), (x - 12, y + 15)], None, "#c02080", width=3)
    capture = drawing.capture()
    pad = reader.pad(capture, reader.read(capture))
    assert pad.keys() == (spots.keys() if 1 < digit < 9 else set())
    assert all(abs(pad[name].x - x) < 8 and abs(pad[name].y - y) < 8 for name, (x, y) in spots.items() if pad)


def test_a_pad_is_found_whose_digits_are_close_to_the_corners_of_its_frame():
    drawing = Drawing(paper="#d3e5cf", cell=32)
    drawing.pen.rounded_rectangle((60, 384, 349, 412), 4, "#fff5ec", "black", 2)
    for digit in range(1, 10):
        drawing.write(60 + 32 * digit - 16, 402, str(digit), 16)
    capture = drawing.capture()
    assert len(reader.pad(capture, reader.read(capture))) == 9


@pytest.mark.parametrize(("button", "corner"), [(46, 6), (36, 8)])
@pytest.mark.parametrize("touching", [range(9), [0, 6]])
def test_a_closer_look_finds_and_follows_a_pad_whose_digits_touch_the_frames_of_their_buttons(touching, button, corner):
    def drawn(step):
        drawing = Drawing(paper="black", ink="#00bfff", line="#333333")
        for digit in range(9):
            x, y = 560 + digit % 2 * step, 60 + digit // 2 * 56
            drawing.pen.rounded_rectangle((x, y, x + button, y + button), corner, None, "#c8c8c8", 3)
            drawing.write(x + 17, y + (10 if digit in touching else 20), str(digit + 1), 22, "#c8c8c8")
        return drawing.capture()

    before, after = drawn(56), drawn(90)
    reading = reader.read(before)
    assert reader.pad(before, reading) == {}
    pad = reader.pad(before, reading, closer=True)
    assert len(pad) == 9
    now = reader.pad_again(before, after, reading, pad)
    assert {name: round(now[name].x - at.x) for name, at in pad.items()} == {
        f"digit-{digit}": 34 * (digit % 2 == 0) for digit in range(1, 10)
    }


def test_a_pad_is_found_whose_buttons_stand_close_together():
    """The page between them is as high as their digits, but of another colour than these."""
    drawing = Drawing(paper="#f9f7f7", cell=40)
    for digit in range(1, 10):
        x, y = 35 + 48 * digit, 460
        drawing.pen.rounded_rectangle((x - 18, y - 23, x + 21, y + 26), 10, "#e0e0e0")  # its shadow
        drawing.pen.rounded_rectangle((x - 20, y - 25, x + 19, y + 24), 10, "#c2d9ff")
        drawing.write(x, y, str(digit), 40, "#4c3bcf")
    capture = drawing.capture()
    assert len(reader.pad(capture, reader.read(capture))) == 9


@pytest.mark.parametrize("tint", ["#bdeed3", "#4682b4"])
def test_a_pad_is_found_close_below_cells_of_another_colour(tint):
    """As where a selection tints rows; how many of each digit remain is written below it, as in a ring."""
    drawing = Drawing(paper="#f5f3f8", cell=40, heavy=1, tints=dict.fromkeys(range(63, 81), tint))
    for digit in range(1, 10):
        x, y = 37 + 46 * digit, 422
        drawing.pen.ellipse((x - 22, y - 12, x + 22, y + 32), "#f5f3f8", "#222222", 2)
        drawing.write(x, y, str(digit), 18)
        drawing.write(x, y + 13, "3", 11)
    capture = drawing.capture()
    assert len(reader.pad(capture, reader.read(capture))) == 9


def test_a_pad_of_small_digits_is_found_below_large_cells():
    """As buttons with a page's usual letters are below a board that fills the window."""
    drawing = Drawing(cell=81)
    for digit in range(1, 10):
        x, y = 81 * digit, 830
        drawing.pen.rounded_rectangle((x - 38, y - 13, x + 38, y + 13), 6, None, "#606060")
        drawing.write(x, y, str(digit), 16)
    capture = drawing.capture()
    assert len(reader.pad(capture, reader.read(capture))) == 9


def test_digits_in_rows_of_six_are_seen_among_others_of_their_size():
    """As where they open below a board of which a row moves a little."""
    drawing = Drawing()
    board = reader.read(drawing.capture())
    left, top = drawing.corner(72)
    for digit in range(1, 10):
        x, y = left + 42 * ((digit - 1) % 6) + 20, top + 70 + 40 * (digit > 6)
        drawing.write(x, y, str(digit), drawing.cell * 0.6)
    assert set(reader.opened(None, drawing.capture(), board)) == {f"popup-{digit}" for digit in range(1, 10)}


def offered(signs, fewest=2):
    """What is seen to have come below the board."""
    drawing = Drawing()
    left, top = drawing.corner(72)
    before = drawing.capture()
    for place, sign in enumerate(signs):
        x = left + 20 + 46 * place
        drawing.pen.rectangle((x - 19, top + 68, x + 19, top + 102), "#c090e0", "#000000", 3)
        drawing.write(x, top + 85, sign, 24)
    return reader.opened(before, drawing.capture(), reader.read(before), fewest)


@pytest.mark.parametrize("signs", ["26", "1478", "23456789"])
def test_some_digits_that_came_with_a_click_are_those_that_are_possible(signs):
    assert set(offered(signs)) == {f"popup-{digit}" for digit in signs}


def test_some_digits_that_came_over_the_board_are_those_that_are_possible():
    drawing = Drawing(tints=dict.fromkeys(range(9), "#f4fbff"))
    before = drawing.capture()
    left, top = drawing.corner(2)
    drawing.pen.rounded_rectangle((left - 10, top - 5, left + 110, top + 92), 8, "#ccff99")
    for place, sign in enumerate("124689X"):
        x, y = left + 8 + 38 * (place % 3), top + 18 + 40 * (place // 3) - 6 * (place > 5)
        drawing.pen.rounded_rectangle((x - 14, y - 18, x + 14, y + 18), 6, "#ffcc99")
        drawing.write(x, y, sign, 16)
    found = reader.opened(before, drawing.capture(), reader.read(before))
    assert {name: round((at.x - left - 8) / 38) for name, at in found.items()} == {
        f"popup-{sign}": place % 3 for place, sign in enumerate("124689")
    }


def test_a_highlight_on_rows_and_like_digits_opens_nothing():
    board = Drawing()
    before = board.capture()
    tinted = Drawing(tints=dict.fromkeys([*range(9, 18), *range(4, 81, 9), 0, 45], "#d3e2f8"))
    assert reader.opened(before, tinted.capture(), reader.read(before)) == {}


def test_digits_of_the_board_that_a_selection_has_hidden_were_not_opened():
    drawing = Drawing()
    before = Drawing(tints={0: "black", 4: "black"})
    assert reader.opened(before.capture(), drawing.capture(), reader.read(drawing.capture())) == {}


def test_a_single_digit_that_came_counts_only_where_one_may_be_all():
    assert offered("7") == {}
    assert set(offered("7", fewest=1)) == {"popup-7"}


@pytest.mark.parametrize("signs", ["62", "244", "", "AB"])
def test_digits_in_no_order_are_no_choice(signs):
    assert offered(signs) == {}


def test_digits_that_stood_there_before_were_not_opened():
    drawing = Drawing()
    left, top = drawing.corner(72)
    for place, sign in enumerate("258"):
        drawing.write(left + 20 + 46 * place, top + 85, sign, 24)
    before = drawing.capture()
    assert reader.opened(before, drawing.capture(), reader.read(before)) == {}


def test_a_list_of_small_digits_is_seen_that_opens_over_large_cells():
    drawing = Drawing(cell=98)
    before = drawing.capture()
    left, top = drawing.corner(20)
    drawing.pen.rectangle((left + 30, top + 60, left + 75, top + 420), "#efefef", "#767676")
    drawing.pen.rectangle((left + 31, top + 61, left + 74, top + 96), "#1a66d2")  # the empty choice
    drawing.pen.rectangle((left + 31, top + 349, left + 74, top + 384), "#a0ff90")  # under the pointer
    for digit in range(1, 10):
        drawing.write(left + 52, top + 78 + 36 * digit, str(digit), 19)
    after = drawing.capture()
    assert set(reader.opened(before, after, reader.read(before))) == {f"popup-{digit}" for digit in range(1, 10)}


@pytest.mark.parametrize("tint", ["#ffff00", "#e8e8e8"])
def test_givens_on_a_ground_of_their_own_say_nothing_of_boxes(tint):
    board = "723...15961.3.2..88...1...2.7.654.2...42.73...5.931.4.5...7...34..1.3..6932...714"
    drawing = Drawing(board, tints={index: tint for index, sign in enumerate(board) if sign != "."}, heavy=1)
    reading = reader.read(drawing.capture())
    assert reading.regions is not None
    assert reading.regions[:9] == (0, 0, 0, 1, 1, 1, 2, 2, 2)


@pytest.mark.parametrize(("start", "step", "columns"), [((560, 80), (80, 80), 3), ((90, 540), (70, 0), 9)])
@pytest.mark.parametrize("full", [(5,), (1, 7, 9)])
@pytest.mark.parametrize("closing", [False, True], ids=["a gap is left", "others close up"])
def test_buttons_may_be_missing_whose_digits_are_all_on_the_board(full, closing, start, step, columns):
    kept = (str(digit) if digit in full or index % 4 else "." for index, digit in enumerate(solution(3, 3)))
    drawing = Drawing(board="".join(kept))
    spots = {}
    for place in range(9):
        left = [digit for digit in range(1, 10) if digit not in full]
        digit = (left[place] if place < len(left) else full[0]) if closing else place + 1
        if digit not in full:
            spots[f"digit-{digit}"] = x, y = (
                start[0] + place % columns * step[0],
                start[1] + place // columns * step[1],
            )
            drawing.write(x, y, str(digit), 16)
    capture = drawing.capture()
    pad = reader.pad(capture, reader.read(capture))
    assert pad.keys() == spots.keys()
    assert all(abs(pad[name].x - x) < 8 and abs(pad[name].y - y) < 8 for name, (x, y) in spots.items())
    assert reader.pad_again(capture, capture, reader.read(capture), pad) == pytest.approx(pad)


@pytest.mark.parametrize(
    "board", [BOARD, "".join(str(digit) if digit < 5 else "." for digit in solution(3, 3))], ids=["", "four are full"]
)
def test_half_a_pad_is_no_pad(board):
    drawing = Drawing(board=board)
    row_pad(drawing, 85, 540, 44, 0, order=range(4, 9) if board != BOARD else range(8))
    assert reader.pad(drawing.capture(), reader.read(drawing.capture())) == {}


def test_row_and_column_numbers_are_no_pad():
    drawing = Drawing()
    for i in range(9):
        drawing.write(60 + 48 * i + 24, 32, str(i + 1), 18)
        drawing.write(40, 50 + 48 * i + 24, str(i + 1), 18)
    assert reader.pad(drawing.capture(), reader.read(drawing.capture())) == {}


def test_other_text_around_the_board_is_no_pad():
    drawing = Drawing()
    drawing.write(250, 25, "Sudoku 12345 - level 6 - 07:08:09", 20)
    drawing.write(640, 200, "1 2 3 go", 20)
    assert reader.pad(drawing.capture(), reader.read(drawing.capture())) == {}


def test_a_part_that_the_window_shows_of_a_board_is_no_smaller_board():
    whole = Drawing(board="12..." + "3412." + "2143." + "43.1." + ".....", size=5)
    part = 60 + round(4.4 * whole.cell), 50 + round(4.4 * whole.cell)
    assert reader.read(captured(whole.picture.crop((0, 0, *part)))) is None
    assert reader.read(captured(whole.picture.crop((0, 0, part[0] - 19, part[1] - 19)))) is not None, "a board of 4x4"


def test_cells_that_were_seen_stay_beside_those_that_boxes_told(monkeypatch):
    """Givens have the colour of the lines, so many are not seen; thirds of boxes may be off, and lines seem hidden."""
    givens = [index for index, character in enumerate(BOARD) if character != "."]
    drawing = Drawing(cell=84, line="#e5e7eb", tints=dict.fromkeys(givens, "#e5e7eb"), heavy=1)
    for side in sorted(range(10), key=lambda side: side % 3 == 0):
        x, y, colour = 60 + side * 84, 50 + side * 84, "#e5e7eb" if side % 3 else "#1f2937"
        drawing.pen.line((60, y, 60 + 9 * 84, y), colour, 2)
        drawing.pen.line((x, 50, x, 50 + 9 * 84), colour, 2)
    edges = (0, 72, 156, 252, 324, 408, 504, 576, 660, 756)
    columns, rows = (tuple((start + a, start + b) for a, b in pairwise(edges)) for start in (60, 50))
    monkeypatch.setattr(search, "_split", lambda *_: iter([search.Lattice(columns, rows, 0.85)]))
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert reading.board == tuple(int(character) for character in BOARD.replace(".", "0"))
    assert reading.hidden == ()
