"""Reading 2048 boards at first sight: real games, and drawings of what has broken readers of this game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fakes.tile_drawing import BOARD, RAINBOW, Drawing, captured
from looks import FONTS
from PIL import Image, ImageColor, ImageDraw, ImageFont

from gridpilot.games.twenty48.reading import looks, reader
from gridpilot.games.twenty48.reading.looks import Palette
from gridpilot.geometry import Cell, Pixel
from gridpilot.reading import Kind, Read, Recogniser, Shade
from gridpilot.vision import pictures

SCREENS = Path(__file__).parents[4] / "corpus" / "screens"
INDEX = json.loads((SCREENS / "index.json").read_text("utf-8"))
GAMES = [entry for entry in INDEX if entry["kind"] == "2048"]
MANY = (
    (2, 4, 8, 16, 32, 64, 128), (4, 2, 0, 4, 8, 16, 32), (8, 0, 2, 2, 4, 8, 16), (2, 4, 8, 0, 2, 4, 8),
    (16, 8, 4, 2, 0, 2, 4), (0, 4, 2, 8, 4, 0, 2), (4, 16, 8, 2, 16, 2, 0),
)  # fmt: skip


def rows(reading):
    assert reading is not None, "no board was found"
    return tuple(tuple(reading.board[i : i + reading.size]) for i in range(0, len(reading.board), reading.size))


def silent(reading, truth):
    """Cells that are wrong and not in doubt."""
    flat = [value for row in truth for value in row]
    return [
        index
        for index, (seen, true) in enumerate(zip(reading.board, flat, strict=True))
        if seen != true and Cell(*divmod(index, reading.size)) not in reading.doubts
    ]


@pytest.mark.parametrize("entry", [e for e in GAMES if e["game"] == "gnome-2048"], ids=lambda entry: entry["file"])
def test_real_games_are_read_exactly_and_readily(entry):
    reading = reader.read(pictures.load(SCREENS / entry["file"]))
    assert list(reading.board) == [2**k if k else 0 for k in entry["exponents"]]
    assert reading.doubts == ()


def test_a_message_over_the_board_leaves_what_it_covers_in_doubt():
    entry = next(e for e in GAMES if e["game"] == "pip-nmgrid")
    reading = reader.read(pictures.load(SCREENS / entry["file"]))
    truth = [[2**k if k else 0 for k in entry["exponents"]]]
    assert silent(reading, truth) == []
    assert {cell.row for cell in reading.doubts} == {1, 2}


@pytest.mark.parametrize("entry", [e for e in INDEX if e["kind"] != "2048"], ids=lambda entry: entry["file"])
def test_a_sudoku_is_no_2048_board(entry):
    assert reader.read(pictures.load(SCREENS / entry["file"])) is None


LOOKS = {
    "the original game": {},
    "no frame around the board": {"frame": "#faf8ef", "empty": "#eeeeee"},
    "empty cells lighter than tiles": {"empty": "#ffffff", "tiles": RAINBOW},
    "one colour for all tiles": {"tiles": ["#7788cc"] * 17, "ink": "white"},
    "dark": {"frame": "#101014", "empty": "#202028", "tiles": RAINBOW, "ink": "black"},
    "small": {"wide": 48, "high": 48, "gap": 5},
    "wide tiles": {"wide": 120, "gap": 8},
    "high tiles": {"high": 120, "gap": 8},
    "lines": {"gap": 2, "frame": "#303030"},
    "small numbers": {"share": 0.22},
    "small numbers in high tiles": {"high": 168, "wide": 88, "share": 0.11, "gap": 20},
    "tiles at the picture's rim": {"left": 3, "gap": 3},
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_any_look_is_read(look):
    reading = reader.read(Drawing(**look).capture())
    assert (rows(reading), reading.doubts) == (BOARD, ())


@pytest.mark.parametrize(("height", "width"), [(3, 3), (5, 5), (6, 6), (7, 7), (3, 4), (4, 3), (5, 4), (6, 7)])
def test_any_size_is_found_whole(height, width):
    board = tuple(row[:width] for row in MANY[:height])
    reading = reader.read(Drawing(board, wide=60, high=60, gap=8).capture())
    assert (rows(reading), reading.doubts) == (board, ())


def test_the_highest_tiles_are_read():
    board = ((131072, 65536, 32768), (16384, 8192, 4096), (2, 0, 4))
    assert rows(reader.read(Drawing(board).capture())) == board


def test_a_tile_beyond_the_board_that_was_found_leaves_its_neighbour_in_doubt():
    drawing = Drawing(((2, 4, 8), (4, 2, 16), (2, 8, 0)), gap=10)
    x0, y0, x1, _ = drawing.box(1, 3)
    picture = Image.new("RGB", (x1 + 80, drawing.picture.height), "#faf8ef")
    picture.paste(drawing.picture.crop((0, 0, x0 - 2, picture.height)), (0, 0))
    picture.paste(drawing.picture.crop(drawing.box(1, 0)), (x0, y0))  # its column has no other cell
    reading = reader.read(captured(picture))
    assert Cell(1, 2) in reading.doubts


def test_a_score_above_a_button_is_no_tile_beyond_the_board():
    """Both together are read as a 2, where a further row would have its last cell."""
    board = ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 2, 2, 0))
    drawing = Drawing(board, wide=107, high=107, gap=11, top=160)
    x, y, right, _ = drawing.box(0, 3)
    drawing.pen.rectangle((0, 0, right + 80, y - drawing.gap - 1), "white")
    drawing.pen.rectangle((x - 2, y - 120, right - 9, y - 61), drawing.frame)
    drawing.pen.rectangle((x + 7, y - 47, right + 1, y - 19), "#eee4da")
    for off, text, colour, size in ((-100, "BEST", "#eee4da", 18), (-77, "0", "white", 18)):
        drawing.pen.text((x + 48, y + off), text, colour, ImageFont.load_default(size), "mm")
    drawing.pen.text((x + 57, y - 33), "New Game", "#776e65", ImageFont.load_default(15), "mm")
    reading = reader.read(drawing.capture())
    assert (rows(reading), reading.doubts) == (board, ())


def test_kinds_and_frame_are_told():
    drawing = Drawing()
    reading = reader.read(drawing.capture())
    assert reading.cells[0].kind is Kind.GIVEN
    assert reading.cells[4].kind is Kind.BLANK
    assert (round(reading.extent.x0), round(reading.extent.y0)) == (drawing.left, drawing.top)


def test_a_number_that_is_no_power_of_two_is_in_doubt():
    drawing = Drawing()
    drawing.pen.rectangle(drawing.box(0, 3), "#f59563")
    x0, y0, x1, y1 = drawing.box(0, 3)
    drawing.pen.text(((x0 + x1) / 2, (y0 + y1) / 2), "13", "#f9f6f2", ImageFont.load_default(36), "mm")
    reading = reader.read(drawing.capture())
    assert reading is None or Cell(0, 3) in reading.doubts


def test_numbers_that_are_no_powers_of_two_make_no_board():
    digits = ((7, 8, 9), (4, 5, 6), (1, 2, 3))
    drawing = Drawing(((0, 0, 0),) * 3)
    for row in range(3):
        for col in range(3):
            x0, y0, x1, y1 = drawing.box(row, col)
            centre = (x0 + x1) / 2, (y0 + y1) / 2
            drawing.pen.text(centre, str(digits[row][col]), "black", ImageFont.load_default(40), "mm")
    assert reader.read(drawing.capture()) is None


def test_a_game_may_begin_with_one_tile_and_with_no_other_than_a_2_or_4():
    assert rows(reader.read(Drawing(((0, 0, 0), (0, 2, 0), (0, 0, 0))).capture()))[1] == (0, 2, 0)
    assert reader.read(Drawing(((0, 0, 0), (0, 8, 0), (0, 0, 0))).capture()) is None
    assert reader.read(Drawing(((0, 0, 0), (0, 0, 0), (0, 0, 0))).capture()) is None
    assert rows(reader.read(Drawing(((0, 0, 0), (0, 2, 0), (0, 0, 2))).capture()))[2] == (0, 0, 2)


@pytest.mark.parametrize("size", [80, 96])
@pytest.mark.parametrize("font", ["", "DejaVuSans-Bold.ttf"])
def test_a_title_and_a_score_above_the_board_are_no_row_of_it(font, size):
    board = (0, 0, 0, 0), (2, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0)
    drawing = Drawing(board, frame="#b89f87", empty="#cdbda6", wide=100, high=100, gap=16, top=220)
    drawing.pen.rectangle((0, 0, 700, 203), "#fbf9ef")
    title = ImageFont.truetype(f"{FONTS[0]}/{font}", size) if font else ImageFont.load_default(size)
    drawing.pen.text((44, 176), "2048", "#776e65", title, "ls")
    drawing.pen.rounded_rectangle((276, 108, 524, 179), 6, drawing.frame)
    drawing.pen.text((400, 130), "SCORE", "#eee4da", ImageFont.load_default(22), "mm")
    drawing.pen.text((400, 160), "0", "white", ImageFont.load_default(28), "mm")
    reading = reader.read(drawing.capture())
    assert rows(reading) == board
    assert not reading.doubts


@pytest.mark.parametrize("sign", "0.-_")
def test_what_is_written_into_empty_cells_is_no_tile(sign):
    board = ((2, 0, 0, 0), (0, 0, 4, 0), (0, 16, 0, 0), (0, 0, 0, 128))
    drawing = Drawing(board)
    for row, col in ((row, col) for row in range(4) for col in range(4) if not board[row][col]):
        x0, y0, x1, y1 = drawing.box(row, col)
        font = ImageFont.load_default(drawing.high * drawing.share)
        drawing.pen.text(((x0 + x1) / 2, (y0 + y1) / 2), sign, "#776e65", font, "mm")
    reading = reader.read(drawing.capture())
    assert (rows(reading), reading.doubts) == (board, ())
    later = reader.reread(drawing.capture(), reading)
    assert (rows(later), later.doubts) == (board, ())


def test_a_single_zero_is_no_empty_cell():
    """It may be an 8 that was misread."""
    drawing = Drawing(((2, 4, 8, 16), (32, 64, 128, 256), (2, 4, 8, 16), (32, 64, 0, 256)))
    x0, y0, x1, y1 = drawing.box(3, 2)
    drawing.pen.text(((x0 + x1) / 2, (y0 + y1) / 2), "0", "#776e65", ImageFont.load_default(36), "mm")
    assert Cell(3, 2) in reader.read(drawing.capture()).doubts


def typewriter(size):
    """Its font by name, or where Debian has it: that folder can be seen from Windows under Wine."""
    try:
        return ImageFont.truetype("DejaVuSansMono.ttf", size)
    except OSError:
        return ImageFont.truetype(f"{FONTS[0]}/DejaVuSansMono.ttf", size)


@pytest.mark.parametrize("blocks", [72, 56, 0])
@pytest.mark.parametrize("sign", "·.0_")
def test_a_board_written_as_text_is_read(sign, blocks):
    """As in a terminal: on blocks of colour without gaps, or on nothing."""
    board = ((0, 2, 0, 0), (4, 0, 0, 128), (0, 0, 0, 0), (16, 0, 2, 1024))
    picture = Image.new("RGB", (900, 520), "white")
    pen, font = ImageDraw.Draw(picture), typewriter(19)
    pen.text((4, 6), "2048.c              64 pts", "black", font)
    for row in range(4):
        for col in range(4):
            high = blocks or 72
            value, (x, y) = board[row][col], (20 + 84 * col, 50 + high * row)
            if blocks:
                pen.rectangle((x, y, x + 83, y + high - 1), RAINBOW[value.bit_length()] if value else "#808080")
            pen.text((x + 42, y + high // 2 + 7), str(value or sign), "white" if blocks else "black", font, "ms")
    pen.text((70, 360), "use the arrow keys, or q", "black", font)
    reading = reader.read(captured(picture))
    assert (rows(reading), reading.doubts) == (board, ())


BEGUN = ((0, 0, 0, 0), (0, 0, 0, 2), (0, 0, 0, 0), (0, 0, 0, 0))


@pytest.mark.parametrize(("form", "size"), [("+-", 16), ("+-", 18), ("_|", 12), ("_|", 14), ("_|", 16)])
@pytest.mark.parametrize("board", [BEGUN, BOARD], ids=["one tile", "many tiles"])
def test_a_board_is_read_between_lines_of_characters(board, form, size):
    """As in a terminal: pieces with gaps between them, and tiles that fill a single line with their colour, or none."""
    wide, high = round(0.6 * size), round(1.2 * size)
    picture = Image.new("RGB", (60 * wide, 22 * high), "black")
    pen, font = ImageDraw.Draw(picture), typewriter(size)

    def write(line, x, text, colour="#e5e5e5"):
        for column, character in enumerate(text, x):
            pen.text((column * wide, line * high), character, colour, font)

    write(0, 0, "Score: 1024")
    inside, edge = ("|", "+-------" * 4 + "+") if form == "+-" else ("|", " _______" * 4)
    lines = 1 if form == "+-" else 3
    for row, values in enumerate(board):
        top = 2 + row * (lines + 1)
        write(top, 1, edge)
        for line in range(top + 1, top + 1 + lines):
            write(line, 1, (inside + " " * 7) * 4 + inside)
        for column, value in enumerate(values):
            x, line = 2 + 8 * column, top + 1 + lines // 2
            if value and form == "+-":
                colour = RAINBOW[value.bit_length()]
                pen.rectangle((x * wide, line * high, (x + 7) * wide - 1, (line + 1) * high - 1), colour)
            write(line, x, f"{value:7}" if value else "", "black" if form == "+-" else "#e5e5e5")
    write(2 + 4 * (lines + 1), 1, edge)
    reading = reader.read(captured(picture))
    assert (rows(reading), reading.doubts) == (board, ())


IN_A_FRAME = ((2, 0, 0, 4), (0, 16, 0, 0), (0, 0, 128, 0), (8, 0, 0, 64))


def framed(board, wide=3, corner="+"):
    """A board in lines of characters."""
    edge = (corner + "-" * wide) * len(board) + corner
    filled = ("".join(f"|{value or '':^{wide}}" for value in values) + "|" for values in board)
    return [edge, *(line for values in filled for line in (values, edge))]


def on_a_terminal(lines, size, hyphen=None):
    """`hyphen`: its width and height, of which fonts have their own."""
    wide, high = round(0.6 * size), round(1.2 * size)
    picture = Image.new("RGB", (60 * wide, (2 + len(lines)) * high), "black")
    pen, font = ImageDraw.Draw(picture), typewriter(size)
    for line, text in enumerate(lines):
        for column, character in enumerate(text):
            x, y = (2 + column) * wide, (1 + line) * high
            if hyphen and character == "-":
                pen.rectangle((x + 2, y + high // 2, x + 1 + hyphen[0], y + high // 2 + hyphen[1] - 1), "#e5e5e5")
            else:
                pen.text((x, y), character, "#e5e5e5", font)
    return captured(picture)


@pytest.mark.parametrize("size", [14, 16, 18])
@pytest.mark.parametrize("between", [0, 2], ids=["rows one below another", "empty lines between rows"])
@pytest.mark.parametrize("align", "^<>")
@pytest.mark.parametrize("sign", ".0_-")
def test_a_board_written_as_text_is_read_right_below_a_score_and_right_above_words(sign, align, between, size):
    """Numbers of a headline are no tiles, dots of an i belong to their own line, and so does an underscore."""
    board = ((0, 256, 0, 0), (0, 0, 0, 4), (2, 16, 2, 4), (0, 0, 0, 0))
    lines = [line for row in board for line in ("".join(f"{value or sign:{align}7}" for value in row), *[""] * between)]
    lines = ["2048 - the game", "Score: 0, best: 4", *lines[: len(lines) - between], "Which (w, a, s, d): _"]
    reading = reader.read(on_a_terminal(lines, size))
    assert (rows(reading), reading.doubts) == (board, ())


@pytest.mark.parametrize("size", [14, 16, 18])
@pytest.mark.parametrize("align", "^<>")
@pytest.mark.parametrize("beside", [0, 1, 3])
def test_a_board_written_as_text_is_read_to_the_left_of_a_score(beside, align, size):
    board = ((0, 16, 0, 0), (2, 0, 0, 4), (0, 0, 0, 0), (0, 0, 2, 0))
    lines = ["".join(f"{value or '.':{align}4}" for value in row) for row in board]
    lines[beside] += "     Score:     4  Best:     8"
    reading = reader.read(on_a_terminal(lines, size))
    assert (rows(reading), reading.doubts) == (board, ())


@pytest.mark.parametrize("size", [14, 16, 18])
@pytest.mark.parametrize("headline", ["", "Welcome!"])
def test_a_board_is_read_in_a_frame_of_few_characters(size, headline):
    """Three hyphens a cell are less than half of their line. An exclamation mark above a line is no piece of it."""
    reading = reader.read(on_a_terminal([f"{headline:>9}", "", *framed(IN_A_FRAME)], size))
    assert (rows(reading), reading.doubts) == (IN_A_FRAME, ())


@pytest.mark.parametrize("size", [14, 16, 18])
@pytest.mark.parametrize("board", [BEGUN, IN_A_FRAME], ids=["one tile", "many tiles"])
def test_a_board_is_read_between_hyphens_that_are_hardly_wider_than_high(board, size):
    """Three lines a cell, with the number at the left of the middle one."""
    edge, empty = "|------" * 4 + "|", "|      " * 4 + "|"
    lines = []
    for values in board:
        lines += [edge, empty, "".join(f"| {value or '':<5}" for value in values) + "|", empty]
    reading = reader.read(on_a_terminal(["", *lines, edge], size, hyphen=(5, 3)))
    assert (rows(reading), reading.doubts) == (board, ())


def in_a_drawn_frame(board, size):
    """Numbers at the right of their cells, within one line around them all, and a block cursor beside the last."""
    wide, high = round(0.6 * size), round(1.2 * size)
    rows = ["|".join(f"{value or '':>4}" for value in values) for values in board]
    lines = [line for row in rows for line in (row, "+".join(["----"] * 4))]
    picture = Image.new("RGB", (60 * wide, 14 * high), "black")
    pen, font = ImageDraw.Draw(picture), typewriter(size)
    for line, text in enumerate(["Score: 0", "", "", *lines[:-1]]):
        for column, character in enumerate(text, 6):
            pen.text((column * wide, line * high), character, "#e5e5e5", font)
    pen.rectangle((5.5 * wide, 2.5 * high, 25.5 * wide, 10.5 * high), None, "#e5e5e5", 2)
    pen.rectangle((25 * wide, 9 * high, 26 * wide, 10 * high), "#e5e5e5")
    return captured(picture)


@pytest.mark.parametrize("size", [14, 16, 18])
@pytest.mark.parametrize("last", [0, 2, 64])
def test_a_board_is_read_in_a_drawn_frame_with_a_block_cursor_on_it(size, last):
    board = (*IN_A_FRAME[:3], (8, 0, 0, last))
    reading = reader.read(in_a_drawn_frame(board, size))
    assert (rows(reading), reading.doubts) == (board, ())


@pytest.mark.parametrize("size", [14, 16, 18])
def test_what_is_not_read_at_a_side_of_its_cell_is_not_taken_for_nothing(size):
    """The middle is free there, as it is of tiles."""
    reading = reader.read(in_a_drawn_frame((*IN_A_FRAME[:3], (8, 0, "%", 64)), size))
    assert reading is None or Cell(3, 2) in reading.doubts


@pytest.mark.parametrize("size", [14, 16, 18])
@pytest.mark.parametrize("longer", [1, 20])
@pytest.mark.parametrize("sign", ["=", "-"])
def test_a_board_is_read_below_lines_that_frame_a_heading(size, longer, sign):
    rule = sign * (29 + longer)
    lines = [rule, "        2048", rule, "", rule, "  SCORE: 0", rule, "", *framed(IN_A_FRAME, 6)]
    reading = reader.read(on_a_terminal(lines, size))
    assert (rows(reading), reading.doubts) == (IN_A_FRAME, ())


@pytest.mark.parametrize("size", [14, 16, 18])
@pytest.mark.parametrize(
    "between", [["Enter move [W A S D]: w"], ["", "Move: a", ""], ["Which way? l", "Not that one!"]]
)
@pytest.mark.parametrize("corner", "+-")
def test_of_boards_that_were_written_below_one_another_the_lowest_is_read(size, between, corner):
    older = framed(((0, 2, 0, 4), (0, 16, 0, 0), (0, 0, 128, 0), (8, 0, 0, 64)), 5, corner)
    for cut in (0, 4):
        lines = [*older[cut:], *between, *older, *between, *framed(IN_A_FRAME, 5, corner), between[0][:-1]]
        reading = reader.read(on_a_terminal(lines, size))
        assert (rows(reading), reading.doubts, reading.equals) == (IN_A_FRAME, (), ())


def test_a_cell_with_words_above_its_middle_is_empty_where_the_middle_is():
    drawing = Drawing(((0, 0, 2, 0), (0, 0, 0, 0), (0, 2, 0, 0), (4, 0, 0, 0)))
    for row, col in ((0, 0), (3, 0)):
        x, y, *_ = drawing.box(row, col)
        drawing.pen.text((x - 4, y + 4), "Score 0", "white", ImageFont.load_default(24), "lt")
    reading = reader.read(drawing.capture())
    assert rows(reading)[0] == (0, 0, 2, 0)
    assert reading.doubts in {(), (Cell(3, 0),)}


@pytest.mark.parametrize("lowest", [(0, 0, 0, 0), (0, 2, 0, 0)])
def test_a_line_of_text_over_a_whole_row_hides_neither_its_empty_cells_nor_a_tile_like_another(lowest):
    board = ((0, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2 if not any(lowest) else 0, 0), lowest)
    drawing = Drawing(board, share=0.3)
    x, _, _, y = drawing.box(3, 0)
    drawing.pen.text((x + 20, y - 5), "Arrow keys: move  |  R: once again", "#776e65", ImageFont.load_default(20), "lb")
    reading = reader.read(drawing.capture())
    assert (rows(reading), reading.doubts) == (board, ())


def test_lines_of_text_over_two_rows_leave_no_board():
    """They are words in squares, of a page or of a sudoku's candidates."""
    drawing = Drawing(((0, 0, 0, 0), (0, 2, 0, 0), (0, 0, 0, 0), (0, 2, 0, 0)), share=0.3)
    for row in (2, 3):
        x, _, _, y = drawing.box(row, 0)
        drawing.pen.text(
            (x + 20, y - 5), "Arrow keys: move  |  R: once again", "#776e65", ImageFont.load_default(20), "lb"
        )
    assert reader.read(drawing.capture()) is None


