"""What the practice boards have in common: how their windows are opened."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from gridpilot.errors import EnvironmentFault
from gridpilot.gui.theme import Look, dress
from gridpilot.texts.language import _

if TYPE_CHECKING:
    import argparse


def opened(class_name: str, title: str, size: tuple[int, int], given: argparse.Namespace) -> tuple[tk.Tk, Look]:
    """An empty window with this width and height at scale 1, and how the desktop wants it to look. Raises
    EnvironmentFault without a display.
    """
    width, height = size
    try:
        root = tk.Tk(className=class_name)
    except tk.TclError as error:
        raise EnvironmentFault(
            _("No window can be opened"), f"{error}.", _("Start it on a desktop, or set DISPLAY.")
        ) from error
    root.title(title)
    look = dress(root)
    scale = given.scale or look.scale
    root.geometry(f"{round(width * scale)}x{round(height * scale)}")
    if given.geometry:
        root.geometry(given.geometry)
    root.minsize(width // 2, height // 2)
    return root, look
