"""Boards drawn here, one per look that has to be found, and screenshots of real games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from gridpilot.vision.lattice import search
from gridpilot.vision.lattice.search import Lattice, find

SCREENS = Path(__file__).parents[3] / "corpus" / "screens"
INDEX = json.loads((SCREENS / "index.json").read_text(encoding="utf-8"))
BOX = {3: 3, 4: 2, 5: 5, 6: 3, 8: 4, 9: 3, 12: 4, 16: 4}


@dataclass(frozen=True)
class Look:
    size: int = 9
    width: int = 40
    height: int = 40
    thin: int = 1
    thick: int = 3
    page: tuple[int, int, int] = (255, 255, 255)
    cell: tuple[int, int, int] = (255, 255, 255)
    line: tuple[int, int, int] = (140, 140, 140)
    frame: bool = True
    margin: int = 37
    rounded: bool = False
    shown: str = "cells"  # or only "boxes", by lines, or "shades", by two colours and no lines at all


def bounds(count: int, side: int, look: Look) -> list[tuple[int, int]]:
    result, at = [], look.margin
    for i in range(count):
        at += look.thick if i % BOX[look.size] == 0 else look.thin
        result.append((at, at + side))
        at += side
    return result


def drawn(look: Look) -> tuple[np.ndarray, list[tuple[int, int]], list[tuple[int, int]]]:
    """The picture, and where its columns and rows are; every third cell holds a digit."""
    columns, rows = bounds(look.size, look.width, look), bounds(look.size, look.height, look)
    right, bottom = columns[-1][1] + look.thick, rows[-1][1] + look.thick
    pixels = np.full((bottom + look.margin, right + look.margin, 3), look.page, np.uint8)
    inset = 0 if look.frame else look.thick
    pixels[look.margin + inset : bottom - inset, look.margin + inset : right - inset] = look.line
    draw_boxes(pixels, columns, rows, look)
    ink = (20, 20, 20) if sum(look.cell) > 380 else (230, 230, 230)
    for i, (y0, y1) in enumerate(rows):
        for j, (x0, x1) in enumerate(columns):
            if look.shown == "cells":
                pixels[y0:y1, x0:x1] = look.cell
            if look.rounded:
                for y, x in ((y0, x0), (y0, x1 - 2), (y1 - 2, x0), (y1 - 2, x1 - 2)):
                    pixels[y : y + 2, x : x + 2] = look.line
            if (i * 2 + j) % 3 == 0:
                scale = min(look.width, look.height) / 40
                spot = (x0 + look.width // 2 - int(10 * scale), y0 + look.height // 2 + int(10 * scale))
                cv2.putText(pixels, str((i + j) % 9 + 1), spot, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 2, cv2.LINE_AA)
    return pixels, columns, rows


def draw_boxes(pixels: np.ndarray, columns: list[tuple[int, int]], rows: list[tuple[int, int]], look: Look) -> None:
    if look.shown == "cells":
        return
    for i in range(3):
        for j in range(3):
            shade = (235, 225, 215) if look.shown == "shades" and (i + j) % 2 else look.cell
            y0, y1, x0, x1 = rows[3 * i][0], rows[3 * i + 2][1], columns[3 * j][0], columns[3 * j + 2][1]
            pixels[y0:y1, x0:x1] = shade


def off(found: Lattice, columns: list[tuple[int, int]], rows: list[tuple[int, int]]) -> float:
    """The worst distance of any bound from its place, in pixels."""
    assert found.size == len(columns)
    wanted = np.array([*columns, *rows], float)
    return float(np.abs(np.array([*found.columns, *found.rows]) - wanted).max())


DARK = Look(page=(24, 22, 22), cell=(34, 30, 30), line=(80, 80, 90))
LOOKS = {
    "thin and thick lines": Look(),
    "equal lines": Look(thick=1),
    "very thick box lines": Look(thick=12),
    "gaps between boxes of half a cell": Look(thin=4, thick=26, line=(255, 255, 255), cell=(235, 225, 215)),
    "gaps between boxes of more than a cell": Look(thin=4, thick=52, line=(255, 255, 255), cell=(235, 225, 215)),
    "dark": DARK,
    "dark, cells of the page's colour, no frame": Look(
        page=(30, 30, 30), cell=(30, 30, 30), line=(70, 70, 70), frame=False
    ),
    "light, no frame": Look(frame=False),
    "faint lines": Look(line=(246, 246, 246)),
    "cells wider than high": Look(width=54, height=38),
    "cells higher than wide": Look(width=38, height=50),
    "tiles with gaps and round corners": Look(
        thin=5, thick=5, line=(160, 173, 187), cell=(218, 228, 238), rounded=True
    ),
    "smallest cells": Look(width=18, height=18, thick=2),
    "cells of a 4K screen": Look(width=160, height=160, thin=3, thick=8),
    "4 x 4": Look(size=4, width=90, height=90, thin=12, thick=12, cell=(200, 220, 240), line=(150, 170, 180)),
    "6 x 6": Look(size=6),
    "12 x 12": Look(size=12),
    "only the boxes drawn": Look(thin=0, shown="boxes"),
    "only the boxes shaded": Look(thin=0, thick=0, shown="shades", page=(200, 190, 180)),
    "16 x 16": Look(size=16, width=30, height=30),
}


@pytest.mark.parametrize("name", LOOKS)
def test_a_board_is_found_whatever_its_look(name):
    pixels, columns, rows = drawn(LOOKS[name])
    assert off(find(pixels)[0], columns, rows) <= 1


@pytest.mark.parametrize("theme", [Look(), DARK])
def test_cells_are_measured_to_the_pixel_with_their_lines_left_out(theme):
    pixels, columns, rows = drawn(theme)
    assert off(find(pixels)[0], columns, rows) == 0


def test_a_popup_over_nine_cells_hides_no_board():
    pixels, columns, rows = drawn(Look())
    x, y = columns[3][0] + 15, rows[4][0] + 15
    pixels[y : y + 115, x : x + 115] = (246, 244, 244)
    for i in range(9):
        key = x + 8 + 35 * (i % 3), y + 8 + 35 * (i // 3)
        cv2.rectangle(pixels, key, (key[0] + 28, key[1] + 28), (190, 190, 190), 1)
    assert off(find(pixels)[0], columns, rows) <= 1


def fields(moved: tuple[int, int] = (0, 0)) -> tuple[np.ndarray, np.ndarray]:
    """A board of framed fields on a form, and their boxes; those of the box in the middle of the bottom are narrower,
    stand nearer to one another, and are `moved` right and down.
    """
    pixels = np.full((400, 470, 3), 239, np.uint8)
    boxes = np.zeros((9, 9, 4), int)
    for row, col in np.ndindex(9, 9):
        near = 4 * (col - 3) if row >= 6 and 3 <= col < 6 else 0
        x, y = 20 + 42 * col + 14 * (col // 3) - near, 20 + 38 * row + 12 * (row // 3)
        if row >= 6 and 3 <= col < 6:
            x, y = x + moved[0], y + moved[1]
        wide = 32 if row >= 6 and 3 <= col < 6 else 34
        boxes[row, col] = x + 1, y + 1, x + wide, y + 30
        cv2.rectangle(pixels, (x, y), (x + wide, y + 30), (150, 150, 150), 1)
        cv2.putText(pixels, str((row + col) % 9 + 1), (x + 10, y + 23), 0, 0.6, (60, 60, 60), 1, cv2.LINE_AA)
    return pixels, boxes


@pytest.mark.parametrize("moved", [(0, 0), (0, 6), (6, 0)])
@pytest.mark.parametrize("around", [0, 401])
def test_cells_are_the_fields_themselves_where_some_stand_off_their_columns(moved, around):
    pixels, boxes = fields(moved)
    form = np.full((400 + 2 * around, 470 + 2 * around, 3), 239, np.uint8)
    form[around : around + 400, around : around + 470] = pixels
    found = np.array([(box.x0, box.y0, box.x1, box.y1) for box in find(form)[0].boxes])
    assert np.abs(found - around - boxes.reshape(-1, 4)).max() <= 1


def test_keys_that_lie_over_a_board_are_not_its_cells():
    """They are about as large as these, and stand off their columns; but they hide parts of the cells around them."""
    pixels, _ = fields()
    keys, x, y = pixels.copy(), 20 + 42 * 3 + 14 + 9, 20 + 38 * 3 + 12 + 1
    keys[y - 4 : y + 118, x - 4 : x + 122] = 250
    for row, col in np.ndindex(3, 3):
        cv2.rectangle(keys, (x + 40 * col, y + 38 * row), (x + 34 + 40 * col, y + 30 + 38 * row), (150, 150, 150), 1)
    assert all(not found.fields for found in find(keys))


def test_a_column_of_keys_beside_the_board_is_no_part_of_it():
    look = LOOKS["tiles with gaps and round corners"]
    pixels, columns, rows = drawn(look)
    wide = np.pad(pixels, ((0, 0), (0, 60), (0, 0)), mode="edge")
    wide[:, pixels.shape[1] - look.margin :] = look.page
    left = columns[-1][1] + 14
    for y0, y1 in rows:
        wide[y0:y1, left : left + 36] = look.cell
    assert off(find(wide)[0], columns, rows) <= 1


def test_a_highlighted_row_and_a_framed_cell_change_nothing():
    pixels, columns, rows = drawn(Look())
    (y0, y1), (x0, x1) = rows[4], columns[6]
    band = pixels[y0:y1, columns[0][0] : columns[8][1]]
    band[(band == 255).all(axis=2)] = (250, 235, 225)
    cv2.rectangle(pixels, (x0, y0), (x1 - 1, y1 - 1), (255, 90, 0), 3)
    assert off(find(pixels)[0], columns, rows) <= 1


def test_the_board_outranks_a_number_pad_of_the_same_cells():
    board, columns, rows = drawn(Look())
    pad, _, _ = drawn(Look(size=3))
    pixels = np.full((board.shape[0], board.shape[1] + pad.shape[1], 3), 255, np.uint8)
    pixels[:, : board.shape[1]] = board
    pixels[: pad.shape[0], board.shape[1] :] = pad
    found = find(pixels)
    assert off(found[0], columns, rows) <= 1
    assert any(candidate.size == 3 and candidate.columns[0][0] > board.shape[1] for candidate in found)


def test_nine_keys_are_no_board_of_which_only_the_boxes_show():
    found = find(drawn(Look(size=3, width=90, height=90))[0])
    assert [candidate.size for candidate in found] == [3]


MELTED = """
    x..xxxxxx
    .....xxxx
    xxxx....x
    xxxxxx..x
    xxxxxx...
    xxxxxxx..
    ..xxxx...
    ..xxxx..x
    xxxxxxxxx
