"""What every desktop must do, whatever it is made of: the protocols of gridpilot.desktop, as far as all share them."""

import inspect
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from programs import wait_for

from gridpilot import desktop
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason
from gridpilot.service.control import Server, exchange

PROTOCOLS = (
    *(
        "Autostart",
        "Connection",
        "Focus",
        "Follower",
        "Hotkeys",
        "Input",
        "Launcher",
        "Line",
        "Notices",
        "Overlay",
        "Screen",
        "Session",
    ),
    *("Tray", "UserWatch"),
)
NO_WINDOW = 0x7FFFFFF1


def lacking(kind: type, protocol: str) -> list[str]:
    """The methods of the protocol that the class has not, or not with these parameters."""
    wanted = {name: each for name, each in vars(getattr(desktop, protocol)).items() if inspect.isfunction(each)}
    return [
        name
        for name, each in wanted.items()
        if not name.startswith("_") and _parameters(getattr(kind, name, None)) != _parameters(each)
    ]


def _parameters(method: Any) -> list[str] | None:
    """Their number and which may be left out; an unused one may have another name."""
    if method is None:
        return None
    signature = inspect.signature(method)
    return ["needed" if each.default is each.empty else "free" for each in signature.parameters.values()]


def focus_tells_the_same_of_a_window_however_it_is_asked(focus: Any) -> None:
    found = focus.focused()
    assert found is not None
    assert focus.window(found.handle) == found
    assert found.handle in [each.handle for each in focus.visible()]
    assert found.content.width > 0 < found.content.height
    assert focus.hindrance(found) is None
    assert focus.hindrance(found, Point(found.content.x + 1, found.content.y + 1)) is None
    assert focus.hindrance(replace(found, handle=NO_WINDOW)) is StopReason.FOCUS_LOST
    assert focus.hindrance(replace(found, content=Rect(0, 0, 1, 1))) is StopReason.WINDOW_MOVED
    assert focus.window(NO_WINDOW) is None


def the_pointer_is_where_it_was_sent(hand: Any, area: Rect) -> None:
    for share in (3, 4, 5):
        to = Point(area.x + area.width * share // 9, area.y + area.height * share // 9)
        hand.move(to)
        hand.flush()
        wait_for(lambda to=to: hand.pointer() == to, 5, "the pointer to be where it was sent")
    assert hand.wait_released(1.0)
    hand.release_all()
    hand.release_all()


def hotkeys_are_bound_given_back_and_bound_again(hotkeys: Any, press: Callable[[], object]) -> None:
    """`press` presses ctrl+alt+s as a user does."""
    presses: list[str] = []
    heard = threading.Semaphore(0)

    def on_press(action: str) -> None:
        presses.append(action)
        heard.release()

    states = hotkeys.start({"solve": "ctrl+alt+s", "pause": "ctrl+alt+hyper+x"}, on_press)
    assert [(state.action, state.live) for state in states] == [("solve", True), ("pause", False)]
    assert states[1].reason
    assert hotkeys.alive()
    press()
    assert heard.acquire(timeout=30)
    hotkeys.release()
    press()
    assert [state.live for state in hotkeys.bind()] == [True, False]
    press()
    assert heard.acquire(timeout=30)
    hotkeys.stop()
    assert presses == ["solve", "solve"]


def a_watch_is_quiet_until_the_window_moves_and_after_it_was_stopped(
    watch: Any, focus: Any, move: Callable[[], object]
) -> None:
    window, reports, told = focus.focused(), [], threading.Event()
    watch.start(window, reports.append)
    watch.stop()
    assert reports == []
    watch.start(window, lambda reason: (reports.append(reason), told.set()))
    move()
    assert told.wait(30)
    watch.stop()
    assert reports == [StopReason.WINDOW_MOVED]


def a_line_is_one_daemon_s_and_carries_requests_and_replies(line: Callable[[], Any], call: Callable[[], Any]) -> None:
    """`line` is asked for it, `call` as another process would."""
    with pytest.raises(OSError):
        call()
    server = _serving(line())
    assert line() is None, "it is another daemon's"
    for words, times in (("a few", 1), ("many " * 10_000, 6)):
        assert exchange(call(), {"say": words, "times": times}, 30.0) == {"heard": words * times}
    at_once = [call() for _ in range(4)]
    with ThreadPoolExecutor() as threads:
        heard = threads.map(lambda each: exchange(each, {"say": "together"}, 30.0), at_once)
        assert [*heard] == [{"heard": "together"}] * 4
    silent = call()
    with pytest.raises(OSError):  # nothing is said to who says nothing
        silent.receive(0.05)
    gone = call()
    gone.send(b'{"say": ')
    gone.close()
    assert exchange(call(), {"say": "still there?"}, 30.0) == {"heard": "still there?"}
    server.stop()
    silent.close()
    with pytest.raises(OSError):
        call()
    again = _serving(line())
    assert exchange(call(), {"say": "again"}, 30.0) == {"heard": "again"}
    again.stop()


def _serving(line: Any) -> Server:
    assert line is not None
    server = Server(line, lambda request: {"heard": request["say"] * request.get("times", 1)})
    server.start()
    return server


def a_picture_shows_the_area_that_was_asked_for(screen: Any, area: Rect) -> None:
    shot = screen.capture(area)
    assert shot.view.area == area
    assert shot.pixels.shape == (shot.view.height, shot.view.width, 3)
