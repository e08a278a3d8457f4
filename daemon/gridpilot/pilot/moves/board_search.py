"""Finds the board again after a move: where it was, or wherever it is now."""

from __future__ import annotations

from gridpilot.games.protocols import Eyes, Seen, Step
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.plan import Move
from gridpilot.profiles.profile import Profile
from gridpilot.reading import Reading

STANDS = 0.25  # s without a change: nothing moves any more
LONGEST = 3.0
"""Seconds for the last look before a game is given up. Not tuned: no effect over a tile was seen to last so long."""


class BoardSearch:
    """Searches the last picture, which must be at rest. `place` is a reading with the place where the board was."""

    def __init__(self, sight: Sight, eyes: Eyes, profile: Profile) -> None:
        self._sight = sight
        self._eyes = eyes
        self._profile = profile

    def after(self, place: Reading, before: tuple[int, ...], move: Move | None) -> Step:
        """What became of a move, by the board where it was, or else by the board wherever it is found."""
        self._sight.settle_on(place)
        step = self._eyes.follow(self._sight.capture, place, before, move, STANDS)
        return step if step.seen in {Seen.MOVED, Seen.STILL} else self._elsewhere(place, before, move)

    def below(self, place: Reading, step: Step, move: Move) -> Step:
        """The same where nothing changed at the old place, as `step` says: a program that asks for a line of text may
        write the next board below the one before.
        """
        below = self._elsewhere(place, step.board, move)
        if below.seen is Seen.MOVED:
            return below
        self._sight.settle_on(place)
        return step

    def at_rest(self, place: Reading) -> Reading:
        """The board where it was, once it reads without doubt for a while, or as it reads after the longest wait. Some
        games praise a tile, or draw it anew, for longer than a move is waited for.
        """
        told = place

        def is_told() -> bool:
            nonlocal told
            told = self._eyes.reread(self._sight.snap(), place)
            return not told.doubts

        self._sight.wait_until(is_told, LONGEST, STANDS)
        self._sight.settle_on(place if told.doubts else told)
        return told

    def _elsewhere(self, place: Reading, before: tuple[int, ...], move: Move | None) -> Step:
        centre = self._sight.capture.view.to_point(place.extent.centre)
        found = self._sight.find(centre, self._profile.recogniser, self._profile.board)
        if found is None or len(found.board) != len(before):
            return Step(Seen.UNKNOWN, before)
        return self._eyes.follow(self._sight.capture, found, before, move, STANDS)
