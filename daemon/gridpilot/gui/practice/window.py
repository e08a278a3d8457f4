"""What the practice boards have in common: the options of their windows, and how one is opened."""

from __future__ import annotations

import sys
import tkinter as tk
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING

from gridpilot.gui.theme import display_scale

if TYPE_CHECKING:
    import argparse

_ = NullTranslations().gettext


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scale", type=float, help=_("size of the window, 1, 1.5 or 2; by default the display's"))
    parser.add_argument("--geometry", help=_("size, place or both, as X11 writes them: 540x704+40+40"))
    parser.add_argument("--state", type=Path, help=_("keep the state in this file, as JSON"))


def opened(class_name: str, title: str, size: tuple[int, int], given: argparse.Namespace) -> tk.Tk | None:
    """The empty window, of that width and height at scale 1; None, and the reason on stderr, without a display."""
    width, height = size
    try:
        root = tk.Tk(className=class_name)
    except tk.TclError as error:
        print(_("No window can be opened: {reason}.").format(reason=error), file=sys.stderr)
        return None
    root.title(title)
    scale = given.scale or display_scale(root)
    root.geometry(f"{round(width * scale)}x{round(height * scale)}")
    if given.geometry:
        root.geometry(given.geometry)
    root.minsize(width // 2, height // 2)
    return root
