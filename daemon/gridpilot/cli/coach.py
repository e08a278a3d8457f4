"""`gridpilot hint`, `explain` and `rate`: the next step of a sudoku, the whole way, and how hard it is."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from gridpilot.cli import boards
from gridpilot.cli.output import DONE, NOT_DONE, answer
from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku.formats import Puzzle
from gridpilot.games.sudoku.solve import solver
from gridpilot.games.sudoku.techniques import ladder
from gridpilot.games.sudoku.techniques.position import Position, noted, position
from gridpilot.texts import command_words, technique_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridpilot.games.sudoku.formats import Found
    from gridpilot.games.sudoku.grid import Board, Shape
    from gridpilot.games.sudoku.techniques.position import Candidate
    from gridpilot.games.sudoku.techniques.step import Step

WHAT = 3
"""The rung that tells all."""


def hint(given: Namespace) -> int:
    if given.over:
        from gridpilot.cli.jobs import over  # late, as it talks to the resident program: a puzzle as text needs none

        return over(given, rung=given.rung or 0, marks=given.marks)
    found = boards.sudoku(given)
    where, solution, shape = _solvable(found)
    if given.marks and isinstance(found.puzzle, Puzzle):
        where = _noted(where, found.puzzle, solution)
    step = ladder.next_step(where, solution)
    if step is None:
        raise GridpilotError(*command_words.NO_TECHNIQUE)
    facts = _facts(step, shape, given.rung or WHAT)
    answer(given, facts, facts["sentence"])
    return DONE


def _noted(where: Position, puzzle: Puzzle, solution: Board) -> Position:
    """The position by the player's own marks. Raises GridpilotError where the right digit is not among them."""
    lacking = [at for at, own in puzzle.marks.items() if where.cells[at] and solution[at] not in own]
    if lacking:
        raise GridpilotError(*command_words.marks_lack([puzzle.shape.cell(at) for at in lacking]))
    return noted(where, puzzle.marks)


def explain(given: Namespace) -> int:
    where, solution, shape = _solvable(boards.sudoku(given))
    left = where.blanks.bit_count()
    for number, step in enumerate(ladder.path(where, solution), 1):
        facts = _facts(step, shape, WHAT)
        answer(given, facts, f"{number:>3}. {facts['sentence']}")
        left -= len(step.places)
    if left:
        raise GridpilotError(*command_words.NO_TECHNIQUE)
    return DONE


def rate(given: Namespace) -> int:
    """A puzzle that cannot be rated costs only itself, unless it is the only one."""
    found = list(boards.sudokus(given))
    if len(found) == 1:
        facts = _rated(_solvable(found[0][1])[0])
        answer(given, facts, _line("", facts))
        return _code(facts)
    several = len({name for name, _ in found}) > 1
    return max(_told(given, name if several else "", one) for name, one in found)


def _told(given: Namespace, name: str, found: Found) -> int:
    """One of several; `name`: its file, where there is more than one."""
    try:
        facts = _rated(_solvable(found)[0])
    except GridpilotError as fault:
        facts = {"rating": None, "techniques": {}, "why": fault.sentence}
    where = ({"file": name} if name else {}) | {"line": found.line}
    answer(given, where | facts, _line(command_words.labelled(name, found.line), facts))
    return _code(facts)


def _code(facts: dict[str, Any]) -> int:
    return NOT_DONE if facts["rating"] is None else DONE


def _line(label: str, facts: dict[str, Any]) -> str:
    if "why" in facts:
        return f"{label}{facts['why']}"
    names = ((technique_words.name(each), count) for each, count in facts["techniques"].items())
    return command_words.rating_line(label, facts["rating"], names)


def _rated(where: Position) -> dict[str, Any]:
    """`rating` None: it is beyond the techniques, of which those are told that lead as far as they do."""
    found = ladder.rated(where)
    return {"rating": found.rating if found.solved else None, "techniques": dict(found.used)}


def _solvable(found: Found) -> tuple[Position, Board, Shape]:
    """Raises GridpilotError for what has not just one solution, and for a full board."""
    if isinstance(found.puzzle, GridpilotError):
        raise found.puzzle
    board, shape = found.puzzle.board, found.puzzle.shape
    verdict = solver.solve(board, shape)
    if not isinstance(verdict, solver.Unique):
        from gridpilot.cli.solve import told

        facts = told(verdict, shape)
        raise GridpilotError("", command_words.verdict_sentence(facts["verdict"], facts["conflicts"]))
    if all(board):
        raise GridpilotError(*command_words.FULL_BOARD)
    return position(board, shape), verdict.solution, shape


def _facts(step: Step, shape: Shape, rung: int) -> dict[str, Any]:
    """The shape of `hint --json`."""

    def named(candidates: Iterable[Candidate]) -> list[list[Any]]:
        return [[str(shape.cell(cell)), digit] for cell, digit in candidates]

    return {
        "technique": step.technique,
        "rating": step.rating,
        "places": named(step.places),
        "removes": named(step.removes),
        "sentence": technique_words.rung(step, shape, rung),
    }
