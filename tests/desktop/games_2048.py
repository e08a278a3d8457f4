"""Real games of 2048 on a virtual desktop, each with its own word on what stands on its board.

`start_*` return a `Game2048`: the window, and `truth()`, the board as the game itself has it (a save file, a state
file, the page's variables), never as gridpilot sees it. GNOME 2048 tells only when its window closes: ask it last.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from cdp import Page
from games import PAGES, larger, loaded
from virtual import Desktop, wait_for


@dataclass(frozen=True, slots=True)
class Truth:
    """`moves`: the letters u, r, d, l of the moves that changed the board, None where the game does not tell."""

    board: tuple[int, ...]
    columns: int
    score: int
    moves: str | None = None
    over: bool = False

    @property
    def best(self) -> int:
        return max(self.board)


@dataclass(frozen=True, slots=True)
class Game2048:
    """`boards`: what stood on the board from the first one on, of those games that keep it."""

    window: int
    truth: Callable[[], Truth]
    boards: Callable[[], list[tuple[int, ...]]] | None = None


def start_gnome_2048(
    desk: Desktop,
    rows: int = 4,
    columns: int = 4,
    *,
    scale: float = 1,
    dark: bool = False,
    board: tuple[int, ...] = (),
) -> Game2048:
    """It takes size and board from its save file, and writes it when its window closes.

    A tile of 2048 for the first time opens a dialog without a title; its default button goes on playing. There is no
    sign of a game that is over but a word in the header bar. Scale 1.5 is a font scale: the board keeps its size.
    """
    folder = Path(desk.env["XDG_DATA_HOME"]) / "gnome-2048"
    folder.mkdir(exist_ok=True)
    save = folder / "saved"
    save.write_text(gnome_save(board or (2, *[0] * (rows * columns - 2), 4), columns))
    theme = {"GTK_THEME": "Adwaita:dark"} if dark else {}
    process = desk.start(["gnome-2048"], larger(scale) | theme)
    window = desk.wait_window(title="GNOME 2048", class_name="Gnome-2048")
    wait_for(lambda: coloured(desk, window), what="its first tiles, which come a while after its empty board")

    def truth() -> Truth:
        for dialog in [other for other in desk.windows() if desk.class_name(other) == "Gnome-2048"][::-1]:
            desk.close_window(dialog, wait=dialog != window)
        wait_for(lambda: process.poll() is not None, what="GNOME 2048 to save")
        return gnome_truth(save.read_text())

    return Game2048(window, truth)


def coloured(desk: Desktop, window: int) -> bool:
    """Whether there is anything but grey in a window, by every 97th of its pixels."""
    seen = desk.picture(window)
    return sum(abs(blue - red) > 60 for blue, red in zip(seen[:: 4 * 97], seen[2 :: 4 * 97], strict=False)) > 20


def gnome_save(board: tuple[int, ...], columns: int) -> str:
    """Rows and columns, a line of numbers for each row, the score."""
    rows = [" ".join(map(str, board[at : at + columns])) for at in range(0, len(board), columns)]
    return "\n".join([f"{len(rows)} {columns}", *rows, "0", ""])


def gnome_truth(text: str) -> Truth:
    (rows, columns), *lines = [[int(word) for word in line.split()] for line in text.splitlines() if line.strip()]
    return Truth(tuple(value for line in lines[:rows] for value in line), columns, lines[rows][0])


def start_page_2048(desk: Desktop, name: str, *, scale: float = 1, app: bool = False, **query: Any) -> Game2048:
    """A page of tests/pages in a real Chromium window; `window.truth()` in the page is the truth."""
    profile = desk.home / "chromium"
    url = f"{(PAGES / name).as_uri()}?{urlencode(query)}"
    desk.start(
        [
            *("chromium", "--no-sandbox", "--test-type", "--disable-gpu", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
            *("--remote-debugging-port=0", f"--user-data-dir={profile}", f"--force-device-scale-factor={scale}"),
            *("--window-position=40,20", "--window-size=760,760"),
            f"--app={url}" if app else url,
        ]
    )
    page = Page(profile)
    wait_for(lambda: page.ask("document.readyState === 'complete' && !!window.truth"), what="the page")

    def truth() -> Truth:
        told = page.ask("window.truth()")
        return Truth(tuple(told["board"]), told["columns"], told["score"], told["moves"], told["over"])

    def boards() -> list[tuple[int, ...]]:
        return [tuple(board) for board in page.ask("window.boards(0)")]

    return Game2048(desk.wait_window(class_name="Chromium"), truth, boards)


def start_practice_2048(desk: Desktop, rows: int = 4, columns: int = 4, **options: Any) -> Game2048:
    """gridpilot's own practice board; its state file tells of each move."""
    file = desk.home / "practice-2048.json"
    file.unlink(missing_ok=True)
    wishes = {"size": f"{rows}x{columns}", "scale": 1, "seed": 1} | options
    words = [word for name, wish in wishes.items() for word in (f"--{name}", str(wish))]
    desk.start([sys.executable, "-m", "gridpilot", "practice", "2048", "--state", str(file), *words])
    return told_by_file(desk.wait_window(class_name="Gridpilot-2048"), file)


def start_nmgrid_look(desk: Desktop, **options: Any) -> Game2048:
    """See nmgrid_look.py, and its options there."""
    file = desk.home / "nmgrid.json"
    file.unlink(missing_ok=True)
    words = [word for name, wish in options.items() for word in (f"--{name}", str(wish))]
    desk.start([sys.executable, str(Path(__file__).with_name("nmgrid_look.py")), str(file), *words])
    return told_by_file(desk.wait_window(title="2048", class_name="Tk"), file)


def start_terminal_2048(desk: Desktop, **options: Any) -> Game2048:
    """See standins/terminal_2048.py, and its options there."""
    file = desk.home / "terminal-2048.json"
    file.unlink(missing_ok=True)
    words = [word for name, wish in options.items() for word in (f"--{name}", str(wish))]
    program = [sys.executable, str(Path(__file__).with_name("standins") / "terminal_2048.py"), str(file), *words]
    look = ["-fs", "9", "-geometry", "96x32", "-bg", "black", "-fg", "white"] if "large" in options else ["-fs", "14"]
    desk.start(["xterm", "-fa", "DejaVu Sans Mono", *look, "-e", *program])
    return told_by_file(desk.wait_window(class_name="XTerm"), file)


def told_by_file(window: int, file: Path) -> Game2048:
    """A game that writes its state as JSON after each move."""

    def truth() -> Truth:
        told: dict[str, Any] = wait_for(lambda: loaded(file), what=f"{file.name}")
        board = tuple(value for row in told["board"] for value in row)
        return Truth(board, len(told["board"][0]), told["score"], told["moves"], told["over"])

    return Game2048(window, truth)