def test_a_tile_below_a_line_of_text_is_not_taken_for_one_of_another_number():
    board = ((0, 0, 0, 0), (0, 2, 0, 0), (0, 0, 0, 0), (0, 4, 0, 0))
    drawing = Drawing(board, share=0.3, tiles=["#eee4da"] * 17)
    x, _, _, y = drawing.box(3, 0)
    drawing.pen.text((x + 20, y - 5), "Arrow keys: move  |  R: once again", "#776e65", ImageFont.load_default(20), "lb")
    reading = reader.read(drawing.capture())
    assert reading is None or Cell(3, 1) in reading.doubts


def test_a_number_above_the_middle_of_an_empty_cell_is_no_tile_where_its_colour_is_none():
    """As of a score that is written across two cells."""
    board = ((0, 0, 2, 0), (0, 0, 0, 0), (0, 2, 0, 4), (4, 0, 0, 0))
    begun = Drawing(board).capture()
    place = reader.read(begun)
    drawing = Drawing(board)
    x, y, *_ = drawing.box(0, 1)
    drawing.pen.text((x + 20, y + 4), "4", "white", ImageFont.load_default(32), "lt")
    later = reader.reread(drawing.capture(), place, reader.learnt(begun, place, Palette()))
    assert (rows(later), later.doubts) == (board, ())


