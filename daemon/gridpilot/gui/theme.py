"""How gridpilot's own windows look: two themes, one typeface, and sizes that follow the display's scale."""

from __future__ import annotations

from dataclasses import dataclass
from tkinter import font
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tkinter as tk

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


LIGHT = Theme(
    window="#f3f4f7",
    board="#ffffff",
    frame="#2b313d",
    line="#cfd4dc",
    given="#161b24",
    entered="#1f5fe0",
    selected="#bfd6fc",
    peers="#f0f4fb",
    same="#dce8fd",
    clash="#c81e1e",
    clash_cell="#fce4e2",
    button="#ffffff",
    hover="#e6effd",
    edge="#d5dae2",
    text="#161b24",
    muted="#697182",
    solved="#15803d",
)

DARK = Theme(
    window="#14171d",
    board="#1c2129",
    frame="#8d96a8",
    line="#363d4a",
    given="#f1f3f7",
    entered="#7db1ff",
    selected="#31568f",
    peers="#222833",
    same="#29395a",
    clash="#ff8f86",
    clash_cell="#4d2529",
    button="#222833",
    hover="#2b3444",
    edge="#3a4250",
    text="#f1f3f7",
    muted="#98a1b3",
    solved="#74d492",
)


def typeface(root: tk.Misc) -> str:
    """The first of our families that this desktop has."""
    present = {name.casefold() for name in font.families(root)}
    return next((family for family in FAMILIES if family.casefold() in present), "TkDefaultFont")


def display_scale(root: tk.Misc) -> float:
    """1.0 at 96 dots per inch, in quarters."""
    return max(1.0, round(root.winfo_fpixels("1i") / 96 * 4) / 4)
