"""The tray menu's Last run: how the newest job ended, and its pictures, as far as the settings let them be kept."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from gridpilot.gui.pages.page import Page, live
from gridpilot.service import compose
from gridpilot.service.last_reading import boxes, last_board
from gridpilot.texts import messages, words

SIDE = 320  # pixels at 100 %: the largest side of a picture
PICTURES = ("before.png", "after.png")


def fill(root: tk.Tk, _window: int | None) -> None:
    live(root, "Last run", _show, "Look again")


def _show(page: Page) -> None:
    page.clear()
    records = compose.records()
    facts, folder = records.latest(), records.latest_folder()
    if facts is None or folder is None:
        page.write(f"{words.NOTHING_YET}\n", "head")
        return
    page.write(f"{facts['sentence'].replace(messages.SEE_LAST, '')}\n", "head")  # here it is
    for name, value in _lines(facts):
        page.write(f"{name}:  ", "name")
        page.write(f"{value}\n")
    page.write("\n")
    for name in (*PICTURES, *(f"{cell}.png" for cell in facts["cells"])):
        if (folder / name).exists():
            page.show(_small(page, folder / name, facts["cells"] if name == "before.png" else ()))
    if board := last_board(folder, facts["game"]):
        page.write("\nThe board as it was read\n", "name")
        page.write(f"{board}\n", "board")
    page.write(f"\n{folder}\n", "quiet")


def _lines(facts: dict[str, Any]) -> list[tuple[str, str]]:
    ended = datetime.fromtimestamp(facts["ended_at"]).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    lines = [
        ("Outcome", facts["outcome"]),
        ("Game", facts["game"]),
        ("Window", facts["window"]),
        ("Profile", facts["profile"]),
        ("Ended", ended),
        ("Cells in question", ", ".join(facts["cells"])),
        ("Took", ", ".join(f"{stage} {ms:.0f} ms" for stage, ms in facts["ms"].items())),
    ]
    return [(name, value) for name, value in lines if value]


def _small(page: Page, path: Path, cells: Sequence[str] = ()) -> Image.Image:
    """The picture as large as there is room for, with these cells of its board framed."""
    with Image.open(path) as picture:
        small = picture.convert("RGB")
    for box in boxes(path.parent, cells):
        ImageDraw.Draw(small).rectangle(box, outline=page.tones["bad"], width=max(3, round((box[2] - box[0]) / 12)))
    small.thumbnail((round(SIDE * page.scale), round(SIDE * page.scale)))
    return small
