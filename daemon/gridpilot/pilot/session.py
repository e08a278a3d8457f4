"""What every kind of job on one window has: what it looks with, how it ends, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from gridpilot.games.protocols import Eyes, Game
from gridpilot.outcome import POINTER_IN_USE, Ending, Outcome
from gridpilot.pilot import Desk
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock, Stopwatch
from gridpilot.pilot.guard.guard import Refused, Stopped
from gridpilot.pilot.hands import places
from gridpilot.pilot.record import Evidence
from gridpilot.profiles.profile import Profile
from gridpilot.reading import Reading
from gridpilot.window import Window


@dataclass(slots=True)
class Session:
    """`stage` is told how far the job is; `outcome` is what is known so far, at first that there is no board."""

    desk: Desk
    clock: Clock
    abort: Abort
    stage: Callable[[str], None]
    window: Window
    profile: Profile
    eyes: Game | Eyes
    outcome: Outcome
    stopwatch: Stopwatch = field(init=False)
    sight: Sight = field(init=False)
    evidence: Evidence = field(init=False)

    def __post_init__(self) -> None:
        self.stopwatch = Stopwatch(self.clock)
        self.sight = Sight(self.desk.screen, self.eyes, self.window, self.clock, self.abort)
        self.evidence = Evidence(window=self.window)
        self.outcome = replace(self.outcome, profile=self.profile.name, window=self.window.title)

    def read(self) -> Reading | None:
        """Takes a new picture of the window and returns the board on it."""
        self.evidence.before = self.sight.snap()
        self.stopwatch.lap("capture")
        place = places.to_look(self.profile, self.sight.capture.view)
        found = self.sight.find(self.desk.input.pointer(), self.profile.recogniser, place)
        self.evidence.before, self.evidence.reading = self.sight.capture, found  # there may be a newer picture
        self.stopwatch.lap("read")
        if found is not None:
            detect = self.stopwatch.ms["detect"] = found.ms.get("detect", 0.0)
            self.stopwatch.ms["read"] -= detect
        return found

    @contextmanager
    def hands_on(self, has_moved: Callable[[], bool]) -> Iterator[None]:
        """Gives keys, watch and pointer back to the user in the end. `has_moved` says whether the pointer was used. The
        job's first word comes before all that, as the desktop may ask its user first where the pointer is.
        """
        self.stage("reading")
        at_first = self.desk.input.pointer()
        try:
            yield
        finally:
            self.desk.watch.stop()
            self.desk.input.release_all()
            if has_moved() and self.abort.reason not in POINTER_IN_USE:
                self.desk.input.move(at_first)

    def ended(self, end: Stopped | Refused) -> Outcome:
        if isinstance(end, Refused):
            return replace(self.outcome, ending=Ending.BLOCKED, detail=end.detail)
        return replace(self.outcome, ending=Ending.STOPPED, reason=end.reason, at=end.at)
