"""A hotkey that is heard of by word only: it is down from the word of its press to that of its release. Desktops tell
of it again and again meanwhile.
"""

from __future__ import annotations

import math
import threading
import time

MODIFIERS_GO = 0.15  # s from the release of the key that is told to that of its modifiers, which is not. Not tuned


class Repeats:
    """Tells the press of a key from the word of one that is held."""

    def __init__(self, within: float) -> None:
        """`within`: seconds; a release is not always told of."""
        self._within = within
        self._action, self._told = "", -math.inf  # what was told of last without a release

    def is_press(self, action: str) -> bool:
        """To be asked at each word of a key that is down."""
        now = time.monotonic()
        is_held = action == self._action and now - self._told <= self._within
        self._action, self._told = action, now
        return not is_held

    def released(self) -> None:
        self._action = ""


class HeldKey:
    def __init__(self) -> None:
        self._news = threading.Condition()
        self._down = False
        self._told = -math.inf
        self._pressed = -math.inf

    def tell(self, down: bool) -> None:
        """Any thread. Of a press, of a key that is held still, or of a release."""
        with self._news:
            self._told = time.monotonic()
            self._down = down
            self._pressed = self._told if down else self._pressed
            self._news.notify_all()

    def was_pressed(self, since: float) -> bool:
        return self._pressed >= since

    def wait(self, timeout: float, repeats: float = math.inf) -> bool:
        """Whether it was let go of, its modifiers included. `repeats`: seconds within which a key that is held is told
        of again; where it is not, it was let go of in a way of which nobody told.
        """
        until = time.monotonic() + timeout
        with self._news:
            while self._down and (now := time.monotonic()) < self._told + repeats:
                if now >= until:
                    return False
                self._news.wait(min(until, self._told + repeats) - now)
            went = self._told if self._down else self._told + MODIFIERS_GO
        time.sleep(max(0.0, went - time.monotonic()))
        return True
