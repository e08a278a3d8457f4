"""Boards of other rules are told as what they are; plain ones, whatever their colours and marks, are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned

from gridpilot.games.protocols import Foreign, Variant
from gridpilot.games.sudoku.reading import variants
from gridpilot.texts import hurdles
from gridpilot.vision.pictures import load

SCREENS = Path(__file__).parents[4] / "corpus" / "screens"
ROWS, COLUMNS = np.indices((9, 9))
COUNTED = {
    Variant.DIAGONALS: (ROWS == COLUMNS) | (ROWS + COLUMNS == 8),
    Variant.WINDOWS: (ROWS % 4 > 0) & (COLUMNS % 4 > 0),
}


@pytest.mark.parametrize(
    ("name", "variant", "size"),
    [
        ("sgt-solo_killer_s1", Variant.KILLER, 9),
        ("sgt-solo_killer-diagonals_s1", Variant.KILLER, 9),
        ("sgt-solo_diagonals_s1", Variant.DIAGONALS, 9),
        ("sgt-solo_8x8_s1", Variant.SIZE, 8),
    ],
)
def test_the_variants_of_a_real_program_are_told(name, variant, size):
    assert variants.told(load(SCREENS / "variants" / f"{name}.png")) == Foreign(variant, size)


def drawn(colours: np.ndarray | None = None, **looks: object) -> BoardDrawing:
    """A board whose cells have the colours of this map, 9 x 9 flags, or its boxes those of shades."""
    regions = boxes(3, 3) if colours is None else tuple(int(flag) for flag in colours.ravel())
    shades = () if colours is None else ("#ffffff", "#d8e4f4")
    return BoardDrawing(thinned(solution(3, 3)), regions, colours=shades, **looks)


@pytest.mark.parametrize("paper", ["white", "#202028"])
@pytest.mark.parametrize("variant", COUNTED)
def test_cells_that_count_besides_are_told_by_their_colour_one_of_them_selected(variant, paper):
    drawing = BoardDrawing(
        thinned(solution(3, 3)), tuple(COUNTED[variant].ravel().astype(int).tolist()), thick=0,
        paper=paper, ink="black" if paper == "white" else "white", colours=(paper, "#5a6478"),
    )  # fmt: skip
    x0, y0, x1, y1 = drawing.sides(np.flatnonzero(COUNTED[variant])[3])
    drawing.pen.rectangle((x0 + 1, y0 + 1, x1 - 1, y1 - 1), "#ffe080")
    assert variants.told(drawing.capture()) == Foreign(variant, 9)


@pytest.mark.parametrize("coloured", ["nothing", "boxes", "row and column", "givens"])
def test_a_plain_board_is_none_whatever_is_coloured(coloured):
    board = np.array(thinned(solution(3, 3))).reshape(9, 9)
    maps = {
        "nothing": np.zeros((9, 9), bool),
        "boxes": (ROWS // 3 + COLUMNS // 3) % 2 > 0,
        "row and column": (ROWS == 4) | (COLUMNS == 4),
        "givens": board > 0,
    }
    assert variants.told(drawn(maps[coloured], thick=0).capture()) is None


def test_marks_at_the_corners_of_many_cells_are_no_sums():
    drawing = drawn()
    for index in (index for index, digit in enumerate(drawing.board) if not digit):
        x, y = drawing.corner(index)
        drawing.pen.text((x + 10, y + 10), str(1 + index % 9), "black", drawing.small, "mm")
        drawing.pen.text((x + 18, y + 10), str(1 + index % 7), "black", drawing.small, "mm")
    assert variants.told(drawing.capture()) is None


@pytest.mark.parametrize("variant", Variant)
def test_each_variant_has_a_sentence_of_its_own(variant):
    told = hurdles.foreign(Foreign(variant, 8))
    assert "by hand" in told
    assert [other for other in Variant if hurdles.foreign(Foreign(other, 8)) == told] == [variant]
