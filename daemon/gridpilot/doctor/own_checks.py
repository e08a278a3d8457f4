"""What is gridpilot's own: the running program, its files, and whether it can still read a board."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gridpilot.doctor import Finding, Verdict, fail, ok, skipped, warn
from gridpilot.errors import EnvironmentFault, Problem
from gridpilot.texts.language import _

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def running(status: Mapping[str, Any] | None) -> Finding:
    if status is None:
        return skipped(_("gridpilot is not running"), _("Start it with: gridpilot"))
    if not status["worker"]["ready"]:
        return warn(_("its worker is not ready"), _("Wait a second; if that does not help, restart gridpilot."))
    if status["note"]:
        return warn(status["note"], _("gridpilot status says more."))
    return ok(_("version {version}, process {pid}").format(version=status["version"], pid=status["pid"]))


def installed(version: str, how: str, commit: str) -> Finding:
    """What there is to update, and how it came here."""
    return ok(f"{version} ({commit}), {how}" if commit else f"{version}, {how}")


def socket(status: Mapping[str, Any] | None, address: Path, name: str) -> Finding:
    """The way on which the command line talks to the running program: `name` is what it is called to people. A named
    pipe is no file, and has no permissions that could be lost.
    """
    if status is None and not address.exists():
        return skipped(_("there is none while gridpilot is not running"), _("Start it with: gridpilot"))
    if status is None:
        return warn(
            _("no gridpilot answers at {path}").format(path=name),
            _("One that was killed has left it behind; starting gridpilot mends it."),
        )
    if hasattr(os, "getuid") and address.exists() and address.stat().st_mode & OTHERS:
        return fail(
            _("other users may command gridpilot by {path}").format(path=name),
            _("Restart it: gridpilot quit, then gridpilot"),
        )
    return ok(_("{path} answers, and only you may use it").format(path=name))


def files(what: str, path: Path, problems: Sequence[Problem]) -> Finding:
    """The settings, or the user's profiles."""
    errors = [problem for problem in problems if problem.level == "error"]
    if errors:
        return fail(str(errors[0]), _("Mend it and check again: gridpilot config check"))
    if problems:
        return warn(str(problems[0]), _("Check again with: gridpilot config check"))
    return ok(f"{what}, {path}")


def reader(read: Callable[[], str], wanted: str) -> Finding:
    """`read` gives the board on a sample picture as text."""
    begun = time.perf_counter()
    found = read()
    took = (time.perf_counter() - begun) * 1000
    if found != wanted:
        return fail(_("a sample board is read wrong"), _("Install gridpilot anew; if that does not help, report it."))
    text = _("a sample board was read right in {ms:.0f} ms, start included").format(ms=took)
    return Verdict.OK, text, _("What it reads of a board of yours it shows on the board: gridpilot look")


def search(load: Callable[[], object]) -> Finding:
    """2048's search in machine code: it is missing where gridpilot was installed without a C compiler."""
    try:
        load()
    except ImportError as fault:
        return warn(
            _("{fault}; 2048 is played by Monte Carlo, which is weaker").format(fault=fault),
            _("Install a C compiler (gcc or clang) and then gridpilot anew."),
        )
    return ok(_("2048's fast search is there"))


def tesseract(version: Callable[[], str]) -> Finding:
    try:
        return ok(version())
    except EnvironmentFault as fault:
        return skipped(_('not installed; only profiles with read = "tesseract" need it'), fault.fix)
