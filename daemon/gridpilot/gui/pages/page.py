"""A window of text with buttons below: what the tray's menu shows of gridpilot to people without a terminal.

python -m gridpilot.gui.pages.page doctor | last | settings | profiles [--window NUMBER]
"""

from __future__ import annotations

import argparse
import sys
import tkinter as tk
from importlib import import_module
from tkinter import ttk
from typing import TYPE_CHECKING

from gridpilot.desktop import choose
from gridpilot.gui.theme import LIGHT, display_scale, typeface

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL.Image import Image

CLASS = "Gridpilot-page"
WIDTH, HEIGHT = 720, 520  # pixels at 100 %
ROOM = 20  # around the text
PAGES = ("doctor", "last", "settings", "profiles", "about", "welcome")
TONES = {"good": LIGHT.solved, "odd": "#9a6700", "bad": LIGHT.clash, "quiet": LIGHT.muted}


class Page:
    """`write` adds text in one of the TONES, or "head" or "plain"; `button` adds a button, from the right."""

    def __init__(self, root: tk.Tk, title: str) -> None:
        self.root = root
        scale = display_scale(root)
        family = typeface(root)
        root.title(f"gridpilot - {title}")
        root.geometry(f"{round(WIDTH * scale)}x{round(HEIGHT * scale)}")
        root.configure(background=LIGHT.window)
        ttk.Style(root).theme_use("clam")
        ttk.Style(root).configure("TButton", font=(family, 10), padding=(10, 4), background=LIGHT.button)
        self._bar = tk.Frame(root, background=LIGHT.window)
        self._bar.pack(side="bottom", fill="x", padx=ROOM, pady=(0, ROOM - 6))
        self.text = tk.Text(
            root, font=(family, 11), wrap="word", relief="flat", background=LIGHT.board, foreground=LIGHT.text,
            padx=ROOM, pady=ROOM - 6, spacing1=2, spacing3=2, borderwidth=0, highlightthickness=0, undo=True,
        )  # fmt: skip
        scrollbar = ttk.Scrollbar(root, command=self.text.yview)
        self.text.configure(yscrollcommand=scrollbar.set)
        scrollbar.pack(side="right", fill="y", pady=(ROOM - 6, ROOM - 6), padx=(0, 6))
        self.text.pack(fill="both", expand=True, padx=(ROOM, 0), pady=(ROOM - 6, ROOM - 6))
        self.text.tag_configure("head", font=(family, 14, "bold"), spacing3=8)
        self.text.tag_configure("name", font=(family, 11, "bold"))
        self.text.tag_configure("quiet", foreground=TONES["quiet"], lmargin1=24, lmargin2=24)
        self.text.tag_configure("board", font=("TkFixedFont", 11), lmargin1=24, lmargin2=24)
        for tone in ("good", "odd", "bad"):
            self.text.tag_configure(tone, foreground=TONES[tone], font=(family, 11, "bold"))
        self._pictures: list[tk.PhotoImage] = []  # Tk knows images by name only
        self.button("Close", root.destroy)
        root.bind("<Escape>", lambda _: root.destroy())

    def button(self, label: str, act: Callable[[], object]) -> None:
        ttk.Button(self._bar, text=label, command=act, style="TButton").pack(side="right", padx=(8, 0))

    def copy_button(self) -> None:
        def copy() -> None:
            self.root.clipboard_clear()
            self.root.clipboard_append(self.text.get("1.0", "end-1c"))

        self.button("Copy", copy)

    def note(self) -> Callable[[str, bool], None]:
        """A line or two above the buttons; what is returned changes them, True: they are about a fault."""
        label = tk.Label(
            self.root, font=(typeface(self.root), 10), background=LIGHT.window, anchor="w", justify="left",
            wraplength=WIDTH - 2 * ROOM,
        )  # fmt: skip
        label.pack(side="bottom", fill="x", padx=ROOM, pady=(0, ROOM - 12), before=self.text)

        def change(text: str, fault: bool) -> None:
            label.configure(text=text, foreground=TONES["bad" if fault else "good"])

        return change

    def clear(self) -> None:
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        self._pictures.clear()

    def write(self, text: str, tone: str = "plain") -> None:
        """For pages that are only read: the user cannot change them."""
        self.text.configure(state="normal")
        self.text.insert("end", text, tone)
        self.text.configure(state="disabled")

    def show(self, picture: Image, alone: str = " ") -> None:
        """A picture in the text, at the end; what is written next stands beside it after `alone`."""
        from io import BytesIO

        png = BytesIO()
        picture.save(png, "PNG")
        self._pictures.append(tk.PhotoImage(master=self.root, data=png.getvalue()))
        self.text.configure(state="normal")
        self.text.image_create("end", image=self._pictures[-1], padx=4, pady=4)
        self.text.insert("end", alone)
        self.text.configure(state="disabled")


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="gridpilot.gui.pages.page")
    parser.add_argument("page", choices=PAGES)
    parser.add_argument("--window", type=int, help="the window that the page is about, where it is about one")
    given = parser.parse_args(words)
    choose.prepare()
    root = tk.Tk(className=CLASS)
    import_module(f"gridpilot.gui.pages.{given.page}").fill(root, given.window)
    root.mainloop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
