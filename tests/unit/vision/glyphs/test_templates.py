"""Nine pictures of a game's digits in the net's place: any size, any colours, any symbols."""

from __future__ import annotations

import os

import numpy as np
import pytest
from fakes.tile_drawing import Drawing
from PIL import Image, ImageDraw, ImageFont

from gridpilot.capture import Capture
from gridpilot.errors import GridpilotError
from gridpilot.games import game
from gridpilot.games.sudoku.reading import reader
from gridpilot.games.twenty48.reading import reader as twenty48
from gridpilot.geometry import Cell, Rect, View
from gridpilot.outcome import Ending, Hurdle
from gridpilot.reading import Kind, Read, Recogniser
from gridpilot.texts import hurdles

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def cut_outs(folder, symbols="123456789", size=40, paper="white", ink="black"):
    """Digits as a user would cut them out of a screenshot."""
    folder.mkdir(exist_ok=True)
    for digit, symbol in enumerate(symbols, 1):
        picture = Image.new("RGB", (56, 60), paper)
        ImageDraw.Draw(picture).text((28, 30), symbol, ink, ImageFont.load_default(size), "mm")
        picture.save(folder / f"{digit}.png")
    return Recogniser(Read.TEMPLATES, folder)


def drawn(symbols="123456789", cell=48, paper="white", ink="black", extra=()):
    """A board; `extra`: further cells with what to write into them."""
    picture = Image.new("RGB", (9 * cell + 100, 9 * cell + 100), paper)
    pen = ImageDraw.Draw(picture)
    written = {index: symbols[int(digit) - 1] for index, digit in enumerate(BOARD) if digit != "."} | dict(extra)
    for index, symbol in written.items():
        x, y = 50 + (index % 9 + 0.5) * cell, 50 + (index // 9 + 0.5) * cell
        pen.text((x, y), symbol, ink, ImageFont.load_default(cell * 0.6), "mm")
    for i in range(10):
        at, far, width = 50 + i * cell, 50 + 9 * cell, 3 if i % 3 == 0 else 1
        pen.line((50, at, far, at), "grey", width)
        pen.line((at, 50, at, far), "grey", width)
    pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
    height, width = pixels.shape[:2]
    return Capture(pixels, View(Rect(0, 0, width, height), width, height))


def text(reading):
    return "".join(str(value or ".") for value in reading.board)


@pytest.mark.parametrize("cell", [30, 48, 90])
@pytest.mark.parametrize(("paper", "ink"), [("white", "black"), ("#202020", "#80c0ff")])
def test_a_board_is_read_by_templates_of_another_size_and_colour(tmp_path, cell, paper, ink):
    recogniser = cut_outs(tmp_path / "mine", size=44, paper="#eeeeff", ink="navy")
    sudoku = game("sudoku")
    reading = sudoku.read(drawn(cell=cell, paper=paper, ink=ink), None, recogniser)
    assert text(reading) == BOARD
    assert sudoku.decide(reading).ending is None


def test_symbols_that_are_no_digits_are_read_where_their_pictures_are_given(tmp_path):
    letters = "AFHKTXYZS"
    recogniser = cut_outs(tmp_path / "mine", letters)
    capture = drawn(letters)
    reading = reader.read(capture, None, recogniser)
    assert text(reading) == BOARD
    assert game("sudoku").decide(reading).ending is None
    assert reader.reread(capture, reading) == reading
    by_net = reader.read(capture)
    assert by_net is None or text(by_net) != BOARD


def test_what_matches_no_template_is_in_doubt(tmp_path):
    reading = reader.read(drawn(extra={2: "W"}), None, cut_outs(tmp_path / "mine"))
    assert reading.cells[2].kind is Kind.UNKNOWN
    assert reading.doubts == (Cell(0, 2),)


@pytest.mark.parametrize(("drawn_as", "unlike"), [("Y23456789", "1"), ("YZ3456K89", "127")])
def test_pictures_that_do_not_fit_the_window_are_named_before_anything_is_typed(tmp_path, drawn_as, unlike):
    """The rules know where the ones are that no picture shows; but no typed one could be checked."""
    sudoku = game("sudoku")
    decision = sudoku.decide(sudoku.read(drawn(drawn_as), None, cut_outs(tmp_path / "mine")))
    assert (decision.ending, decision.hurdle, decision.solution) == (Ending.DOUBTFUL, Hurdle.PICTURES, ())
    assert decision.cells == tuple(Cell(*divmod(i, 9)) for i, digit in enumerate(BOARD) if digit in unlike)
    assert "do not fit this window" in hurdles.hurdle(decision.hurdle)


def test_a_digit_that_is_damaged_once_and_read_elsewhere_does_not_speak_against_the_pictures(tmp_path):
    sudoku = game("sudoku")
    reading = sudoku.read(drawn(extra={4: "Y"}), None, cut_outs(tmp_path / "mine"))
    assert reading.doubts == (Cell(0, 4),)
    decision = sudoku.decide(reading)  # ink that is not read is never typed over
    assert (decision.ending, decision.hurdle, decision.cells) == (Ending.DOUBTFUL, Hurdle.UNREAD, (Cell(0, 4),))


def fault_of(recogniser):
    with pytest.raises(GridpilotError) as caught:
        reader.read(drawn(), None, recogniser)
    return caught.value


def test_a_missing_picture_is_named(tmp_path):
    recogniser = cut_outs(tmp_path / "mine")
    (tmp_path / "mine" / "7.png").unlink()
    fault = fault_of(recogniser)
    assert f"{tmp_path / 'mine' / '7.png'} is missing" in fault.message
    assert "1.png to 9.png" in fault.fix


def test_a_picture_without_a_digit_is_named(tmp_path):
    recogniser = cut_outs(tmp_path / "mine")
    Image.new("RGB", (40, 40), "white").save(tmp_path / "mine" / "4.png")
    assert "4.png shows no digit" in fault_of(recogniser).message


def test_a_damaged_picture_is_named(tmp_path):
    recogniser = cut_outs(tmp_path / "mine")
    (tmp_path / "mine" / "2.png").write_bytes(b"no picture")
    assert "2.png is no picture" in fault_of(recogniser).message


def test_a_picture_larger_than_a_digit_is_named_before_it_is_loaded(tmp_path):
    """Nine of 40 million pixels, which a zip of 400 kB holds, took half a minute and gigabytes."""
    recogniser = cut_outs(tmp_path / "mine")
    Image.new("L", (20_000, 2_000)).save(tmp_path / "mine" / "3.png")
    fault = fault_of(recogniser)
    assert "3.png has 20000 x 2000, more pixels than a digit" in fault.message
    assert fault.fix == "Cut out one cell of the board."


def test_new_pictures_count_at_once(tmp_path):
    recogniser = cut_outs(tmp_path / "mine", "ABCDEFGHK")
    assert reader.read(drawn("ABCDEFGHK"), None, recogniser) is not None
    cut_outs(tmp_path / "mine")
    for digit in range(1, 10):
        os.utime(tmp_path / "mine" / f"{digit}.png", ns=(1, 1))
    assert text(reader.read(drawn(), None, recogniser)) == BOARD


def test_a_nought_is_read_where_there_is_a_picture_of_it(tmp_path):
    recogniser = cut_outs(tmp_path / "mine")
    picture = Image.new("RGB", (56, 60), "white")
    ImageDraw.Draw(picture).text((28, 30), "0", "black", ImageFont.load_default(40), "mm")
    picture.save(tmp_path / "mine" / "0.png")
    board = ((2, 16, 1024), (2048, 4, 8), (32, 64, 256))
    reading = twenty48.read(Drawing(board).capture(), None, recogniser)
    assert (reading.board, reading.doubts) == (tuple(value for values in board for value in values), ())
