"""What counts as a miss, and how the figures are counted."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from board_looks import chance_look
from board_verdicts import Verdict, fault
from contact_sheet import ContactSheets
from figures import WANTED, Figures
from glyph_painter import Face
from puzzle_pool import position
from render_boards import Sample

from gridpilot.vision.pictures import load

FACE = Face("a.ttf", 0, "A", "fonts-sora", "1", "tune")
LOOK = replace(chance_look(np.random.default_rng(3), "tune", [FACE]), box=(3, 3), cover="none", jigsaw="no")
RIGHT = Verdict(found=True, exact=True, final=True, typed=True, digits=30)


def sample(**changes):
    shown = position(Random(1), (2, 2), entered=0)
    picture = np.zeros((40, 60, 3), np.uint8)
    return replace(Sample(1, picture, LOOK, shown, (), ()), **changes)


@pytest.mark.parametrize(
    ("changes", "miss"),
    [
        ({}, ""),
        ({"found": False, "typed": False}, "not-found"),
        ({"exact": False}, "misread"),
        ({"exact": False, "final": False}, "typed-misread"),
        ({"wrong_solution": True}, "typed-misread"),
        ({"typed": False, "ending": "doubtful"}, "doubtful"),
        ({"typed": False, "regions": "unknown"}, "regions-unknown"),
        ({"regions": "wrong", "exact": False}, "regions-wrong"),
    ],
)
def test_each_fault_has_its_class_and_the_worst_comes_first(changes, miss):
    assert fault(sample(), replace(RIGHT, **changes)) == miss


def test_of_a_board_that_is_hidden_in_part_only_typing_is_a_fault():
    hidden = sample(look=replace(LOOK, cover="popup"))
    assert fault(hidden, Verdict(found=False)) == ""
    assert fault(hidden, replace(RIGHT, final=False)) == "hidden-typed"


def test_a_users_slip_is_to_be_shown_and_not_typed_over():
    shown = position(Random(1), (2, 2), entered=0)
    slip = sample(position=replace(shown, errors=frozenset({3})))
    refused = replace(RIGHT, typed=False, ending="unsolvable")
    assert fault(slip, refused) == ""
    assert fault(sample(), refused) == "unsolvable"


def test_boxes_that_nothing_shows_need_not_be_known():
    unknown = replace(RIGHT, typed=False, regions="unknown")
    assert fault(sample(telling=False), unknown) == ""


def test_every_figure_stands_beside_its_floor_and_goal(capsys):
    figures = Figures("tune")
    figures.show()
    assert capsys.readouterr().out == ""
    plain = [
        (sample(), RIGHT),
        (sample(), replace(RIGHT, exact=False, cells=3, left=1)),
        (sample(), Verdict(found=False)),
    ]
    figures.boards(plain, [Verdict(found=True, typed=False)])
    figures.show()
    lines = capsys.readouterr().out.splitlines()
    assert any("mended" in line and line.endswith("59 of 60 (98.333 %)") for line in lines)
    rows = {name: next(line for line in lines if line.startswith(name)) for name, _, _ in WANTED}
    assert "99.5 %       99.95 %   2 of 3 (66.667 %)" in rows["boards found, all styles"]
    assert "1 of 2 (50.000 %)" in rows["9x9 boards read exactly, of those found"]
    assert "57 of 60 (95.000 %) on 2 boards" in rows["digits, UI fonts never trained on"]
    assert "0 of 4 (0.000 %)" in rows["boards that would be typed although misread"]
    assert rows["2048 later frames"].endswith("-")


def test_there_is_a_sheet_for_each_class_of_miss(tmp_path):
    sheets = ContactSheets()
    for number in range(7):
        sheets.add("misread", str(number), np.full((100, 50, 3), 255, np.uint8))
    sheets.add("not-found", "9", np.zeros((10, 90, 3), np.uint8))
    sheets.write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"misread.png", "not-found.png"}
    assert load(tmp_path / "misread.png").pixels.shape == (2 * 376, 6 * 360, 3)
