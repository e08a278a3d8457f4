"""Which cells belong together: told by lines or colours, or not told at all, but never told wrongly."""

from __future__ import annotations

import numpy as np
import pytest
from fakes.board_drawing import LEFT, PASTELS, TOP, BoardDrawing, boxes
from PIL import ImageColor

from gridpilot.games.sudoku.reading import regions as partition
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box

NINE = tuple(map(int, "001122222000111112000045112334445552333444552633344558666377758666778788667778888"))
NINE_COLOURS = (0, 1, 0, 1, 2, 3, 2, 0, 1)
SIX = tuple(map(int, "000111001131202233222533444553444555"))


def told(drawing: BoardDrawing, ground: str = "") -> tuple[int, ...] | None:
    """The regions of a drawing, the background of each cell taken beside its middle, or `ground` where that is known
    to be no given's.
    """
    side = drawing.cell
    corners = [(LEFT + col * side, TOP + row * side) for row in range(drawing.size) for col in range(drawing.size)]
    cells = [Box(x + 2, y + 2, x + side - 1, y + side - 1) for x, y in corners]
    pixels = drawing.pixels
    grounds = np.array([pixels[y + side // 4, x + side // 4] for x, y in corners])
    if ground:
        grounds[:] = ImageColor.getrgb(ground)[::-1]
    return partition.told(Sheet(pixels, cells), grounds)[0]


def empty(regions: tuple[int, ...], **look: object) -> BoardDrawing:
    return BoardDrawing((0,) * len(regions), regions, **look)  # type: ignore[arg-type]


def same(one: tuple[int, ...] | None, other: tuple[int, ...]) -> bool:
    """Whether both part the cells alike, however the regions are numbered."""
    return one is not None and len(one) == len(other) and len(set(zip(one, other, strict=True))) == len(set(other))


REGULAR = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]


@pytest.mark.parametrize(("high", "wide"), REGULAR)
def test_heavy_lines_tell_the_boxes(high, wide):
    assert same(told(empty(boxes(high, wide))), boxes(high, wide))


@pytest.mark.parametrize(("high", "wide"), REGULAR)
def test_two_shades_tell_the_boxes_without_any_line(high, wide):
    across = (high * wide) // wide
    shades = tuple(("#ffffff", "#e4e4ec")[(box // across + box % across) % 2] for box in range(high * wide))
    assert same(told(empty(boxes(high, wide), thin=0, thick=0, colours=shades)), boxes(high, wide))


@pytest.mark.parametrize("look", [{}, {"paper": "#202024", "ink": "#d0d0d0", "line": "#484848"}, {"thin": 0}])
@pytest.mark.parametrize("regions", [NINE, SIX])
def test_heavy_lines_tell_the_regions_of_a_jigsaw(regions, look):
    assert same(told(empty(regions, **look)), regions)


@pytest.mark.parametrize("thin", [0, 1])
def test_colours_tell_the_regions_of_a_jigsaw(thin):
    colours = tuple(PASTELS[number] for number in NINE_COLOURS)
    assert same(told(empty(NINE, thin=thin, thick=0, colours=colours)), NINE)


@pytest.mark.parametrize("selected", range(0, 81, 7))
def test_the_frame_of_the_selected_cell_parts_no_region(selected):
    assert same(told(empty(NINE, selected=selected)), NINE)
    assert same(told(empty(boxes(3, 3), selected=selected)), boxes(3, 3))


@pytest.mark.parametrize(("size", "box"), [(4, 2), (9, 3), (16, 4)])
def test_square_boxes_are_assumed_where_nothing_tells(size, box):
    assert same(told(empty(boxes(box, box), thick=0)), boxes(box, box))


@pytest.mark.parametrize(("high", "wide"), [(2, 3), (3, 4)])
def test_boxes_that_may_lie_either_way_are_not_assumed(high, wide):
    assert told(empty(boxes(high, wide), thick=0)) is None


@pytest.mark.parametrize("gone", range(10, 70, 9))
def test_a_jigsaw_with_a_flaw_is_none_rather_than_the_usual_boxes(gone):
    """A heavy line is missing where the regions meet, so that two of them run into one another."""
    drawing = empty(NINE)
    row, col = divmod(gone, 9)
    other = next(at for at in range(col, 8) if NINE[9 * row + at] != NINE[9 * row + at + 1])
    x, y = drawing.corner(9 * row + other + 1)
    drawing.pen.rectangle((x - 2, y + 2, x + 2, y + drawing.cell - 2), "white")
    assert told(drawing) is None


def test_a_jigsaw_that_differs_from_the_boxes_by_two_cells_is_not_taken_for_them():
    swapped = list(boxes(3, 3))
    swapped[3], swapped[20] = 0, 1  # the right neighbour of a box for one of its own
    assert same(told(empty(tuple(swapped))), tuple(swapped))
    assert not same(told(empty(tuple(swapped), selected=40)), boxes(3, 3))


def test_rows_and_columns_are_no_regions():
    stripes = tuple(row for row in range(9) for _ in range(9))
    colours = tuple(("#ffffff", "#e0e0e8")[row % 2] for row in range(9))
    found = told(empty(stripes, thick=0, colours=colours))
    assert found is None or same(found, boxes(3, 3))


def test_a_tinted_row_column_and_box_leave_the_boxes_as_they_are():
    drawing = empty(boxes(3, 3), thick=0, thin=0, colours=tuple(("#ffffff", "#e4e4ec")[box % 2] for box in range(9)))
    for index in range(81):
        row, col = divmod(index, 9)
        if row == 4 or col == 2:
            x, y = drawing.corner(index)
            tint = "#dce8ff" if boxes(3, 3)[index] % 2 == 0 else "#c8d4ee"
            drawing.pen.rectangle((x, y, x + drawing.cell - 1, y + drawing.cell - 1), tint)
    assert same(told(drawing), boxes(3, 3))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("of_boxes", [False, True])
def test_lines_that_tinted_givens_make_fainter_are_of_one_kind(seed, of_boxes):
    drawing = empty(boxes(3, 3), line="#c0c0c0", thin=2, thick=5 if of_boxes else 0)
    side, rim = drawing.cell, 2 if of_boxes else 1
    for index in np.random.default_rng(seed).choice(81, 40, replace=False).tolist():
        x, y = drawing.corner(index)
        drawing.pen.rectangle((x + rim, y + rim, x + side - 1 - rim, y + side - 1 - rim), "#dddddd")
    assert same(told(drawing, "#ffffff"), boxes(3, 3))


def test_between_names_the_borders_of_regions():
    right, below = partition.between(np.array(boxes(3, 3)).reshape(9, 9))
    assert right.shape == (9, 8)
    assert below.shape == (8, 9)
    assert right.sum() == below.sum() == 18


def test_a_block_over_two_borders_of_one_cell_hides_no_boxes():
    drawing = empty(boxes(3, 3))
    x, y = drawing.corner(20)
    drawing.pen.rectangle((x + 6, y - 2, x + drawing.cell + 4, y + drawing.cell + 4), "black")
    assert same(told(drawing), boxes(3, 3))


def test_highlights_that_make_borders_within_boxes_stronger_hide_no_boxes():
    drawing = empty(boxes(3, 3), line="#d8d8d8", thick=4)
    for index in range(81):
        if index // 9 == 4 or index % 9 == 2:
            x, y = drawing.corner(index)
            drawing.pen.rectangle((x + 2, y + 2, x + drawing.cell - 2, y + drawing.cell - 2), "#8090d0")
    assert same(told(drawing), boxes(3, 3))


def test_a_jigsaw_in_colours_with_a_highlighted_cross_is_never_taken_for_the_usual_boxes():
    drawing = empty(NINE, thin=1, thick=0, colours=tuple(PASTELS[colour] for colour in NINE_COLOURS))
    for index in range(81):
        if index // 9 == 4 or index % 9 == 2:
            x, y = drawing.corner(index)
            pastel = ImageColor.getrgb(PASTELS[NINE_COLOURS[NINE[index]]])
            mixed = tuple(round(0.7 * part + 0.3 * sel) for part, sel in zip(pastel, (90, 120, 220), strict=True))
            drawing.pen.rectangle((x + 1, y + 1, x + drawing.cell - 1, y + drawing.cell - 1), mixed)
    found = told(drawing)
    assert found is None or same(found, NINE)


def test_heavy_lines_that_shade_into_light_ones_are_no_usual_boxes():
    drawing = empty(NINE, line="#f6f6f6", thick=4)
    grey = np.linspace(0, 235, 144).astype(int)
    for number, index in enumerate(index for index in range(80) if index % 9 < 8):
        x, y = drawing.corner(index)
        if NINE[index] == NINE[index + 1] and number % 4 == 0:
            shade = int(grey[2 * number])
            drawing.pen.line((x + drawing.cell, y, x + drawing.cell, y + drawing.cell), (shade,) * 3, 2)
    found = told(drawing)
    assert found is None or same(found, NINE)


@pytest.mark.parametrize("row", [0, 7])
def test_gaps_that_are_stronger_beside_highlighted_cells_hide_no_boxes(row):
    """A tinted row, column and box of dark tiles: one width, two contrasts."""
    drawing = empty(boxes(3, 3), paper="#1e1e1e", line="#000000", thin=5, thick=0)
    for index in range(81):
        at, col = divmod(index, 9)
        if at == row or col == 4 or (at // 3 == row // 3 and col // 3 == 1):
            x, y = drawing.corner(index)
            drawing.pen.rectangle((x + 3, y + 3, x + drawing.cell - 3, y + drawing.cell - 3), "#28507a")
    assert same(told(drawing), boxes(3, 3))


@pytest.mark.parametrize(("high", "wide"), REGULAR)
def test_wider_gaps_between_tiles_of_two_colours_tell_the_boxes(high, wide):
    """A gap's weight depends on the tiles beside it; its width does not."""
    size, tile, narrow, broad = high * wide, 50, 5, 15
    pixels = np.full((size * (tile + broad), size * (tile + broad), 3), 255, np.uint8)
    tints = np.random.default_rng(4).choice([(0xF8, 0xF1, 0xCA), (0xF6, 0xF1, 0xF0)], size * size).astype(np.uint8)
    cells = []
    for index, tint in enumerate(tints):
        row, col = divmod(index, size)
        x, y = (at * (tile + narrow) + at // part * (broad - narrow) for at, part in ((col, wide), (row, high)))
        pixels[y : y + tile, x : x + tile] = tint
        cells.append(Box(x, y, x + tile, y + tile))
    assert same(partition.told(Sheet(pixels, cells), tints)[0], boxes(high, wide))


@pytest.mark.parametrize("apart", [5, 9])
def test_gaps_that_are_wider_one_way_only_tell_no_boxes(apart):
    cells = [Box(x, y, x + 50, y + 50) for y in range(0, 330, 55) for x in range(0, 6 * (50 + apart), 50 + apart)]
    assert partition.told(Sheet(np.full((400, 400, 3), 255, np.uint8), cells), np.full((36, 3), 255))[0] is None
