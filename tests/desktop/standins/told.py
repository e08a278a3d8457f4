"""What the stand-ins share: the board as they have it goes into a file, whole, after each change; how they draw."""

import argparse
import json
import tkinter as tk
from pathlib import Path
from typing import Any


def tell(file: Path, **facts: Any) -> None:
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text(json.dumps(facts))
    fresh.replace(file)


def options(text: str) -> argparse.ArgumentParser:
    """Every stand-in is told where to write its board, and at which display scale it is shown."""
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("state", type=Path)
    parser.add_argument("--scale", type=float, default=1, help="of the display: 1.25 is 125 %%")
    parser.add_argument("--at", default="", help="where the window stands: X,Y")
    return parser


def sudoku_options(text: str) -> argparse.ArgumentParser:
    parser = options(text)
    parser.add_argument("--puzzle", default="." * 81)
    return parser


def window(title: str, class_name: str, size: tuple[int, int], ground: str, given: argparse.Namespace) -> tk.Canvas:
    """A window of that many pixels at 100 %, which is one canvas."""
    root = tk.Tk(className=class_name)
    root.title(title)
    width, height = (round(side * given.scale) for side in size)
    place = "+".join(["", *given.at.split(",")]) if given.at else ""
    root.geometry(f"{width}x{height}{place}")
    root.resizable(False, False)
    canvas = tk.Canvas(root, width=width, height=height, bg=ground, highlightthickness=0)
    canvas.pack()
    return canvas


class StandIn:
    """Drawn in pixels at 100 %."""

    def __init__(self, given: argparse.Namespace, canvas: tk.Canvas) -> None:
        self.given, self.canvas = given, canvas

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: str) -> int:
        corners = [round(side * self.given.scale) for side in (x0, y0, x1, y1)]
        return self.canvas.create_rectangle(*corners, fill=colour, outline="")

    def text(self, x: float, y: float, text: str, size: int, colour: str, weight: str = "normal") -> int:
        scale = self.given.scale
        font = ("DejaVu Sans", -round(size * scale), weight)
        return self.canvas.create_text(round(x * scale), round(y * scale), text=text, font=font, fill=colour)