def test_an_equal_tile_of_another_colour_is_in_doubt():
    drawing = Drawing(((2, 2, 2), (2, 4, 0), (0, 0, 0)))
    drawing.pen.rectangle(drawing.box(0, 1), "#40c0c0")
    x0, y0, x1, y1 = drawing.box(0, 1)
    drawing.pen.text(((x0 + x1) / 2, (y0 + y1) / 2), "2", "black", ImageFont.load_default(36), "mm")
    assert Cell(0, 1) in reader.read(drawing.capture()).doubts


def test_a_cell_that_is_covered_by_something_plain_is_in_doubt():
    drawing = Drawing()
    x0, y0, x1, y1 = drawing.box(1, 1)
    drawing.pen.rectangle((x0 - 4, y0 - 4, x1 + 4, y1 + 4), "#3060ff")
    reading = reader.read(drawing.capture())
    assert Cell(1, 1) in reading.doubts


def test_of_two_boards_the_larger_is_read_and_of_equal_ones_the_one_under_the_pointer():
    one, other = Drawing(((2, 4, 8),) * 3), Drawing(((4, 2, 16),) * 3)
    side_by_side = Image.new("RGB", (one.picture.width * 2, one.picture.height), "#faf8ef")
    side_by_side.paste(one.picture, (0, 0))
    side_by_side.paste(other.picture, (one.picture.width, 0))
    capture = captured(side_by_side)
    assert rows(reader.read(capture, Pixel(100, 100)))[0] == (2, 4, 8)
    assert rows(reader.read(capture, Pixel(one.picture.width + 100, 100)))[0] == (4, 2, 16)
    assert reader.read(capture, Pixel(100, 100)).equals == ()
    assert len(reader.read(capture).equals) == 1


