"""Screenshots of Solo with boards of other sizes and jigsaws: read to the last cell, solved, and ready to be filled."""

import json
from pathlib import Path

import pytest

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.grid import LETTERS, parse, shape_of
from gridpilot.games.sudoku.reading import reader
from gridpilot.vision.pictures import load

FORMS = Path(__file__).parents[4] / "corpus" / "screens" / "forms"
SCREENS = json.loads((FORMS / "index.json").read_text("utf-8"))


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen["file"])
def test_a_board_of_another_form_is_read_with_its_regions_and_may_be_filled(screen):
    shape = shape_of(screen["regions"])
    reading = reader.read(load(FORMS / screen["file"]))
    assert reading is not None
    assert reading.board == parse(screen["grid"], shape)
    assert shape_of(reading.regions) == shape
    decision = Sudoku().decide(reading)
    assert decision.ending is None
    assert "".join(LETTERS[digit - 1] for digit in decision.solution) == screen["solution"]
