"""What the daemon is made of: a callable for whatever touches the system. `compose.daemon` brings the real ones, tests
bring fakes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gridpilot.desktop import Focus, Follower, Hotkeys, Notices, Tray
from gridpilot.outcome import Outcome
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.config import ConfigFile
    from gridpilot.errors import Problem
    from gridpilot.profiles.profile import Profile
    from gridpilot.service.daemon.supervisor import Supervisor
    from gridpilot.service.pipe import Ended, Said


@dataclass(frozen=True, slots=True)
class Parts:
    config: ConfigFile
    hotkeys: Callable[[], Hotkeys]
    tray: Callable[[], Tray]
    notices: Callable[[], Notices]
    focus: Callable[[], Focus]
    follower: Callable[[Callable[[], None]], Follower]
    worker: Callable[[Callable[[Said, int], None]], Supervisor]
    release: Callable[[], None]  # lets go of every key and button on the system, after a worker was killed
    keep: Callable[[Outcome], object]  # a record of a job whose worker could not make one
    crop: Callable[[Ended], Path | None]  # a picture of the cell that a job which ended so is in doubt of
    name: Callable[[Window], str]  # of what is in a window, for people
    open: Callable[[str, int | None], None]  # a window of ours, one of PAGES, about the window of that number
    applications: Path  # the file that remembers in which ones it is paused
    profiles: Callable[[], tuple[Sequence[Profile], Sequence[Problem]]]  # as their files are now, and their faults
    tesseract: bool  # whether it is there
    wait_display_lost: Callable[[], None]
    timer: Callable[[float, Callable[[], None]], Callable[[], None]]  # what it returns cancels it
    now: Callable[[], float]
    say: Callable[[str], None]
    untold: Callable[[], str] = (
        str  # what nobody tells in this session, in sentences: said once, with a first job's end
    )
