"""The tray menu's Statistics: boards by program, and 2048's best tiles and scores as charts."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from gridpilot import paths, statistics
from gridpilot.config import ConfigFile
from gridpilot.games import GAMES
from gridpilot.gui.pages.page import Page, live
from gridpilot.statistics import Summary
from gridpilot.texts import stats_words

WIDTH, HEIGHT = 620, 150  # of a chart, at 100 %
MOST_BARS = 60  # scores; the newest ones
FOOT, HEAD = 22, 20  # room for what stands below and above the bars


def fill(root: tk.Tk, _window: int | None) -> None:
    live(root, "Statistics", _show, "Look again")


def _show(page: Page) -> None:
    page.clear()
    found = paths.find()
    jobs, unread = statistics.read(found.statistics)
    told = statistics.summaries(jobs)
    if not told:
        page.write(f"{stats_words.NOTHING}\n", "head")
    for game, summary in told.items():
        _write(page, GAMES[game].title, summary)
    if not ConfigFile(found.config_file).current()[0].statistics.keep:
        page.write(f"\n{stats_words.OFF}\n", "odd")
    for line in unread:
        page.write(f"\n{line}\n", "odd")
    page.write(f"\n{found.statistics}\n", "quiet")


def _write(page: Page, title: str, summary: Summary) -> None:
    page.write(f"{stats_words.head(title, summary)}\n", "head")
    for each in summary.boards:
        page.write(f"{stats_words.program(each)}:  ", "name")
        page.write(f"{stats_words.boards(each)}\n")
    if summary.games:
        tiles = summary.best_tiles
        page.write(f"{stats_words.TILES}\n", "name")
        _chart(page, list(tiles.values()), [str(tile) for tile in tiles])
        page.write(f"\n{stats_words.SCORES}\n", "name")
        _chart(page, [job.score for job in summary.games[-MOST_BARS:]])
    page.write("\n")


def _chart(page: Page, values: Sequence[int], names: Sequence[str] = ()) -> None:
    """Bars on one base line. `names` stand below them; the value stands above each bar that has a name, else only above
    the highest.
    """
    theme, scale = page.theme, page.scale
    width, height = round(WIDTH * scale), round(HEIGHT * scale)
    canvas = tk.Canvas(page.text, width=width, height=height, background=theme.board, highlightthickness=0)
    step = min(width / len(values), 90 * scale)
    floor, most = height - FOOT * scale, max(*values, 1)
    for index, value in enumerate(values):
        left, right = index * step + step * 0.12, (index + 1) * step - step * 0.12
        top = floor - (floor - HEAD * scale) * value / most
        canvas.create_rectangle(left, top, right, floor, fill=theme.entered, outline="")
        middle = (left + right) / 2
        if names or (value == most and value not in values[:index]):
            canvas.create_text(
                max(middle, 24 * scale), top - 9 * scale, text=f"{value:,}", fill=theme.text, font=page.font(9)
            )
        if names:
            canvas.create_text(middle, floor + 11 * scale, text=names[index], fill=theme.muted, font=page.font(9))
    canvas.create_line(0, floor, width, floor, fill=theme.line)
    page.hold(canvas)
