"""Tesseract as a profile's reader of digits and as a second opinion, with the program and without it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytesseract
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.errors import EnvironmentFault, GridpilotError
from gridpilot.games import game
from gridpilot.games.sudoku.reading import board, reader
from gridpilot.geometry import Cell
from gridpilot.reading import Read, Recogniser, Rival
from gridpilot.vision import pictures
from gridpilot.vision.glyphs import tesseract as ocr

SCREENS = Path(__file__).parents[3] / "corpus" / "screens"
GAME = pictures.load(SCREENS / "sgt-solo_s1_100.png")
BY_TESSERACT = Recogniser(Read.TESSERACT)
SCRIPT = pytest.mark.posix("a program that is a shell script")
LONG = 120.0  # seconds: no answer is to come late because the machine is busy

needs_tesseract = pytest.mark.skipif(not shutil.which("tesseract"), reason="tesseract is not installed")


def glyphs(text):
    """Pictures as `vision.glyphs` cuts them, one for each character."""
    cut = []
    for character in text:
        picture = Image.new("L", (28, 28))
        ImageDraw.Draw(picture).text((14, 14), character, 255, ImageFont.load_default(28), "mm")
        cut.append(np.asarray(picture))
    return np.stack(cut)


def symbol(place, text, confidence=99.0):
    """One character as Tesseract's hOCR has it, in the middle of a slot of the sheet."""
    row, column = divmod(place, ocr.ACROSS)
    x, y = (ocr.MARGIN + at * ocr.SLOT + ocr.SLOT // 2 for at in (column, row))
    box = f"x_bboxes {x - 9} {y - 15} {x + 9} {y + 15}"
    return f"<span class='ocrx_cinfo' title='{box}; x_conf {confidence}'>{text}</span>"


@pytest.fixture
def tesseract(tmp_path, monkeypatch):
    """Puts a script in Tesseract's place; it is called with the input's name and the output's."""

    def put(script):
        program = tmp_path / "tesseract"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", str(program))

    return put


@pytest.fixture
def says(tesseract, tmp_path):
    def put(*symbols):
        (tmp_path / "answer").write_text("".join(symbols))
        tesseract(f'cp "{tmp_path}/answer" "$2.hocr"')

    return put


@pytest.fixture
def absent(tmp_path, monkeypatch):
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", str(tmp_path / "nowhere"))


@needs_tesseract
@pytest.mark.parametrize("name", ["sgt-solo_s1_100", "gnome-sudoku_s2_110_Adwaita-dark", "term-nudoku_s1_182_dark"])
def test_tesseract_reads_real_games_well_enough_to_fill_them(name):
    sudoku = game("sudoku")
    capture = pictures.load(SCREENS / f"{name}.png")
    reading = sudoku.read(capture, None, BY_TESSERACT)
    assert reading.board == sudoku.read(capture).board
    assert sudoku.decide(reading).ending is None


@needs_tesseract
def test_a_second_look_is_tesseracts_too():
    first = reader.read(GAME, None, BY_TESSERACT)
    again = reader.reread(GAME, first)
    assert again == first
    assert max(cell.confidence for cell in again.cells if cell.value) <= ocr.RIGHT_WHEN_SURE


@needs_tesseract
def test_tesseract_names_the_digits_of_a_sheet():
    digits = "31415926535897"
    said = ocr.ask(glyphs(digits), 30)
    right = [str(answer.digit) == digit for answer, digit in zip(said, digits, strict=True) if answer]
    assert sum(right) >= 12


@SCRIPT
def test_what_tesseract_says_counts_only_where_it_is_one_digit_in_one_slot(says):
    says(symbol(0, "7"), symbol(1, "B"), symbol(2, "4"), symbol(2, "1"), symbol(11, "5", 60.5), symbol(90, "3"))
    answers = ocr.ask(glyphs("7842368953142"), 30)
    assert answers[0] == ocr.Answer(7, sure=True)
    assert answers[11] == ocr.Answer(5, sure=False)
    assert [answer for answer in answers if answer] == [answers[0], answers[11]]


@SCRIPT
def test_chances_are_as_measured_and_sum_to_one(says):
    says(symbol(0, "3"), symbol(1, "3", 40))
    chances = ocr.recognise(glyphs("338"))
    assert chances.sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-3)
    assert chances[0, 3] == pytest.approx(ocr.RIGHT_WHEN_SURE, abs=0.01)
    assert chances[1, 3] == pytest.approx(ocr.RIGHT_OTHERWISE, abs=0.01)
    assert chances[2].argmax() == 8, "where it is silent, the net speaks"
    assert chances[2, 8] < board.ACT


