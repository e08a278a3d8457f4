"""Each technique by an example: a position in which it is found by name, and tells what the table says."""

import re
from functools import partial
from pathlib import Path

import pytest

from gridpilot.games.sudoku.grid import NINE, parse
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.games.sudoku.techniques import chains, ladder
from gridpilot.games.sudoku.techniques.position import position
from gridpilot.games.sudoku.techniques.step import contradicts
from gridpilot.texts import technique_words

TABLE = Path(__file__).parents[4] / "corpus" / "sudoku" / "techniques.tsv"
EXAMPLES = [row.split("\t") for row in TABLE.read_text("ascii").splitlines()]

PUBLISHED = [row.split("\t") for row in TABLE.with_name("published.tsv").read_text("ascii").splitlines()]
"""Positions from the literature: technique, board, candidates that are gone by then, what is said to follow, and where
that is said: HoDoKu's pages on techniques with the name of the example, SudokuWiki's, a thread of a forum.
"""

IN_PROGRAMS = "named by Sudoku Explainer alone, of which puzzles are published, but no position"
IN_PICTURES = "its published positions were found as pictures only"
UNPUBLISHED = {
    "full-house": IN_PICTURES,
    "direct-pointing": IN_PROGRAMS,
    "direct-claiming": IN_PROGRAMS,
    "direct-hidden-pair": IN_PROGRAMS,
    "direct-hidden-triple": IN_PROGRAMS,
    "unique-loop-2": IN_PICTURES,
    "unique-loop-3": IN_PICTURES,
    "unique-loop-4": IN_PICTURES,
    "bug-2": IN_PROGRAMS,
    "bug-4": IN_PROGRAMS,
    "multi-colours": IN_PICTURES,
    "nishio": "the name has several meanings; of the one here no position was found",
    "cell-forcing-chain": IN_PICTURES,
    "forcing-net": "published nets agree on a digit; only such are looked for here that contradict themselves",
    "wider-net": "the name is ours",
}
"""Techniques without a published position, and why."""

CHAINS = [partial(chains.every, by=by) for by in chains.By]


def candidates(text):
    return {
        (9 * int(row) + int(column) - 10, int(digit))
        for row, column, digit in re.findall(r"r(\d)c(\d)[=<>]+(\d)", text)
    }


def follows(told):
    """What is placed, and what is removed."""
    return tuple(candidates(" ".join(re.findall(rf"r\dc\d{sign}\d", told))) for sign in ("=", "<>"))


@pytest.mark.parametrize(("name", "board", "gone", "told"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_a_technique_is_found_by_name(name, board, gone, told):
    where = position(parse(board), NINE).after((), candidates(gone))
    places, removes = follows(told)
    steps = [step for _, finder in ladder.LADDER for step in finder(where) if step.technique == name]
    assert (places, removes) in [(set(step.places), set(step.removes)) for step in steps]
    solution = unique_solution(parse(board))
    assert [step for step in steps if contradicts(step, solution)] == []


@pytest.mark.parametrize(("name", "board", "gone", "told", "source"), PUBLISHED, ids=[row[4] for row in PUBLISHED])
def test_a_published_example_is_found_by_name(name, board, gone, told, source):
    """All that is said to follow does by steps of that name, which may be several. A chain is asked for alone where
    shorter ones tell something, too.
    """
    where = position(parse(board), NINE).after((), candidates(gone))
    places, removes = follows(told)
    assert places | removes
    left = [finder for _, finder in ladder.LADDER] + CHAINS
    while left and (places or removes):
        steps = [step for step in left.pop(0)(where) if step.technique == name]
        places -= {each for step in steps for each in step.places}
        removes -= {each for step in steps for each in step.removes}
    assert (places, removes) == (set(), set())


def test_each_technique_is_published_or_has_a_reason():
    assert [name for name in ladder.TECHNIQUES if name not in {row[0] for row in PUBLISHED}] == list(UNPUBLISHED)


def test_the_table_has_an_example_of_each():
    assert [name for name, *_ in EXAMPLES] == list(ladder.TECHNIQUES)


@pytest.mark.parametrize(("name", "board", "gone", "told"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_a_step_is_told_in_three_rungs(name, board, gone, told):
    """Where it is tells no more than the place, and only the last rung what follows."""
    where = position(parse(board), NINE).after((), candidates(gone))
    step = next(s for _, finder in ladder.LADDER for s in finder(where) if s.technique == name)
    place, reason, all_ = (technique_words.rung(step, NINE, number) for number in (1, 2, 3))
    assert place.startswith("Look at ")
    assert technique_words.name(name) not in place
    assert reason.lower().startswith(technique_words.name(name).lower())
    assert all_ == f"{reason} {technique_words.what(step, NINE)}"
    assert not re.search(r"[{}]|  ", all_)


def test_every_technique_has_its_words():
    assert list(technique_words.TECHNIQUES) != []
    assert set(technique_words.TECHNIQUES) == set(ladder.TECHNIQUES)
