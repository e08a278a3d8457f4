"""`gridpilot read IMAGE...`: what is on pictures, and whether it would be acted on, game by game."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from gridpilot.capture import Capture
from gridpilot.cli import sources
from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.errors import EnvironmentFault, GridpilotError
from gridpilot.games import FIRST, GAMES
from gridpilot.games.about import About
from gridpilot.games.protocols import Decision
from gridpilot.geometry import Box, Cell
from gridpilot.outcome import Ending, Hurdle, Outcome
from gridpilot.reading import NET, Read, Reading, Recogniser
from gridpilot.texts import hurdles, messages, words


def read(given: Namespace) -> int:
    """A picture that cannot be loaded costs only itself."""
    code = DONE
    recogniser = _recogniser(given)
    game = given.game or (None if recogniser == NET else FIRST)  # on other pictures, too, they take their time
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
        return {"image": name, "game": game, "board": None, "ready": False, "why": fault.sentence}


def _recogniser(given: Namespace) -> Recogniser:
    """What the options choose, as `read =` does in a profile; templates that are unfit cost all pictures at once."""
    from gridpilot.vision.glyphs import recognisers

    chosen = Recogniser(Read.TESSERACT) if given.tesseract else NET
    if given.templates is not None:
        chosen = Recogniser(Read.TEMPLATES, Path(given.templates))
    recognisers.of(chosen)
    return chosen


def _show(facts: dict[str, Any], *, several: bool) -> None:
    if several:
        print(f"{facts['image']}:")
    if facts["board"]:
        print(GAMES[facts["game"]].notation().drawn(facts["board"], facts.get("regions")))
    if not facts["ready"]:
        print(facts["why"], file=sys.stderr)


def read_picture(
    path: Path, name: str | None = None, recogniser: Recogniser = NET, crops: Path | None = None
) -> dict[str, Any]:
    """The shape of `read --json`, with the outcome that acting would have (`ending`, `cells`) when it is not ready.

    `name`: the only game that is looked for. `crops`: the folder for pictures of cells in doubt.
    """
    from gridpilot.vision.pictures import load

    return read_capture(load(path), str(path), name, recogniser, crops)


def read_capture(
    capture: Capture,
    called: str,
    name: str | None = None,
    recogniser: Recogniser = NET,
    crops: Path | None = None,
) -> dict[str, Any]:
    """The same of a picture that is there already, `called` so to the user; its crops go into a folder of that name."""
    begun = time.perf_counter()
    facts: dict[str, Any] | None = None
    for about in [GAMES[name]] if name else GAMES.values():
        if facts is None or facts["ending"] == Ending.NO_BOARD.value:
            facts = _told(about, capture, recogniser) or facts
    if facts is not None:
        facts["why"] = (facts["ending"] and _foreign(capture, name)) or facts["why"]
        if crops is not None:
            _save_crops(capture, facts["doubts"], crops / Path(called).stem)
        return {"image": called, **facts}
    spent = round((time.perf_counter() - begun) * 1000, 1)
    why = " ".join(filter(None, (words.no_board_in_picture(called, name), _foreign(capture, name))))
    return {"image": called, "game": name, "board": None, "ready": False, "why": why,
            "ending": Ending.NO_BOARD.value, "cells": [], "ms": {"detect": spent}}  # fmt: skip


def _foreign(capture: Capture, name: str | None) -> str:
    """What to say of a board of other rules than a game's, where one is seen."""
    games = (about.make() for about in GAMES.values() if not about.slides and name in {None, about.name})
    seen = (game.foreign(capture) for game in games)
    return next((hurdles.foreign(board) for board in seen if board), "")


def _told(about: About, capture: Capture, recogniser: Recogniser) -> dict[str, Any] | None:
    return (_slid if about.slides else _filled)(about, capture, recogniser)


def _filled(about: About, capture: Capture, recogniser: Recogniser) -> dict[str, Any] | None:
    game, notation = about.make(), about.notation()
    begun = time.perf_counter()
    reading = game.read(capture, None, recogniser)
    read_ms = (time.perf_counter() - begun) * 1000
    if reading is None:
        return None
    begun = time.perf_counter()
    decision = game.decide(reading, capture)
    decide_ms = (time.perf_counter() - begun) * 1000
    detect_ms = reading.ms.get("detect", 0.0)
    spent = {"detect": round(detect_ms, 1), "read": round(read_ms - detect_ms, 1), "decide": round(decide_ms, 1)}
    reading, size = decision.reading, decision.reading.size
    facts = _facts(about.name, reading, decision.ending, decision.cells, _why_not(decision))
    told = {"regions": notation.regions(reading), "regions_derived": reading.derived}
    marks = about.adviser().marks(capture, reading) if about.adviser else {}
    told["marks"] = {str(cell): [*values] for cell, values in marks.items()}
    solution = notation.told(decision.solution, size) if decision.solution else None
    return {**facts, "board": notation.told(reading.board, size), "solution": solution, **told, "ms": spent}


def _why_not(decision: Decision) -> str:
    return hurdles.in_a_picture(decision.hurdle) if decision.hurdle is Hurdle.SEVERAL else hurdles.refusal(decision)


def _slid(about: About, capture: Capture, recogniser: Recogniser) -> dict[str, Any] | None:
    from gridpilot.service import compose

    reading = compose.sliding_game(about.name).eyes("").read(capture, None, recogniser)
    if reading is None:
        return None
    ending = Ending.DOUBTFUL if reading.doubts or reading.equals else None
    spent = {stage: round(ms, 1) for stage, ms in reading.ms.items()} | {"decide": 0.0}
    several = hurdles.in_a_picture(Hurdle.SEVERAL) if reading.equals else ""
    facts = _facts(about.name, reading, ending, reading.doubts, several)
    return {**facts, "board": about.notation().told(reading.board, reading.size), "ms": spent}


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
    from gridpilot.vision.pictures import save

    try:
        for doubt in doubts:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{doubt['cell']}.png"
            save(capture.crop(Box(*doubt["box"])), path)
            doubt["crop"] = str(path)
    except OSError as fault:
        raise GridpilotError("The crops cannot be written", f"{folder}: {fault}.", "Name another folder.") from fault
