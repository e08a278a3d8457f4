"""The default engine: who plays when, and that no move waits for a compiler."""

from __future__ import annotations

from threading import Event

import pytest

from gridpilot.errors import GridpilotError
from gridpilot.games.twenty48.engines import choice as module
from gridpilot.games.twenty48.engines.choice import engine
from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

RULES = Rules()
HANG = 60  # seconds


def test_an_unknown_engine_is_refused_with_the_names_of_the_known_ones():
    with pytest.raises(GridpilotError, match=r"'stockfish'.*auto, network, expectimax, monte-carlo"):
        engine("stockfish", Rules(), 1)


class Search:
    """Stands for a compiled search."""

    name = "search"

    def choose(self, board, columns, budget):
        return Move.DOWN


class Slow:
    """Compiles until it is told to stop."""

    def __init__(self, monkeypatch, fault=None):
        self.asked, self.go_on, self.fault = Event(), Event(), fault
        monkeypatch.setattr(module, "searched", self.searched)
        monkeypatch.setattr(module, "learned_search", lambda rules: None)

    def searched(self, rules, size):
        self.asked.set()
        assert self.go_on.wait(HANG)
        if self.fault:
            raise self.fault
        return Search()


def when(question):
    """Waits until the answer is yes."""
    for _ in range(HANG * 100):
        if question():
            return True
        Event().wait(0.01)
    return False


def test_the_first_moves_do_not_wait_for_the_compiler(monkeypatch):
    slow = Slow(monkeypatch)
    player = engine("auto", RULES, 1)
    assert player.choose((2, 2, *(0,) * 14), 4, 0.01) in RULES.moves((2, 2, *(0,) * 14), 4)
    assert slow.asked.wait(HANG)
    assert player.playing((4, 4)).name == "monte-carlo"
    slow.go_on.set()
    assert when(lambda: player.playing((4, 4)).name == "search")
    assert player.choose((2, 2, *(0,) * 14), 4, 0.01) == Move.DOWN
    assert player.note == ""


def test_the_network_plays_the_usual_board_until_it_is_released_and_comes_back_with_the_next(monkeypatch):
    slow = Slow(monkeypatch)
    slow.go_on.set()
    network, loaded = Search(), Event()
    network.name = "network"
    monkeypatch.setattr(module, "learned_search", lambda rules: loaded.set() or network)
    player = engine("auto", RULES, 1)
    player.warm()
    assert player.playing((4, 4)).name == "network"
    assert player.playing((5, 5)).name == "monte-carlo"
    player.release()
    assert player.playing((4, 4)).name == "search"
    loaded.clear()
    player.choose((2, 2, *(0,) * 14), 4, 0.01)
    assert loaded.wait(HANG)
    assert when(lambda: player.playing((4, 4)).name == "network")


def test_rules_that_the_network_was_not_trained_by_are_played_by_the_search():
    assert module.learned_search(Rules(spawns=((1, 0.5), (2, 0.5)))) is None


def test_each_size_gets_a_search_of_its_own(monkeypatch):
    slow = Slow(monkeypatch)
    slow.go_on.set()
    player = engine("auto", RULES, 1)
    player.warm()
    assert player.playing((4, 4)).name == "search"
    assert player.playing((5, 5)).name == "monte-carlo"
    player.choose((2, 2, *(0,) * 23), 5, 0.01)
    assert when(lambda: player.playing((5, 5)).name == "search")


@pytest.mark.parametrize("fault", [ImportError("not built"), OSError("no space"), RuntimeError("of another kind")])
def test_where_nothing_can_be_compiled_monte_carlo_goes_on_and_says_so(monkeypatch, fault):
    slow = Slow(monkeypatch, fault)
    slow.go_on.set()
    player = engine("auto", RULES, 1)
    player.warm()
    assert str(fault) in player.note
    assert "monte-carlo" in player.note
    assert player.choose((2, 2, *(0,) * 14), 4, 0.01) in RULES.moves((2, 2, *(0,) * 14), 4)


def test_the_compiled_search_alone_is_made_for_every_size_before_the_first_move(monkeypatch):
    made = []
    monkeypatch.setattr(module, "searched", lambda rules, size: made.append(size) or Search())
    player = engine("expectimax", RULES, 1)
    player.warm()
    warmed = list(made)
    for rows, columns in ((4, 4), (3, 3), (5, 5), (3, 4), (8, 8)):
        assert player.choose((2, 2, *(0,) * (rows * columns - 2)), columns, 0.01) == Move.DOWN
    assert made == warmed


def test_the_compiled_search_alone_says_what_is_missing(monkeypatch):
    slow = Slow(monkeypatch, ImportError("not built"))
    slow.go_on.set()
    with pytest.raises(GridpilotError, match=r"not built.*monte-carlo"):
        engine("expectimax", RULES, 1).choose((2, 2, 0, 0), 2, 0.01)


@pytest.mark.parametrize(("rules", "name"), [(RULES, "book"), (Rules(spawns=((2, 0.5), (4, 0.5))), "search")])
def test_three_by_three_is_played_by_the_book_where_the_rules_are_the_plain_ones(monkeypatch, rules, name):
    slow = Slow(monkeypatch)
    slow.go_on.set()
    player = engine("auto", rules, 1)
    player.settle((3, 3))
    assert player.playing((3, 3)).name == name
