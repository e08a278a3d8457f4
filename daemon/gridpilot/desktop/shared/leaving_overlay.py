"""An overlay but for the system's part: it leaves by itself, after its time and at what its watch tells."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from gridpilot.desktop import UserWatch
from gridpilot.desktop.shared import overlay_picture
from gridpilot.desktop.shared.overlay_picture import Picture
from gridpilot.drawing import Drawing
from gridpilot.geometry import Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window

Pane = TypeVar("Pane")


class LeavingOverlay(Generic[Pane]):
    """`Pane`: the system's window with the picture."""

    def __init__(self, watch: UserWatch, timer: Callable[..., threading.Timer] = threading.Timer) -> None:
        self._watch = watch
        self._make_timer = timer
        self._using = threading.RLock()
        self._pane: Pane | None = None
        self._timer: threading.Timer | None = None

    def _made(self, picture: Picture) -> Pane:
        """Returns once it is on the screen."""
        raise NotImplementedError

    def _close(self, pane: Pane) -> None:
        """Likewise, once it is not there any more."""
        raise NotImplementedError

    def _monitor(self, board: Rect) -> Rect:
        """The one that has the middle of the board."""
        raise NotImplementedError

    def show(
        self, drawing: Drawing, window: Window, seconds: float, on_gone: Callable[[StopReason], None] = lambda _: None
    ) -> None:
        self.hide()
        picture = overlay_picture.drawn(drawing, self._monitor(drawing.board))
        with self._using:
            made = self._pane = self._made(picture)

        def leave(reason: StopReason) -> None:
            if self._take_down(made):
                on_gone(reason)

        self._timer = self._make_timer(seconds, leave, (StopReason.BUDGET,))
        self._timer.daemon = True
        self._timer.start()
        self._watch.start(window, leave)

    def hide(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._take_down()
        self._watch.stop()

    def shown(self) -> bool:
        return self._pane is not None

    def describe(self) -> str:
        raise NotImplementedError

    def _take_down(self, only: Pane | None = None) -> bool:
        """Whether it was there."""
        with self._using:
            pane = self._pane
            if pane is None or (only is not None and only is not pane):
                return False
            self._pane = None
            self._close(pane)
            return True
