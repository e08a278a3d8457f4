"""`gridpilot autostart on|off|status`."""

from __future__ import annotations

import sys
from argparse import Namespace

from gridpilot.cli.output import DONE, NOT_DONE, answer
from gridpilot.desktop import choose
from gridpilot.errors import EnvironmentFault
from gridpilot.texts import words

COMMAND = (sys.executable, "-m", "gridpilot", "run")


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
