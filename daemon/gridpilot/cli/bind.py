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
    if given.undo:
        gone = shortcuts.off()
        _tell_resident()
        answer(given, {"removed": list(gone)}, bind_words.undone(gone))
        return DONE
    wanted = bindings(ConfigFile(paths.find().config_file).current()[0])
    free = {action: text for action, text in wanted.items() if not shortcuts.taken(text)}
    taken = {text: shortcuts.taken(text) for action, text in wanted.items() if action not in free}
    if not free or not (given.yes or shortcuts.asks or _agreed(shortcuts, free, taken, asks=not given.json)):
        answer(given, {"bound": {}, "taken": taken}, bind_words.nothing(taken))
        return NOT_DONE
    commands = {a: (text, bind_words.name(a), _command(a)) for a, text in free.items()}
    if shortcuts.asks and not given.json:
        print(bind_words.ASKS, flush=True)
    shortcuts.on(commands)
    _tell_resident()
    told = bind_words.bound(free, taken, shortcuts.place, starts=not shortcuts.asks)
    answer(given, {"bound": free, "taken": taken}, "\n".join(told))
    return DONE


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
