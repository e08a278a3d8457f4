"""The doctor: tries each thing that gridpilot needs, instead of asking whether it ought to work, and says what to do.

A *check* is one operation tried. It opens no window and asks the user for nothing; what does (`selftest`) is done only
when asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gridpilot.errors import GridpilotError
from gridpilot.texts.language import _


class Verdict(StrEnum):
    OK = "ok"
    WARN = "warn"  # gridpilot works, but less well than it could
    FAIL = "fail"
    SKIPPED = "skipped"  # could not be tried; the text says why


@dataclass(frozen=True, slots=True)
class Check:
    """`text` says what was seen; `fix` is the next step, empty when there is none to take."""

    name: str
    verdict: Verdict
    text: str
    fix: str = ""


Finding = tuple[Verdict, str, str]
"""A check without its name: verdict, text, fix."""


def ok(text: str) -> Finding:
    return Verdict.OK, text, ""


def warn(text: str, fix: str) -> Finding:
    return Verdict.WARN, text, fix


def fail(text: str, fix: str) -> Finding:
    return Verdict.FAIL, text, fix


def skipped(text: str, fix: str = "") -> Finding:
    return Verdict.SKIPPED, text, fix


def examine(tests: Mapping[str, Callable[[], Finding]]) -> Iterator[Check]:
    """Tries them one after another; whatever a test raises is its finding, so the next ones still run."""
    for name, test in tests.items():
        try:
            verdict, text, fix = test()
        except GridpilotError as fault:
            verdict, text, fix = fail(fault.message, fault.fix)
        except Exception as fault:
            verdict, text, fix = fail(
                _("{kind}: {fault}").format(kind=type(fault).__name__, fault=fault),
                _("This is a fault of gridpilot: please report it with this line."),
            )
        yield Check(name, verdict, text, fix)
