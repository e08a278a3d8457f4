"""The arena of 2048 engines: what it says of games that were played, and that it goes on where it stopped."""

import re

import cv2
import pytest

pytest.importorskip("resource", reason="the arena runs on Linux")

import arena_2048
import arena_report
from arena_2048 import Task


def game(**changes):
    usual = {"engine": "a", "game": 0, "seed": 1, "rows": 4, "columns": 4, "budget": 0.02, "until": 0, "most_moves": 0}
    end = {"score": 1000, "best": 128, "moves": 100, "dead": True, "wall": [[100, 100]], "cpu": [[100, 90], [101, 10]]}
    return {**usual, **end, **changes}


@pytest.mark.parametrize("seconds", [2e-6, 0.001, 0.02, 1.5])
def test_a_class_of_times_is_within_one_percent_of_the_time(seconds):
    took, many = arena_report.times([(arena_report.time_class(seconds), 3)])
    assert took[0] == pytest.approx(1000 * seconds, rel=0.011)
    assert list(many) == [3]


def test_a_rate_of_all_is_not_certain():
    low, high = arena_report.rate(1000, 1000)
    assert 0.995 < low < 0.997
    assert high == pytest.approx(1.0)


def test_a_table_counts_games_tiles_and_moves():
    text = arena_report.table([game(game=0, score=1000), game(game=1, score=3000, best=256)])
    assert "a 4x4 20 ms: 2 games, 200 moves" in text
    assert "mean         2,000" in text
    assert re.search(r"\b256 +50.0 %", text)
    assert re.search(r"cpu +200 moves, ms: .* max 0.007", text)


def test_engines_are_compared_on_the_seeds_that_both_played():
    ours = [game(game=number, score=400) for number in range(5)]
    others = [game(game=number, score=200, engine="b") for number in range(3, 9)]
    assert "= 2.00 (2.00 to 2.00) on 2 common seeds" in arena_report.table([*ours, *others])


def test_the_arena_plays_only_what_its_file_lacks(tmp_path):
    tasks = [Task("monte-carlo", number, 7, 2, 2, 0.005, 0, 3) for number in range(3)]
    out = tmp_path / "games.jsonl"
    out.write_text("".join(arena_2048.written(arena_2048.play(task)) for task in tasks[:2]) + '{"cut sho')
    assert list(arena_2048.missing(tasks, out)) == tasks[2:]


def test_the_same_seed_is_the_same_game():
    first, second = (arena_2048.play(Task("expectimax=~300", 4, 1, 4, 4, 0.01, 0, 150)) for _ in range(2))
    assert first["moves"] == 150
    assert first["board"] == second["board"]


def test_the_picture_shows_every_engine(tmp_path):
    file = tmp_path / "scores.png"
    arena_report.picture([game(game=n, score=100_000 * n + 50, engine=e) for n in range(9) for e in "ab"], file)
    image = cv2.imread(str(file))
    assert all((image == colour).all(axis=2).any() for colour in arena_report.COLOURS[:2])
