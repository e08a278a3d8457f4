"""The tray menu's Settings file: the file itself, to be changed in place; what is wrong with it is said as it is typed.

A file with faults can be saved: gridpilot goes on with the last good settings, and says the same of it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from tkinter import font
from typing import TYPE_CHECKING

from gridpilot import config, paths
from gridpilot.gui.pages.page import Page
from gridpilot.texts import words

if TYPE_CHECKING:
    import tkinter as tk

LOOKS = 300  # ms after the last key


def fill(root: tk.Tk, _window: int | None) -> None:
    file = config.ConfigFile(paths.find().config_file)
    file.write_default()
    Editor(root, file.path)


class Editor:
    def __init__(self, root: tk.Tk, path: Path) -> None:
        self._page = Page(root, f"Settings: {path}")
        self._text = self._page.text
        self._path = path
        self._due = ""
        self._page.button("Save", self._save)
        self._text.configure(font=(font.nametofont("TkFixedFont").actual("family"), 11), height=1)
        self._text.insert("1.0", path.read_text(encoding="utf-8"))
        self._text.edit_reset()
        self._verdict = self._page.note()
        self._text.bind("<KeyRelease>", lambda _: self._check_soon())
        root.bind("<Control-s>", lambda _: self._save())
        self._text.focus_set()
        self._text.mark_set("insert", "1.0")
        self._check()

    def _check_soon(self) -> None:
        if self._due:
            self._page.root.after_cancel(self._due)
        self._due = self._page.root.after(LOOKS, self._check)

    def _check(self, done: str = "") -> None:
        """As the file would be read; its problems name lines of what is in the window."""
        with tempfile.TemporaryDirectory(prefix="gridpilot-") as folder:
            trial = Path(folder) / self._path.name
            trial.write_text(self._now(), encoding="utf-8")
            _, problems = config.read(trial)
        told = [str(problem).removeprefix(f"{trial}:").removeprefix(f"{trial}: ") for problem in problems]
        self._verdict(done + ("\n".join(f"line {each}" for each in told) or words.NO_PROBLEMS), bool(told))

    def _now(self) -> str:
        return self._text.get("1.0", "end-1c")

    def _save(self) -> None:
        """Whole or not at all."""
        part = self._path.with_suffix(".part")
        part.write_text(self._now(), encoding="utf-8")
        part.replace(self._path)
        self._check("Saved. ")
