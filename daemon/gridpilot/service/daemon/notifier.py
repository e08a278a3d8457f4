"""What the daemon says: each sentence in its terminal, and as a notice of the desktop where such are wanted.

A notice might lie over the board. So a job begins by taking away the one that is still there, and no other is shown
before the job has ended.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gridpilot.desktop import Notices, Offer
from gridpilot.errors import GridpilotError
from gridpilot.games import FIRST
from gridpilot.games.deeds import LOOK, SHOW
from gridpilot.outcome import AUTOMATIC, Ending, Outcome
from gridpilot.texts import menu_words, words

if TYPE_CHECKING:
    from gridpilot.service.daemon.status import Panel

log = logging.getLogger(__name__)


class Teller:
    def __init__(
        self,
        say: Callable[[str], None],
        make: Callable[[], Notices],
        level: Callable[[], str],
        busy: Callable[[], bool],
    ) -> None:
        """`level` is which notices the settings want: "all", "problems" or "none"; `busy`: whether a job runs."""
        self.say = say
        self._make = make
        self._level = level
        self._busy = busy
        self._notices: Notices | None = None
        self._held: tuple[str, str] | None = None  # what was to be said meanwhile, and the face that it has
        self._fault = ""  # of the settings, of which no notice has been shown yet

    def tell(self, sentence: str, face: str, picture: Path | None = None, offers: Sequence[Offer] = ()) -> None:
        """In the terminal, and as a notice."""
        self.say(sentence)
        self.notify(sentence, face, picture, offers)

    def notify(self, sentence: str, face: str, picture: Path | None = None, offers: Sequence[Offer] = ()) -> None:
        """As a notice alone, with the icon's `face` or a picture; while a job runs, with its end. Each takes the place
        of the one before, so that what had to wait, and what is new about the settings, is said with it.
        """
        if self._busy():
            self._held = sentence, face
            return
        held, self._held = self._held or ("", face), None
        fault, self._fault = self._fault, ""
        sentence = " ".join(filter(None, (sentence, held[0], fault)))
        face = "trouble" if fault or "trouble" in {face, held[1]} else held[1]
        wanted = self._level()
        if wanted == "none" or (wanted == "problems" and face != "trouble"):
            return
        try:
            self._notices = self._notices or self._make()
            self._notices.show("gridpilot", sentence, face, picture, offers)
        except GridpilotError as missing:
            log.info("no notices: %s", missing)

    def clear(self) -> None:
        """Takes away the notice that may still be there."""
        if self._notices:
            self._notices.withdraw()

    def settings(self, fault: str) -> None:
        """What is wrong with the settings now, empty when nothing is. A job may begin yet: its end is told with it."""
        self._fault = fault
        if fault:
            self.say(fault)

    def settle(self) -> None:
        """No job is under way: what had to wait for its end is told."""
        if self._fault or self._held:
            self.notify("", "ready")

    def toggled(self, paused: bool) -> None:
        """By hotkey or click: who did it by mistake should hear what happened."""
        self.notify(*((words.NOW_PAUSED, "paused") if paused else (words.NOW_READY, "ready")))

    def welcome(self, panel: Panel, practice: Callable[[], None] | None) -> None:
        """What must be known from the start: keys that are dead, or take a character from the user, and a fault of the
        settings; and the first time (`practice` opens a board to try it on) where everything is.
        """
        for state in panel.keys:
            if state.reason:
                self.notify(words.hotkey_line(state), "trouble")
        self.settings(panel.fault)
        if practice is not None:
            welcome = menu_words.welcome(panel.keys, panel.tray_trouble)
            self.notify(welcome, "ready", offers=[Offer(menu_words.TRY_IT, practice)])
        self.settle()


MISREAD = frozenset({Ending.DOUBTFUL, Ending.UNSOLVABLE, Ending.AMBIGUOUS})
"""How a job may end where a digit was read wrongly, or not at all."""


def offers_on(outcome: Outcome, teach: Callable[[], None], do: Callable[[str], None]) -> tuple[Offer, ...]:
    """The ways on from how a job ended: the solution, which is known, and not typed; what was read, where that may be
    wrong; and a lesson, for a window without a profile whose board was not found, or not read with certainty. `do`
    carries out a deed, by its verb. Where the board is another game's, the sentence has the way.
    """
    labels = menu_words.menu_labels()
    known = outcome.blanks and outcome.ending in {Ending.BLOCKED, Ending.MISSED}
    deeds = [SHOW.verb] * bool(known) + [LOOK.verb] * (outcome.game == FIRST and outcome.ending in MISREAD)
    unknown = outcome.profile == AUTOMATIC and outcome.ending in {Ending.DOUBTFUL, Ending.NO_BOARD}
    lessons = [Offer(labels["teach"], teach)] if unknown else []
    return () if outcome.note else (*(Offer(labels[verb], partial(do, verb)) for verb in deeds), *lessons)