def test_no_glyphs_are_not_put_to_tesseract(absent):
    assert ocr.ask(glyphs("1")[:0], 30) == []


def test_a_profile_that_demands_tesseract_says_that_it_is_missing(absent):
    with pytest.raises(EnvironmentFault, match="not found") as caught:
        reader.read(GAME, None, BY_TESSERACT)
    assert "tesseract-ocr" in caught.value.fix


@SCRIPT
@pytest.mark.parametrize("script", ["exec sleep 300", "echo no eng.traineddata >&2; exit 1", "exit 0"])
def test_a_tesseract_that_hangs_or_fails_is_a_fault(tesseract, script):
    tesseract(script)
    with pytest.raises(GridpilotError) as caught:
        ocr.ask(glyphs("12"), 0.5)
    assert caught.value.fix


def doubted(value_off=0, confidence=0.95, blank=0.0):
    """A clear reading of a real game, with its first digit made doubtful."""
    reading = reader.read(GAME)
    index = next(index for index, cell in enumerate(reading.cells) if cell.value)
    value = (reading.cells[index].value + value_off - 1) % 9 + 1
    rivals = (Rival(value % 9 + 1, 1 - confidence - blank), Rival(0, blank))
    cells = list(reading.cells)
    cells[index] = replace(cells[index], value=value, confidence=confidence, rivals=rivals)
    return index, replace(reading, cells=tuple(cells), doubts=(Cell(*divmod(index, 9)),))


@needs_tesseract
def test_agreement_clears_a_small_doubt_between_digits():
    index, reading = doubted(confidence=0.95)
    after = ocr.second_opinion(GAME.pixels, reading, board.ACT, LONG)
    assert after.doubts == ()
    assert after.board == reading.board
    cell = after.cells[index]
    assert cell.confidence == pytest.approx(0.95 / (0.95 + 0.05 / ocr.AGREEMENT))
    assert cell.confidence + sum(rival.probability for rival in cell.rivals) == pytest.approx(1)


@needs_tesseract
def test_agreement_leaves_open_whether_the_ink_is_a_mark():
    index, reading = doubted(confidence=0.9, blank=0.04)
    after = ocr.second_opinion(GAME.pixels, reading, board.ACT, LONG)
    assert after.doubts == reading.doubts
    assert after.cells[index].confidence > reading.cells[index].confidence
    assert after.cells[index].rivals[-1] == Rival(0, 0.04)


@needs_tesseract
def test_agreement_does_not_clear_a_great_doubt():
    index, reading = doubted(confidence=0.6)
    after = ocr.second_opinion(GAME.pixels, reading, board.ACT, LONG)
    assert after.cells[index].confidence > 0.6
    assert after.doubts == reading.doubts
    assert after.board == reading.board


@needs_tesseract
def test_disagreement_changes_nothing():
    _, reading = doubted(value_off=4)
    assert ocr.second_opinion(GAME.pixels, reading, board.ACT, LONG) == reading


@SCRIPT
def test_a_doubt_whether_ink_is_a_mark_is_not_put_to_tesseract(tesseract, tmp_path):
    tesseract(f"touch {tmp_path}/asked")
    _, reading = doubted(blank=0.04)
    assert ocr.second_opinion(GAME.pixels, reading, board.ACT) == reading
    assert not (tmp_path / "asked").exists()


@SCRIPT
@pytest.mark.parametrize("script", ["exit 1", "exec sleep 300"])
def test_a_broken_tesseract_gives_no_second_opinion_and_no_fault(tesseract, script):
    tesseract(script)
    _, reading = doubted()
    assert ocr.second_opinion(GAME.pixels, reading, board.ACT) == reading


def test_without_tesseract_there_is_no_second_opinion_and_no_fault(absent):
    _, reading = doubted()
    assert ocr.second_opinion(GAME.pixels, reading, board.ACT) == reading


@SCRIPT
def test_a_clear_board_is_never_put_to_tesseract(tesseract, tmp_path):
    tesseract(f"touch {tmp_path}/asked")
    assert game("sudoku").read(GAME).doubts == ()
    assert not (tmp_path / "asked").exists()
