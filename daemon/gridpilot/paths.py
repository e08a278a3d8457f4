"""Where gridpilot keeps its files: the user's own (config), what it learnt and recorded (state), what it can compute
again (cache), sockets, logs.

Every folder is created for the user alone (0700): records hold pictures of the screen, the socket takes commands.
"""

from __future__ import annotations

import os
import re
import warnings
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from gridpilot.errors import EnvironmentFault

NAME = "gridpilot"


@dataclass(frozen=True, slots=True)
class Paths:
    config: Path
    state: Path
    cache: Path
    runtime: Path
    log: Path

    @property
    def config_file(self) -> Path:
        return self.config / "config.toml"

    @property
    def profiles(self) -> Path:
        """The user's own profiles; they come before the bundled ones."""
        return self.config / "profiles"

    @property
    def records(self) -> Path:
        return self.state / "records"

    @property
    def paused(self) -> Path:
        """The programs in which gridpilot is paused."""
        return self.state / "paused.json"

    @property
    def statistics(self) -> Path:
        """A line for each job that was done."""
        return self.state / "statistics.jsonl"

    @property
    def learnt(self) -> Path:
        """What was learnt of windows: their looks and their pace."""
        return self.state / "learnt"

    @property
    def kept(self) -> tuple[Path, ...]:
        """All that gridpilot wrote for itself; the user's own settings and profiles are not among it."""
        return self.records, self.statistics, self.learnt, self.paused, self.log, self.cache, self.runtime

    @property
    def folders(self) -> tuple[Path, ...]:
        """The deepest first: on some systems one lies in another."""
        return tuple(sorted({self.log, self.state, self.cache, self.runtime, self.config}, reverse=True))

    def address(self, display: str) -> Path:
        """The daemon's socket: one per user and display, so that two sessions of a user do not meet."""
        return self.runtime / f"{NAME}-{display_key(display)}.sock"


def display_key(display: str) -> str:
    """A display as a part of a file name. :0.0 and :0 are the same one; a second screen of one server, as :0.1, has
    windows and keys of its own.
    """
    short = re.sub(r"(:\d+)\.0$", r"\1", display)
    return re.sub(r"[^A-Za-z0-9]+", "_", short).strip("_") or "default"


def current_display() -> str:
    return os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or ""


def find() -> Paths:
    """The folders of this user, created where they are missing. XDG variables are honoured."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # platformdirs warns of a runtime folder open to others, and takes a safe one
        paths = Paths(
            config=platformdirs.user_config_path(NAME, appauthor=False),
            state=platformdirs.user_state_path(NAME, appauthor=False),
            cache=platformdirs.user_cache_path(NAME, appauthor=False),
            runtime=platformdirs.user_runtime_path(NAME, appauthor=False),
            log=platformdirs.user_log_path(NAME, appauthor=False),
        )
    for folder in (
        *(paths.config, paths.state, paths.cache, paths.runtime, paths.log),
        *(paths.profiles, paths.records, paths.learnt),
    ):
        _private(folder)
    return paths


def cache() -> Path:
    """The folder for what was computed once. Compiled code is kept there, too: numba looks for the folder when it is
    imported.
    """
    folder = find().cache
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder / "numba"))
    return folder


def _private(folder: Path) -> None:
    """Makes the folder, and refuses one that belongs to somebody else (a runtime folder may lie below /tmp)."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = folder.stat().st_uid
        me = getattr(os, "getuid", lambda: owner)()
    except OSError as fault:
        raise EnvironmentFault(
            "A folder cannot be made", f"{folder}: {fault.strerror}.", "Make it writable, or free some space."
        ) from fault
    if owner != me:
        raise EnvironmentFault(
            "A folder belongs to somebody else", f"{folder} is not yours.", "Remove it, or set XDG_RUNTIME_DIR."
        )