def test_a_later_picture_is_read_at_the_same_place():
    first = reader.read(Drawing().capture())
    moved = ((4, 2, 2, 2), *BOARD[1:])
    assert rows(reader.reread(Drawing(moved).capture(), first)) == moved


def test_a_later_picture_is_read_by_learnt_looks():
    capture = Drawing().capture()
    first = reader.read(capture)
    palette = reader.learnt(capture, first, Palette())
    moved = ((2048, 64, 8, 2), (0, 0, 4, 4), *BOARD[2:])
    later = Drawing(moved).capture()
    assert palette.recall(looks.looks(later.pixels, first.boxes)) == [value for row in moved for value in row]
    assert rows(reader.reread(later, first, palette)) == moved


def test_a_new_value_in_the_colour_of_a_learnt_one_is_read():
    capture = Drawing(((4096, 4096, 2), (2, 0, 4), (0, 0, 0))).capture()
    first = reader.read(capture)
    palette = reader.learnt(capture, first, Palette())
    moved = ((8192, 2, 0), (2, 4, 4), (16384, 0, 0))
    assert rows(reader.reread(Drawing(moved).capture(), first, palette)) == moved


def test_nothing_is_learnt_from_a_board_in_doubt():
    drawing = Drawing()
    drawing.pen.rectangle(drawing.box(1, 1), "#3060ff")
    capture = drawing.capture()
    assert reader.learnt(capture, reader.read(capture), Palette()) == Palette()


