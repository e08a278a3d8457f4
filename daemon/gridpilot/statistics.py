"""What was done so far: a line for each job in one file, and what it comes to. No pictures, boards or titles."""

from __future__ import annotations

import json
import logging
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from statistics import median
from typing import Annotated

import msgspec

from gridpilot import whole_file
from gridpilot.games import GAMES
from gridpilot.outcome import AUTOMATIC, WELL, Ending, Outcome
from gridpilot.texts import file_words
from gridpilot.window import Window

Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 62)]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """`program` is the profile's name, else the window's class; `seconds` from the key to the verified end."""

    at: float  # seconds since 1970
    game: str
    program: str
    outcome: str
    filled: Count
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    moves: Count
    score: Count
    best: Count


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards of one program that were filled and verified."""

    program: str
    count: int
    cells: int
    median: float  # s
    fastest: float


@dataclass(frozen=True, slots=True)
class Summary:
    """`games` are those of moves, oldest first; `not_filled` counts boards that were refused, stopped or missed."""

    boards: tuple[Boards, ...]
    not_filled: int
    games: tuple[Job, ...]

    @property
    def best_tiles(self) -> dict[int, int]:
        """How many games ended with which best tile, the smallest first."""
        return dict(sorted(Counter(job.best for job in self.games).items()))


def job_of(window: Window | None, outcome: Outcome, now: float) -> Job:
    named = outcome.profile if outcome.profile != AUTOMATIC else ""
    seen = (window.class_name or PurePath(window.executable).stem) if window else ""
    seconds = round(outcome.ms.get("total", 0.0) / 1000, 3)
    return Job(
        at=round(now), game=outcome.game, program=named or seen, outcome=outcome.ending.value, filled=outcome.filled,
        seconds=seconds, moves=outcome.moves, score=outcome.score or 0, best=outcome.best or 0,
    )  # fmt: skip


def add(file: Path, job: Job) -> None:
    """A full or read-only disk costs the line, never the job."""
    try:
        whole_file.append(file, json.dumps(asdict(job)))
    except OSError as fault:
        log.warning("a job was not counted in %s: %s", file, fault)


def read(file: Path) -> tuple[list[Job], tuple[str, ...]]:
    """The jobs, oldest first; and what could not be read, as a line that a full disk cut short: that is left out."""
    try:
        content, whole = whole_file.end(file)
    except FileNotFoundError:
        return [], ()
    except OSError as fault:
        return [], (file_words.unread(str(file), fault.strerror or str(fault)),)
    found, unread, odd = [], [] if whole else [file_words.only_end(str(file))], 0
    for line in filter(None, content.split(b"\n")):
        try:
            found.append(_decoder.decode(line))
        except (ValueError, RecursionError):
            odd += 1
    return found, (*unread, *([file_words.unread_lines(odd, str(file))] if odd else []))


_decoder = msgspec.json.Decoder(Job)


def _filled(boards: list[Job]) -> dict[str, list[Job]]:
    """Those that were filled, by program."""
    filled: dict[str, list[Job]] = {}
    for job in boards:
        if job.outcome == Ending.VERIFIED and job.filled:
            filled.setdefault(job.program, []).append(job)
    return filled


def summary(jobs: list[Job]) -> Summary:
    boards = [job for job in jobs if not job.moves and job.game in GAMES and not GAMES[job.game].slides]
    programs = (_boards(program, done) for program, done in _filled(boards).items())
    return Summary(
        tuple(sorted(programs, key=lambda each: -each.count)),
        sum(job.outcome not in WELL for job in boards),
        tuple(job for job in jobs if job.moves),
    )


def summaries(jobs: list[Job]) -> dict[str, Summary]:
    """By game; only those of which there is something to tell."""
    found = {name: summary([job for job in jobs if job.game == name]) for name in GAMES}
    return {name: each for name, each in found.items() if each.boards or each.not_filled or each.games}


def _boards(program: str, done: list[Job]) -> Boards:
    times = [job.seconds for job in done]
    return Boards(program, len(done), sum(job.filled for job in done), median(times), min(times))
