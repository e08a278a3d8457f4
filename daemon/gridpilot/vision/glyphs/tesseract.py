"""Asks Tesseract, where it is installed, for the digits of many glyphs: one call, within a time limit.

It gets the same glyphs as the net, in rows on one sheet: single digits in pictures of their own it often calls empty.
It takes two of three letters and icons for digits, so the net alone says whether ink is a digit at all.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.errors import EnvironmentFault, GridpilotError
from gridpilot.reading import CellReading, Reading
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.net import JUNK, classify

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

SLOT, GLYPH, ACROSS, MARGIN = 48, 42, 10, 20  # pixels, pixels, slots in a row, pixels: best of eight sheets tried
CONFIG = "--psm 6 -c tessedit_char_whitelist=0123456789 -c hocr_char_boxes=1"
SYMBOL = re.compile(r"x_bboxes (\d+) (\d+) (\d+) (\d+); x_conf ([\d.]+)'>(.*?)</span>")

PATIENCE = 10.0  # seconds for a sheet of 81; it takes 0.2
PATIENCE_FOR_AN_OPINION = 1.0

# Measured on 8,160 digits of 60 faces; among 13,532 of 199 other faces the shares are the same.
SURE = 98  # Tesseract's confidence: it is given four of five digits with that much, one of twenty gets no answer
RIGHT_WHEN_SURE, RIGHT_OTHERWISE = 0.9987, 0.96

AGREEMENT = 3.0
"""Another digit is so many times less likely where both name the same. Of the digits that the net doubted, both agreed
on 373 of the 412 that it had right, but also on 14 of the 46 that it had wrong: they mistake the same glyphs.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    digit: int
    sure: bool


def recognise(pictures: Bytes) -> Floats:
    """Does what `net.classify` does: n x 28 x 28 glyphs in, n x 11 probabilities out, the digits 0 to 9, then junk."""
    answers = ask(pictures, PATIENCE)
    chances = classify(pictures)
    for index, answer in enumerate(answers):
        if answer is None:  # the net's word is taken then, but never as beyond doubt: it was not to be relied on
            chances[index] = RIGHT_OTHERWISE * chances[index] + (1 - RIGHT_OTHERWISE) / chances.shape[1]
        else:
            right = RIGHT_WHEN_SURE if answer.sure else RIGHT_OTHERWISE
            digit = 1 - chances[index, JUNK]
            chances[index, :JUNK] = digit * (1 - right) / (JUNK - 1)
            chances[index, answer.digit] = digit * right
    return chances


def ask(pictures: Bytes, patience: float) -> list[Answer | None]:
    """The digit that Tesseract sees in each glyph; None where it sees nothing, or anything but one digit."""
    if not len(pictures):
        return []
    found: list[list[Answer | None]] = [[] for _ in pictures]
    for x0, y0, x1, y1, confidence, text in SYMBOL.findall(_read(_sheet(pictures), patience)):
        across = ((int(x0) + int(x1)) // 2 - MARGIN) // SLOT
        place = ((int(y0) + int(y1)) // 2 - MARGIN) // SLOT * ACROSS + across
        if 0 <= across < ACROSS and 0 <= place < len(found):
            sure = float(confidence) >= SURE
            found[place].append(Answer(int(text), sure) if len(text) == 1 and text.isdecimal() else None)
    return [answers[0] if len(answers) == 1 else None for answers in found]


def version() -> str:
    """Its name and version; raises EnvironmentFault where it is not installed."""
    import pytesseract

    try:
        return f"tesseract {pytesseract.get_tesseract_version()}"
    except (pytesseract.TesseractNotFoundError, SystemExit, OSError):  # the library leaves in its own way
        raise _missing() from None


def _missing() -> EnvironmentFault:
    says = "The digits are to be read by Tesseract, and the program tesseract was not found."
    fix = 'Install it (Debian: tesseract-ocr), or write read = "glyphs" into the profile.'
    return EnvironmentFault("Tesseract is missing", says, fix)


def _sheet(pictures: Bytes) -> Bytes:
    """All glyphs in rows, black on white."""
    rows = -(-len(pictures) // ACROSS)
    sheet = np.zeros((rows * SLOT + 2 * MARGIN, ACROSS * SLOT + 2 * MARGIN), np.uint8)
    for place, picture in enumerate(pictures):
        row, column = divmod(place, ACROSS)
        y, x = MARGIN + row * SLOT + (SLOT - GLYPH) // 2, MARGIN + column * SLOT + (SLOT - GLYPH) // 2
        sheet[y : y + GLYPH, x : x + GLYPH] = cv2.resize(picture, (GLYPH, GLYPH), interpolation=cv2.INTER_CUBIC)
    return 255 - sheet


def _read(sheet: Bytes, patience: float) -> str:
    """The sheet's text with a place for each character, as hOCR."""
    import pytesseract

    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # its threads only get in each other's way on a small picture
    try:
        made = pytesseract.image_to_pdf_or_hocr(sheet, config=CONFIG, extension="hocr", timeout=patience)
    except pytesseract.TesseractNotFoundError:
        raise _missing() from None
    except (pytesseract.TesseractError, RuntimeError, OSError) as fault:
        fix = 'See whether `tesseract --list-langs` names eng, or write read = "glyphs" into the profile.'
        raise GridpilotError("Tesseract failed", f"{fault}.", fix) from fault
    return bytes(made).decode("utf-8", "replace")


def second_opinion(pixels: Bytes, reading: Reading, clear: float, patience: float = PATIENCE_FOR_AN_OPINION) -> Reading:
    """The reading with fewer doubts: a digit that Tesseract also names is no longer in doubt from the confidence
    `clear` on. It is asked only which digit it is, never whether ink is a mark. It corrects nothing, and may be
    missing.
    """
    asked = {index for index, cell in enumerate(reading.cells) if cell.confidence < clear and _between_digits(cell)}
    if not asked:
        return reading
    said = _said(pixels, reading, patience)
    cells = tuple(
        _confirmed(cell) if index in asked and said.get(index) == cell.value else cell
        for index, cell in enumerate(reading.cells)
    )
    doubts = (cell for cell in reading.doubts if cells[cell.index(reading.size)].confidence < clear)
    return replace(reading, cells=cells, doubts=tuple(doubts))


def _said(pixels: Bytes, reading: Reading, patience: float) -> dict[int, int]:
    """The digits that Tesseract names, by the indexes of their cells; none where it fails."""
    shown = [index for index, cell in enumerate(reading.cells) if cell.value]  # alone, a doubtful glyph lacks a context
    inked, pictures = cut.whole(cut.traced(pixels, [reading.boxes[index] for index in shown]))
    try:
        answers = ask(pictures, patience)
    except GridpilotError:
        return {}
    return {shown[place]: answer.digit for place, answer in zip(inked, answers, strict=True) if answer}


def _between_digits(cell: CellReading) -> bool:
    return cell.value > 0 and _blank_chance(cell) < 0.5 * (1 - cell.confidence)


def _blank_chance(cell: CellReading) -> float:
    return sum(rival.probability for rival in cell.rivals if not rival.value)


def _confirmed(cell: CellReading) -> CellReading:
    """The chances after both agree. How likely the glyph is no digit of this cell stays the same."""
    digits = 1 - _blank_chance(cell)
    scale = digits / (cell.confidence + (digits - cell.confidence) / AGREEMENT)
    rivals = (replace(r, probability=r.probability * scale / AGREEMENT) if r.value else r for r in cell.rivals)
    return replace(cell, confidence=cell.confidence * scale, rivals=tuple(rivals))