@pytest.mark.parametrize("colour", ["white", "#202020"])
def test_a_plain_picture_holds_no_board(colour):
    assert reader.read(captured(Image.new("RGB", (400, 300), colour))) is None


def sliding(share):
    """A tile 2 of the top row on its way from its cell to the empty one on its right."""
    drawing = Drawing(((0, 0, 8, 16), *BOARD[1:]))
    x0, y0, _, _ = drawing.box(0, 0)
    drawing.tile(x0 + share * (drawing.wide + drawing.gap), y0, 2)
    return drawing.capture()


@pytest.mark.parametrize("share", [0.12, 0.3, 0.5, 0.7, 0.88])
@pytest.mark.parametrize("learnt", [False, True])
def test_a_tile_on_its_way_is_in_doubt(share, learnt):
    capture = Drawing().capture()
    first = reader.read(capture)
    palette = reader.learnt(capture, first, Palette()) if learnt else Palette()
    assert {Cell(0, 0), Cell(0, 1)} & {*reader.reread(sliding(share), first, palette).doubts}


def test_a_number_in_a_colour_that_it_never_had_is_in_doubt():
    capture = Drawing().capture()
    first = reader.read(capture)
    palette = reader.learnt(capture, first, Palette())
    drawing = Drawing()
    drawing.pen.rectangle(drawing.box(0, 3), "#40c0c0")
    x0, y0, x1, y1 = drawing.box(0, 3)
    drawing.pen.text(((x0 + x1) / 2, (y0 + y1) / 2), "8", "black", ImageFont.load_default(36), "mm")
    assert Cell(0, 3) in reader.reread(drawing.capture(), first, palette).doubts


