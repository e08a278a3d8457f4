"""Hotkeys and watches where one thread must do all the talking with the system: that thread, and requests to it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Container, Mapping
from typing import Any

from gridpilot.desktop import HotkeyState
from gridpilot.desktop.shared.wake_pipe import WakePipe
from gridpilot.outcome import StopReason
from gridpilot.window import Window

Report = Callable[[StopReason], None]

ANSWERED = 0.2  # s between two looks whether the thread that is to answer is still there
log = logging.getLogger(__name__)


class KeyListener:
    """Hotkeys but for the system's part: `_listen`, `_bind_wanted` and `_wake`."""

    lost = "its listener ended"

    def __init__(self) -> None:
        self._bindings: dict[str, str] = {}
        self._wanted: dict[str, str] = {}
        """The bindings that are to work at present."""
        self._on_press: Callable[[str], None] = lambda _: None
        self._on_lost: Callable[[], None] = lambda: None
        self._on_chance: Callable[[], None] = lambda: None
        self._on_hold: Callable[[bool], None] = lambda _: None
        self._requests: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[Any]]] = queue.SimpleQueue()
        self._stopping = False
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hotkeys", daemon=True)

    def _listen(self) -> None:
        """Until `_stopping`, in a thread of its own: sets `_ready` once it can be woken, and serves requests then."""
        raise NotImplementedError

    def _wake(self) -> None:
        raise NotImplementedError

    def _bind_wanted(self) -> list[HotkeyState]:
        """Takes the wanted keys and gives all others back; in the thread."""
        raise NotImplementedError

    def _bind_missing(self) -> list[HotkeyState]:
        """Tries those again that are not bound; in the thread."""
        return self._bind_wanted()

    def start(
        self,
        bindings: Mapping[str, str],
        on_press: Callable[[str], None],
        on_lost: Callable[[], None] = lambda: None,
        on_chance: Callable[[], None] = lambda: None,
        on_hold: Callable[[bool], None] = lambda _: None,
    ) -> tuple[HotkeyState, ...]:
        self._bindings = {action: text for action, text in bindings.items() if text.strip()}
        self._on_press, self._on_lost, self._on_chance, self._on_hold = on_press, on_lost, on_chance, on_hold
        self._thread.start()
        self._ready.wait()
        return self.bind()

    def release(self, keep: Container[str] = ()) -> None:
        self._wanted = {action: text for action, text in self._bindings.items() if action in keep}
        self._ask(self._bind_wanted)

    def bind(self) -> tuple[HotkeyState, ...]:
        self._wanted = self._bindings
        return self._states(self._bind_wanted)

    def retry(self) -> tuple[HotkeyState, ...]:
        return self._states(self._bind_missing)

    def _states(self, request: Callable[[], list[HotkeyState]]) -> tuple[HotkeyState, ...]:
        states = self._ask(request)
        if states is None:
            return tuple(HotkeyState(a, text, live=False, reason=self.lost) for a, text in self._bindings.items())
        return tuple(states)

    def alive(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        """The thread's end gives all keys back."""
        self._stopping = True
        self._wake()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _ask(self, request: Callable[[], Any]) -> Any:
        """Has the hotkey thread do it and returns the result, None when the thread is gone."""
        if self._thread is threading.current_thread():
            return request()
        answer: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._requests.put((request, answer))
        self._wake()
        while self._thread.is_alive():
            try:
                return answer.get(timeout=ANSWERED)
            except queue.Empty:
                continue
        return None

    def _serve(self) -> None:
        while not self._requests.empty():
            request, answer = self._requests.get()
            answer.put(request())

    def _press(self, action: str) -> None:
        try:
            self._on_press(action)
        except Exception:
            log.exception("hotkeys: '%s' failed", action)

    def _run(self) -> None:
        try:
            self._listen()
        except Exception as fault:
            if not self._stopping:
                log.warning("hotkeys: the listener ended: %r", fault)
        self._ready.set()
        if not self._stopping:
            self._on_lost()


class WatchThread:
    """A user watch but for the system's part: `_watch` and `_wake`."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None

    def _watch(self, window: Window, ready: threading.Event) -> StopReason | None:
        """The first thing that happens, None after `_wake`; sets `ready` once it watches."""
        raise NotImplementedError

    def _wake(self) -> None:
        """Has `_watch` return."""
        raise NotImplementedError

    def _clear(self) -> None:
        """After the stop was told, as that must not wait for it."""

    def start(self, window: Window, on_interference: Report) -> None:
        """Returns once the watch is on."""
        self.stop()
        self._prepare()
        ready = threading.Event()
        arguments = (window, on_interference, ready)
        self._thread = threading.Thread(target=self._run, args=arguments, name="watch", daemon=True)
        self._thread.start()
        ready.wait()

    def _prepare(self) -> None: ...

    def _run(self, window: Window, on_interference: Report, ready: threading.Event) -> None:
        reason: StopReason | None = StopReason.CRASHED
        try:
            reason = self._watch(window, ready)
        except Exception:
            log.exception("watch: it ended")
        ready.set()
        try:
            if reason is not None:
                on_interference(reason)
        except Exception:
            log.exception("watch: the callback failed")
        self._clear()

    def stop(self) -> None:
        if self._thread is None or self._thread is threading.current_thread():
            return  # called back from the watch itself, which ends anyway
        self._wake()
        self._thread.join()
        self._thread = None


class PipedWatch(WatchThread):
    """One that sleeps until one of several sources has something for it, `_pipe` among them."""

    _pipe: WakePipe

    def _prepare(self) -> None:
        self._pipe = WakePipe()

    def _wake(self) -> None:
        self._pipe.wake()

    def stop(self) -> None:
        watched = self._thread
        super().stop()
        if watched is not None and self._thread is None:
            self._pipe.close()


class FollowerThread:
    """Tells when another window gets the focus, but for the system's part: `_follow`."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._pipe = WakePipe()
        self._thread = threading.Thread(target=self._follow, name="focus", daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        """Sleeps on the system's news, and on `_pipe`: something comes there when it is to end."""
        raise NotImplementedError

    def stop(self) -> None:
        if self._thread.is_alive():
            self._pipe.wake()
            self._thread.join()
        self._pipe.close()
