"""`gridpilot web`: the sudoku in a web page, read out of the page and typed into its inputs; needs Selenium."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from gridpilot.cli.jobs import stopped_by_signals
from gridpilot.cli.output import DONE, NOT_DONE, USAGE, answer, while_doing
from gridpilot.errors import GridpilotError
from gridpilot.games import game
from gridpilot.outcome import Outcome
from gridpilot.pilot.guard.abort import Abort
from gridpilot.texts import web_words

if TYPE_CHECKING:
    from gridpilot.profiles.profile import Profile
    from gridpilot.web.chromium import Chromium


def web(given: Namespace) -> int:
    from gridpilot.pilot.record import Evidence, outcome_facts
    from gridpilot.service import compose
    from gridpilot.web.chromium import Chromium, Wish

    if not given.url and not given.attach:
        print(web_words.NO_PAGE, file=sys.stderr)
        return USAGE
    profiles = _profiles(given.profile)
    browser = Chromium(Wish(given.url or "", given.attach, given.headless, tuple(given.option)))
    try:
        outcome = _fill(browser, profiles)
    finally:
        browser.close(stay=not (given.close or given.headless))
    compose.records().keep(Evidence(), outcome)
    facts = outcome_facts(outcome)
    answer(given, facts, facts["sentence"])
    return DONE if outcome.done else NOT_DONE


def _profiles(name: str) -> list[Profile]:
    """Those that say where a page has its board; the named one only, if any is."""
    from gridpilot.service import compose

    known = [profile for profile in compose.profiles().current()[0] if profile.dom is not None]
    chosen = [profile for profile in known if name in ("", profile.name)]
    if not chosen:
        raise GridpilotError(*web_words.no_web_profile(name, [profile.name for profile in known]))
    return chosen


def _fill(browser: Chromium, profiles: list[Profile]) -> Outcome:
    from gridpilot.pilot.guard.clock import RealClock
    from gridpilot.web.fill import WebFill

    abort = stopped_by_signals(Abort())
    doms = [profile.dom for profile in profiles if profile.dom is not None]
    with while_doing(web_words.WAITING):
        number = browser.wait_for([dom.board for dom in doms]) or 0
    job = WebFill(browser, doms[number], profiles[number].name, game(profiles[number].game), abort, RealClock())
    with while_doing(web_words.FILLING):
        return job.run()
