"""`gridpilot solve`: the focused window, or a puzzle given as text or picture, which is only printed."""

from __future__ import annotations

import os
import re
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gridpilot.cli import boards
from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.errors import GridpilotError, Misused
from gridpilot.geometry import Cell
from gridpilot.texts import command_words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.games.sudoku.formats import Found
    from gridpilot.games.sudoku.grid import Board, Shape
    from gridpilot.games.sudoku.solve.solver import Verdict


def solve(given: Namespace) -> int:
    if given.cell is not None and Cell.named(given.cell) is None:
        raise Misused(*command_words.no_cell(given.cell))
    if not boards.are_given(given):
        from gridpilot.cli.jobs import fill  # late, as it talks to the resident program: a puzzle as text needs none

        return fill(given)
    name, what = next(boards.taken(given))
    if isinstance(what, list):
        return _texts(what, json_wanted=given.json)
    return _picture(what, "clipboard" if given.clipboard else name, json_wanted=given.json)


def _texts(found: list[Found], *, json_wanted: bool) -> int:
    """The puzzles in a text. A bad one costs only itself."""
    if len(found) == 1:
        puzzle = found[0].puzzle
        if isinstance(puzzle, GridpilotError):
            raise puzzle
        return _print(_verdict(puzzle.board, puzzle.shape), puzzle.board, puzzle.shape, json_wanted=json_wanted)
    code = DONE
    for one in found:
        facts = _facts_of(one)
        code = max(code, DONE if facts["verdict"] == "unique" else NOT_DONE)
        if json_wanted:
            as_json(facts)
        else:
            print(command_words.verdict_line(facts))
    return code


def _facts_of(one: Found) -> dict[str, Any]:
    if isinstance(one.puzzle, GridpilotError):
        return {"line": one.line, "verdict": "unreadable", "solution": None, "conflicts": [], "why": str(one.puzzle)}
    return {"line": one.line, **_verdict(one.puzzle.board, one.puzzle.shape)}


def _verdict(board: Board, shape: Shape) -> dict[str, Any]:
    from gridpilot.games.sudoku import grid
    from gridpilot.games.sudoku.solve import solver

    begun = time.perf_counter()
    verdict = solver.solve(board, shape)
    ms = (time.perf_counter() - begun) * 1000
    return {**told(verdict, shape), "board": grid.line(board), "ms": round(ms, 3)}


def told(verdict: Verdict, shape: Shape) -> dict[str, Any]:
    """The shape of `solve --json`; conflicts are cells by name, r4c7."""
    from gridpilot.games.sudoku import grid
    from gridpilot.games.sudoku.solve import solver

    def names(cells: tuple[int, ...]) -> list[str]:
        return [str(shape.cell(cell)) for cell in cells]

    match verdict:
        case solver.Unique(solution):
            return {"verdict": "unique", "solution": grid.line(solution), "conflicts": []}
        case solver.Multiple(one, other, differing):
            both = [grid.line(one), grid.line(other)]
            return {"verdict": "multiple", "solution": None, "solutions": both, "conflicts": names(differing)}
        case solver.NoSolution(core):
            return {"verdict": "no-solution", "solution": None, "conflicts": names(core)}
        case solver.Invalid(conflicts):
            return {"verdict": "invalid", "solution": None, "conflicts": names(conflicts)}
        case solver.Unsettled():
            return {"verdict": "gave-up", "solution": None, "conflicts": []}


def _print(facts: dict[str, Any], board: Board, shape: Shape, *, json_wanted: bool) -> int:
    from gridpilot.games.sudoku import grid

    if json_wanted:
        as_json(facts)
    elif facts["solution"]:
        drawing = grid.picture(grid.parse(facts["solution"], shape), shape)
        print(told_apart(drawing, board) if in_colour() else drawing)
    else:
        print(command_words.verdict_sentence(facts["verdict"], facts["conflicts"]))
    return DONE if facts["verdict"] == "unique" else NOT_DONE


def _picture(capture: Capture, name: str, *, json_wanted: bool) -> int:
    """Reads the board on a picture, `name` to the user, and solves it if the reading may be trusted."""
    from gridpilot.cli.read import read_capture

    facts = read_capture(capture, name, "sudoku")
    if not facts["ready"]:
        refused = {"verdict": facts["ending"], "solution": None, "conflicts": facts["cells"], "why": facts["why"]}
        if json_wanted:
            as_json({**refused, "board": facts["board"], "image": name, "ms": facts["ms"]})
        else:
            print(facts["why"])
        return NOT_DONE
    found = {"verdict": "unique", "solution": facts["solution"], "conflicts": [], "board": facts["board"]}
    if json_wanted:
        as_json({**found, "ms": facts["ms"], "image": name})
    else:
        print(*_drawings(found, facts["regions"]), sep="\n\n")
    return DONE


def _drawings(found: dict[str, Any], regions: Sequence[object] | None) -> list[str]:
    """The board as it was read and its solution; where colour tells the two apart, the solution alone."""
    from gridpilot.games.sudoku import grid, notation

    drawings = [notation.drawn(found[which], regions) for which in ("board", "solution")]
    board = grid.parse(found["board"], grid.shape_in(found["board"]))
    return [told_apart(drawings[1], board)] if in_colour() else drawings


BOLD, GREEN, PLAIN = "\x1b[1m", "\x1b[32m", "\x1b[0m"


def in_colour() -> bool:
    """Whether standard output is a terminal that understands colours, and its user wants them: any value of NO_COLOR
    but an empty one switches them off (https://no-color.org).
    """
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def told_apart(drawing: str, givens: Sequence[int]) -> str:
    """The drawing of a board whose every cell is a number or a dot, coloured cell by cell."""
    cells = iter(givens)
    return re.sub(r"\d+|\.", lambda cell: f"{BOLD if next(cells) else GREEN}{cell[0]}{PLAIN}", drawing)