"""


def test_tinted_cells_without_a_line_between_them_hide_no_board():
    """Those that stand alone are all there in a part of it: that part is no board of its own."""
    pixels, columns, rows = drawn(Look())
    tinted = np.array([[each == "." for each in line] for line in MELTED.split()])
    for i, j in zip(*np.nonzero(tinted), strict=True):
        right = columns[j + 1][0] if j < 8 and tinted[i, j + 1] else columns[j][1]
        part = pixels[rows[i][0] : rows[i][1], columns[j][0] : right]
        part[(part >= 140).all(axis=2)] = (255, 220, 220)
    assert min(off(found, columns, rows) for found in find(pixels) if found.size == 9) <= 1


def test_a_row_of_keys_joined_to_the_board_leaves_the_board_among_the_candidates():
    look = Look()
    pixels, columns, rows = drawn(look)
    bottom = rows[8][1] + look.thick
    keys = pixels[rows[8][0] : bottom].copy()
    pixels = np.vstack([pixels[:bottom], keys, pixels[bottom:]])
    assert min(off(found, columns, rows) for found in find(pixels) if found.size == 9) <= 1


def test_uneven_cells_that_were_seen_stay_a_candidate_beside_those_that_only_digits_tell():
    """Labels wider than their tiles push columns apart, and join the tiles of their row."""
    columns, rows = [(17, 117), (145, 245), (264, 364), (374, 474)], [(at, at + 100) for at in (88, 198, 308, 418)]
    pixels = np.full((526, 482, 3), (137, 148, 163), np.uint8)
    numbers = [("1024", "1024", "", ""), ("64", "32", "16", "4"), ("4", "2", "", ""), ("", "", "", "")]
    for (y0, y1), line in zip(rows, numbers, strict=True):
        for (x0, x1), number in zip(columns, line, strict=True):
            pixels[y0:y1, x0:x1] = (34, 185, 240) if number else (169, 179, 194)
            (wide, _), _ = cv2.getTextSize(number, cv2.FONT_HERSHEY_SIMPLEX, 1.6, 4)
            if wide > 100:
                pixels[y0 + 16 : y1 - 16, x0 - 14 : x1 + 14] = (34, 185, 240)
            at = (x0 + x1 - wide) // 2, y0 + 68
            cv2.putText(pixels, number, at, cv2.FONT_HERSHEY_SIMPLEX, 1.6, (255, 255, 255), 4, cv2.LINE_AA)
    assert min(off(found, columns, rows) for found in find(pixels) if found.size == 4) <= 1


def test_no_cell_lies_outside_of_the_picture():
    pixels, _, rows = drawn(Look())
    for found in find(np.ascontiguousarray(pixels[: rows[7][1] + 8])):
        assert found.rows[0][0] >= 0
        assert found.rows[-1][1] <= rows[7][1] + 8


def test_two_boards_are_both_found():
    board, columns, _ = drawn(Look())
    found = find(np.hstack([board, board]))
    lefts = sorted(candidate.columns[0][0] for candidate in found if candidate.size == 9)
    assert lefts[:2] == [columns[0][0], columns[0][0] + board.shape[1]]


@pytest.mark.parametrize("look", [Look(margin=20), Look(thin=4, thick=12, margin=13)])
def test_two_boards_as_near_as_two_cells_are_not_taken_for_one_with_a_gap_within(look):
    board, columns, _ = drawn(look)
    lefts = sorted(candidate.columns[0][0] for candidate in find(np.hstack([board, board]))[:2])
    assert lefts == [columns[0][0], columns[0][0] + board.shape[1]]


@pytest.mark.parametrize("side", [40, 100])
def test_the_rim_of_the_picture_may_cut_the_frame_off(side):
    look = Look(width=side, height=side)
    pixels, columns, rows = drawn(look)
    cut = look.margin + look.thick
    shifted = [[(a - cut, b - cut) for a, b in side] for side in (columns, rows)]
    found = find(np.ascontiguousarray(pixels[cut:-cut, cut:-cut]))
    assert off(found[0], shifted[0], shifted[1]) <= 1


@pytest.mark.parametrize(("margin", "limit"), [(300, search._HALVE_ABOVE), (950, search._QUARTER_ABOVE)])
@pytest.mark.parametrize("shift", range(4))
def test_a_large_picture_is_measured_as_exactly_as_a_small_one(margin, limit, shift):
    pixels, columns, rows = drawn(Look(margin=margin + shift))
    assert pixels.shape[0] * pixels.shape[1] > limit
    assert off(find(pixels)[0], columns, rows) == 0


def test_the_noise_of_a_compressed_picture_is_borne():
    pixels, columns, rows = drawn(Look(line=(120, 120, 120)))
    _, packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])
    assert off(find(cv2.imdecode(packed, cv2.IMREAD_COLOR))[0], columns, rows) <= 2


@pytest.mark.parametrize("shape", [(1, 1), (20, 400), (33, 33), (300, 200)])
def test_an_empty_picture_has_no_lattice(shape):
    assert find(np.full((*shape, 3), 200, np.uint8)) == []


def test_noise_has_no_lattice():
    pixels = np.random.default_rng(7).integers(0, 255, (400, 400, 3), np.uint8)
    assert find(pixels) == []


def test_lines_of_text_are_no_board():
    pixels = np.full((500, 700, 3), 255, np.uint8)
    for line in range(20):
        cv2.putText(
            pixels, "The quick brown fox 80846 gold pad", (10, 24 * line + 20), 0, 0.7, (0, 0, 0), 1, cv2.LINE_AA
        )
    assert [candidate for candidate in find(pixels) if candidate.size == 9] == []


def test_candidates_come_best_first_and_their_scores_stay_within_bounds():
    found = find(np.hstack([drawn(Look())[0], drawn(Look())[0]]))
    scores = [candidate.score for candidate in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["file"])
def test_the_board_of_a_real_game_is_found_first(entry):
    found = find(cv2.imread(str(SCREENS / entry["file"])))[0]
    size = 9 if entry["kind"] == "sudoku" else 4
    assert found.size == size
    seen = (found.columns[0][0], found.rows[0][0], found.columns[-1][1], found.rows[-1][1])
    x0, y0, x1, y1 = entry["box"]
    sides = [(x1 - x0) / size, (y1 - y0) / size] * 2
    # The box is the frame's outer side, the lattice the cells': a frame is thinner than an eighth of a cell.
    assert all(abs(a - b) < 0.12 * side for a, b, side in zip(seen, entry["box"], sides, strict=True))


def test_the_number_popup_of_a_real_game_hides_no_board():
    found = find(cv2.imread(str(SCREENS / "covered" / "gnome-sudoku_popup.png")))[0]
    assert found.size == 9
    seen = (found.columns[0][0], found.rows[0][0], found.columns[-1][1], found.rows[-1][1])
    assert np.abs(np.array(seen) - (82, 78, 658, 654)).max() <= 1


@pytest.mark.parametrize("last", [(35, 45), (12, 22)])
def test_cells_that_do_not_follow_one_another_are_no_lattice(last):
    """Cells of two boards side by side, linked by mistake: who looks along the lines relies on their order."""
    assert search._within(np.array([(0, 10), (12, 22), (24, 34), (36, 46)], float), 50)
    assert not search._within(np.array([(0, 10), (12, 22), (36, 46), last], float), 50)