def test_a_new_theme_is_learnt_anew():
    capture = Drawing().capture()
    first = reader.read(capture)
    palette = reader.learnt(capture, first, Palette())
    dark = Drawing(tiles=RAINBOW, empty="#202028", frame="#101014", ink="black").capture()
    assert reader.reread(dark, first, palette).doubts
    again = reader.learnt(dark, reader.read(dark), palette)
    reading = reader.reread(dark, first, again)
    assert (rows(reading), reading.doubts) == (BOARD, ())


def named(tiles, empty, *, shared=()):
    """A palette as a profile writes it down."""
    shades = [Shade(ImageColor.getrgb(empty), (0,))]
    values = {2 << index: ImageColor.getrgb(colour) for index, colour in enumerate(tiles[:11])}
    shades += [Shade(colour, (value,)) for value, colour in values.items() if value not in shared]
    if shared:
        shades.append(Shade(values[shared[0]], tuple(shared)))
    return Recogniser(Read.COLOURS, shades=tuple(shades))


class Plain(Drawing):
    """Tiles without numbers."""

    def tile(self, x, y, value):
        colour = self.tiles[value.bit_length() - 2] if value else self.empty
        self.pen.rounded_rectangle((x, y, x + self.wide - 1, y + self.high - 1), 4, colour)


