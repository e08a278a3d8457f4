"""Keeps a record of each job in the state folder: pictures, reading, plan, times, outcome. Only its user may read it.

`gridpilot last` shows the newest record, and bug reports are made of records. The newest twenty are kept.
"""

from __future__ import annotations

import json
import logging
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridpilot import whole_file
from gridpilot.games.protocols import Step as MoveMade
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Outcome
from gridpilot.plan import Answer, Click, Plan, Press, Step
from gridpilot.reading import Reading
from gridpilot.texts import messages
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.pilot.moves.score import Story

KEPT = 20
OUTCOME, READING, STORY = "outcome.json", "reading.json", "moves.json"
LONGEST_STORY = 64 << 20
"""Bytes of moves.json: a million moves."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Evidence:
    """What a job leaves behind, as far as it came. `folder` is where the record of a job that goes on is already
    written.
    """

    window: Window | None = None
    before: Capture | None = None
    after: Capture | None = None
    reading: Reading | None = None
    plans: list[Plan] = field(default_factory=list)
    story: Story | None = None
    folder: Path | None = None


class Records:
    """Writes each record into a folder of its own within `folder`; names sort by time."""

    def __init__(
        self,
        folder: Path,
        save_picture: Callable[[Capture, Path], None],
        keep: int = KEPT,
        wall: Callable[[], float] = time.time,
        *,
        failures_only: bool = False,
    ) -> None:
        """`wall` tells the time of day, which may be set back at any moment."""
        self._folder = folder
        self._save_picture = save_picture
        self._keep = keep
        self._wall = wall
        self._failures_only = failures_only
        self.job = ""
        """The name of the job that is recorded, where it has one."""

    def keep(self, evidence: Evidence, outcome: Outcome) -> None:
        """Writes one record, unless none is wanted. A full or read-only disk costs the record, never the outcome."""
        try:
            if self._keep and not (outcome.done and self._failures_only):
                self._add(evidence, outcome)
            elif evidence.folder is not None:
                shutil.rmtree(evidence.folder, ignore_errors=True)
            self._prune()
        except OSError as error:
            log.warning("no record was kept in %s: %s", self._folder, error)

    def draft(self, evidence: Evidence) -> None:
        """Writes what there is so far of a long job, so that it can be read if the machine fails. `keep` completes the
        record.
        """
        try:
            if not self._keep:
                return
            if evidence.folder is None:
                evidence.folder = self._begun(self._wall())
                self._write(evidence.folder, evidence)
            elif evidence.story is not None:
                _write(evidence.folder / STORY, story_facts(evidence.story), indent=None)
        except OSError as error:
            log.warning("the record so far could not be kept in %s: %s", self._folder, error)

    def _begun(self, now: float) -> Path:
        """A new folder for a record."""
        whole_file.make_folder(self._folder)
        self._folder.chmod(0o700)
        newest = max((path.name for path in self._folder.glob("*")), default="")
        folder = self._folder / _name(now, newest)
        folder.mkdir(mode=0o700)
        return folder

    def _add(self, evidence: Evidence, outcome: Outcome) -> None:
        """Writes a record whole or not at all. outcome.json comes last: a record without it was cut short."""
        now = self._wall()
        begun, folder = evidence.folder, self._begun(now)
        try:
            self._write(folder, evidence)
            if evidence.reading is not None and evidence.before is not None and outcome.ending is Ending.DOUBTFUL:
                self._save_doubts(evidence.before, evidence.reading, outcome.cells, folder)
            _write(folder / OUTCOME, outcome_facts(outcome) | {"ended_at": round(now, 3), "job": self.job})
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        if begun is not None:
            shutil.rmtree(begun, ignore_errors=True)

    def _write(self, folder: Path, evidence: Evidence) -> None:
        for name, picture in (("before.png", evidence.before), ("after.png", evidence.after)):
            if picture is not None:
                self._save_picture(picture, folder / name)
                (folder / name).chmod(0o600)
        if evidence.reading is not None:
            _write(folder / READING, reading_facts(evidence.reading))
        if evidence.plans:
            _write(folder / "plan.json", [[_step_text(step) for step in plan.steps] for plan in evidence.plans])
        if evidence.story is not None and evidence.story.events:
            _write(folder / STORY, story_facts(evidence.story), indent=None)

    def _save_doubts(self, picture: Capture, reading: Reading, cells: tuple[Cell, ...], folder: Path) -> None:
        """Saves a close-up of each cell that could not be read, as r4c7.png."""
        for cell in cells:
            path = folder / f"{cell}.png"
            self._save_picture(picture.crop(reading.box_at(cell)), path)
            path.chmod(0o600)

    def complete(self) -> list[Path]:
        """The folders of jobs that have ended, the newest first."""
        return sorted((path.parent for path in self._folder.glob(f"*/{OUTCOME}")), reverse=True)

    def latest_folder(self, having: str = OUTCOME) -> Path | None:
        """The newest complete record that has a file of that name."""
        return next((folder for folder in self.complete() if (folder / having).exists()), None)

    def _prune(self) -> None:
        records = sorted((path for path in self._folder.glob("*") if path.is_dir()), reverse=True)
        for old in records[self._keep :]:
            shutil.rmtree(old, ignore_errors=True)


def _name(now: float, newest: str) -> str:
    """Date, time and nanoseconds. Where the clock was set back, the name still sorts after the newest one."""
    whole, part = divmod(round(now * 1e9), 10**9)
    name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(whole))}-{part:09d}"
    moment, _, count = newest.rpartition("-")
    return name if name > newest or not count.isdecimal() else f"{moment}-{int(count) + 1:09d}"


def outcome_facts(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON."""
    missed = outcome.cells if outcome.ending == "missed" else ()
    return {
        "outcome": outcome.ending.value,
        "sentence": messages.outcome_sentence(outcome),
        "game": outcome.game,
        "profile": outcome.profile,
        "window": outcome.window,
        "note": outcome.note,
        "over": outcome.over,
        "cells_blank": outcome.blanks,
        "cells_filled": outcome.filled,
        "cells_missed": len(missed),
        "cells": [str(cell) for cell in outcome.cells],
        "strays": {str(stray.cell): str(stray.home) for stray in outcome.strays},
        "reason": outcome.reason.value if outcome.reason else None,
        "at": str(outcome.at) if outcome.at else None,
        "looks": outcome.looks,
        "engine": outcome.engine,
        "moves": outcome.moves,
        "score": outcome.score,
        "best": outcome.best,
        "resent": outcome.resent,
        "board": outcome.board,
        "ms": outcome.ms,
    }


