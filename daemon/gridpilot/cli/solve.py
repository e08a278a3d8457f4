"""`gridpilot solve`: the focused window, or a puzzle given as text or picture, which is only printed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridpilot.cli.fill import fill
from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.errors import GridpilotError
from gridpilot.texts import words

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from gridpilot.games.sudoku.grid import Board, Shape
    from gridpilot.games.sudoku.solve.solver import Verdict


def solve(given: Namespace) -> int:
    if given.text is not None:
        return _texts(given.text, given.regions, json_wanted=given.json)
    if given.image is not None:
        return _picture(Path(given.image), given.image, json_wanted=given.json)
    return _clipboard(json_wanted=given.json) if given.clipboard else fill(given)


def _clipboard(*, json_wanted: bool) -> int:
    from gridpilot.gui import clipboard

    picture = clipboard.picture()
    if picture is None:
        return _puzzle(clipboard.text(), None, json_wanted=json_wanted)
    try:
        return _picture(picture, "clipboard", json_wanted=json_wanted)
    finally:
        picture.unlink()


def _texts(text: str, regions: str | None, *, json_wanted: bool) -> int:
    """A puzzle, or the name of a file with one puzzle per line; `regions`: the boxes of all of them, where unusual."""
    file = _file(text)
    if file is None:
        return _puzzle(text, regions, json_wanted=json_wanted)
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise GridpilotError("The file cannot be read", f"{file}: {fault}.") from fault
    code = DONE
    for facts in _each(lines, regions):
        code = max(code, DONE if facts["verdict"] == "unique" else NOT_DONE)
        as_json(facts)
    return code


def _file(text: str) -> Path | None:
    """The file of that name, None when the text is a puzzle; a drawn puzzle may be no possible file name at all."""
    try:
        path = Path(text)
        return path if path.is_file() else None
    except (OSError, ValueError):
        return None


def _each(lines: Iterable[str], regions: str | None) -> Iterable[dict[str, Any]]:
    """Blank lines and comments are passed over; a bad line costs only itself."""
    for number, line in enumerate(lines, 1):
        puzzle = line.partition("#")[0].strip()
        if puzzle:
            try:
                yield {"line": number, **_verdict(*_board(puzzle, regions))}
            except GridpilotError as fault:
                yield {"line": number, "verdict": "unreadable", "solution": None, "conflicts": [], "why": str(fault)}


def _puzzle(text: str, regions: str | None, *, json_wanted: bool) -> int:
    board, shape = _board(text, regions)
    return _print(_verdict(board, shape), shape, json_wanted=json_wanted)


def _board(text: str, regions: str | None) -> tuple[Board, Shape]:
    """The board that a text shows, and its shape: the usual one of its size, or the one that `regions` says."""
    from gridpilot.games.sudoku import grid

    shape = grid.shape_in(text) if regions is None else grid.shape_of([sign for sign in regions if not sign.isspace()])
    return grid.parse(text, shape), shape


def _verdict(board: Board, shape: Shape) -> dict[str, Any]:
    from gridpilot.games.sudoku import grid
    from gridpilot.games.sudoku.solve import solver

    begun = time.perf_counter()
    verdict = solver.solve(board, shape)
    ms = (time.perf_counter() - begun) * 1000
    return {**_facts(verdict, shape), "board": grid.line(board), "ms": round(ms, 3)}


def _facts(verdict: Verdict, shape: Shape) -> dict[str, Any]:
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


def _print(facts: dict[str, Any], shape: Shape, *, json_wanted: bool) -> int:
    from gridpilot.games.sudoku import grid

    if json_wanted:
        as_json(facts)
    elif facts["solution"]:
        print(grid.picture(grid.parse(facts["solution"], shape), shape))
    else:
        print(words.verdict_sentence(facts["verdict"], facts["conflicts"]))
    return DONE if facts["verdict"] == "unique" else NOT_DONE


def _picture(path: Path, name: str, *, json_wanted: bool) -> int:
    """Reads the board on a picture, `name` to the user, and solves it if the reading may be trusted."""
    from gridpilot.cli.read import drawn, read_picture, shape_told

    facts = read_picture(path, "sudoku")
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
        print(*(drawn(found[which], shape_told(facts)) for which in ("board", "solution")), sep="\n\n")
    return DONE
