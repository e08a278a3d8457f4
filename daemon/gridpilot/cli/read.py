"""`gridpilot read IMAGE...`: what is on pictures, and whether it would be typed."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridpilot import messages
from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.errors import GridpilotError
from gridpilot.outcome import Ending, Outcome
from gridpilot.service import words

if TYPE_CHECKING:
    from argparse import Namespace

    from gridpilot.reading import Reading


def read(given: Namespace) -> int:
    """A picture that cannot be loaded costs only itself."""
    code = DONE
    for name in given.images:
        try:
            facts = read_picture(Path(name))
        except GridpilotError as fault:
            facts = {"image": name, "game": "sudoku", "board": None, "ready": False, "why": fault.message}
        code = max(code, DONE if facts["ready"] else NOT_DONE)
        if given.json:
            as_json({key: value for key, value in facts.items() if key not in {"ending", "cells"}})
        else:
            _show(facts, several=len(given.images) > 1)
    return code


def _show(facts: dict[str, Any], *, several: bool) -> None:
    from gridpilot.games.sudoku import grid

    if several:
        print(f"{facts['image']}:")
    if facts["board"]:
        print(grid.picture(grid.parse(facts["board"])))
    if not facts["ready"]:
        print(facts["why"], file=sys.stderr)


def read_picture(path: Path) -> dict[str, Any]:
    """The shape of `read --json`, with the outcome that a fill would have (`ending`, `cells`) when it is not ready."""
    from gridpilot.games import game
    from gridpilot.vision.pictures import load

    sudoku = game("sudoku")
    capture = load(path)
    begun = time.perf_counter()
    reading = sudoku.read(capture)
    read_ms = (time.perf_counter() - begun) * 1000
    if reading is None:
        why = words.no_board_in_picture(str(path))
        return {"image": str(path), "game": "sudoku", "board": None, "ready": False, "why": why,
                "ending": Ending.NO_BOARD.value, "cells": [], "ms": {"detect": round(read_ms, 1)}}  # fmt: skip
    begun = time.perf_counter()
    decision = sudoku.decide(reading)
    decide_ms = (time.perf_counter() - begun) * 1000
    detect_ms = reading.ms.get("detect", 0.0)
    ending = decision.ending
    why = messages.outcome_sentence(Outcome(ending, "sudoku", cells=decision.cells)) if ending else ""
    return {
        "image": str(path),
        "game": "sudoku",
        **_reading(decision.reading),
        "ready": ending is None,
        "why": why,
        "ending": ending.value if ending else None,
        "cells": [str(cell) for cell in decision.cells],
        "ms": {
            "detect": round(detect_ms, 1),
            "read": round(read_ms - detect_ms, 1),
            "decide": round(decide_ms, 1),
        },
    }


def _reading(reading: Reading) -> dict[str, Any]:
    box = reading.extent
    return {
        "size": reading.size,
        "box": [round(edge, 1) for edge in (box.x0, box.y0, box.x1, box.y1)],
        "board": "".join(str(value or ".") for value in reading.board),
        "confidence": [round(cell.confidence, 4) for cell in reading.cells],
        "doubts": [
            {
                "cell": str(cell),
                "value": reading.at(cell).value,
                "rivals": [[rival.value, round(rival.probability, 4)] for rival in reading.at(cell).rivals],
            }
            for cell in reading.doubts
        ],
        "repairs": [[str(repair.cell), repair.read, repair.value] for repair in reading.repairs],
    }
