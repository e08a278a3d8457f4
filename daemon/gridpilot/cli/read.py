"""`gridpilot read IMAGE...`: what is on pictures, and whether it would be acted on; sudoku first, then 2048."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridpilot.cli import sources
from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.errors import EnvironmentFault, GridpilotError
from gridpilot.outcome import Ending, Hurdle, Outcome
from gridpilot.reading import NET, Read, Recogniser
from gridpilot.texts import hurdles, messages, words

if TYPE_CHECKING:
    from argparse import Namespace

    from gridpilot.capture import Capture
    from gridpilot.games import Decision
    from gridpilot.games.sudoku.grid import Shape
    from gridpilot.geometry import Box, Cell
    from gridpilot.reading import Reading


def read(given: Namespace) -> int:
    """A picture that cannot be loaded costs only itself."""
    code = DONE
    recogniser = _recogniser(given)
    game = given.game or (None if recogniser == NET else "sudoku")  # on other pictures, too, they take their time
    for name in given.images:
        facts = _facts_of(name, game, recogniser, Path(given.crops) if given.crops else None)
        code = max(code, DONE if facts["ready"] else NOT_DONE)
        if given.json:
            as_json({key: value for key, value in facts.items() if key not in {"ending", "cells"}})
        else:
            _show(facts, several=len(given.images) > 1)
    return code


def _facts_of(name: str, game: str | None, recogniser: Recogniser, crops: Path | None) -> dict[str, Any]:
    try:
        with sources.picture(name) as path:
            return read_picture(path, game, recogniser, crops)
    except EnvironmentFault:
        raise
    except GridpilotError as fault:
        why = f"{fault.message} {fault.fix}".strip()
        return {"image": name, "game": game, "board": None, "ready": False, "why": why}


def _recogniser(given: Namespace) -> Recogniser:
    """What the options choose, as `read =` does in a profile; templates that are unfit cost all pictures at once."""
    from gridpilot.vision.glyphs import recognisers

    chosen = Recogniser(Read.TESSERACT) if given.tesseract else NET
    if given.templates is not None:
        chosen = Recogniser(Read.TEMPLATES, Path(given.templates))
    recognisers.of(chosen)
    return chosen


def _show(facts: dict[str, Any], *, several: bool) -> None:
    from gridpilot.games.twenty48 import board

    if several:
        print(f"{facts['image']}:")
    if facts["board"] and facts["game"] == "2048":
        values = tuple(value for row in facts["board"] for value in row)
        print(board.picture(values, facts["size"]))
    elif facts["board"]:
        print(drawn(facts["board"], shape_told(facts)))
    if not facts["ready"]:
        print(facts["why"], file=sys.stderr)


def shape_told(facts: dict[str, Any]) -> Shape | None:
    """The shape of the sudoku that these facts are of, None where the picture does not tell it."""
    from gridpilot.games.sudoku import grid

    return grid.shape_of(facts["regions"]) if facts["regions"] else None


def drawn(line: str, shape: Shape | None) -> str:
    """A board of one line, as a drawing."""
    from gridpilot.games.sudoku import grid

    return grid.picture(grid.parse(line, grid.shape_in(line)), shape)


def read_picture(
    path: Path, name: str | None = None, recogniser: Recogniser = NET, crops: Path | None = None
) -> dict[str, Any]:
    """The shape of `read --json`, with the outcome that acting would have (`ending`, `cells`) when it is not ready.

    `name`: the only game that is looked for. `crops`: the folder for pictures of cells in doubt.
    """
    from gridpilot.vision.pictures import load

    capture = load(path)
    begun = time.perf_counter()
    facts = _sudoku(capture, recogniser) if name != "2048" else None
    if name != "sudoku" and (facts is None or facts["ending"] == Ending.NO_BOARD.value):
        facts = _twenty48(capture, recogniser) or facts
    if facts is not None:
        if crops is not None:
            _save_crops(capture, facts["doubts"], crops / path.stem)
        return {"image": str(path), **facts}
    spent = round((time.perf_counter() - begun) * 1000, 1)
    why = words.no_board_in_picture(str(path), name)
    return {"image": str(path), "game": name, "board": None, "ready": False, "why": why,
            "ending": Ending.NO_BOARD.value, "cells": [], "ms": {"detect": spent}}  # fmt: skip


def _sudoku(capture: Capture, recogniser: Recogniser) -> dict[str, Any] | None:
    from gridpilot.games import game
    from gridpilot.games.sudoku import grid

    sudoku = game("sudoku")
    begun = time.perf_counter()
    reading = sudoku.read(capture, None, recogniser)
    read_ms = (time.perf_counter() - begun) * 1000
    if reading is None:
        return None
    begun = time.perf_counter()
    decision = sudoku.decide(reading)
    decide_ms = (time.perf_counter() - begun) * 1000
    detect_ms = reading.ms.get("detect", 0.0)
    spent = {"detect": round(detect_ms, 1), "read": round(read_ms - detect_ms, 1), "decide": round(decide_ms, 1)}
    facts = _facts("sudoku", decision.reading, decision.ending, decision.cells, _why_not(decision))
    told = {"regions": _map(decision.reading), "regions_derived": decision.reading.derived}
    solution = grid.line(decision.solution) if decision.solution else None
    return {**facts, "board": grid.line(decision.reading.board), "solution": solution, **told, "ms": spent}


def _why_not(decision: Decision) -> str:
    told = hurdles.in_a_picture(decision.hurdle)
    return hurdles.refusal(decision) if decision.hurdle is Hurdle.ENTRY else told


def _map(reading: Reading) -> str | None:
    """The regions as `solve --regions` takes them, None where they are not known."""
    from gridpilot.games.sudoku import grid
    from gridpilot.games.sudoku.decide.plausible_boards import shape_read

    if reading.regions is None:
        return None
    return "".join(grid.LETTERS[region] for region in grid.regions_of(shape_read(reading)))


def _twenty48(capture: Capture, recogniser: Recogniser) -> dict[str, Any] | None:
    """Not by way of `games.game`, which is for games that can be played."""
    from gridpilot.games.twenty48 import board
    from gridpilot.games.twenty48.reading import reader

    reading = reader.read(capture, None, recogniser)
    if reading is None:
        return None
    ending = Ending.DOUBTFUL if reading.doubts or reading.equals else None
    spent = {stage: round(ms, 1) for stage, ms in reading.ms.items()} | {"decide": 0.0}
    several = hurdles.in_a_picture(Hurdle.SEVERAL) if reading.equals else ""
    facts = _facts("2048", reading, ending, reading.doubts, several)
    return {**facts, "board": board.rows(reading.board, reading.size), "ms": spent}


def _facts(
    game: str, reading: Reading, ending: Ending | None, cells: tuple[Cell, ...], detail: str = ""
) -> dict[str, Any]:
    """What both games tell, all but the board; `size` is the number of columns."""
    why = messages.outcome_sentence(Outcome(ending, game, cells=cells, detail=detail)) if ending else ""
    doubts = {*reading.doubts, *(cells if ending is Ending.DOUBTFUL else ())}
    return {
        "game": game,
        "size": reading.size,
        "box": _edges(reading.extent),
        "board": None,
        "confidence": [round(cell.confidence, 4) for cell in reading.cells],
        "doubts": [
            {
                "cell": str(cell),
                "value": reading.at(cell).value,
                "rivals": [[rival.value, round(rival.probability, 4)] for rival in reading.at(cell).rivals],
                "box": _edges(reading.box_at(cell)),
            }
            for cell in sorted(doubts)
        ],
        "repairs": [[str(repair.cell), repair.read, repair.value] for repair in reading.repairs],
        "ready": ending is None,
        "why": why,
        "ending": ending.value if ending else None,
        "cells": [str(cell) for cell in cells],
    }


def _edges(box: Box) -> list[float]:
    return [round(edge, 1) for edge in (box.x0, box.y0, box.x1, box.y1)]


def _save_crops(capture: Capture, doubts: list[dict[str, Any]], folder: Path) -> None:
    """A picture of each doubtful cell, r4c7.png; its path goes into the doubt's facts."""
    from gridpilot.geometry import Box
    from gridpilot.vision.pictures import save

    try:
        for doubt in doubts:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{doubt['cell']}.png"
            save(capture.crop(Box(*doubt["box"])), path)
            doubt["crop"] = str(path)
    except OSError as fault:
        raise GridpilotError("The crops cannot be written", f"{folder}: {fault}.", "Name another folder.") from fault
