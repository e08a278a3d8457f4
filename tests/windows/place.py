"""Our Windows back end at work: its real code, Windows' real functions (Wine's), a window of a Windows program."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from fakes.elsewhere import windows
from playing import EMPTY, picture
from virtual import Desktop, desktop, wait_for
from wine import Bridge, Wine, compiled

from gridpilot.games import game
from gridpilot.outcome import Outcome
from gridpilot.pilot import Desk
from gridpilot.pilot.abort import Abort
from gridpilot.pilot.clock import RealClock
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.record import Records
from gridpilot.profiles.store import Profiles


@dataclass(frozen=True, slots=True)
class Board:
    """A window of board.c, and its own word on what was typed."""

    window: int
    truth: Path

    def cells(self) -> str:
        lines = [line for line in self.truth.read_text("utf-8").splitlines() if len(line) == 81]
        return lines[-1] if lines else ""

    def received(self) -> list[int]:
        """Codes of all keys that the window got, the locks and modifiers among them."""
        lines = self.truth.read_text("utf-8").splitlines()
        return [int(line.removeprefix("key ")) for line in lines if line.startswith("key ")]


class NobodyThere:
    """The user's keys and mouse, who touches nothing: pynput's own code for Windows cannot run here."""

    def __init__(self, report: Callable[..., None]) -> None:
        self.report = report

    def stop(self) -> None: ...


class Meddled:
    """An input after whose so-manieth call for a cell something happens, before the next."""

    def __init__(self, inner: Any, after: int, do: Callable[[], object]) -> None:
        self._inner, self._left, self._do = inner, after, do

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def click_and_press(self, *arguments: Any) -> None:
        self._then(self._inner.click_and_press(*arguments))

    def press(self, *arguments: Any) -> bool:
        return bool(self._then(self._inner.press(*arguments)))

    def _then(self, result: Any) -> Any:
        self._left -= 1
        if not self._left:
            self._do()
        return result


@dataclass(frozen=True, slots=True)
class Place:
    desk: Desktop
    wine: Wine
    bridge: Bridge
    api: Any
    modules: SimpleNamespace
    programs: Path
    dpi: int

    def board(self, givens: str, title: str = "Board", slow: int = 0) -> Board:
        """With the focus, of X and of Windows. `slow`: drops what comes within so many milliseconds."""
        truth = self.desk.home / f"{title}.txt"
        self.wine.start(compiled("board", self.programs), title, givens, str(truth), str(slow))
        window = self.desk.wait_window(title=title)
        self.focus(window, title)
        self.drawn(window)
        return Board(window, truth)

    def focus(self, window: int, title: str) -> None:
        self.desk.focus(window)
        focus = self.modules.focus.WindowsFocus(self.api)
        wait_for(lambda: (found := focus.focused()) and found.title == title, what=f"Windows to focus {title}")

    def drawn(self, window: int) -> None:
        """Waits for it."""
        wait_for(
            lambda: len({*memoryview(picture(self.desk, window)).cast("I")}) > EMPTY, what="the window to be drawn"
        )

    def close(self, *boards: Board) -> None:
        for board in boards:
            if board.window in self.desk.windows():
                self.desk.close_window(board.window)

    def sit(self, input_: Any = None) -> Desk:
        made, api = self.modules, self.api
        watch = made.interference.WindowsWatch(api, NobodyThere)
        return Desk(made.focus.WindowsFocus(api), made.screen.WindowsScreen(), input_ or self.input(), watch)

    def fill(self, folder: Path, profile: str = "", input_: Any = None, abort: Abort | None = None) -> Outcome:
        """The whole job on the focused window; `profile`: the text of the user's own one for it."""
        if profile:
            (folder / "mine.toml").write_text(f'game = "sudoku"\nmatch = {{ class = "GridpilotBoard" }}\n{profile}')
        records = Records(folder / "records", lambda _capture, path: path.write_bytes(b""))
        return Pilot(self.sit(input_), game("sudoku"), Profiles(folder), records, RealClock()).fill(abort or Abort())

    def input(self) -> Any:
        return self.modules.input.WindowsInput(self.api)


@contextmanager
def place(programs: Path, prefix: Path, dpi: int) -> Iterator[Place]:
    with desktop() as desk:
        wine, made = Wine(desk, prefix, dpi), windows()
        bridge = Bridge(wine, compiled("bridge", programs))
        api = made.api.Api(bridge)
        made.awareness.be_aware(api)
        yield Place(desk, wine, bridge, api, made, programs, dpi)
