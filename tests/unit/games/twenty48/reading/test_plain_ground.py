"""Boards that draw nothing but their tiles: where the cells are, from the tiles and the ground around them."""

import random

import cv2
import numpy as np
import pytest

from gridpilot.capture import Capture, View
from gridpilot.games.twenty48.reading import plain_ground, reader
from gridpilot.geometry import Rect
from gridpilot.reading import Reading

SIDE, LEFT, TOP = 80, 90, 60
GROUND, AROUND = (187, 173, 160), (250, 248, 239)
COLOURS = [(60, 58, 50), (110, 100, 40), (150, 120, 20), (200, 140, 20), (240, 90, 60), (90, 60, 160), (60, 140, 90)]


def drawn(board: list[list[int]], gap: int = 0, margin: int = 0, beyond: int = 0) -> np.ndarray:
    """Tiles as ranks, 0 for none. `beyond`: pixels by which the last margins are wider."""
    whole = 2 * margin + len(board) * (SIDE + gap) - gap
    picture = np.full((TOP + whole + 50, LEFT + whole + 70, 3), AROUND, np.uint8)
    cv2.rectangle(picture, (LEFT, TOP), (LEFT + whole + beyond - 1, TOP + whole + beyond - 1), GROUND, -1)
    for row, ranks in enumerate(board):
        for col, rank in enumerate(ranks):
            if not rank:
                continue
            x, y = (start + margin + line * (SIDE + gap) for start, line in ((LEFT, col), (TOP, row)))
            cv2.rectangle(picture, (x, y), (x + SIDE - 1, y + SIDE - 1), COLOURS[rank], -1)
            cv2.putText(picture, str(2**rank), (x + 18, y + 52), cv2.FONT_HERSHEY_SIMPLEX, 1, (255, 255, 255), 2)
    return picture


def read(picture: np.ndarray) -> Reading | None:
    return reader.read(Capture(picture, View(Rect(0, 0, *picture.shape[1::-1]), *picture.shape[1::-1])))


def corners(board: tuple) -> tuple[int, ...]:
    columns, rows = board
    return tuple(round(edge) for edge in (columns[0][0], columns[-1][1], rows[0][0], rows[-1][1]))


def whole(size: int) -> tuple[int, ...]:
    return LEFT, LEFT + size * SIDE, TOP, TOP + size * SIDE


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_board_of_touching_tiles_is_found_whole_wherever_its_empty_cells_are(size: int):
    chance = random.Random(size)
    for _ in range(30):
        board = [[0] * size for _ in range(size)]
        for row in chance.sample(range(size), chance.randint(1, size - 1)):  # whole rows stay empty
            for col in range(size):
                board[row][col] = chance.choice([0, 1, 2, 3, 4])
        if chance.random() < 1 / 2:
            board = [list(column) for column in zip(*board, strict=True)]
        if not any(map(any, board)):
            board[0][size - 1] = 1
        found = plain_ground.boards(drawn(board))
        assert [tuple(map(len, each)) for each in found] == [(size, size)], board
        off = np.subtract(corners(found[0]), whole(size))
        assert np.abs(off).max() < 4, board


def test_tiles_far_from_the_ground_belong_to_it_where_others_lead_there():
    board = [[1, 0, 0, 0], [2, 0, 0, 0], [4, 2, 1, 3], [2, 3, 2, 4]]
    assert [corners(each) for each in plain_ground.boards(drawn(board))] == [whole(4)]


