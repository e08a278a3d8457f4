"""What the settings form reads and writes: the file, of which the user's comments and order are kept; the programs for
which gridpilot is paused; and whether a key is free.
"""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import asdict
from typing import Any

from gridpilot import config, paths, whole_file
from gridpilot.cli import daemon_verbs
from gridpilot.combination import combination_fault, same
from gridpilot.config import Config
from gridpilot.desktop import choose
from gridpilot.errors import GridpilotError
from gridpilot.service.daemon.paused_programs import kept
from gridpilot.texts import settings_words
from gridpilot.texts.words import key_is_taken
from gridpilot.toml_file import MOST_BYTES


class Saved:
    """`config` is as the file says; a resident program, where one runs, is told of each change."""

    def __init__(self) -> None:
        self._found = paths.find()
        self._file = config.ConfigFile(self._found.config_file)
        self._file.write_default()
        self._seen: object = None

    @property
    def config(self) -> Config:
        return self._file.current()[0]

    @property
    def fault(self) -> str:
        """Why nothing can be changed here; empty where all can."""
        read, _problems = config.read(self._file.path)
        return "" if read is not None or not self._file.path.exists() else self._refused()

    def _refused(self) -> str:
        return settings_words.not_saved(str(self._file.path))

    def value(self, table: str, key: str) -> Any:
        return getattr(getattr(self.config, table), key)

    def moved(self) -> bool:
        """Whether anything is different from the last time that this was asked."""
        now = self._file.current(), self.paused
        before, self._seen = self._seen, now
        return now != before

    def change(self, table: str, key: str, value: str | bool | int) -> str:
        """Changes one value, whole or not at all; returns why it could not be done, empty if it was."""
        path = self._file.path
        try:
            text = changed(whole_file.read_text(path, MOST_BYTES) if path.exists() else "", table, key, value)
            read, _problems = config.read(path, text)
            if read is None or getattr(getattr(read, table), key) != value:
                return self._refused()
            whole_file.write(path, text)
        except (OSError, UnicodeDecodeError) as fault:
            return settings_words.key_refused(f"{path}: {fault}")
        self.status()  # a resident program reads its settings anew at each request
        return ""

    @staticmethod
    def status() -> dict[str, Any]:
        """What the resident program says of itself; empty where none runs."""
        with contextlib.suppress(GridpilotError):
            return daemon_verbs.ask("status")
        return {}

    @property
    def paused(self) -> list[str]:
        """The programs that have the keys to themselves."""
        return list(kept(self._found.paused))

    @staticmethod
    def pause(verb: str, name: str) -> None:
        """Raises NoDaemon where no resident program runs."""
        daemon_verbs.ask(verb, application=name)


def key_fault(action: str, wanted: str, saved: Saved) -> str:
    """Why that cannot be the key to an action; empty where it can."""
    if not wanted:
        return ""
    fault, hint = combination_fault(wanted)
    if fault:
        return f"{fault}: {hint}" if hint else fault
    for other, key in asdict(saved.config.hotkeys).items():
        if same(key, wanted) and other != action:
            return key_is_taken(other)
    ours = [key["combination"] for key in saved.status().get("hotkeys", []) if key["live"]]
    return "" if wanted in ours else _tried(wanted)


def _tried(wanted: str) -> str:
    """Binds the key for a moment, as no list says which keys are taken."""
    try:
        hotkeys = choose.hotkeys()
        try:
            (state,) = hotkeys.start({"solve": wanted}, lambda _action: None)
        finally:
            hotkeys.stop()
    except GridpilotError:
        return ""  # a system without hotkeys says so elsewhere
    return "" if state.live else state.reason


def changed(text: str, table: str, key: str, value: str | bool | int) -> str:
    """The text with `key = value` in [table]: where the key stands, else where a comment proposes it, else after the
    table's header, else with a header at the end.
    """
    lines = text.splitlines()
    written = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    begin, end = _extent(lines, table)
    if begin < 0:
        return "\n".join([*lines, *([""] if lines and lines[-1] else []), f"[{table}]", written, ""])
    at = next((n for pattern in (rf"\s*{key}\s*=", rf"\s*#\s*{key}\s*=") for n in range(begin, end)
               if re.match(pattern, lines[n])), None)  # fmt: skip
    if at is None:
        lines.insert(begin, written)
    else:
        lines[at] = written + _comment(lines[at])
    return "\n".join([*lines, ""])


def _extent(lines: list[str], table: str) -> tuple[int, int]:
    """The lines after the table's header, up to the next one; -1 where there is no such table."""
    headers = [n for n, line in enumerate(lines) if re.match(r"\s*\[", line)]
    begin = next((n + 1 for n in headers if re.match(rf"\s*\[\s*{table}\s*\]", lines[n])), -1)
    return begin, next((n for n in headers if n >= begin), len(lines))


def _comment(line: str) -> str:
    """What stands behind the value, with the room before it."""
    found = re.match(r"""[^#"']*(?:"[^"]*"|'[^']*')?[^#"']*?(\s+#.*)$""", line.lstrip(" #"))
    return found[1] if found else ""
