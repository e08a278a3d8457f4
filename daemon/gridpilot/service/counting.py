"""Records of jobs that also count each job for the statistics."""

from __future__ import annotations

import time
from pathlib import Path

from gridpilot import statistics
from gridpilot.outcome import Outcome
from gridpilot.pilot.record import Evidence, Records


class CountedRecords(Records):
    """`statistics` is the file in which jobs are counted; None: they are not counted."""

    statistics: Path | None = None

    def keep(self, evidence: Evidence, outcome: Outcome) -> None:
        super().keep(evidence, outcome)
        if self.statistics is not None:
            statistics.add(self.statistics, statistics.job_of(evidence.window, outcome, time.time()))
