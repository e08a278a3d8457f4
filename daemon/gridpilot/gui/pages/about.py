"""The tray menu's About: what this is, which version, and where its files are."""

from __future__ import annotations

import sys
import tkinter as tk

from gridpilot import __version__, guide, paths
from gridpilot.gui.pages.page import Page
from gridpilot.texts import menu_words


def fill(root: tk.Tk, _window: int | None) -> None:
    page = Page(root, "About")
    page.copy_button()
    page.button("Guide", guide.show)
    found = paths.find()
    page.write(f"gridpilot {__version__}\n", "head")
    page.write(f"{menu_words.ABOUT}\n\n")
    for name, value in (
        ("Python", sys.version.split()[0]),
        ("Started by", sys.executable),
        ("Settings", str(found.config_file)),
        ("Profiles of yours", str(found.profiles)),
        ("Records", str(found.records)),
        ("Logs", str(found.log)),
    ):
        page.write(f"{name}:  ", "name")
        page.write(f"{value}\n")
    page.write(f"\n{menu_words.LICENCE}\n", "quiet")
