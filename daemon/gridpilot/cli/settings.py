"""`gridpilot config path|check|edit`."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from gridpilot import paths, whole_file
from gridpilot.cli.output import DONE, NOT_DONE, answer, as_json
from gridpilot.config import ConfigFile
from gridpilot.desktop import choose
from gridpilot.errors import EnvironmentFault
from gridpilot.texts import command_words, words

EDITORS = ("sensible-editor", "nano", "vi", "notepad")
"""Those that stay until the file is closed, so that what was written can be checked."""

OWN_WINDOW = (sys.executable, "-m", "gridpilot.gui.pages.page")


def config(given: Namespace) -> int:
    found = paths.find()
    file = ConfigFile(found.config_file)
    file.write_default()
    with contextlib.suppress(OSError):  # a read-only home
        whole_file.make_folder(found.profiles)  # the guide says that it lies beside the file
    if given.what == "path":
        answer(given, {"path": str(file.path)}, file.path)
        return DONE
    if given.what == "edit":
        _edit(file.path)
    return _check(file, json_wanted=given.json)


def window(given: Namespace) -> int:
    """The settings in gridpilot's own window, until it is closed."""
    if not choose.has_windows():
        raise EnvironmentFault(*words.NO_EDITOR)
    file = ConfigFile(paths.find().config_file)
    subprocess.run([*OWN_WINDOW, "settings"], check=False)
    return _check(file, json_wanted=given.json) if given.json else DONE


def _check(file: ConfigFile, *, json_wanted: bool) -> int:
    """The settings and the user's profiles; warnings alone are no failure."""
    from gridpilot.service import compose

    problems = [*file.current()[1], *compose.profiles().current()[1]]
    if json_wanted:
        as_json({"path": str(file.path), "problems": [
            {"file": p.file, "line": p.line, "level": p.level, "text": p.text, "hint": p.hint} for p in problems
        ]})  # fmt: skip
    else:
        print("\n".join(f"{problem.level}: {problem}" for problem in problems) or words.NO_PROBLEMS)
    return NOT_DONE if any(problem.level == "error" for problem in problems) else DONE


def _edit(path: Path) -> None:
    editor = _editor()
    command = [*_split(editor), str(path)] if editor else [*OWN_WINDOW, "settings-file"]
    try:
        subprocess.run(command, check=False)
    except OSError as fault:
        raise EnvironmentFault(*command_words.editor_fails(editor, fault.strerror or str(fault))) from fault


def _split(command: str) -> list[str]:
    """Where folders are parted by backslashes, none of them takes the next letter."""
    if os.sep == "/":
        return shlex.split(command)
    return [word.strip('"') for word in shlex.split(command, posix=False)]


def _editor() -> str:
    """The user's choice; else in a terminal what most systems have; empty: gridpilot's own window."""
    usual = next((name for name in EDITORS if shutil.which(name)), "") if sys.stdin.isatty() else ""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or usual
    if not chosen and not choose.has_windows():
        raise EnvironmentFault(*words.NO_EDITOR)
    return chosen
