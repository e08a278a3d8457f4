"""A window of text with buttons below: what the tray's menu shows of gridpilot to people without a terminal.

python -m gridpilot.gui.pages.page PAGE [--window NUMBER]
"""

from __future__ import annotations

import argparse
import sys
import tkinter as tk
from collections.abc import Callable, Sequence
from importlib import import_module
from tkinter import ttk
from typing import TYPE_CHECKING

from gridpilot.desktop import choose
from gridpilot.gui.theme import dress
from gridpilot.service.pages import FORMS

if TYPE_CHECKING:
    from PIL.Image import Image

CLASS = "Gridpilot-page"
WIDTH, HEIGHT = 720, 520  # pixels at 100 %
ROOM = 20  # around the text


class PageWindow:
    """A window with a bar of buttons at its foot; `button` adds one, from the right."""

    def __init__(self, root: tk.Tk, title: str, width: int = WIDTH) -> None:
        self.root = root
        look = dress(root)
        self.theme, self.scale, self._family = look.theme, look.scale, look.family
        self.tones = {
            "good": self.theme.solved, "odd": self.theme.odd, "bad": self.theme.clash, "quiet": self.theme.muted,
        }  # fmt: skip
        self.room = round(ROOM * self.scale)
        root.title(f"gridpilot - {title}")
        root.geometry(f"{round(width * self.scale)}x{round(HEIGHT * self.scale)}")
        self._bar = tk.Frame(root, background=self.theme.window)
        self._bar.pack(side="bottom", fill="x", padx=self.room, pady=(0, self.room - round(6 * self.scale)))
        self.button("Close", self.close)
        root.bind("<Escape>", lambda _: self.close())
        root.protocol("WM_DELETE_WINDOW", self.close)
        self.may_close: Callable[[], bool] = lambda: True

    def close(self) -> None:
        if self.may_close():
            self.root.destroy()

    def font(self, points: int, weight: str = "normal") -> tuple[str, int, str]:
        return self._family, points, weight

    def button(self, label: str, act: Callable[[], object]) -> ttk.Button:
        made = ttk.Button(self._bar, text=label, command=act)
        made.pack(side="right", padx=(8, 0))
        return made

    def note(self) -> Callable[[str, bool], None]:
        """A line or two above the buttons; what is returned changes them, True: they are about a fault."""
        label = tk.Label(
            self.root, font=self.font(10), background=self.theme.window, anchor="w", justify="left",
            wraplength=round((WIDTH - 2 * ROOM) * self.scale),
        )  # fmt: skip
        label.pack(side="bottom", fill="x", padx=self.room, pady=(0, self.room // 3), after=self._bar)

        def change(text: str, fault: bool) -> None:
            label.configure(text=text, foreground=self.tones["bad" if fault else "good"])

        return change


class Page(PageWindow):
    """`write` adds text in one of the tones, or "head" or "plain"."""

    def __init__(self, root: tk.Tk, title: str, width: int = WIDTH) -> None:
        super().__init__(root, title, width)
        theme, around = self.theme, self.room - round(6 * self.scale)
        self.text = tk.Text(
            root, font=self.font(11), wrap="word", relief="flat", background=theme.board, foreground=theme.text,
            insertbackground=theme.text, selectbackground=theme.selected, selectforeground=theme.text,
            padx=self.room, pady=around, spacing1=2, spacing3=2, borderwidth=0, highlightthickness=0, undo=True,
        )  # fmt: skip
        scrollbar = ttk.Scrollbar(root, command=self.text.yview)
        self.text.configure(yscrollcommand=scrollbar.set)
        scrollbar.pack(side="right", fill="y", pady=around, padx=(0, round(6 * self.scale)))
        self.text.pack(fill="both", expand=True, padx=(self.room, 0), pady=around)
        within = round(24 * self.scale)
        self.text.tag_configure("head", font=self.font(14, "bold"), spacing3=8)
        self.text.tag_configure("name", font=self.font(11, "bold"))
        self.text.tag_configure("quiet", foreground=self.tones["quiet"], lmargin1=within, lmargin2=within)
        self.text.tag_configure("board", font=("TkFixedFont", 11), lmargin1=within, lmargin2=within)
        for tone in ("good", "odd", "bad"):
            self.text.tag_configure(tone, foreground=self.tones[tone], font=self.font(11, "bold"))
        self._pictures: list[tk.PhotoImage] = []  # Tk knows images by name only
        self._large: tk.PhotoImage | None = None

    def copy_button(self) -> None:
        def copy() -> None:
            self.root.clipboard_clear()
            self.root.clipboard_append(self.text.get("1.0", "end-1c"))

        self.button("Copy", copy)

    def clear(self) -> None:
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        self._pictures.clear()

    def write(self, text: str, tone: str = "plain") -> None:
        """For pages that are only read: the user cannot change them."""
        self.text.configure(state="normal")
        self.text.insert("end", text, tone)
        self.text.configure(state="disabled")

    def show(self, picture: Image, alone: str = " ", clicked: Callable[[], object] | None = None) -> None:
        """A picture in the text, at the end; what is written next stands beside it after `alone`."""
        from gridpilot.gui.drawn import photo

        self._pictures.append(photo(self.root, picture))
        self.text.configure(state="normal")
        at = self.text.index("end-1c")
        self.text.image_create("end", image=self._pictures[-1], padx=4, pady=4)
        if clicked is not None:
            tag = f"picture {len(self._pictures)}"
            self.text.tag_add(tag, at)
            self.text.tag_bind(tag, "<Button-1>", lambda _: clicked())
            self.text.tag_bind(tag, "<Enter>", lambda _: self.text.configure(cursor="hand2"))
            self.text.tag_bind(tag, "<Leave>", lambda _: self.text.configure(cursor=""))
        self.text.insert("end", alone)
        self.text.configure(state="disabled")

    def enlarge(self, picture: Image, title: str) -> None:
        """The picture in a window of its own, in the place of the one before; a click or Esc closes it."""
        from gridpilot.gui.drawn import photo

        for other in self.root.winfo_children():
            if isinstance(other, tk.Toplevel):
                other.destroy()
        window = tk.Toplevel(self.root, background=self.theme.window)
        window.title(f"gridpilot - {title}")
        self._large = photo(window, picture)
        tk.Label(window, image=self._large, borderwidth=0).pack()
        for event in ("<Button-1>", "<Escape>"):
            window.bind(event, lambda _: window.destroy())
        window.focus_set()

    def hold(self, widget: tk.Widget) -> None:
        """A widget in the text, at the end."""
        self.text.configure(state="normal")
        self.text.window_create("end", window=widget)
        self.text.configure(state="disabled")


def live(root: tk.Tk, title: str, show: Callable[[Page], None], again: str) -> Page:
    """A page that the button `again` brings up to date."""
    page = Page(root, title)
    page.copy_button()
    page.button(again, lambda: show(page))
    show(page)
    return page


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="gridpilot.gui.pages.page")
    parser.add_argument("page", choices=FORMS)
    parser.add_argument("--window", type=int, help="the window that the page is about, where it is about one")
    given = parser.parse_args(words)
    choose.prepare()
    root = tk.Tk(className=CLASS)
    import_module(f"gridpilot.gui.pages.{given.page.replace('-', '_')}").fill(root, given.window)
    root.mainloop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
