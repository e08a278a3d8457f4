"""Pictures of the screen. A window lies on one monitor, or mostly: that one is asked; what it does not show is said.

Where the compositor draws the pointer itself, as in virtual machines and with some graphics cards, it is in every
picture, whatever is asked for. Whether that is so is seen once, by two pictures of it. There it is moved out of the way
before a picture of what it lies over, and back when the job lets go of it.
"""

from __future__ import annotations

import time

from gridpilot.capture import Capture
from gridpilot.desktop.shared.clipping import clip, lost, off_screen
from gridpilot.desktop.wayland.image_copy import ImageCopy
from gridpilot.desktop.wayland.outputs import Output, Outputs, holding
from gridpilot.desktop.wayland.pixels import KNOWN, bgr, part_in_pixels, upright
from gridpilot.desktop.wayland.pointer_place import PointerPlace
from gridpilot.desktop.wayland.screencopy import INTERFACE, Frame, Screencopy
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect, View

AROUND = 40  # points around its place that the pointer's picture may take; cursors of 24 to 32 are usual
STEP = 4  # points that are whole pixels at all scales of a quarter
TINT_GOES = 0.03  # s; a program needs a frame or two to show that the pointer has left


class WaylandScreen:
    asks = False

    def __init__(self, place: PointerPlace | None = None, wire: Wire | None = None) -> None:
        self._wire = wire or Wire()
        self._place = place or PointerPlace()
        self._outputs = Outputs(self._wire)
        self._copy = Screencopy(self._wire) if self._wire.offers(INTERFACE) else ImageCopy(self._wire)

    def capture(self, area: Rect) -> Capture:
        """The part of `area` that its monitor shows; the capture's view says which part that is."""
        try:
            output = holding(self._outputs.current(), area)
            part = clip(output.area, area) if output else None
            if output is None or part is None:
                raise off_screen(area)
            self._clear(output, part)
            return self._picture(output, part, area)
        except OSError as fault:
            raise EnvironmentFault(
                "No picture",
                f"The compositor gave no picture of the window: {fault}.",
                "Try again; a locked screen or a monitor that is off gives none.",
            ) from fault

    def close(self) -> None:
        self._wire.close()

    def _picture(self, output: Output, part: Rect, area: Rect) -> Capture:
        pixels = self._pixels(output, part)
        return Capture(pixels, View(part, pixels.shape[1], pixels.shape[0]), lost(area, part))

    def _pixels(self, output: Output, part: Rect, *, pointer: bool = False):  # type: ignore[no-untyped-def]  # noqa: ANN202 - numpy is not loaded for its types
        """Upright ones of a part of the output; `pointer`: with it where it is drawn apart."""
        inner = Rect(part.x - output.area.x, part.y - output.area.y, part.width, part.height)
        asked = _whole_pixels(inner, output) if self._copy.takes_parts else None
        frame = self._copy.frame(output, asked, pointer=pointer)
        if frame.shape.kind not in KNOWN:
            raise EnvironmentFault(
                "Colours",
                f"The compositor keeps its pixels in a way that gridpilot cannot read ({frame.shape.kind:#x}).",
                "Set the monitor to 8 bits a colour.",
            )
        pixels = upright(_rows(frame), output.transform)
        if asked != inner:
            high, wide = pixels.shape[:2]
            whole = asked or Rect(0, 0, output.area.width, output.area.height)
            cut = Rect(inner.x - whole.x, inner.y - whole.y, inner.width, inner.height)
            box = part_in_pixels(cut, wide / whole.width, high / whole.height, wide, high)
            pixels = pixels[box.y : box.y + box.height, box.x : box.x + box.width].copy()
        return pixels

    def _clear(self, output: Output, part: Rect) -> None:
        """Has the pointer out of the part."""
        at = self._place.at
        if at is None or at not in _grown(part):
            return
        if self._place.is_drawn is None and at in output.area:
            self._place.is_drawn = self._is_drawn(output, at)
        if self._place.is_drawn is not False and self._place.step_aside():
            time.sleep(TINT_GOES)

    def _is_drawn(self, output: Output, at: Point) -> bool | None:
        """Whether the pointer is in a picture that was to be without it: then one that is to have it is the same. None
        where something else changes there meanwhile.
        """
        around = clip(_grown(Rect(at.x, at.y, 1, 1)), output.area) or output.area
        without, having, again = (
            self._pixels(output, around, pointer=pointer).tobytes() for pointer in (False, True, False)
        )
        return without == having if without == again else None


def _whole_pixels(part: Rect, output: Output) -> Rect | None:
    """The part, made larger so that it begins and ends with a pixel; None where only the whole monitor does."""
    if output.transform or output.scale * STEP % 1:
        return None
    step = 1 if output.scale == 1.0 else STEP
    left, top = part.x // step * step, part.y // step * step
    right, bottom = -(-(part.x + part.width) // step) * step, -(-(part.y + part.height) // step) * step
    return clip(Rect(left, top, right - left, bottom - top), Rect(0, 0, output.area.width, output.area.height))


def _rows(frame: Frame):  # type: ignore[no-untyped-def]  # noqa: ANN202 - numpy is not loaded for its types
    pixels = bgr(frame.content, frame.shape)
    return pixels[::-1] if frame.flipped else pixels


def _grown(part: Rect) -> Rect:
    return Rect(part.x - AROUND, part.y - AROUND, part.width + 2 * AROUND, part.height + 2 * AROUND)
