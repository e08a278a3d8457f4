"""What gridpilot asks of a desktop: a small protocol per ability, a folder per platform, the same file names in each.

    focus.py          Focus      which window, where is its content
    focus_changes.py  Follower   when that changes
    screen.py         Screen     pictures of it
    input.py          Input      pointer and keys
    hotkeys.py        Hotkeys    global keys
    interference.py   UserWatch  did the user, or the window, interfere
    tray.py, tray/    Tray       the icon and its menu
    session.py        Session    when it all ends
    notices.py        Notices    short messages in the desktop's own way
    autostart.py      Autostart  start at login
    appearance.py     Appearance how windows should look
    shortcuts.py      Shortcuts  keys that only the desktop itself may have, each with a command
    launcher.py       Launcher   an entry in the desktop's menu, a command on the PATH
    overlay.py        Overlay    what is drawn over other programs' windows
    line, call        Line       on which the command line talks to the daemon

A platform that lacks an ability has no file for it: its factory raises `EnvironmentFault` with reason and fix; it never
pretends. `choose.py` picks the platform. Objects are made in the thread that uses them, where not said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gridpilot.outcome import StopReason

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.drawing import Drawing
    from gridpilot.geometry import Point, Rect
    from gridpilot.plan import Key
    from gridpilot.window import Window


class Focus(Protocol):
    def focused(self) -> Window | None:
        """The focused top-level window, None when nothing (or only the desktop) has the focus."""

    def window(self, handle: int) -> Window | None:
        """The same facts for a given window, None when it is gone or not visible."""

    def hindrance(self, window: Window, at: Point | None = None) -> StopReason | None:
        """What keeps that window from its user, if anything: it has not the focus, its content lies elsewhere, or, as
        far as the system tells, a click `at` that place would not go to its program.
        """

    def visible(self) -> tuple[Window, ...]:
        """All top-level windows of programs that can be seen, the topmost first."""

    def activate(self, handle: int) -> None:
        """Asks for that window to get the focus, and waits for it a moment; `focused` says whether it did."""


class Screen(Protocol):
    asks: bool
    """Whether the desktop may ask its user first: then nothing but a job takes a picture."""

    def capture(self, area: Rect) -> Capture:
        """A picture of `area`. Never includes the pointer. Raises EnvironmentFault if the system refuses."""


class Input(Protocol):
    """What is meant to go `into` a window is sent only if it goes there. That is asked at the very moment, with nothing
    in between where the system allows it. What is in its way is returned, and nothing was done then. Without a window
    it goes to whoever gets it.
    """

    @property
    def at_once(self) -> bool:
        """Whether the system keeps what is sent together in order and apart from the user's own keys and clicks."""

    def pointer(self) -> Point: ...

    def move(self, to: Point) -> None:
        """Puts the pointer there; no button is touched."""

    def click(
        self, at: Point, then: Point | None = None, hold: float = 0.0, into: Window | None = None
    ) -> StopReason | None:
        """Moves, presses and releases the left button, and returns when later keys can no longer overtake the click.
        The pointer is at `then` before a program can come to the click; the button is held for `hold` seconds.
        """

    def click_and_press(self, at: Point, key: Key, into: Window | None = None) -> StopReason | None:
        """Both, together; only where that makes sense (`at_once`)."""

    def drag(self, start: Point, end: Point, into: Window | None = None) -> StopReason | None:
        """Presses the left button at `start`, moves to `end` as a hand would, in steps, and releases it there."""

    def press(
        self,
        *keys: Key,
        into: Window | None = None,
        over: Point | None = None,
        while_down: Callable[[], object] | None = None,
        apart: float = 0.0,
        more: bool = False,
    ) -> StopReason | None:
        """Presses and releases keys, one right after the other, with the level (Shift) that the present layout needs
        for a character. None is pressed where another program's window lies `over` that place; nor while the user holds
        a modifier, nor once he has pressed a key since `wait_released`: one that a program takes for itself, as Esc is
        taken, takes what is typed while it is down along, and the next digit would land elsewhere. `while_down` is
        called between press and release of the last: some programs look only once a frame which keys are held. `apart`
        seconds must have passed since a key was let go, and none is there twice then, where the system leaves it to
        programs to tell a key that is held from one that is pressed again. `more` keys follow at once, or `flush`: all
        may be sent together then, and none of them where the job ends before.
        """

    def flush(self) -> None:
        """Returns when the window system has taken all that was sent."""

    def wait_released(self, timeout: float) -> bool:
        """Waits until the user holds no key, `timeout` seconds at most; then releases what is held by injection and
        never presses it again. False when a key is still down after that. `release_all` ends what begins here.
        """

    def aids(self) -> tuple[str, ...]:
        """Names of the system's aids that are on and drop or change keys, as far as it tells."""

    def release_all(self) -> None:
        """Lets go of every key and button that this object has pressed; safe to call at any time, from any thread."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class HotkeyState:
    """`live` says whether the key works; otherwise `reason` says why not, in a sentence for the user, and `instead`
    names a combination that nobody has, where one was found, and `fix` what else is to be done. A key that works may
    have a drawback: then `reason` says which.
    """

    action: str
    combination: str
    live: bool
    reason: str = ""
    instead: str = ""
    fix: str = ""


class Hotkeys(Protocol):
    """Global keys, swallowed: the focused program never sees them. Owns its thread."""

    def start(
        self,
        bindings: Mapping[str, str],
        on_press: Callable[[str], None],
        on_lost: Callable[[], None] = lambda: None,
        on_chance: Callable[[], None] = lambda: None,
        on_hold: Callable[[bool], None] = lambda _: None,
    ) -> tuple[HotkeyState, ...]:
        """Binds action -> combination ("ctrl+alt+s"). `on_press(action)` is called on the press, once per press, from
        the hotkey thread, and must return at once. So must `on_lost`, which is called from there if the thread has to
        end without `stop`: no key will come any more. `on_chance`, likewise, where the system tells of something after
        which a key that another program had may be free, as that program's end: then `retry` is worth the call.
        `on_hold`, likewise, where the system tells it to nobody else: True before a press, False after its release.
        """

    def retry(self) -> tuple[HotkeyState, ...]:
        """Tries those keys again that could not be bound, while all others stay bound; what became of each."""

    def release(self, keep: Container[str] = ()) -> None:
        """Gives the keys of all actions but those in `keep` back to other programs; `bind` takes them again."""

    def bind(self) -> tuple[HotkeyState, ...]: ...

    def alive(self) -> bool:
        """False once the connection to the display is lost: no key will come any more."""

    def stop(self) -> None: ...


class Follower(Protocol):
    """Tells of each change of the focus, from a thread of its own, until it is stopped; sleeps in between."""

    def stop(self) -> None: ...


class UserWatch(Protocol):
    """Watches, during a job, for the user's own input and for changes of the window. Owns its thread."""

    def start(self, window: Window, on_interference: Callable[[StopReason], None]) -> None:
        """Calls back, once, from the watch thread, as soon as the user presses a key, a button or moves the pointer by
        more than a bump, Esc is pressed (it is swallowed), the focus leaves, the window moves, is resized or closed.
        """

    def stop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of the tray menu. `checked` is None for a line without a mark. `label` None is a separator."""

    label: str | None
    action: str = ""
    checked: bool | None = None
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class TrayState:
    """What the icon says: `face` is "ready", "busy", "paused" or "trouble"; `tooltip` says it in words."""

    face: str
    tooltip: str
    menu: tuple[MenuItem, ...]


class Tray(Protocol):
    @property
    def kind(self) -> str:
        """Which way the icon is shown: "sni", "xembed", "win32" ..."""

    @property
    def trouble(self) -> str:
        """Why no icon can be seen at the moment, in a sentence; empty when one can."""

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        """Shows the icon and serves it until `stop`; must be called from the main thread. A left click calls
        `on_action("toggle")`. `before_menu` is called when the menu is about to be opened, where the system tells: it
        returns after `update` was called with the newest state.
        """

    def update(self, state: TrayState) -> None:
        """May be called from any thread."""

    def stop(self) -> None:
        """May be called from any thread."""


class Overlay(Protocol):
    """Drawn over other programs' windows. No click and no key comes to it, and it never has the focus. May be used from
    several threads.
    """

    def show(
        self, drawing: Drawing, window: Window, seconds: float, on_gone: Callable[[StopReason], None] = ...
    ) -> None:
        """In the place of what was shown before; returns when it is on the screen. It goes by itself after so many
        seconds, at any key but a modifier's, at the wheel, and when the window moves, is closed or loses the focus:
        then `on_gone` is called once, from a thread of its own.
        """

    def hide(self) -> None:
        """Takes it away, if it is there. Programs may still have to draw again what was below it."""

    def shown(self) -> bool: ...

    def describe(self) -> str:
        """How it is drawn, in a few words."""


class Session(Protocol):
    def describe(self) -> str:
        """What kind of session it is, in a few words. Raises EnvironmentFault where it keeps gridpilot from working."""

    def untold(self) -> str:
        """What nobody tells there, and what comes of that for the user, in sentences; empty where all is told."""

    def wait_lost(self) -> None:
        """Returns when the session is gone: its display, its desktop. Called in a thread of its own."""

    def release_everything(self) -> None:
        """Lets go of every key and button that is down on the system, whoever pressed it; for use after a process that
        injected input was killed.
        """


LONGEST_PART = 1 << 16
"""Bytes that a Connection takes in at a time."""


class Connection(Protocol):
    """Between the daemon and who asks something of it."""

    def send(self, part: bytes) -> None: ...

    def receive(self, timeout: float | None) -> bytes:
        """What has come, LONGEST_PART at most; empty when the other end is closed. Raises TimeoutError when nothing
        comes for `timeout` seconds.
        """

    def close(self) -> None: ...


class Line(Protocol):
    """One per address: who has it is the only daemon there. Nobody but the user himself, and who rules the machine, can
    call; nothing of it is on any network.
    """

    def accept(self) -> Connection:
        """The next one who calls; sleeps until then. Raises OSError when there is none to be had, as after `close`."""

    def close(self) -> None: ...


class Autostart(Protocol):
    place: str
    """Where it is written down, for the user to look at."""

    def command(self) -> str:
        """What is started at login, as it is written there; empty when nothing is."""

    def on(self, command: Sequence[str]) -> None:
        """From the next login on, `command` is started."""

    def off(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Appearance:
    """How the desktop wants windows to look. `scale`: 1.0 at 96 dots an inch, None where it does not say; `family`: of
    its font, likewise empty.
    """

    dark: bool
    scale: float | None = None
    family: str = ""


class Shortcuts(Protocol):
    """Keys of the desktop's own, for which it starts commands, or tells the program that runs."""

    place: str
    """Where its user finds them in its settings."""
    asks: bool
    """Whether the desktop asks its user, in a dialog of its own; then it starts no command."""

    def on(self, commands: Mapping[str, tuple[str, str, Sequence[str]]]) -> None:
        """Action -> combination, what it is called, and the command; in the place of those that were ours before.
        Raises EnvironmentFault.
        """

    def off(self) -> tuple[str, ...]:
        """Takes ours away; returns the combinations that were. Raises EnvironmentFault."""

    def taken(self, text: str) -> str:
        """What of the desktop has that combination already; empty where nothing has, or it is ours."""


class Launcher(Protocol):
    def on(self, command: Path, *, link: bool) -> tuple[Path, ...]:
        """Puts the program in the desktop's menu, with its icon, and, if `link`, `command` where shells look for
        programs of the user's. What the user may want to know of that is returned. Raises OSError.
        """

    def off(self, command: Path, *, link: bool) -> tuple[Path, ...]:
        """Takes all of that away; returns what was there of it. Raises OSError."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A button on a notice: `accept` is called, from any thread, when the user takes it."""

    label: str
    accept: Callable[[], None]


class Notices(Protocol):
    def show(self, title: str, text: str, face: str, picture: Path | None = None, offers: Sequence[Offer] = ()) -> None:
        """A short message with the tray icon's `face`, or a picture, in the place of the one before. Never takes the
        focus, returns at once, and is never an error: where no notice can be shown, the log says so, and where there
        are no buttons, it goes without. Any thread.
        """

    def withdraw(self) -> None:
        """Takes away what is still shown, as far as the system can; returns soon, and is never an error."""

    def server(self) -> str:
        """Who shows them. Raises EnvironmentFault when nobody does."""
