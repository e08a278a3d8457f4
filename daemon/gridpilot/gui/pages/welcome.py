"""What the very first start shows: three steps, beside a practice board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot import guide, paths
from gridpilot.config import ConfigFile
from gridpilot.gui.pages.page import Page
from gridpilot.texts import menu_words

if TYPE_CHECKING:
    import tkinter as tk

WIDTH = 360  # pixels at 100 %: beside a centred board, 540 wide, it finds room on a screen of 1280


def fill(root: tk.Tk, _window: int | None) -> None:
    page = Page(root, "Welcome", WIDTH)
    page.button("Guide", guide.show)
    keys = ConfigFile(paths.find().config_file).current()[0].hotkeys
    page.write(f"{menu_words.WELCOME}\n", "head")
    for number, (name, text) in enumerate(menu_words.first_steps(keys.solve, keys.play), 1):
        page.write(f"{number}.  {name}\n", "name")
        page.write(f"{text}\n\n")