def test_a_label_as_high_as_a_row_above_the_board_is_none_of_its_rows():
    """The tiles are a little higher than wide, so that what is between them does not tell the board as well."""
    picture = drawn([[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1]])
    picture = np.vstack([np.full((SIDE, picture.shape[1], 3), AROUND, np.uint8), picture])
    cv2.rectangle(picture, (LEFT, TOP), (LEFT + 4 * SIDE - 1, TOP + SIDE - 1), (217, 217, 217), -1)
    picture = cv2.resize(picture, None, fx=1, fy=1.025, interpolation=cv2.INTER_NEAREST)
    reading = read(picture)
    assert reading is not None
    assert (reading.board, reading.doubts) == ((0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2), ())


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_board_of_tiles_that_stand_apart_is_found_by_a_few_of_them(size: int):
    chance = random.Random(size)
    for _ in range(30):
        gap, margin = chance.randint(4, 16), chance.randint(4, 16)
        board = [[0] * size for _ in range(size)]
        while len({*np.flatnonzero(np.ravel(board)) % size, *np.flatnonzero(np.ravel(board)) // size}) < 2:
            board[chance.randrange(size)][chance.randrange(size)] = chance.choice([1, 2])
        found = plain_ground.boards(drawn(board, gap, margin))
        assert len(found) == 1, (board, gap, margin)
        starts = [LEFT + margin + line * (SIDE + gap) for line in range(size)]
        assert np.abs(np.subtract([start for start, _ in found[0][0]], starts)).max() < 4, (board, gap, margin)


@pytest.mark.parametrize("gap", [0, 8])
def test_a_board_whose_ground_goes_on_beyond_it_is_found_where_tiles_reach_from_side_to_side(gap: int):
    """As in a terminal, whose empty cells are as black as all around."""
    chance = random.Random(gap)
    for _ in range(30):
        board = [[chance.choice([0, 0, 1, 2, 3, 4]) for _ in range(4)] for _ in range(4)]
        for line in range(4):
            board[line][(line + 1) % 4] = chance.choice([1, 2, 3, 4])
        picture = np.vstack(
            [drawn(board, gap), np.full((180, LEFT + 4 * (SIDE + gap) - gap + 70, 3), AROUND, np.uint8)]
        )
        picture = np.hstack([picture, np.full((len(picture), 150, 3), AROUND, np.uint8)])
        picture[(picture == GROUND).all(axis=2)] = AROUND
        found = plain_ground.boards(picture)
        assert [tuple(map(len, each)) for each in found] == [(4, 4)], board
        last = LEFT + 3 * (SIDE + gap) + SIDE, TOP + 3 * (SIDE + gap) + SIDE
        assert np.abs(np.subtract(corners(found[0]), (LEFT, last[0], TOP, last[1]))).max() < 4, board


def test_tiles_that_reach_over_four_cells_with_a_row_between_that_has_none_do_not_tell_a_board_of_them():
    """These stand apart, so that there may be more cells between them than seem so."""
    board = [[1, 2, 3, 4], [0, 0, 0, 0], [2, 0, 0, 1], [4, 3, 2, 1]]
    picture = drawn(board, 8)
    picture[(picture == GROUND).all(axis=2)] = AROUND
    assert not plain_ground.boards(np.hstack([picture, np.full((len(picture), 150, 3), AROUND, np.uint8)]))


def test_a_board_is_found_where_its_tiles_are_whose_margins_are_not_quite_alike():
    """A pixel or two off its place, a tile seems to be on its way."""
    board = [[2, 0, 1, 2], [0, 2, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    for beyond in range(8):
        ((columns, rows),) = plain_ground.boards(drawn(board, 8, 6, beyond))
        for sides, start in ((columns, LEFT + 6), (rows, TOP + 6)):
            assert np.abs(np.subtract([first for first, _ in sides], start + 88 * np.arange(4))).max() < 1.5, beyond


def test_a_dark_board_is_found_whose_ground_shows_faintly_between_round_corners():
    """Eight grey levels from the page to the board and from there to a tile; at the corners half of that."""
    large = np.full((1720, 1760, 3), 16, np.uint8)
    for box, grey in (((360, 240, 1560, 1440), 24), ((696, 576, 948, 828), 32), ((696, 864, 948, 1116), 32)):
        (left, top, right, low), radius = box, 24
        cv2.rectangle(large, (left + radius, top), (right - radius, low), (grey,) * 3, -1)
        cv2.rectangle(large, (left, top + radius), (right, low - radius), (grey,) * 3, -1)
        for x, y in ((x, y) for x in (left + radius, right - radius) for y in (top + radius, low - radius)):
            cv2.circle(large, (x, y), radius, (grey,) * 3, -1)
    picture = cv2.resize(large, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA)
    for y in (246, 342):
        cv2.putText(picture, "2", (264, y), cv2.FONT_HERSHEY_SIMPLEX, 1, (255, 255, 255), 2)
    reading = read(picture)
    assert reading is not None
    assert (reading.board, reading.doubts) == ((0, 0, 0, 0, 0, 2, 0, 0, 0, 2, *(0,) * 6), ())


def in_a_terminal(board: list[list[int]], wide: int, high: int) -> np.ndarray:
    """Tiles of 10 x 5 characters of that size in a frame of lines, within another around a wide window."""
    size = len(board)
    right, low = LEFT + (12 * size + 5) * wide, TOP + (6 * size + 2) * high
    picture = np.zeros((low + 90, right + 200, 3), np.uint8)
    cv2.rectangle(picture, (5, 5), (right + 190, low + 80), AROUND, 1)
    cv2.rectangle(picture, (LEFT, TOP), (right, low), AROUND, 1)
    for row, ranks in enumerate(board):
        for col, rank in enumerate(ranks):
            x, y = LEFT + round((3.5 + 12 * col) * wide), TOP + round((1.5 + 6 * row) * high)
            if rank:
                cv2.rectangle(picture, (x, y), (x + 10 * wide - 1, y + 5 * high - 1), COLOURS[rank], -1)
                cv2.putText(picture, str(2**rank), (x + 25, y + 50), cv2.FONT_HERSHEY_SIMPLEX, 1, (255, 255, 255), 2)
    return picture


@pytest.mark.parametrize("character", [(10, 19), (8, 16), (7, 17), (10, 24)])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_board_of_tiles_that_are_not_square_is_found_by_a_few_of_them(character: tuple[int, int], size: int):
    chance = random.Random(size)
    for _ in range(10):
        board = [[0] * size for _ in range(size)]
        for cell in chance.sample(range(size * size), chance.randint(2, size * size - 1)):
            board[cell // size][cell % size] = chance.choice([1, 2, 3])
        found = plain_ground.boards(in_a_terminal(board, *character))
        assert [tuple(map(len, each)) for each in found] == [(size, size)], board
        starts = LEFT + 3.5 * character[0], TOP + 1.5 * character[1]
        assert np.abs(np.subtract((corners(found[0])[0], corners(found[0])[2]), starts)).max() < 4, board


def test_tiles_that_are_not_square_are_read():
    reading = read(in_a_terminal([[0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], 10, 19))
    assert reading is not None
    assert (reading.board, reading.doubts) == ((0, 4, 0, 0, 2, *(0,) * 11), ())


@pytest.mark.parametrize(("wide", "high"), [(46, 46), (46, 44), (60, 48)])
def test_a_box_of_a_sudoku_is_no_board(wide: int, high: int):
    """Its cells are no tiles: each is there, empty or not; one that is selected may be a little smaller."""
    picture = np.full((3 * high + 160, 3 * wide + 160, 3), AROUND, np.uint8)
    cv2.rectangle(picture, (38, 38), (3 * wide + 42, 3 * high + 42), (60, 60, 60), 1)
    for cell in range(9):
        left, top = 42 + cell % 3 * wide, 42 + cell // 3 * high
        cv2.rectangle(picture, (left, top), (left + wide - 4, top + high - 4), (255, 255, 255), -1)
    assert not plain_ground.boards(picture)
    cv2.rectangle(picture, (42, 42), (42 + wide - 4, 42 + high - 4), (60, 60, 60), 3)
    assert not plain_ground.boards(picture)


def test_full_rows_of_a_board_are_not_taken_for_the_whole_of_it():
    board = [[3, 6, 1, 0], [0, 1, 4, 0], [2, 1, 1, 0], [4, 2, 2, 0]]
    reading = read(drawn(board, 8, 8))
    assert reading is not None
    assert reading.board == tuple(2**rank if rank else 0 for row in board for rank in row)
