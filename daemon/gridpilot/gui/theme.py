"""How gridpilot's own windows look: two themes, one typeface, and sizes that follow the display's scale."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tkinter import font, ttk

from gridpilot.desktop import choose

ICONS = Path(__file__).parents[1] / "share/icons/hicolor"
FAMILIES = ("Inter", "Segoe UI", "SF Pro Text", "Cantarell", "Ubuntu", "Noto Sans", "DejaVu Sans")


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by what they are for."""

    window: str
    board: str
    frame: str
    line: str
    given: str
    entered: str
    selected: str
    peers: str
    same: str
    clash: str
    clash_cell: str
    button: str
    hover: str
    edge: str
    text: str
    muted: str
    solved: str
    odd: str


_COLOURS = {  # light, dark
    "window": ("#f3f4f7", "#14171d"),
    "board": ("#ffffff", "#1c2129"),
    "frame": ("#2b313d", "#8d96a8"),
    "line": ("#cfd4dc", "#363d4a"),
    "given": ("#161b24", "#f1f3f7"),
    "entered": ("#1f5fe0", "#7db1ff"),
    "selected": ("#bfd6fc", "#31568f"),
    "peers": ("#f0f4fb", "#222833"),
    "same": ("#dce8fd", "#29395a"),
    "clash": ("#c81e1e", "#ff8f86"),
    "clash_cell": ("#fce4e2", "#4d2529"),
    "button": ("#ffffff", "#222833"),
    "hover": ("#e6effd", "#2b3444"),
    "edge": ("#d5dae2", "#3a4250"),
    "text": ("#161b24", "#f1f3f7"),
    "muted": ("#697182", "#98a1b3"),
    "solved": ("#15803d", "#74d492"),
    "odd": ("#9a6700", "#e3b341"),
}
LIGHT, DARK = (Theme(**{name: pair[which] for name, pair in _COLOURS.items()}) for which in (0, 1))


@dataclass(frozen=True, slots=True)
class Look:
    """`scale` is 1.0 at 96 dots per inch."""

    theme: Theme
    family: str
    scale: float


_wanted = cache(choose.appearance)


def dress(root: tk.Tk) -> Look:
    """A window as the desktop has it: dark or light, its scale, its font; gridpilot's icon. Once for each window."""
    scale = display_scale(root)
    root.tk.call("tk", "scaling", scale * 96 / 72)  # points are of an inch
    look = Look(desktop_theme(), typeface(root), scale)
    _set_icon(root)
    root.configure(background=look.theme.window)
    _style(root, look)
    return look


def _set_icon(root: tk.Tk) -> None:
    icons = [tk.PhotoImage(master=root, file=str(file)) for file in sorted(ICONS.glob("*/apps/gridpilot.png"))]
    root.iconphoto(True, *icons)


def _style(root: tk.Tk, look: Look) -> None:
    """The widgets that are Tk's own, in the theme's colours."""
    theme, style = look.theme, ttk.Style(root)

    def px(at_100: int) -> int:
        return round(at_100 * look.scale)

    style.theme_use("clam")
    ground = {"background": theme.button, "bordercolor": theme.edge, "lightcolor": theme.button}
    style.configure(".", background=theme.window, foreground=theme.text, font=(look.family, 10))
    style.configure(".", focuscolor=theme.entered, darkcolor=theme.button, **ground)
    style.configure("TLabel", background=theme.window)
    style.configure("TFrame", background=theme.window)
    style.configure("TButton", padding=(px(10), px(4)), **ground)
    style.map("TButton", background=[("active", theme.hover)], foreground=[("disabled", theme.muted)])
    root.bind_class("TButton", "<Return>", lambda event: root.tk.call(str(event.widget), "invoke"))
    root.option_add("*TCombobox*Listbox.font", (look.family, 10))
    for name in ("TEntry", "TCombobox", "TSpinbox"):
        style.configure(name, padding=px(4), arrowsize=px(13))
        style.configure(name, fieldbackground=theme.board, insertcolor=theme.text, arrowcolor=theme.text, **ground)
        style.map(name, fieldbackground=[("readonly", theme.board)], foreground=[("readonly", theme.text)])
        style.map(name, selectbackground=[("readonly", theme.board)], selectforeground=[("readonly", theme.text)])
    style.configure("TNotebook", background=theme.window, bordercolor=theme.edge, tabmargins=(0, px(4), 0, 0))
    style.configure("TNotebook.Tab", padding=(px(14), px(6)), **(ground | {"background": theme.window}))
    style.map(
        "TNotebook.Tab",
        padding=[("selected", (px(14), px(6)))],
        lightcolor=[("selected", theme.board), ("!selected", theme.window)],
        background=[("selected", theme.board)],
        foreground=[("!selected", theme.muted)],
    )
    bar = {"background": theme.edge, "bordercolor": theme.window, "lightcolor": theme.edge, "darkcolor": theme.edge}
    style.configure("TScrollbar", troughcolor=theme.window, arrowcolor=theme.text, relief="flat", gripcount=0, **bar)
    style.configure("TScrollbar", arrowsize=px(13))
    unseen = ("disabled", theme.window)  # where there is nothing to scroll
    style.map("TScrollbar", background=[unseen, ("active", theme.muted)], arrowcolor=[unseen])
    style.map("TScrollbar", lightcolor=[unseen], darkcolor=[unseen])
    listed = {"background": theme.board, "foreground": theme.text, "selectBackground": theme.selected}
    for option, colour in (listed | {"selectForeground": theme.text}).items():
        root.option_add(f"*TCombobox*Listbox.{option}", colour)


def desktop_theme() -> Theme:
    return DARK if _wanted().dark else LIGHT


def typeface(root: tk.Misc) -> str:
    """The desktop's own; where it names none that is there, the first of our families that is."""
    present = {name.casefold() for name in font.families(root)}
    families = (_wanted().family, *FAMILIES)
    return next((family for family in families if family.casefold() in present), "TkDefaultFont")


def display_scale(root: tk.Misc) -> float:
    """1.0 at 96 dots per inch, in quarters; as the desktop says, else as large as the screen is."""
    found = _wanted().scale or root.winfo_fpixels("1i") / 96
    return max(1.0, round(found * 4) / 4)
