"""The shared monitor of this process: opened when a job needs it, and given back when no job has for a while, so that
the desktop shows its sign of a shared screen only while something is done. Where the desktop would ask its user again,
it stays shared for longer; no picture is taken meanwhile.

Screen, input, focus and watch have it in common. The desktop may end it at any time, by the stop button of that sign.
"""

from __future__ import annotations

import atexit
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.portal.consent import ConsentFile
from gridpilot.desktop.portal.pipewire import Picture, Stream, library
from gridpilot.desktop.portal.remote import Remote
from gridpilot.desktop.portal.requests import Portal
from gridpilot.desktop.shared.own_places import OwnPlaces
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect

LINGERS = 3.0  # s after the last use; a second job meanwhile saves the 0.1 to 0.3 s of opening it anew. Not tuned
LINGERS_UNTOLD = 900.0  # s where the desktop would ask its user once more, as GNOME 43 does; not tuned
NO_PICTURE = 0.2  # s until another comes, or it is said why none does; not tuned
NOT_AGAIN = 5.0  # s for which a refusal holds: one press of the key must not open two dialogs


@dataclass
class _Open:
    """`rests`: the stream is closed, as each picture costs the desktop a drawing."""

    bus: Bus
    remote: Remote
    stream: Stream
    rests: bool = False

    def rest(self) -> None:
        if not self.rests:
            self.stream.close()
        self.rests = True

    def close(self) -> None:
        self.rest()
        self.remote.close()
        self.bus.close()