COLOURFUL = ((2, 4, 8, 16), (0, 32, 64, 128), (256, 0, 512, 1024), (2048, 2, 0, 2))


def test_tiles_without_numbers_are_read_by_a_palette():
    capture = Plain(COLOURFUL, tiles=RAINBOW, empty="#eeeeee").capture()
    reading = reader.read(capture, None, named(RAINBOW, "#eeeeee"))
    assert (rows(reading), reading.doubts) == (COLOURFUL, ())
    moved = Plain(((0, 0, 2, 4), *COLOURFUL[1:]), tiles=RAINBOW, empty="#eeeeee").capture()
    assert rows(reader.reread(moved, reading))[0] == (0, 0, 2, 4)


def test_a_colour_that_is_not_in_the_palette_is_no_tile_without_a_number():
    capture = Plain(COLOURFUL, tiles=["#101010", *RAINBOW[1:]], empty="#eeeeee").capture()
    reading = reader.read(capture, None, named(RAINBOW, "#eeeeee"))
    assert {Cell(0, 0), Cell(3, 1), Cell(3, 3)} <= {*reading.doubts}


def test_of_values_that_share_a_colour_the_number_decides():
    tiles = [*RAINBOW[:9], RAINBOW[10], *RAINBOW[10:]]
    reading = reader.read(Drawing(COLOURFUL, tiles=tiles).capture(), None, named(tiles, "#cdc1b4", shared=(1024, 2048)))
    assert (rows(reading), reading.doubts) == (COLOURFUL, ())
    bare = reader.read(Plain(COLOURFUL, tiles=tiles).capture(), None, named(tiles, "#cdc1b4", shared=(1024, 2048)))
    assert {Cell(2, 3), Cell(3, 0)} <= {*bare.doubts}


