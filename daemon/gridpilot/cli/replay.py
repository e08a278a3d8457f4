"""`gridpilot replay`: a recorded game of 2048 in the terminal, move by move, each held against the rules."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridpilot import whole_file
from gridpilot.cli.output import DONE, NOT_DONE, answer
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words, words

if TYPE_CHECKING:
    from gridpilot.games.twenty48.replay import Scene

UP = "\x1b[{lines}A\x1b[J"  # back over what was drawn, and wipe it

MOST_COLUMNS = 100
"""Of a board; far more than any has that gridpilot plays."""

NOTHING: dict[str, Any] = {"moves": 0, "score": 0, "board": []}
"""What is told of a game without a board."""


def replay(given: Namespace) -> int:
    """Draws on a terminal only: into a file or a pipe goes the verdict."""
    story, end = _record(given.record)
    drawn = sys.stdout.isatty() and not given.json
    last, fault = _tell(story, given.delay if drawn else None)
    if last and end is not None and end != last.board:
        fault = fault or words.OTHER_BOARD
    reached = {"moves": last.moves, "score": last.score, "board": last.board} if last else NOTHING
    facts = {
        **reached,
        "read_anew": sum(isinstance(event, list) for event in story["events"]) - 1,
        "legal": fault is None,
        "why": fault,
    }
    answer(given, facts, words.replay_line(facts))
    return DONE if fault is None else NOT_DONE


def _record(name: str) -> tuple[dict[str, Any], tuple[int, ...] | None]:
    """moves.json and the last board of that record, or of the newest that has a game in it; of a job that was cut short
    nobody knows that board.
    """
    from gridpilot.pilot.record import LONGEST_STORY, OUTCOME, STORY
    from gridpilot.service import compose

    folder = Path(name) if name else compose.records().latest_folder(STORY)
    if folder is None:
        raise GridpilotError("", command_words.NO_GAME_YET)
    if folder.name in {STORY, OUTCOME}:
        folder = folder.parent
    try:
        story = whole_file.read_json(folder / STORY, LONGEST_STORY)
        ended = folder / OUTCOME
        board = _numbers(whole_file.read_json(ended)["board"]) if ended.exists() else None
        sound = isinstance(story["events"], list) and story["columns"] in range(1, MOST_COLUMNS + 1)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as fault:
        raise GridpilotError(*words.no_game_record(str(folder))) from fault
    if not sound:
        raise GridpilotError(*words.no_game_record(str(folder)))
    return story, board


def _tell(story: dict[str, Any], delay: float | None) -> tuple[Scene | None, str | None]:
    """The last scene, and what is wrong with the one after it, if anything is. `delay` None: nothing is drawn."""
    from gridpilot.games.twenty48.board import picture
    from gridpilot.games.twenty48.replay import Illegal, scenes
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.pilot.guard.clock import RealClock
    from gridpilot.pilot.record import STORY

    last: Scene | None = None
    try:
        for scene in scenes(story["events"], story["columns"]):
            last = scene
            if delay is not None:
                headline = words.scene_line(scene.moves, scene.score, scene.move)
                drawing = f"{headline}\n{picture(scene.board, story['columns'])}"
                print(drawing, flush=True)
                RealClock().wait(delay, Abort())
                print(UP.format(lines=drawing.count("\n") + 1), end="")
    except Illegal as fault:
        return last, str(fault)
    except (LookupError, TypeError, ValueError) as fault:
        raise GridpilotError(*words.no_game_record(STORY)) from fault
    if last is not None and delay is not None:
        print(picture(last.board, story["columns"]))
    return last, None


def _numbers(board: str) -> tuple[int, ...]:
    return tuple(0 if word == "." else int(word) for word in board.split())
