"""Real games on a virtual desktop, each with a known puzzle and its own word on what stands on its board.

`start_*` return a `Game`: the window, and `board()`, the board as the game itself has it (a save file, the terminal's
text, the page's variables), never as gridpilot sees it. GNOME Sudoku tells only when its window closes: ask it last.
"""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import isqrt
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from cdp import Page
from fakes.puzzle_files import k_sudoku
from truth import SIGNS, Form, Puzzle
from virtual import Desktop, wait_for

PAGES = Path(__file__).parents[1] / "pages"


@dataclass(frozen=True, slots=True)
class Game:
    """`board()`: 81 characters, "." for a blank; on larger boards a letter for each number above 9, a for 10. `page` is
    there where it is one in a browser, `mistakes()` where the game counts wrong digits that were in a cell, `answers()`
    where it tells the keys that came once it was solved.
    """

    window: int
    board: Callable[[], str]
    page: Page | None = None
    mistakes: Callable[[], int] | None = None
    answers: Callable[[], str] | None = None


def start_gnome_sudoku(desk: Desktop, puzzle: Puzzle, *, scale: int = 1, dark: bool = False) -> Game:
    """Its save file is written before the start and read after the end; a solved game moves to `finished` at once."""
    folder = Path(desk.env["XDG_DATA_HOME"]) / "gnome-sudoku"
    folder.mkdir()
    save = folder / "savefile"
    save.write_text(json.dumps(gnome_save(puzzle.givens)))
    theme = {"GTK_THEME": "Adwaita:dark"} if dark else {}
    process = desk.start(["gnome-sudoku"], {"GDK_SCALE": str(scale)} | theme)
    window = desk.wait_window(title="Sudoku", class_name="Gnome-sudoku")

    def board() -> str:
        save.unlink(missing_ok=True)
        desk.close_window(window, wait=False)  # refused behind the dialog that praises a solved game
        wait_for(lambda: process.poll() is not None or [*folder.glob("finished/*")], what="GNOME Sudoku to save")
        files = [*folder.glob("finished/*"), *folder.glob("savefile")]
        return gnome_board(files[0]) if files else puzzle.givens  # a board without an entry is not saved

    return Game(window, board)


def gnome_board(file: Path) -> str:
    saved = wait_for(lambda: loaded(file), what="the whole of GNOME Sudoku's save file")
    cells = ["."] * 81
    for cell in saved["cells"]:
        row, column = cell["position"]
        cells[9 * row + column] = str(cell["value"]) if cell["value"] else "."
    return "".join(cells)


def gnome_save(givens: str) -> dict[str, object]:
    cells = [
        {"position": divmod(i, 9), "value": int(digit), "fixed": True, "earmarks": []}
        for i, digit in enumerate(givens)
        if digit != "."
    ]
    return {"difficulty_category": "Easy Difficulty", "time_elapsed": 0.0, "cells": cells}


def loaded(file: Path) -> dict[str, list[dict[str, list[int]]]] | None:
    try:
        return json.loads(file.read_text())
    except (OSError, ValueError):
        return None


def start_solo(desk: Desktop, puzzle: Puzzle, *, scale: float = 1) -> Game:
    """Simon Tatham's Solo. Its save file lists the moves; the solver's own move (S) is refused. Scale 1.5 is a font
    scale: the board keeps its size.
    """
    return _solo(desk, "3x3:" + solo_id(puzzle.givens), puzzle.givens, scale)


def start_solo_form(desk: Desktop, form: Form, *, scale: float = 1) -> Game:
    """Solo with a board of another size, or a jigsaw."""
    return _solo(desk, form.solo, form.givens, scale)


def _solo(desk: Desktop, description: str, givens: str, scale: float) -> Game:
    desk.start(["sgt-solo", description], larger(scale))
    window = desk.wait_window(class_name="Sgt-solo")
    return Game(window, lambda: played(givens, save_solo(desk, window)))


def larger(scale: float) -> dict[str, str]:
    """What tells a program of GTK 3 its scale: whole numbers alone; others are for its letters."""
    return {"GDK_DPI_SCALE": str(scale)} if scale % 1 else {"GDK_SCALE": str(round(scale))}


