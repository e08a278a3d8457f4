"""The tray menu's Last run: how the newest job ended, and its pictures, as far as the settings let them be kept."""

from __future__ import annotations

import tkinter as tk
from datetime import datetime
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from gridpilot.errors import GridpilotError
from gridpilot.gui.pages.page import Page, live
from gridpilot.service import compose
from gridpilot.service.last_record import CELL, Facts, LastRecord, newest
from gridpilot.texts import messages, words
from gridpilot.vision.pictures import load

SIDE = 320  # pixels at 100 %: the largest side of a picture
PICTURES = READ, _AFTER = "before.png", "after.png"


def fill(root: tk.Tk, _window: int | None) -> None:
    live(root, "Last run", _show, "Look again")


def _show(page: Page) -> None:
    page.clear()
    record, unread = newest(compose.records())
    if record is not None:
        _show_record(page, record)
    elif not unread:
        page.write(f"{words.NOTHING_YET}\n", "head")
    for line in unread:
        page.write(f"{line}\n", "odd")


def _show_record(page: Page, record: LastRecord) -> None:
    facts, folder = record.facts, record.folder
    page.write(f"{facts.sentence.replace(messages.SEE_LAST, '')}\n", "head")  # here it is
    for name, value in _lines(facts):
        page.write(f"{name}:  ", "name")
        page.write(f"{value}\n")
    page.write("\n")
    for name in (*PICTURES, *(f"{cell}.png" for cell in facts.cells if CELL.fullmatch(cell))):
        if (folder / name).exists():
            _show_picture(page, record, folder / name)
    if board := record.drawn():
        page.write("\nThe board as it was read\n", "name")
        page.write(f"{board}\n", "board")
    page.write(f"\n{folder}\n", "quiet")


def _lines(facts: Facts) -> list[tuple[str, str]]:
    ended = datetime.fromtimestamp(facts.ended_at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    lines = [
        ("Outcome", facts.outcome.value),
        ("Game", facts.game),
        ("Window", facts.window),
        ("Profile", facts.profile),
        ("Ended", ended),
        ("Cells in question", ", ".join(facts.cells)),
        ("Took", ", ".join(f"{stage} {ms:.0f} ms" for stage, ms in facts.ms.items())),
    ]
    return [(name, value) for name, value in lines if value]


def _show_picture(page: Page, record: LastRecord, path: Path) -> None:
    """As large as there is room for; on the one that was read, the cells in question are framed."""
    try:
        shown = Image.fromarray(np.ascontiguousarray(load(path).pixels[..., ::-1]))
    except GridpilotError as fault:
        page.write(f"{fault.sentence}\n", "odd")
        return
    for box in record.boxes(record.facts.cells if path.name == READ else ()):
        ImageDraw.Draw(shown).rectangle(box, outline=page.tones["bad"], width=max(3, round((box[2] - box[0]) / 12)))
    shown.thumbnail((round(SIDE * page.scale), round(SIDE * page.scale)))
    page.show(shown)
