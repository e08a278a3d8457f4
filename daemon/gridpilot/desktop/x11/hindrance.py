"""What would keep a key, or a click, from the window that it is meant for, as the server tells at one moment.

Whether another program has grabbed the keyboard is told by trying to grab it for a window that is never shown: the
server looks first whether it is taken, and then whether that window can be seen. So it is never grabbed, and no program
is told that it has lost the focus, at which games close their menus.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from Xlib import X
from Xlib.error import XError
from Xlib.protocol import request

from gridpilot.desktop.x11.display import XDisplay, XWindow
from gridpilot.desktop.x11.window_tree import active_window, content, of_one_program, outwards
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason
from gridpilot.window import Window


class Hindrances:
    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self._root = display.screen().root
        self._never_shown = self._root.create_window(
            -1, -1, 1, 1, 0, X.CopyFromParent, X.InputOnly, override_redirect=True
        )
        self._frames: dict[int, int] = {}
        self._inner: dict[int, int] = {}

    def of_keys(self, window: Window, *over: Point | None) -> StopReason | None:
        """`over`: what lies there must be the window's own, too."""
        mine = self._window(window)
        modes = {"pointer_mode": X.GrabModeAsync, "keyboard_mode": X.GrabModeAsync}
        tried = {"owner_events": False, "grab_window": self._never_shown, "time": X.CurrentTime}
        questions = (
            self._later(request.GetInputFocus),
            self._later(request.GrabKeyboard, **tried, **modes),
            *chain(*map(self._lies_at, over)),
        )
        try:
            focused, keyboard, *there = _answered(questions)
            if not self._gets_keys(mine, focused.focus):
                return StopReason.FOCUS_LOST
            if keyboard.status == X.AlreadyGrabbed:
                return StopReason.GRABBED
            return None if all(self._shows(mine, each.child) for each in there) else StopReason.COVERED
        except XError:  # it went away between two questions
            return StopReason.FOCUS_LOST

    def of_clicks(self, window: Window, at: Point | None) -> StopReason | None:
        """`at`: None for whether the window is there at all, and has the focus."""
        mine = self._window(window)
        questions = (
            self._property(self._root, "_NET_ACTIVE_WINDOW"),
            self._later(request.GetGeometry, drawable=mine),
            self._later(request.TranslateCoords, src_wid=mine, dst_wid=self._root, src_x=0, src_y=0),
            self._property(mine, "_GTK_FRAME_EXTENTS"),
            self._later(request.GetInputFocus),
            *self._lies_at(at),
        )
        try:
            active, size, corner, extents, focused, *there = _answered(questions)
            # A dead window manager's word stands there, too; the focus, which the server itself knows, tells then.
            if _numbers(active) != (mine.id,) and getattr(active_window(self._display), "id", None) != mine.id:
                return StopReason.FOCUS_LOST
            if content(size, corner, _numbers(extents)) != window.content:
                return StopReason.WINDOW_MOVED
            focus = focused.focus  # a window manager gives it to another window first, and says so a little later
            if not (isinstance(focus, int) or of_one_program(self._display, focus, mine)):
                return StopReason.FOCUS_LOST
            return None if not there or self._shows(mine, there[0].child) else StopReason.COVERED
        except XError:
            return StopReason.FOCUS_LOST

    def _window(self, window: Window) -> XWindow:
        return self._display.create_resource_object("window", window.handle)

    def _later(self, kind: Callable[..., Any], **said: object) -> Any:
        """A question to the server that is sent with others: they are asked before each key and click, and by itself
        each one takes 0.1 ms, or more while the server draws.
        """
        return kind(display=self._display.display, defer=1, **said)

    def _property(self, window: XWindow, name: str) -> Any:
        said = {"window": window, "property": self._display.get_atom(name), "type": X.AnyPropertyType}
        return self._later(request.GetProperty, delete=0, long_offset=0, long_length=4, **said)

    def _lies_at(self, at: Point | None) -> tuple[Any, ...]:
        if at is None:
            return ()
        return (self._later(request.TranslateCoords, src_wid=self._root, dst_wid=self._root, src_x=at.x, src_y=at.y),)

    def _gets_keys(self, window: XWindow, focus: XWindow | int) -> bool:
        """Toolkits give the focus to a child. Where nobody has it, keys go to what is under the pointer, or nowhere."""
        if isinstance(focus, int):
            return focus == X.PointerRoot and self._shows(window, self._root.query_pointer().child)
        if focus.id != window.id and self._inner.get(focus.id) != window.id:
            if window.id not in [each.id for each in outwards(focus)]:
                return False
            self._inner = {focus.id: window.id}
        return True

    def _shows(self, window: XWindow, child: XWindow | int) -> bool:
        """Whether what lies there is the window's frame, or another of the same program, as menus are."""
        if isinstance(child, int):
            return False  # nothing but the root lies there
        if child.id == self._frames.get(window.id) or of_one_program(self._display, child, window):
            return True
        *_, outermost = outwards(window)
        self._frames = {window.id: outermost.id}
        return bool(child.id == outermost.id)


def _answered(questions: Sequence[Any]) -> Sequence[Any]:
    """The same, with what the server has answered. Raises XError for a window that is gone."""
    for question in questions:
        question.reply()
    return questions


def _numbers(answer: Any) -> tuple[int, ...] | None:
    """What a property holds; None when it is not set."""
    return tuple(int(number) for number in answer.value[1]) if answer.value is not None else None