def solo_id(givens: str) -> str:
    """Solo's game description: a letter for a run of blanks, an underscore between neighbouring digits."""
    text, run = "", 0
    for digit in givens + " ":
        if digit == ".":
            run += 1
            continue
        text += "z" * ((run - 1) // 26) + chr(ord("a") + (run - 1) % 26) if run else "_" * bool(text)
        text += digit
        run = 0
    return text.strip().rstrip("_")


def save_solo(desk: Desktop, window: int) -> str:
    """The text of the save file that Game > Save... writes."""
    file = desk.home / f"solo-{time.monotonic_ns()}"
    desk.focus(window)
    desk.hand.tap("f10", gap=0.3)
    desk.hand.tap(*["down"] * 6, "return")
    dialog = desk.wait_window(title="Enter name of game file to save")
    wait_for(lambda: desk.active() == dialog, what="the focus in the dialog")
    time.sleep(0.3)  # the name field takes keys a little after the window does
    desk.layout("us")  # a path cannot be typed on every layout
    desk.hand.text(str(file))
    for _ in range(20):
        desk.hand.tap("return", gap=0.5)  # the first ones may only close the list of proposed names
        if file.exists() and dialog not in desk.windows():
            break
    return wait_for(file.read_text, what="Solo's save file")


def played(givens: str, save: str) -> str:
    """The board after the moves of a save file: `R4,0,9` puts 9 at column 5 of row 1, 0 erases."""
    board, size = list(givens), isqrt(len(givens))
    fields = [line.split(":", 2) for line in save.splitlines() if line]
    moves = [text for name, _, text in fields if name.strip() == "MOVE"]
    shown = next(int(text) for name, _, text in fields if name.strip() == "STATEPOS") - 1
    for move in moves[:shown]:
        assert move[0] in "RPM", f"a move of Solo's own solver: {move}"
        if move[0] == "R":  # the others are pencil marks
            column, row, digit = (int(part) for part in move[1:].split(","))
            board[size * row + column] = SIGNS[digit]
    return "".join(board)


def start_ksudoku(desk: Desktop, puzzle: Puzzle, *, scale: float = 1) -> int:
    """Its window alone: it cannot be asked for its board, but opens a window once that is solved (`ksudoku_is_solved`).
    Debian keeps games out of some paths.
    """
    file = desk.home / "game.ksudoku"
    lines = k_sudoku([int(sign) if sign.isdigit() else 0 for sign in puzzle.givens]).splitlines(keepends=True)
    file.write_text("".join(line for line in lines if "simple-event" not in line))
    desk.start(["/usr/games/ksudoku", str(file)], {"QT_SCALE_FACTOR": str(scale)})
    return desk.wait_window(class_name="ksudoku")


def ksudoku_is_solved(desk: Desktop) -> bool:
    """Whether KSudoku says so, in a window of its own."""
    return any(desk.title(each).startswith("Information") for each in desk.windows())


def start_nudoku(desk: Desktop, puzzle: Puzzle, *, scale: int = 1, dark: bool = False) -> Game:
    """nudoku in xterm. F12 makes xterm write its screen as text: the terminal's own buffer is the truth."""
    file = desk.home / "terminal.txt"
    colours = ["-bg", "black", "-fg", "grey90"] if dark else ["-bg", "white", "-fg", "black"]
    resources = (
        f"*printerCommand: cat > {file}.new && mv {file}.new {file}",
        "*printAttributes: 0",
        "*VT100.translations: #override <Key>F12: print()",
    )
    options = [word for resource in resources for word in ("-xrm", resource)]
    font = ["-fa", "DejaVu Sans Mono", "-fs", str(11 * scale)]
    desk.start(["xterm", "-T", "nudoku", *colours, *font, *options, "-e", "nudoku", "-s", puzzle.givens])
    window = desk.wait_window(class_name="XTerm")

    def board() -> str:
        file.unlink(missing_ok=True)
        desk.focus(window)
        desk.hand.tap("f12")
        return terminal_board(wait_for(lambda: file.exists() and file.read_text(), what="xterm's print"))

    wait_for(lambda: board() == puzzle.givens, what="nudoku's board")
    return Game(window, board)


def start_nudoku_in_foot(desk: Desktop, puzzle: Puzzle) -> Game:
    """The same on Wayland: F12 makes foot give away its screen as text."""
    file = desk.home / "terminal.txt"
    file.unlink(missing_ok=True)
    pipe = f'key-bindings.pipe-visible=[sh -c "cat > {file}.new && mv {file}.new {file}"] F12'
    desk.start(["foot", "-o", "font=DejaVu Sans Mono:size=11", "-o", pipe, "nudoku", "-s", puzzle.givens])
    window = desk.wait_window(class_name="XTerm")

    def board() -> str:
        file.unlink(missing_ok=True)
        desk.focus(window)
        desk.hand.tap("f12")
        return terminal_board(wait_for(lambda: file.exists() and file.read_text(), what="foot's text"))

    wait_for(lambda: board() == puzzle.givens, what="nudoku's board")
    return Game(window, board)


def start_terminal_sudoku(desk: Desktop, puzzle: Puzzle, **options: Any) -> Game:
    """See standins/terminal_sudoku.py, and its options there."""
    file = desk.home / "terminal-sudoku.json"
    wishes = {"puzzle": puzzle.givens, "solution": puzzle.solution} | options
    words = [word for name, wish in wishes.items() for word in (f"--{name}", str(wish))]
    program = [sys.executable, str(Path(__file__).with_name("standins") / "terminal_sudoku.py"), str(file), *words]
    desk.start(["xterm", "-bg", "black", "-fg", "white", "-fa", "DejaVu Sans Mono", "-fs", "12", "-e", *program])

    def told(fact: str) -> Any:
        return wait_for(lambda: loaded(file), what=file.name)[fact]

    counts = {fact: partial(told, fact) for fact in ("mistakes", "answers")}
    return Game(desk.wait_window(class_name="XTerm"), partial(told, "board"), **counts)


def terminal_board(screen: str) -> str:
    rows = [line.split("│")[1:10] for line in screen.splitlines() if line.count("│") >= 10]
    return "".join(cell.strip() or "." for row in rows for cell in row)


def start_page(
    desk: Desktop,
    name: str,
    puzzle: Puzzle,
    *,
    scale: float = 1,
    size: tuple[int, int] = (900, 860),
    app: bool = False,
    **query: str,
) -> Game:
    """A page of tests/pages in a real Chromium window; `window.board()` in the page is the truth. On Wayland the
    monitor says the scale: told another one there, Chromium takes clicks for twice as far from the corner.
    """
    profile = desk.home / "chromium"
    scales = [] if "WAYLAND_DISPLAY" in desk.env else [f"--force-device-scale-factor={scale}"]
    url = f"{(PAGES / name).as_uri()}?{urlencode({'puzzle': puzzle.givens} | query)}"
    desk.start(
        [
            *("chromium", "--no-sandbox", "--test-type", "--disable-gpu", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
            *("--remote-debugging-port=0", f"--user-data-dir={profile}", *scales),
            *("--window-position=60,40", f"--window-size={size[0]},{size[1]}"),
            f"--app={url}" if app else url,
        ]
    )
    page = Page(profile)
    wait_for(lambda: page.ask("document.readyState === 'complete' && !!window.board"), what="the page")
    return Game(desk.wait_window(class_name="Chromium"), lambda: page.ask("window.board()").replace("0", "."), page)


def start_practice(desk: Desktop, puzzle: Puzzle, *, scale: int = 1, dark: bool = False) -> Game:
    """gridpilot's own practice board; its state file holds what was entered."""
    file = desk.home / "practice.json"
    options = ["--scale", str(scale)] + ["--dark"] * dark
    words = ["-m", "gridpilot", "practice", "sudoku", "--puzzle", puzzle.givens, "--state", str(file), *options]
    before = set(desk.windows())
    desk.start([sys.executable, *words])
    window = wait_for(lambda: next(iter(set(desk.windows()) - before), None), what="the practice board")

    def board() -> str:
        return str(wait_for(lambda: loaded(file), what="the practice board's state")["board"]).replace("0", ".")

    return Game(window, board)
