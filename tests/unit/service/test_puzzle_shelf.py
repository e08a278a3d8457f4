"""Puzzles made ahead: each is taken once, and what is missing is made."""

from random import Random

import pytest

from gridpilot.games.sudoku.grid import NINE, SHAPES, parse
from gridpilot.games.sudoku.made_to_order import Order
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.games.sudoku.techniques.ladder import rated
from gridpilot.games.sudoku.techniques.position import position
from gridpilot.service import puzzle_shelf
from gridpilot.service.puzzle_shelf import KEPT, Shelf

ORDER = Order(1.2, 1.5, NINE)


def test_an_empty_shelf_has_none(tmp_path):
    assert Shelf(ORDER, tmp_path).take() is None


def test_what_was_made_is_taken_once_and_fits(tmp_path):
    ahead = Shelf(ORDER, tmp_path)
    ahead.fill()
    taken = [ahead.take() for _ in range(KEPT)]
    assert len(set(taken)) == KEPT
    for board in taken:
        assert unique_solution(board)
        assert 1.2 <= rated(position(board, NINE)).rating <= 1.5
    assert ahead.take() is None
    ahead.fill()
    ahead.fill()
    assert len([file for file in tmp_path.rglob("*") if file.is_file()]) == KEPT


def test_orders_do_not_meet(tmp_path):
    Shelf(ORDER, tmp_path).fill()
    for other in (Order(1.2, 1.6, NINE), Order(1.2, 1.5, SHAPES[6])):
        assert Shelf(other, tmp_path).take() is None


def test_a_damaged_puzzle_is_passed_over_and_cleared_away(tmp_path):
    ahead = Shelf(ORDER, tmp_path)
    ahead.fill()
    files = sorted(file for file in tmp_path.rglob("*") if file.is_file())
    files[0].write_bytes(b"\xff\xfe no puzzle")
    files[1].write_text("123")
    third = parse(files[2].read_text())
    assert ahead.take() == third
    assert not files[0].exists()
    assert not files[1].exists()


def test_the_time_for_filling_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(puzzle_shelf, "BUDGET", 0.0)
    ahead = Shelf(Order(9.0, 9.0, SHAPES[4]), tmp_path)
    ahead.fill()
    assert ahead.take() is None


def test_the_process_of_its_own_fills_the_shelf_of_its_order(tmp_path, monkeypatch):
    monkeypatch.setattr(puzzle_shelf, "shelf", lambda order: Shelf(order, tmp_path))
    monkeypatch.setattr(puzzle_shelf.os, "nice", lambda _: None)
    puzzle_shelf.main("1.2", "1.5", "9")
    assert Shelf(ORDER, tmp_path).take() is not None


@pytest.mark.parametrize("rating", [(1.2, 1.5), (2.0, 2.3)])
def test_the_practice_board_takes_what_is_on_the_shelf_and_then_makes_its_own(tmp_path, monkeypatch, rating):
    from gridpilot.cli.parser import parser
    from gridpilot.gui.practice import sudoku

    order = Order(*rating, NINE)
    ahead = Shelf(order, tmp_path)
    ahead.fill()
    filled = []
    monkeypatch.setattr(puzzle_shelf, "shelf", lambda order: Shelf(order, tmp_path))
    monkeypatch.setattr(Shelf, "fill_apart", lambda _: filled.append(1))
    kept = {parse(file.read_text()) for file in tmp_path.rglob("*") if file.is_file()}
    given = parser().parse_args(["practice", "sudoku", "--rating", "{}..{}".format(*rating)])
    coming = sudoku._Next(given)
    boards = [sudoku._first(given), *(coming.take() for _ in range(KEPT - 1))]
    assert set(boards) == kept
    assert coming.take() is None
    assert len(filled) == 1 + KEPT
    other = sudoku._first(given)
    assert rating[0] <= rated(position(other, NINE)).rating <= rating[1]
    seeded = parser().parse_args(["practice", "sudoku", "--seed", "5", "--rating", "{}..{}".format(*rating)])
    assert sudoku._first(seeded) == sudoku._first(seeded) == sudoku._made(seeded, Random(5))


def test_one_process_at_a_time_fills_a_shelf(tmp_path, monkeypatch):
    class Started:
        ended = None

        def poll(self):
            return self.ended

    started = []
    monkeypatch.setattr(puzzle_shelf.subprocess, "Popen", lambda *_, **__: started.append(Started()) or started[-1])
    ahead = Shelf(ORDER, tmp_path)
    ahead.fill_apart()
    ahead.fill_apart()
    assert len(started) == 1
    started[0].ended = 0
    ahead.fill_apart()
    assert len(started) == 2
    ahead.fill()
    started[1].ended = 0
    ahead.fill_apart()
    assert len(started) == 2
