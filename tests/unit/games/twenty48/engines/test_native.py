"""The library in machine code: built from the sources that stand here, and the same moves on every machine."""

from __future__ import annotations

import hashlib
import json
import random

import build_search
import pytest

from gridpilot.games.twenty48.engines import native, network
from gridpilot.games.twenty48.engines.any_size import Wide
from gridpilot.games.twenty48.engines.deepening import Effort
from gridpilot.games.twenty48.engines.four_by_four import Expectimax
from gridpilot.games.twenty48.engines.learned import NetworkSearch
from gridpilot.games.twenty48.rules import Rules

RULES = Rules()
ENDLESS = 60.0  # seconds: the nodes are the limit


def test_the_library_is_built_from_the_sources_of_this_checkout() -> None:
    """Where it is not: scripts/build_search.py."""
    assert native.library().built_from().decode() == build_search.digest()


def test_where_it_was_not_built_that_is_said(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(native, "FILE", tmp_path / native.FILE.name)
    assert not native.is_built()
    with pytest.raises(ImportError, match="the fast search is not built"):
        native.library.__wrapped__()


def test_a_file_for_another_processor_is_refused_by_a_sentence(monkeypatch, tmp_path) -> None:
    file = tmp_path / native.FILE.name
    file.write_bytes(b"\x7fELF of another kind")
    monkeypatch.setattr(native, "FILE", file)
    with pytest.raises(ImportError, match="the fast search is not built"):
        native.library.__wrapped__()


def played(engine, rows: int, columns: int, seed: int, most: int, effort) -> str:
    """The moves of a game and what each cost, as a short sum."""
    rng, made = random.Random(seed), []
    board = RULES.start(rows, columns, rng)
    while len(made) < most and (move := engine.choose(board, columns, ENDLESS)):
        made.append((str(move), *effort()))
        board = RULES.spawned(RULES.slide(board, columns, move)[0], rng)
    return f"{len(made)} {hashlib.sha256(json.dumps(made).encode()).hexdigest()[:16]}"


def test_the_moves_on_4x4_are_those_of_every_other_compiler() -> None:
    engine = Expectimax(RULES, Effort(nodes=3000, timed=False))
    assert played(engine, 4, 4, 0, 1000, lambda: (engine.nodes,)) == "1000 aae57d48f0fed40d"


def test_the_network_s_moves_are_those_of_every_other_compiler() -> None:
    known = network.shipped()
    assert known is not None
    engine = NetworkSearch(RULES, known, Effort(nodes=1500, timed=False))
    assert played(engine, 4, 4, 0, 1000, lambda: (engine.nodes,)) == "1000 e1cf7d8ec200158f"


@pytest.mark.parametrize(
    ("rows", "columns", "sum_"),
    [(3, 5, "200 a57737da737380b9"), (5, 5, "200 b278d3742180b081"), (8, 8, "200 c3c247564d4f877b")],
)
def test_the_moves_on_other_boards_are_those_of_every_other_compiler(rows, columns, sum_) -> None:
    engine = Wide(RULES, 1500)
    assert played(engine, rows, columns, 1, 200, lambda: (engine.judged, engine.plies)) == sum_
