"""What the daemon and its worker say to each other: a JSON line for each message.

    {"do": "fill", "job": "5f0c...", "game": "sudoku"}  ->  {"event": "stage", "job": "5f0c...", "stage": "read"} ...
                                                            {"event": "outcome", "job": "5f0c...", "outcome": {...}}
    {"do": "play", "job": "61aa...", "game": "2048"}    ->  the same, and about once a second
                                                            {"event": "progress", "progress": {"moves": 17, ...}, ...}
                                                            or first of all, when the worker is not ready yet
                                                            {"event": "stage", "stage": "warming up", ...}
    {"do": "abort", "reason": "command"}                    at any time
                                                        <-  {"event": "ready", "ms": 812} once, {"event": "fault", ...}

Every message of a job has the job's name, so that no event is taken for another job's.
"""

from __future__ import annotations

import os
from typing import Annotated, Any

from msgspec import Meta, Struct, json

from gridpilot.outcome import Outcome, StopReason
from gridpilot.plan import Goal

WARMING = "warming up"
"""The stage of a job whose worker has heard of it and is still getting ready."""


def new_job() -> str:
    """A name that no other job has, in this run of the daemon or in any other."""
    return os.urandom(8).hex()


Handle = Annotated[int, Meta(ge=0, lt=1 << 32)]
"""A window's number; no system has a larger one."""
Name = Annotated[str, Meta(max_length=200)]
Thought = Annotated[float, Meta(ge=0, le=3600)]


class Order(Struct, frozen=True, omit_defaults=True, tag_field="do"):
    """A job to be done. `window`: its number, None for the one that has the focus; `profile`: empty for what fits."""

    game: str
    job: str = ""
    window: Handle | None = None
    profile: Name = ""


class Fill(Order, frozen=True, omit_defaults=True, tag="fill"):
    """Solve the board that is there. `cell`: fill that one alone, or the one under the pointer; `empties`: take out
    again what the job before has filled in; `replaces`: put the user's own wrong digits right, and nothing else.
    """

    cell: Annotated[str, Meta(pattern="^(pointed|r[0-9]{1,2}c[0-9]{1,2})?$")] = ""
    empties: bool = False
    replaces: bool = False


class Play(Order, frozen=True, omit_defaults=True, tag="play"):
    """Play until the goal; None: until the goal of the profile or of the game. `think`: seconds for a move, 0 for what
    the settings say.
    """

    goal: Goal | None = None
    engine: Name = ""
    think: Thought = 0.0


class Coach(Order, frozen=True, omit_defaults=True, tag="coach"):
    """Show over the board what helps its player: `what` is the verb of a deed. The game is told by the board. `rung`:
    of a hint; 0 for the next one; `marks`: it counts the user's own, as it does where the settings say so.
    """

    what: Name = "hint"
    rung: Annotated[int, Meta(ge=0, le=3)] = 0
    marks: bool = False


Job = Fill | Play | Coach


class Hide(Struct, frozen=True, tag_field="do", tag="hide"):
    """Take away what is shown over a board."""


class Held(Struct, frozen=True, tag_field="do", tag="held"):
    """Whether the user holds the hotkey, where the desktop tells it to the daemon alone."""

    down: bool


class Abort(Struct, frozen=True, tag_field="do", tag="abort"):
    """End the running job and those that wait."""

    reason: StopReason = StopReason.COMMAND


class Event(Struct, frozen=True, tag_field="event"):
    """`job` is the one that the event belongs to, empty for none."""

    job: str = ""


class Ready(Event, frozen=True, kw_only=True, tag="ready"):
    ms: int


class Stage(Event, frozen=True, kw_only=True, tag="stage"):
    stage: str


class Going(Event, frozen=True, kw_only=True, tag="progress"):
    progress: dict[str, Any]


class Ended(Event, frozen=True, kw_only=True, tag="outcome"):
    outcome: Outcome


class Failed(Event, frozen=True, kw_only=True, tag="fault"):
    """`kind` is "environment" where the desktop lacks something, else "fault"."""

    kind: str
    title: str
    message: str
    fix: str


class Gone(Event, frozen=True, kw_only=True, tag="gone"):
    """The worker has ended without being told to. Its supervisor says so; `code` is None where it never began."""

    code: int | None


Said = Ready | Stage | Going | Ended | Failed | Gone
Told = Job | Abort | Hide | Held

_said, _told = json.Decoder(Said), json.Decoder(Told)


def line(message: Struct) -> str:
    return json.encode(message).decode() + "\n"


def said(text: str) -> Said:
    """What the worker said; raises ValueError for anything else."""
    event: Said = _said.decode(text)
    return event


def told(text: str) -> Told:
    """What the daemon told."""
    order: Told = _told.decode(text)
    return order
