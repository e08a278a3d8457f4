"""The tray menu's Last run: how the newest job ended, and its pictures, as far as the settings let them be kept."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gridpilot.errors import GridpilotError
from gridpilot.gui.pages.page import Page, live
from gridpilot.service import compose
from gridpilot.service.last_record import CELL, Board, Facts, LastRecord, newest
from gridpilot.texts import messages, words
from gridpilot.vision.pictures import load

SIDE = 320  # pixels at 100 %: the largest side of a picture in the text
OF_SCREEN = 0.85  # of its sides: there are panels, too
TAG, LEAST = 0.32, 8  # height of a digit that was read: of its cell, and pixels at least
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
    if (folder / READ).exists():
        page.write(f"\n{words.PICTURES_HINT}\n", "quiet")
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
    """Small; a click shows it as large as the screen takes it."""
    try:
        picture = Image.fromarray(np.ascontiguousarray(load(path).pixels[..., ::-1]))
    except GridpilotError as fault:
        page.write(f"{fault.sentence}\n", "odd")
        return
    board = record.board if path.name == READ else None
    scaled = partial(_scaled, page, picture, board, record.facts.cells)
    screen = page.root.winfo_screenwidth() * OF_SCREEN, page.root.winfo_screenheight() * OF_SCREEN
    side = SIDE * page.scale
    page.show(scaled(side, side), clicked=lambda: page.enlarge(scaled(*screen), path.name))


def _scaled(  # noqa: PLR0913, PLR0917 - partly given beforehand
    page: Page, picture: Image.Image, board: Board | None, cells: Sequence[str], wide: float, high: float
) -> Image.Image:
    """As large as there is room for. Of a board that was read, its digits stand in the cells' corners, and the cells in
    question are framed.
    """
    scale = min(wide / picture.width, high / picture.height)
    shown = picture.resize((max(1, round(picture.width * scale)), max(1, round(picture.height * scale))))
    pen = ImageDraw.Draw(shown)
    for cell, value, edges in board.cells() if board else ():
        x0, y0, x1, y1 = (edge * scale for edge in edges)
        tone = page.tones["bad"] if cell in cells else page.theme.entered
        if cell in cells:
            pen.rectangle((x0, y0, x1, y1), outline=tone, width=max(3, round((x1 - x0) / 12)))
        if value:
            _write(pen, (x0, y0), str(value), TAG * (y1 - y0), (tone, page.theme.board))
    return shown


def _write(pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: float, tones: tuple[str, str]) -> None:
    """On a ground of its own, as below may be anything."""
    font = ImageFont.load_default(max(LEAST, size))
    _x0, y0, x1, y1 = pen.textbbox(at, text, font)
    room = size / 10
    pen.rectangle((at[0], at[1], x1 + 2 * room, y1 - y0 + at[1] + 2 * room), tones[1], tones[0])
    pen.text((at[0] + room, at[1] - (y0 - at[1]) + room), text, tones[0], font)
