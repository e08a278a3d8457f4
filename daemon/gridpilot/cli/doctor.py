"""`gridpilot doctor`: each check as it is done, then the exit code: 0 when none failed, 3 otherwise."""

from __future__ import annotations

import contextlib
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from functools import cache, partial
from sysconfig import get_platform
from threading import Event
from typing import TYPE_CHECKING, Any

from gridpilot import __version__, paths, provenance, whole_file
from gridpilot.cli import daemon_verbs
from gridpilot.cli.output import DONE, ENVIRONMENT, as_json, doing
from gridpilot.config import ConfigFile
from gridpilot.desktop import choose
from gridpilot.doctor import Check, Finding, Verdict, examine, own_checks
from gridpilot.doctor import desktop_checks as desk
from gridpilot.errors import GridpilotError, NoDaemon
from gridpilot.games import game
from gridpilot.outcome import Ending, Outcome
from gridpilot.profiles import bundled
from gridpilot.service import compose, control
from gridpilot.service.daemon.hotkeys import bindings, with_alternatives
from gridpilot.service.pipe import Fill
from gridpilot.texts import messages, update_words
from gridpilot.texts.language import _

if TYPE_CHECKING:
    from gridpilot.pilot.pace_test import Pass

SAMPLE = "sudoku/practice"
MARKS = {Verdict.OK: "+", Verdict.WARN: "!", Verdict.FAIL: "x", Verdict.SKIPPED: "-"}


def doctor(given: Namespace) -> int:
    done: list[Check] = []
    block = given.self_test and not given.json
    if block:
        print(_("--- copy from here into a report: gridpilot {version}, Python {python}, {platform}").format(
            version=__version__, python=sys.version.split()[0], platform=get_platform()), flush=True)  # fmt: skip
    wanted = tests(self_test=given.self_test, titles=True)
    for check in examine({name: partial(_said, name, test) for name, test in wanted.items()}):
        done.append(check)
        doing("")
        if not given.json:
            _print(check)
    if block:
        print(_("--- to here"))
    if given.json:
        machine = {"version": __version__, "python": sys.version.split()[0], "platform": get_platform()}
        as_json({**machine, "checks": facts(done)})
    return ENVIRONMENT if any(check.verdict is Verdict.FAIL for check in done) else DONE


def facts(checks: Iterable[Check]) -> list[dict[str, str]]:
    """As JSON."""
    return [{"name": c.name, "verdict": c.verdict.value, "text": c.text, "fix": c.fix} for c in checks]


def _said(name: str, test: Callable[[], Finding]) -> Finding:
    doing(_("  {name} …").format(name=name))
    return test()


def _print(check: Check) -> None:
    print(f"{MARKS[check.verdict]} {check.name:10} {check.verdict.value:8} {check.text}", flush=True)
    if check.fix:
        print(f"{'':22}{check.fix}")


def tests(*, self_test: bool, titles: bool) -> dict[str, Callable[[], Finding]]:
    """In the order of a job: what fails first is most often the reason for the rest. `titles`: windows are named."""
    found = paths.find()
    address = control.address(found)
    config_file = ConfigFile(found.config_file)
    config, problems = config_file.current()
    status = _status()
    wanted_keys = bindings(config)

    @cache
    def keys() -> dict[str, Finding]:
        """All at once, when the first one is asked for."""
        return desk.hotkeys(status, choose.hotkeys, wanted_keys, with_alternatives)

    def key(action: str) -> Finding:
        return keys()[action]

    wanted: dict[str, Callable[[], Finding]] = {
        "installed": lambda: own_checks.installed(
            __version__, update_words.KINDS[provenance.kind()], provenance.commit()
        ),
        "session": lambda: desk.session(choose.session),
        "settings": partial(own_checks.files, _("no faults in the settings"), found.config_file, problems),
        "profiles": lambda: own_checks.files(
            _("no faults in the profiles"), found.profiles, compose.profiles().current()[1]
        ),
        "program": lambda: own_checks.running(status),
        "socket": lambda: own_checks.socket(status, address, choose.address(address)),
        **{f"key {action}": partial(key, action) for action in wanted_keys},
        "keyboard aids": lambda: desk.aids(choose.input_),
        "tray": lambda: desk.tray(status),
        "notices": lambda: desk.notices(choose.notices),
        "overlay": lambda: desk.overlay(choose.overlay),
        "focus": lambda: desk.focus(choose.focus, titled=titles),
        "capture": lambda: desk.capture(choose.focus, choose.screen),
        "scale": lambda: desk.scale(choose.focus, choose.screen),
        "reader": _reader,
        "search": lambda: own_checks.search(_search),
        "tesseract": lambda: own_checks.tesseract(_tesseract),
        "autostart": lambda: desk.autostart(choose.autostart),
    }
    if self_test:
        from gridpilot.doctor import selftest

        wanted["hotkey"] = lambda: selftest.hotkey_trip(choose.hotkeys, choose.input_)
        board = partial(selftest.practice, choose.focus, Event().wait)
        wanted["self-test"] = lambda: selftest.round_trip(board(), choose.input_, _fill)
        wanted["pace"] = lambda: selftest.pace(board(), _paces)
    return wanted


def _status() -> dict[str, Any] | None:
    """What the running gridpilot says of itself, None when none runs."""
    with contextlib.suppress(NoDaemon, GridpilotError):
        return daemon_verbs.ask("status")
    return None


def _reader() -> Finding:
    from gridpilot.vision.pictures import load

    folder = bundled() / SAMPLE

    def read() -> str:
        seen = game("sudoku").read(load(folder / "sample.png"))
        return "".join(str(value or ".") for value in seen.board) if seen else ""

    return own_checks.reader(read, whole_file.read_text(folder / "sample.txt").strip())


def _search() -> object:
    from gridpilot.games.twenty48.engines import native

    return native.library()


def _tesseract() -> str:
    from gridpilot.vision.glyphs.tesseract import version

    return version()


def _fill(window: int) -> Outcome:
    from gridpilot.pilot.guard.abort import Abort

    jobs = compose.jobs()
    return jobs.fill(Fill("sudoku", window=window), Abort(), lambda _stage: None)


def _paces(window: int) -> tuple[Pass, ...]:
    """On the practice board, which is nobody's game. Raises GridpilotError when it was stopped."""
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.pilot.guard.clock import RealClock
    from gridpilot.pilot.guard.guard import Refused, Stopped
    from gridpilot.pilot.pace_test import try_paces

    desk = compose.desk()
    target = desk.target(window)
    if target is None:
        raise GridpilotError("", messages.no_window())
    try:
        return try_paces(desk, game("sudoku"), target, RealClock(), Abort())
    except Stopped as stop:
        outcome = Outcome(Ending.STOPPED, "sudoku", reason=stop.reason, at=stop.at)
        raise GridpilotError("", messages.outcome_sentence(outcome), _("Run it again, hands off.")) from stop
    except Refused as refusal:
        raise GridpilotError("", refusal.detail) from refusal
