"""The command line: the one place where words become verbs, and faults become sentences and exit codes.

Exit codes: 0 done, 1 not done (the answer says why), 2 usage, 3 the environment lacks something, 4 no daemon.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from gridpilot.cli.completion import complete
from gridpilot.cli.output import fault
from gridpilot.cli.parser import parser
from gridpilot.errors import GridpilotError

if TYPE_CHECKING:
    import argparse

STARTED = time.monotonic()
ANYWHERE = ("--json", "--help", "-h")
"""What may stand before the verb as well as after it."""


def dispatch(given: argparse.Namespace) -> int:
    """Imports only the verb's own module: `status` answers in a blink, and `run` stays small. Where the parser names no
    function, it is the one of the verb's name in the module of the same name.
    """
    module, function = getattr(given, "act", f"{given.verb}.{given.verb}").split(".")
    verb: Callable[[argparse.Namespace], int] = getattr(import_module(f"gridpilot.cli.{module}"), function)
    return verb(given)


def ordered(words: Sequence[str]) -> list[str]:
    """The words with --json and --help last, and the verb `run` where there is none. What comes after -- stays."""
    end = words.index("--") if "--" in words else len(words)
    flags = [word for word in words[:end] if word in ANYWHERE]
    rest = [word for word in words[:end] if word not in ANYWHERE]
    if not rest and set(flags) <= {"--json"}:
        rest = ["run"]
    return [*rest, *flags, *words[end:]]


def _write_what_can_be_written() -> None:
    """Question marks for characters that the terminal's or the pipe's encoding lacks: a pipe on Windows has 256."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(argv: Sequence[str] | None = None) -> int:
    _write_what_can_be_written()
    words = ordered(sys.argv[1:] if argv is None else argv)
    complete(parser)
    top = parser(words)
    try:
        given, unknown = top.parse_known_args(words)
        if unknown:
            given.parser.refuse(unknown)
        given.started = STARTED
        given.plain = "run" not in (sys.argv[1:] if argv is None else argv)
        typed = getattr(given, "text", None) is not None or getattr(given, "board", None) is not None
        if not typed:  # a board as text needs no desktop: a third of its time
            from gridpilot.desktop import choose

            choose.prepare()
        return dispatch(given)
    except GridpilotError as error:
        return fault(error, json_wanted="--json" in words)
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:
        return 1  # `gridpilot read ... | head`
    except Exception as bug:
        from gridpilot.cli.bug import written

        return fault(written(bug, words), json_wanted="--json" in words)


if __name__ == "__main__":
    sys.exit(main())
