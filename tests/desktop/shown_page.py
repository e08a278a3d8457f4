"""A page of the menu on the screen, which tells what stands in its widgets; keys and clicks are real."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from virtual import Desktop, wait_for


class ShownPage:
    def __init__(self, desk: Desktop, title: str, *words: str) -> None:
        """`words`: the page's name, and the number of the window that it is about."""
        self.desk = desk
        command = [sys.executable, str(Path(__file__).with_name("told_widgets.py")), *words]
        self.process: Any = desk.start(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        desk.focus(desk.wait_window(title=title))

    def ask(self) -> dict[str, Any]:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        return told

    def all(self, kind: str) -> list[dict[str, Any]]:
        """Those that can be seen."""
        return [widget for widget in self.ask()["widgets"] if widget["kind"] == kind and widget["seen"]]

    def texts(self) -> list[str]:
        return [widget["text"] for widget in self.ask()["widgets"] if widget["seen"]]

    def until_told(self, text: str) -> None:
        wait_for(lambda: any(text in each for each in self.texts()), 20, f"'{text}' in {self.texts()}")

    def click(self, kind: str, text: str = "") -> None:
        def found() -> list[dict[str, Any]]:
            return [widget for widget in self.all(kind) if text in ("", widget["text"]) and widget["able"]]

        self.desk.hand.click(*wait_for(found, 20, f"{kind} {text}")[0]["at"])
