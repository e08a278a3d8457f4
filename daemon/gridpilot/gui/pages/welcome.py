"""What the very first start shows: three steps, beside a practice board."""

from __future__ import annotations

import contextlib
import tkinter as tk

from gridpilot import guide, paths
from gridpilot.config import ConfigFile
from gridpilot.desktop import Focus, choose
from gridpilot.errors import GridpilotError
from gridpilot.gui.pages.page import CLASS, Page
from gridpilot.gui.practice import sudoku
from gridpilot.texts import menu_words

WIDTH = 360  # pixels at 100 %: beside a centred board, 540 wide, it finds room on a screen of 1280
LOOKS, PAUSE = 50, 100  # how often the board is looked for, and ms between two looks
GIVEN = 20  # looks in which a window manager may give this page the focus; later, the user has clicked it


def fill(root: tk.Tk, _window: int | None) -> None:
    page = Page(root, "Welcome", WIDTH)
    page.button("Guide", guide.show)
    keys = ConfigFile(paths.find().config_file).current()[0].hotkeys
    page.write(f"{menu_words.WELCOME}\n", "head")
    for number, (name, text) in enumerate(menu_words.first_steps(keys.solve, keys.play), 1):
        page.write(f"{number}.  {name}\n", "name")
        page.write(f"{text}\n\n")
    with contextlib.suppress(GridpilotError):  # some desktops tell nobody of windows
        focus = choose.focus()
        root.withdraw()
        _after_the_board(root, focus, LOOKS)


def _after_the_board(root: tk.Tk, focus: Focus, looks: int) -> None:
    """Shown when the board is: window managers put the first window into the middle, and find room beside it."""
    board = None
    with contextlib.suppress(GridpilotError):
        board = next((window for window in focus.visible() if window.class_name == sudoku.CLASS), None)
    if board is None and looks:
        root.after(PAUSE, _after_the_board, root, focus, looks - 1)
        return
    root.deiconify()
    if board is not None:
        root.after(PAUSE, _leave_the_focus, focus, board.handle, root, GIVEN)


def _leave_the_focus(focus: Focus, board: int, root: tk.Tk, looks: int) -> None:
    """To the board, which is what its keys are for: window managers give it to a new window, in their own time."""
    with contextlib.suppress(GridpilotError):
        focused = focus.focused()
        if focused is not None and focused.class_name == CLASS:
            focus.activate(board)
        elif looks:
            root.after(PAUSE, _leave_the_focus, focus, board, root, looks - 1)
