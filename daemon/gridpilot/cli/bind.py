"""`gridpilot bind`: the hotkeys, as shortcuts of a desktop that lets no program have keys of its own. It asks first."""

from __future__ import annotations

import contextlib
import sys
from argparse import Namespace

from gridpilot import installation, paths
from gridpilot.cli.daemon_verbs import ask
from gridpilot.cli.output import DONE, NOT_DONE, answer
from gridpilot.config import ConfigFile
from gridpilot.desktop import Shortcuts, choose
from gridpilot.errors import GridpilotError, Misused
from gridpilot.service.daemon.hotkeys import bindings
from gridpilot.texts import bind_words


def bind(given: Namespace) -> int:
    shortcuts = choose.shortcuts()
    return _undo(given, shortcuts) if given.undo else _add(given, shortcuts)


def _undo(given: Namespace, shortcuts: Shortcuts) -> int:
    gone = shortcuts.off()
    _tell_resident()
    answer(given, {"removed": list(gone)}, bind_words.undone(gone))
    return DONE


def _add(given: Namespace, shortcuts: Shortcuts) -> int:
    free, taken = _wanted(shortcuts)
    if not free or not (given.yes or shortcuts.asks or _agreed(shortcuts, free, taken, asks=not given.json)):
        answer(given, {"bound": {}, "taken": taken}, bind_words.nothing(taken))
        return NOT_DONE
    if shortcuts.asks and not given.json:
        print(bind_words.ASKS, flush=True)
    shortcuts.on({a: (text, bind_words.name(a), _command(a)) for a, text in free.items()})
    _tell_resident()
    told = bind_words.bound(free, taken, shortcuts.place, starts=not shortcuts.asks)
    answer(given, {"bound": free, "taken": taken}, "\n".join(told))
    return DONE


def _wanted(shortcuts: Shortcuts) -> tuple[dict[str, str], dict[str, str]]:
    """Of the settings' keys: action -> key of those that are free, and what has each of the others."""
    wanted = bindings(ConfigFile(paths.find().config_file).current()[0])
    by = {text: shortcuts.taken(text) for text in wanted.values()}
    free = {action: text for action, text in wanted.items() if not by[text]}
    return free, {text: what for text, what in by.items() if what}


def _tell_resident() -> None:
    """At each question it looks which keys it may have by now."""
    with contextlib.suppress(GridpilotError):
        ask("status")


def _command(action: str) -> tuple[str, ...]:
    file = installation.command()
    start = (str(file),) if file.exists() else (sys.executable, "-m", installation.NAME)
    return *start, "press", action


def _agreed(shortcuts: Shortcuts, free: dict[str, str], taken: dict[str, str], *, asks: bool) -> bool:
    """Raises Misused where nobody can be asked."""
    if not (asks and sys.stdin.isatty()):
        raise Misused(*bind_words.NOBODY)
    print("\n".join(bind_words.offer(free, taken, shortcuts.place)))
    return input(bind_words.QUESTION).strip().lower() in bind_words.YES
