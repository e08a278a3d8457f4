"""The trainer of 2048's network: its program for GPUs beside the engine's Python parts, and how weights are rounded."""

from __future__ import annotations

import ctypes
import json
import random
import shutil

import compiled_tuples
import numpy as np
import pytest
import train_2048
import train_2048_gpu
from PIL import Image

from gridpilot.games.twenty48.engines import bitboard, tuples
from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

RULES = Rules()
LARGE = ([14, 12], [14, 12, 11, 11], [14, 13, 12, 10], [14, 13, 12, 11], [15, 13, 11], [15, 14, 11], [15, 14, 13, 12])
"""Tiles of boards that are not in the first stage."""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    if not shutil.which("c++"):
        pytest.skip("no C++ compiler")
    made = train_2048_gpu.library(tmp_path_factory.mktemp("library"), "c++")
    made.value_of.restype, made.value_of.argtypes = ctypes.c_float, (ctypes.c_void_p, ctypes.c_uint64)
    made.move_of.restype, made.move_of.argtypes = (
        ctypes.c_uint64,
        (*[ctypes.c_void_p] * 2, ctypes.c_uint64, ctypes.c_void_p),
    )
    return made


def boards():
    rng = random.Random(5)
    for number in range(150):
        ranks = [rng.randrange(12) if rng.random() < 0.8 else 0 for _ in range(16)]
        large = LARGE[number // 2 % len(LARGE)] if number % 2 else []
        for cell, rank in zip(rng.sample(range(16), len(large)), large, strict=True):
            ranks[cell] = rank
        yield ranks


def places(board):
    """The weights that a packed board selects, by the engine's own parts."""
    board = compiled_tuples.downgraded(board)
    stage, down = compiled_tuples.stage(board), compiled_tuples.turned(board)
    halves = [board, compiled_tuples.flipped(board), down, compiled_tuples.flipped(down)]
    sides = [*halves, *map(compiled_tuples.mirrored, halves)]
    groups = range(tuples.GROUPS[stage])
    return [tuples.BASES[stage] + compiled_tuples.group(side, number) for side in sides for number in groups]


@pytest.fixture(scope="module")
def weights():
    """Random ones where these boards and their moves ask for them; the rest is 0, and takes no memory."""
    rng = np.random.default_rng(3)
    made = np.zeros(tuples.BASES[-1], np.float32)
    for ranks in boards():
        for board in (bitboard.pack(ranks), *(board for board, _, _ in moves(ranks))):
            chosen = places(board)
            made[chosen] = rng.random(len(chosen)) * 1000
    return made


def value(weights, board):
    return float(weights[places(board)].sum(dtype=np.float64))


def moves(ranks):
    """Each move's packed board, its points, and whether it is up or down, by the rules."""
    board = tuple(2**rank if rank else 0 for rank in ranks)
    for move in RULES.moves(board, 4):
        after, points = RULES.slide(board, 4, move)
        lowered = [min(max(tile.bit_length() - 1, 0), 15) for tile in after]
        yield bitboard.pack(lowered), points, move in {Move.UP, Move.DOWN}


def test_a_board_is_worth_what_the_engines_parts_say(library, weights):
    stages = set()
    for ranks in boards():
        board = bitboard.pack(ranks)
        stages.add(compiled_tuples.stage(compiled_tuples.downgraded(board)))
        assert value(weights, board) > 1000
        assert library.value_of(weights.ctypes.data, board) == pytest.approx(value(weights, board), rel=1e-5)
    assert stages == set(range(tuples.STAGES))


def test_the_best_move_is_the_one_of_the_rules_with_the_most_points_and_value(library, weights):
    rows, gain = tuples.row_table(), ctypes.c_uint32()
    for ranks in boards():
        found = library.move_of(weights.ctypes.data, rows.ctypes.data, bitboard.pack(ranks), ctypes.byref(gain))
        known = list(moves(ranks))
        if ranks.count(15) < 2 and known:
            board, points, upright = max(known, key=lambda move: move[1] + value(weights, move[0]))
            assert (found, gain.value) == ((compiled_tuples.turned(board) if upright else board) % 2**64, points)


def test_learning_raises_the_score(library):
    games = train_2048_gpu.Gpu(library, 8, steps=40_000)
    seeds = np.arange(1, 9, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    games.begin_games(seeds, (1.0, 0.0, 0.0, 0.0))
    scores = []
    for _ in range(2):
        counts = dict(zip(train_2048.COUNTED, games.play_whole(True, seeds).tolist(), strict=False))
        assert counts["games"] == 8
        scores.append(counts["points"] / 8)
        games.go_on(True, 1.0)
    assert scores[1] > 2 * scores[0] > 0


def test_whole_games_begin_empty_where_others_begin_late(library):
    games = train_2048_gpu.Gpu(library, 8, steps=100)
    late = bitboard.pack([14, 13, *[0] * 14])
    library.shelve.argtypes = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64
    library.shelve(games.run, 2, late)
    seeds = np.arange(1, 9, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    games.begin_games(seeds, (0.0, 0.0, 1.0, 0.0))
    assert games.go_on(False, 0.0)[: 6 * tuples.STAGES].reshape(tuples.STAGES, 6)[2, 0] > 0
    tops = games.play_whole(False, seeds)[-16:]
    assert tops[:14].sum() == 8


def test_weights_are_rounded_the_coarser_the_fewer_boards_have_met_them():
    weights = np.array([1004, 1004, 1004, -1004, 1e6, 1004], np.float32)
    sizes = np.array([2**20, 2**8, 2**4, 2**4, 2**20, 0], np.float32)
    assert train_2048.rounded(weights, sizes, 8.0).tolist() == [126, 128, 128, -128, 32767, 0]
    assert train_2048.rounded(weights, sizes, 10.0).tolist() == [126, 128, 0, 0, 32767, 0]


def test_the_curve_is_drawn_of_the_whole_games_in_the_log(tmp_path):
    lines = [
        {"moves": 10},
        {"whole": 2000, "16384": 0.0, "32768": 0.0},
        {"moves": 20, "whole": 4000, "16384": 0.5, "32768": 0.1},
    ]
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, lines)))
    train_2048.draw(tmp_path / "log.jsonl", tmp_path / "curve.png")
    with Image.open(tmp_path / "curve.png") as picture:
        assert picture.convert("RGB").getpixel((849, 51)) == (0x1F, 0x5F, 0xBF)  # the last games had the most points
