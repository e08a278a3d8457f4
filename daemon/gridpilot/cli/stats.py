"""`gridpilot stats`: boards filled and games played, as far as the settings let them be counted."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from gridpilot import paths, statistics
from gridpilot.cli.output import DONE, as_json
from gridpilot.config import ConfigFile
from gridpilot.texts import stats_words

if TYPE_CHECKING:
    from argparse import Namespace


def stats(given: Namespace) -> int:
    found = paths.find()
    counted = ConfigFile(found.config_file).current()[0].statistics.keep
    jobs = statistics.read(found.statistics)
    if given.json:
        summary = statistics.summary(jobs)
        as_json({"counted": counted, **asdict(summary), "best_tiles": summary.best_tiles})
    else:
        print("\n".join(stats_words.lines(statistics.summaries(jobs))))
        if not counted:
            print(stats_words.OFF)
    return DONE