class Cast:
    """`on_user` is called, from a thread of its own, when somebody else moves the pointer, by so many pixels; `on_end`
    when the desktop ends the session.
    """

    def __init__(
        self,
        consent: Callable[[], ConsentFile] = ConsentFile,
        stream: Callable[[int, int, Callable[[Point], None]], Stream] = Stream,
        needs: Callable[[], object] = library,
    ) -> None:
        """`stream` shows a monitor; `needs` raises EnvironmentFault where it cannot."""
        self._consent = consent
        self._stream = stream
        self._needs = needs
        self._lock = threading.RLock()
        self._open: _Open | None = None
        self._ended: float | None = None  # when the desktop ended it, since it was opened
        self._refused: tuple[EnvironmentFault, float] | None = None
        self._by_calls = False  # events go by the portal's calls, whatever else it has
        self._used = 0.0
        self._held = 0  # so many watches keep it
        self._ours = OwnPlaces()  # in pixels, and the place where the user left it
        self._ending: threading.Thread | None = None
        self.on_user: Callable[[float], None] = lambda _: None
        self.on_end: Callable[[], None] = lambda: None
        atexit.register(self.close)

    def monitor(self) -> Rect | None:
        """Where it lies, in points, as far as that is known without opening it."""
        open_ = self._open
        return open_.remote.monitor.area if open_ else self._consent().read().monitor

    def shared(self) -> tuple[Rect, tuple[int, int]]:
        """Where the monitor lies, in points, and its size in pixels."""
        with self._opened() as now:
            return now.remote.monitor.area, now.stream.size

    def picture(self, top: int, bottom: int) -> Picture:
        """These rows of the monitor, in pixels. There are none for a moment where its size has changed, and where the
        desktop has ended the sharing, which it says by another way.
        """
        with self._opened() as now:
            try:
                return now.stream.picture(top, bottom)
            except EnvironmentFault:
                time.sleep(NO_PICTURE)
        with self._opened() as now:
            return now.stream.picture(top, bottom)

    def pointer(self) -> Point:
        """In points; the middle of the monitor where it is not told, as it is on another one."""
        with self._opened() as now:
            area, at = now.remote.monitor.area, now.stream.pointer
            if at is None:
                return Point(area.x + area.width // 2, area.y + area.height // 2)
            width, height = now.stream.size
            return Point(area.x + at.x * area.width // width, area.y + at.y * area.height // height)

    @contextmanager
    def remote(self) -> Iterator[Remote]:
        """To send something; nobody else does meanwhile."""
        with self._opened() as now:
            try:
                yield now.remote
            except OSError as fault:
                self._drop()
                raise EnvironmentFault(
                    "No longer shared",
                    f"The desktop took no key or click any more: {fault}.",
                    "Press the key again to share the screen anew.",
                ) from fault

    def expect(self, to: Point) -> None:
        """The pointer is put there, in points from the monitor's corner, by us."""
        with self._opened() as now:
            area, (width, height) = now.remote.monitor.area, now.stream.size
            self._ours.add(Point(to.x * width // area.width, to.y * height // area.height))

    def settle(self) -> None:
        """The place where the pointer is now is nobody's doing."""
        with self._opened() as now:
            if now.stream.pointer is not None:
                self._ours.add(now.stream.pointer)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Not given back meanwhile."""
        with self._lock:
            self._held += 1
        try:
            yield
        finally:
            with self._lock:
                self._held -= 1
                self._used = time.monotonic()

    def close(self) -> None:
        with self._lock:
            self._drop()

    @contextmanager
    def _opened(self) -> Iterator[_Open]:
        with self._lock:
            if self._ended is not None:
                amid_a_job = self._held or self._ended < self._used + LINGERS  # else nothing of a job was lost
                self._drop()
                if amid_a_job:
                    self._refuse(_ended())
            if self._open is None:
                self._open = self._made()
                self._end_in_time()
            elif self._open.rests:
                self._open = self._woken(self._open)
                self._end_in_time()
            self._used = time.monotonic()
            yield self._open

    def _made(self) -> _Open:
        """Raises EnvironmentFault; at once, and without a dialog, where that was just refused."""
        if self._refused and time.monotonic() < self._refused[1]:
            raise self._refused[0]
        self._needs()  # before anybody is asked
        bus = Bus()
        with contextlib.ExitStack() as ending:
            ending.callback(bus.close)
            try:
                remote = self._remote(Portal(bus), ending)
            except EnvironmentFault as fault:
                self._refuse(fault)
                raise
            stream = self._shown(remote)
            ending.pop_all()
        self._refused, self._ended = None, None
        return _Open(bus, remote, stream)

    def _woken(self, open_: _Open) -> _Open:
        """Opened anew where the session has gone meanwhile, as where the portal was started again."""
        try:
            open_.stream, open_.rests = self._shown(open_.remote), False
        except (OSError, EnvironmentFault):
            self._drop()
            return self._made()
        return open_

    def _shown(self, remote: Remote) -> Stream:
        self._ours.clear()
        return self._stream(remote.pictures(), remote.monitor.node, self._pointed)

    def _remote(self, portal: Portal, ending: contextlib.ExitStack) -> Remote:
        """By the compositor's input server, or else, with what was just allowed, by calls."""
        remote = Remote(portal, self._consent(), self._closed)
        ending.callback(remote.close)
        if self._by_calls or remote.use_server():
            return remote
        self._by_calls = True
        remote.close()
        return self._remote(portal, ending)

    def _refuse(self, fault: EnvironmentFault) -> None:
        self._refused = fault, time.monotonic() + NOT_AGAIN

    def _drop(self) -> None:
        open_, self._open = self._open, None
        self._ended = None
        if open_ is not None:
            open_.close()

    def _end_in_time(self) -> None:
        self._ending = threading.Thread(target=self._end_unused, name="cast", daemon=True)
        self._ending.start()

    def _end_unused(self) -> None:
        """Takes no more pictures, and gives the screen back; sleeps in between, and ends with that."""
        while True:
            with self._lock:
                open_ = self._open
                if open_ is None or self._ending is not threading.current_thread():
                    return
                lingers = LINGERS if open_.remote.is_remembered else LINGERS_UNTOLD
                unused = 0.0 if self._held else time.monotonic() - self._used
                if unused >= lingers:
                    self._drop()
                    return
                if unused >= LINGERS:
                    open_.rest()
                rest = (lingers if open_.rests else LINGERS) - unused
            time.sleep(max(rest, 0.1))

    def _closed(self) -> None:
        """By the desktop; from the bus's thread, which must not wait for anything."""
        self._ended = time.monotonic()
        self.on_end()

    def _pointed(self, at: Point) -> None:
        """From PipeWire's thread."""
        if away := self._ours.away(at):
            self.on_user(away)


def _ended() -> EnvironmentFault:
    return EnvironmentFault(
        "No longer shared",
        "The desktop has ended the sharing of the screen, as its stop button does; nothing more was typed.",
        "Press the key again to share it anew.",
    )
