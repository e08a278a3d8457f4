"""`gridpilot install`, `uninstall` and `autostart`: the desktop's menu, the command on the PATH, the start at login,
and what is left of all that.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from threading import Event

from gridpilot import installation, paths, provenance
from gridpilot.cli.daemon_verbs import ENDING, LOOKS
from gridpilot.cli.output import DONE, NOT_DONE, answer
from gridpilot.desktop import choose
from gridpilot.errors import EnvironmentFault, NoAnswer, NoDaemon
from gridpilot.service import control
from gridpilot.texts import command_words, words

COMMAND = (sys.executable, "-m", "gridpilot", "run")


def install(given: Namespace) -> int:
    try:
        written = [str(file) for file in choose.launcher().on(installation.command(), link=not provenance.installer())]
        if given.autostart:
            entry = choose.autostart()
            entry.on(COMMAND)
            written.append(entry.place)
    except OSError as fault:
        raise EnvironmentFault(*command_words.files_refused(fault)) from fault
    unseen = _unseen(written)
    answer(
        given,
        {"written": written, "command": str(installation.command()), "not_on_path": unseen},
        "\n".join(command_words.installed(written, unseen)),
    )
    return DONE


def _unseen(written: list[str]) -> str:
    """The folder of the command's link, where shells do not look there."""
    folders = (str(Path(file).parent) for file in written if Path(file).name == installation.NAME)
    return next((folder for folder in folders if folder not in os.get_exec_path()), "")


def uninstall(given: Namespace) -> int:
    """What was never there is no fault."""
    _quit()
    entry = choose.autostart()
    gone = [entry.place] if entry.command() else []
    found = paths.find()
    kept = [] if given.settings else [str(found.config)]
    try:
        entry.off()
        with contextlib.suppress(EnvironmentFault):  # systems where there is no such entry
            choose.shortcuts().off()
        with contextlib.suppress(EnvironmentFault):
            own = choose.launcher().off(installation.command(), link=not provenance.installer())
            gone += [str(file) for file in own]
        gone += _removed((*found.kept, *((found.config_file, found.profiles) if given.settings else ())))
        _removed(folder for folder in found.folders if folder.is_dir() and not any(folder.iterdir()))
    except OSError as fault:
        raise EnvironmentFault(*command_words.files_refused(fault)) from fault
    then = provenance.removed_by()
    answer(
        given,
        {"removed": gone, "kept": kept, "then": then},
        "\n".join(command_words.uninstalled(gone, kept, then, by_tool=bool(provenance.installer()))),
    )
    return DONE


def _removed(wanted: Iterable[Path]) -> list[str]:
    """Those of the files and folders that there were, but for empty folders."""
    gone = []
    for path in wanted:
        if path.is_dir():
            if any(each.is_file() for each in path.rglob("*")):
                gone.append(str(path))
            shutil.rmtree(path)
        elif path.exists():
            gone.append(str(path))
            path.unlink()
    return gone


def _quit() -> None:
    """Until the resident program has ended: it writes to what is removed. While it ends, it refuses or says nothing."""
    line, do = control.address(paths.find()), "quit"
    end = time.monotonic() + ENDING
    while time.monotonic() < end:
        try:
            with contextlib.suppress(NoAnswer):
                control.ask(line, {"do": do})
        except NoDaemon:
            return
        do = "status"
        Event().wait(LOOKS)


def autostart(given: Namespace) -> int:
    """Exit code of `status`: 0 when it is on, 1 when it is off."""
    entry = choose.autostart()
    try:
        if given.what == "on":
            entry.on(COMMAND)
        elif given.what == "off":
            entry.off()
    except OSError as error:
        raise EnvironmentFault(*words.autostart_refused(entry.place, str(error))) from error
    command = entry.command()
    answer(
        given,
        {"on": bool(command), "command": command, "place": entry.place},
        words.autostart_line(command, entry.place),
    )
    return DONE if command or given.what != "status" else NOT_DONE
