"""Where gridpilot keeps its files: the user's own (config), what it learnt and recorded (state), what nobody would miss
(cache), its socket.

A start writes caches alone; the other folders are made by the first file that is written there. Each is the user's
alone (0700): records hold pictures of the screen, the socket takes commands.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import stat
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from gridpilot import whole_file
from gridpilot.errors import EnvironmentFault

NAME = "gridpilot"
LONGEST_PATH = 4096  # bytes


@dataclass(frozen=True, slots=True)
class Paths:
    config: Path
    state: Path
    cache: Path
    runtime: Path

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
    def consent(self) -> Path:
        """By what the desktop knows that its user lets gridpilot use the screen."""
        return self.state / "consent.json"

    @property
    def statistics(self) -> Path:
        """A line for each job that was done."""
        return self.state / "statistics.jsonl"

    @property
    def learnt(self) -> Path:
        """What was learnt of windows: their looks and their pace."""
        return self.state / "learnt"

    @property
    def log(self) -> Path:
        return self.cache / "log"

    @property
    def greeted(self) -> Path:
        """It is there once the user was told how to begin."""
        return self.cache / "greeted"

    @property
    def whereabouts(self) -> Path:
        """Where running programs listen, by machine and display: over ssh the runtime folder may be another."""
        return self.cache / "running"

    @property
    def kept(self) -> tuple[Path, ...]:
        """All that gridpilot wrote for itself; the user's own settings and profiles are not among it."""
        return self.records, self.statistics, self.learnt, self.paused, self.consent, self.cache, self.runtime

    @property
    def folders(self) -> tuple[Path, ...]:
        """The deepest first: on some systems one lies in another."""
        return tuple(sorted({self.state, self.cache, self.runtime, self.config}, reverse=True))

    def address(self, display: str) -> Path:
        """The daemon's socket: one per user and display, so that two sessions of a user do not meet."""
        return _socket(self.runtime, display_key(display))

    @contextlib.contextmanager
    def noted(self, display: str) -> Iterator[None]:
        """Notes, as long as it lasts, where the daemon of a display listens."""
        note = self.whereabouts / f"{_machine()}.{display_key(display)}"
        with contextlib.suppress(OSError):  # a full disk
            whole_file.write(note, str(self.runtime))
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                note.unlink(missing_ok=True)

    def addresses(self, display: str) -> Iterator[Path]:
        """Those that daemons of this machine have noted, of any display where none is named. They may have gone."""
        for note in sorted(self.whereabouts.glob(f"{_machine()}.{display_key(display) if display else '*'}")):
            with contextlib.suppress(OSError, ValueError):
                folder = Path(whole_file.read_text(note, LONGEST_PATH))
                if folder.is_absolute() and _is_private(folder):
                    yield _socket(folder, note.name.removeprefix(f"{_machine()}."))


def _socket(folder: Path, key: str) -> Path:
    return folder / f"{NAME}-{key}.sock"


def _machine() -> str:
    """Homes may be shared between machines, but not what runs there."""
    return re.sub(r"[^A-Za-z0-9-]+", "_", platform.node()) or "here"


def _is_private(folder: Path) -> bool:
    """Whether a folder, not a link, is there that is the user's alone. On Windows, where there is but one, none is."""
    facts = folder.lstat()
    mine = facts.st_uid == getattr(os, "getuid", lambda: -1)()
    return mine and stat.S_ISDIR(facts.st_mode) and not facts.st_mode & 0o077


def display_key(display: str) -> str:
    """A display as a part of a file name. :0.0 and :0 are the same one; a second screen of one server, as :0.1, has
    windows and keys of its own.
    """
    short = re.sub(r"(:\d+)\.0$", r"\1", display)
    return re.sub(r"[^A-Za-z0-9]+", "_", short).strip("_") or "default"


def current_display() -> str:
    return os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or ""


def find() -> Paths:
    """The folders of this user; those for caches and the socket are made where they are missing. XDG variables are
    honoured.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # platformdirs warns of a runtime folder open to others, and takes a safe one
        paths = Paths(
            config=platformdirs.user_config_path(NAME, appauthor=False),
            state=platformdirs.user_state_path(NAME, appauthor=False),
            cache=platformdirs.user_cache_path(NAME, appauthor=False),
            runtime=platformdirs.user_runtime_path(NAME, appauthor=False),
        )
    for folder in (paths.cache, paths.runtime, paths.log):
        _ours(folder, make=True)
    for folder in (paths.config, paths.state, paths.profiles, paths.records, paths.learnt):
        _ours(folder)
    return paths


def _ours(folder: Path, *, make: bool = False) -> None:
    """Refuses a folder that belongs to somebody else (a runtime folder may lie below /tmp), or cannot be made."""
    try:
        if make:
            whole_file.make_folder(folder)
        owner = folder.stat().st_uid
        me = getattr(os, "getuid", lambda: owner)()
    except FileNotFoundError:
        return
    except OSError as fault:
        raise EnvironmentFault(
            "A folder cannot be made", f"{folder}: {fault.strerror}.", "Make it writable, or free some space."
        ) from fault
    if owner != me:
        raise EnvironmentFault(
            "A folder belongs to somebody else", f"{folder} is not yours.", "Remove it, or set XDG_RUNTIME_DIR."
        )
