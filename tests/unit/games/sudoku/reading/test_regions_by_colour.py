"""Regions in colours under highlights: all ways in which they may go on beneath, and none that leaves one unwhole."""

from __future__ import annotations

import numpy as np
import pytest

from gridpilot.games.sudoku.reading import regions_by_colour

NINE = tuple(map(int, "001122222000111112000045112334445552333444552633344558666377758666778788667778888"))
TINTS = np.array([(216, 216, 248), (216, 248, 216), (248, 216, 216), (200, 248, 248)])
COLOURS = TINTS[[0, 1, 0, 1, 2, 3, 2, 0, 1]]
HIGHLIGHT = np.array((255, 140, 80))


def grounds(cursor: int | None = None, alike: tuple[int, ...] = (), share: float = 0.3) -> np.ndarray:
    """The colours of the cells, the cursor's row, column and region highlighted, and some cells more strongly."""
    colours = COLOURS[list(NINE)].astype(float)
    for index in range(81):
        row, col = divmod(index, 9)
        on = cursor is not None and (row == cursor // 9 or col == cursor % 9 or NINE[index] == NINE[cursor])
        much = 0.7 if index in alike else share if on else 0.0
        colours[index] += much * (HIGHLIGHT - colours[index])
    if cursor is not None:
        colours[cursor] = HIGHLIGHT
    return colours.round().astype(np.uint8)


def same(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return len(set(zip(one, other, strict=True))) == len(set(other)) == len(set(one))


@pytest.mark.parametrize("cursor", range(0, 81, 8))
def test_the_regions_go_on_beneath_a_cursors_row_column_and_region(cursor):
    assert any(same(found, NINE) for found in regions_by_colour.partitions(grounds(cursor), 9))


def test_cells_in_a_colour_of_their_own_belong_to_what_they_make_whole():
    found = regions_by_colour.partitions(grounds(alike=(3, 20, 33, 44, 57, 70)), 9)
    assert any(same(one, NINE) for one in found)


@pytest.mark.parametrize("cursor", [None, 0, 40, 62])
def test_every_region_that_may_be_is_whole(cursor):
    for found in regions_by_colour.partitions(grounds(cursor, (4, 30, 65)), 9):
        assert np.bincount(found).tolist() == [9] * 9


def test_one_colour_tells_no_regions():
    assert regions_by_colour.partitions(np.full((81, 3), 240, np.uint8), 9) == ()


def test_colours_at_random_tell_no_regions():
    noise = np.random.default_rng(3).integers(0, 256, (81, 3)).astype(np.uint8)
    assert regions_by_colour.partitions(noise, 9) == ()


def test_a_strip_of_the_page_beside_a_board_that_is_cut_off_is_no_region():
    cut = grounds().reshape(9, 9, 3).copy()
    cut[:, 8] = 255
    assert all(
        len(set(np.array(found).reshape(9, 9)[:, 8])) > 1
        for found in regions_by_colour.partitions(cut.reshape(81, 3), 9)
    )
