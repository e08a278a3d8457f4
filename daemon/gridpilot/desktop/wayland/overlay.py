"""Drawn over other programs' windows: a surface in the compositor's highest layer, clear where nothing is drawn, that
lets every click through and never has the focus.

It is in pictures, so it is taken away before one is read. Which keys the user presses is told to nobody but the program
that gets them: it goes at Esc, with the window and its focus, and whoever shows it looks at what changes below.
"""

from __future__ import annotations

from collections.abc import Callable

from gridpilot.desktop import UserWatch
from gridpilot.desktop.shared import overlay_picture
from gridpilot.desktop.shared.leaving_overlay import LeavingOverlay
from gridpilot.desktop.shared.overlay_picture import Picture
from gridpilot.desktop.wayland.layer import LAYERS, Layer, Layers
from gridpilot.desktop.wayland.outputs import Output, Outputs, holding
from gridpilot.desktop.wayland.wire import Wire, says_when_lost
from gridpilot.drawing import Drawing
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window


class WaylandOverlay(LeavingOverlay[Layer]):
    """May be used from several threads."""

    def __init__(self, watch: UserWatch) -> None:
        super().__init__(watch)
        self._wire = Wire()
        if not self._wire.offers(LAYERS):
            self._wire.close()
            raise EnvironmentFault(
                "No overlay", f"This compositor lacks {LAYERS}: nothing can be drawn over a window.",
                "A notice tells the same.",
            )  # fmt: skip
        self._layers, self._outputs = Layers(self._wire), Outputs(self._wire)

    @says_when_lost
    def show(
        self, drawing: Drawing, window: Window, seconds: float, on_gone: Callable[[StopReason], None] = lambda _: None
    ) -> None:
        super().show(drawing, window, seconds, on_gone)

    def describe(self) -> str:
        return f"a surface that clicks go through ({LAYERS})"

    def _made(self, picture: Picture) -> Layer:
        """The first answer brings its size, the second one says that its picture was taken."""
        layer = Layer(self._layers, self._output(picture.area), picture.area, overlay_picture.bgra(picture))
        self._wire.sync()
        self._wire.sync()
        return layer

    def _close(self, pane: Layer) -> None:
        pane.remove()
        self._wire.sync()

    def _monitor(self, board: Rect) -> Rect:
        with self._using:
            return self._output(board).area

    def _output(self, area: Rect) -> Output:
        outputs = self._outputs.current()
        return holding(outputs, area) or outputs[0]