def test_a_number_that_contradicts_the_palette_is_in_doubt():
    turned = [RAINBOW[1], RAINBOW[0], *RAINBOW[2:]]
    reading = reader.read(Drawing(COLOURFUL, tiles=RAINBOW).capture(), None, named(turned, "#cdc1b4"))
    assert {Cell(0, 0), Cell(0, 1)} <= {*reading.doubts}
    assert Cell(0, 2) not in reading.doubts


TOUCHING = {
    "a new game": ((0, 0, 0, 2), (0, 0, 0, 0), (0, 4, 0, 0), (0, 0, 0, 0)),
    "two alike side by side, and no others": ((0, 0, 0, 2), (0, 0, 0, 2), (0, 0, 0, 0), (0, 0, 0, 0)),
    "two alike side by side": ((0, 2, 2, 0), (0, 0, 0, 0), (4, 0, 0, 0), (8, 16, 0, 0)),
    "a row that is full": ((2, 4, 8, 16), (0, 0, 4, 0), (0, 2, 0, 0), (0, 0, 0, 0)),
}


@pytest.mark.parametrize("name", TOUCHING)
@pytest.mark.parametrize("wide", [60, 141])
def test_a_board_of_which_only_the_tiles_show_is_found(name: str, wide: int) -> None:
    rows = TOUCHING[name]
    drawn = Drawing(rows, gap=0, wide=wide, high=wide, frame="#cdc1b4")
    seen = reader.read(drawn.capture())
    assert seen is not None
    assert seen.board == tuple(value for row in rows for value in row)
    assert not seen.doubts


def test_two_tiles_beside_the_squares_of_a_plain_area_are_no_board() -> None:
    drawn = Drawing(TOUCHING["a new game"], gap=0, frame="#cdc1b4")
    x0, y0, x1, y1 = drawn.box(2, 1)
    drawn.pen.rectangle((x0, y0, x1, y1), drawn.empty)
    drawn.tile(x0 + 40, y0, 4)
    assert reader.read(drawn.capture()) is None


def test_empty_cells_may_have_several_colours():
    drawing = Drawing(((2, 0, 0, 0), (0, 0, 4, 0), (0, 0, 0, 0), (0, 0, 0, 0)))
    for row, col in ((0, 3), (1, 1), (2, 1), (3, 2)):
        drawing.pen.rectangle(drawing.box(row, col), "#e4f5c9" if col == 1 else "#fcd2f0")
    reading = reader.read(drawing.capture())
    assert sorted(reading.board)[-2:] == [2, 4]
    assert not reading.doubts
