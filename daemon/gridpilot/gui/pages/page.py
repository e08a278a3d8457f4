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
from gridpilot.gui.theme import dress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL.Image import Image

CLASS = "Gridpilot-page"
WIDTH, HEIGHT = 720, 520  # pixels at 100 %
ROOM = 20  # around the text
PAGES = ("doctor", "last", "stats", "settings", "profiles", "about", "welcome")


class Page:
    """`write` adds text in one of the tones, or "head" or "plain"; `button` adds a button, from the right."""

    def __init__(self, root: tk.Tk, title: str) -> None:
        self.root = root
        self._look = look = dress(root)
        self.theme, self.scale = theme, scale = look.theme, look.scale
        self.tones = {"good": theme.solved, "odd": theme.odd, "bad": theme.clash, "quiet": theme.muted}
        self._room = round(ROOM * scale)
        around = self._room - round(6 * scale)
        root.title(f"gridpilot - {title}")
        root.geometry(f"{round(WIDTH * scale)}x{round(HEIGHT * scale)}")
        self._bar = tk.Frame(root, background=theme.window)
        self._bar.pack(side="bottom", fill="x", padx=self._room, pady=(0, around))
        self.text = tk.Text(
            root, font=self.font(11), wrap="word", relief="flat", background=theme.board, foreground=theme.text,
            insertbackground=theme.text, selectbackground=theme.selected, selectforeground=theme.text,
            padx=self._room, pady=around, spacing1=2, spacing3=2, borderwidth=0, highlightthickness=0, undo=True,
        )  # fmt: skip
        scrollbar = ttk.Scrollbar(root, command=self.text.yview)
        self.text.configure(yscrollcommand=scrollbar.set)
        scrollbar.pack(side="right", fill="y", pady=around, padx=(0, round(6 * scale)))
        self.text.pack(fill="both", expand=True, padx=(self._room, 0), pady=around)
        within = round(24 * scale)
        self.text.tag_configure("head", font=self.font(14, "bold"), spacing3=8)
        self.text.tag_configure("name", font=self.font(11, "bold"))
        self.text.tag_configure("quiet", foreground=self.tones["quiet"], lmargin1=within, lmargin2=within)
        self.text.tag_configure("board", font=("TkFixedFont", 11), lmargin1=within, lmargin2=within)
        for tone in ("good", "odd", "bad"):
            self.text.tag_configure(tone, foreground=self.tones[tone], font=self.font(11, "bold"))
        self._pictures: list[tk.PhotoImage] = []  # Tk knows images by name only
        self.button("Close", root.destroy)
        root.bind("<Escape>", lambda _: root.destroy())

    def font(self, points: int, weight: str = "normal") -> tuple[str, int, str]:
        return self._look.family, points, weight

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
            self.root, font=self.font(10), background=self.theme.window, anchor="w", justify="left",
            wraplength=round((WIDTH - 2 * ROOM) * self.scale),
        )  # fmt: skip
        label.pack(side="bottom", fill="x", padx=self._room, pady=(0, self._room // 3), before=self.text)

        def change(text: str, fault: bool) -> None:
            label.configure(text=text, foreground=self.tones["bad" if fault else "good"])

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

    def hold(self, widget: tk.Widget) -> None:
        """A widget in the text, at the end."""
        self.text.configure(state="normal")
        self.text.window_create("end", window=widget)
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
