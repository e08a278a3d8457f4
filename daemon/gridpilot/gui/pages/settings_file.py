"""The settings file itself, to be changed in place: lines with a fault are marked while it is typed.

What cannot be read at all is saved only when the user says so: gridpilot would go on with the last good settings.
"""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import font, messagebox

from gridpilot import config, paths, whole_file
from gridpilot.gui.pages.page import Page
from gridpilot.texts import file_words, settings_words, words
from gridpilot.toml_file import MOST_BYTES

LOOKS = 300  # ms after the last key


def fill(root: tk.Tk, _window: int | None) -> None:
    file = config.ConfigFile(paths.find().config_file)
    file.write_default()
    Editor(root, file.path)


class Editor:
    def __init__(self, root: tk.Tk, path: Path) -> None:
        self._page = page = Page(root, f"Settings: {path}")
        self._text = text = page.text
        self._path = path
        self._due = ""
        try:
            self._saved = whole_file.read_text(path, MOST_BYTES)
        except (OSError, UnicodeDecodeError) as fault:
            why = (fault.strerror if isinstance(fault, OSError) else None) or file_words.NO_TEXT
            page.write(f"{file_words.unread(str(path), why)}\n", "bad")
            return
        page.button("Save", self._save)
        page.may_close = self._may_close
        text.configure(font=(font.nametofont("TkFixedFont").actual("family"), 11), height=1)
        text.tag_configure("error", background=page.theme.clash_cell)
        text.tag_configure("warning", background=page.theme.same)
        for tag in ("error", "warning"):
            text.tag_lower(tag, "sel")
        text.insert("1.0", self._saved)
        text.edit_reset()
        self._verdict = page.note()
        text.bind("<KeyRelease>", lambda _: self._check_soon())
        root.bind("<Control-s>", lambda _: self._save())
        text.focus_set()
        text.mark_set("insert", "1.0")
        self._check()

    def _check_soon(self) -> None:
        if self._due:
            self._page.root.after_cancel(self._due)
        self._due = self._page.root.after(LOOKS, self._check)

    def _check(self, done: str = "") -> bool:
        """Reads the text as the file would be read, and marks what is wrong by lines. False: it is no TOML at all."""
        read, problems = config.read(self._path, self._now())
        for tag in ("error", "warning"):
            self._text.tag_remove(tag, "1.0", "end")
        for problem in problems:
            self._text.tag_add(problem.level, f"{problem.line}.0", f"{problem.line + 1}.0")
        told = [str(problem).removeprefix(f"{self._path}:").lstrip() for problem in problems]
        self._verdict(done + ("\n".join(f"line {each}" for each in told) or words.NO_PROBLEMS), bool(told))
        return read is not None

    def _now(self) -> str:
        return self._text.get("1.0", "end-1c")

    def _save(self) -> None:
        """Whole or not at all."""
        readable = self._check()
        if not readable and not messagebox.askyesno(*settings_words.UNREADABLE, default="no", parent=self._page.root):
            return
        whole_file.write(self._path, self._now())
        self._saved = self._now()
        self._check("Saved. ")

    def _may_close(self) -> bool:
        return self._now() == self._saved or messagebox.askyesno(
            *settings_words.UNSAVED, default="no", parent=self._page.root
        )