def reading_facts(reading: Reading) -> dict[str, Any]:
    """A reading as JSON: what stood in each cell and how sure that was."""
    box = reading.extent
    return {
        "size": reading.size,
        "box": [box.x0, box.y0, box.x1, box.y1],
        "values": reading.board,
        "kinds": [cell.kind.value for cell in reading.cells],
        "confidence": [round(cell.confidence, 4) for cell in reading.cells],
        "doubts": [str(cell) for cell in reading.doubts],
        "rivals": {
            str(cell): [[rival.value, round(rival.probability, 4)] for rival in reading.at(cell).rivals]
            for cell in reading.doubts
        },
        "regions": reading.regions,
        "repairs": [[str(repair.cell), repair.read, repair.value] for repair in reading.repairs],
        "ms": reading.ms,
    }


def story_facts(story: Story) -> dict[str, Any]:
    """A game as JSON. `events` are boards that were read (lists), and moves: with the cell and value of their spawn,
    or, where the game has rules of its own, with their points and the board that they led to.
    """
    events: list[Any] = []
    for event in story.events:
        if isinstance(event, MoveMade):
            if event.spawn is not None:
                cell, value = event.spawn
                events.append({"move": event.move, "cell": cell, "value": value})
            else:
                events.append({"move": event.move, "gained": event.gained, "board": list(event.board)})
        else:
            events.append(list(event))
    return {"columns": story.columns, "events": events}


def _step_text(step: Step) -> str:
    if isinstance(step, Click):
        return f"click {step.at}"
    if isinstance(step, Answer):
        return f"answer {step.key}"
    return f"press {step.key}" if isinstance(step, Press) else f"wait {step.seconds} s: {step.reason}"


def _write(path: Path, facts: object, indent: int | None = 1) -> None:
    """Whole or not at all: `gridpilot last` may look at any moment."""
    whole_file.write(path, json.dumps(facts, indent=indent))
