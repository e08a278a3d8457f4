"""Pages of our own with boards of unusual kinds: written as text, with drop-down lists, with noughts for blanks."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.grid import parse
from gridpilot.games.sudoku.reading import reader
from gridpilot.vision.pictures import load

KINDS = Path(__file__).parents[4] / "corpus" / "screens" / "kinds"
SCREENS = json.loads((KINDS / "index.json").read_text("utf-8"))


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen["file"])
def test_a_board_of_an_unusual_kind_is_read_and_may_be_filled(screen):
    reading = reader.read(load(KINDS / screen["file"]))
    assert reading is not None
    assert reading.board == parse(screen["grid"])
    assert Sudoku().decide(reading).ending is None


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen["file"])
def test_a_second_look_at_such_a_board_sees_the_same(screen):
    capture = load(KINDS / screen["file"])
    first = reader.read(capture)
    assert reader.reread(capture, first).cells == first.cells


def test_a_digit_typed_in_place_of_a_sign_for_blank_is_seen():
    """The cell is painted like another one that shows a digit."""
    capture = load(KINDS / "noughts_s1.png")
    first = reader.read(capture)
    full, blank = first.board.index(3), first.board.index(0)
    (x0, y0), (x1, y1) = ((int(first.boxes[i].x0), int(first.boxes[i].y0)) for i in (full, blank))
    width, height = int(first.boxes[full].width) - 1, int(first.boxes[full].height) - 1
    pixels = capture.pixels.copy()
    pixels[y1 : y1 + height, x1 : x1 + width] = capture.pixels[y0 : y0 + height, x0 : x0 + width]
    again = reader.reread(replace(capture, pixels=pixels), first)
    changed = [i for i in range(81) if again.board[i] != first.board[i]]
    assert changed == [blank]
    assert again.board[blank] == 3


def test_a_full_board_is_read_by_what_its_blank_cells_looked_like():
    """The blank cell is kept from the first look: later there may be none to learn it from."""
    capture = load(KINDS / "noughts_s1.png")
    first = reader.read(capture)
    digit = first.board.index(3)
    own = first.boxes[digit]
    x0, y0, width, height = int(own.x0), int(own.y0), int(own.width) - 1, int(own.height) - 1
    patch = capture.pixels[y0 : y0 + height, x0 : x0 + width].copy()
    pixels = capture.pixels.copy()
    for box in first.boxes:
        pixels[int(box.y0) : int(box.y0) + height, int(box.x0) : int(box.x0) + width] = patch
    again = reader.reread(replace(capture, pixels=np.ascontiguousarray(pixels)), first)
    assert set(again.board) == {3}
