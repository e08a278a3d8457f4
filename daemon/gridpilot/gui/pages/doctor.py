"""The tray menu's Doctor: each check appears as it is done; Copy takes them all along for a report."""

from __future__ import annotations

import threading
import tkinter as tk
from queue import SimpleQueue

from gridpilot.cli.doctor import tests
from gridpilot.doctor import Check, Verdict, examine
from gridpilot.gui.pages.page import Page, live

LOOKS = 40  # ms between two looks for the next check
MARKS = {
    Verdict.OK: ("✓  ", "good"),
    Verdict.WARN: ("!   ", "odd"),
    Verdict.FAIL: ("✗  ", "bad"),
    Verdict.SKIPPED: ("-   ", "quiet"),
}


def fill(root: tk.Tk, _window: int | None) -> None:
    live(root, "Doctor", _examine, "Check again")


def _examine(page: Page) -> None:
    done: SimpleQueue[Check | None] = SimpleQueue()

    def work() -> None:
        for check in examine(tests(self_test=False, titles=True)):
            done.put(check)
        done.put(None)

    seen: list[Check] = []

    def look() -> None:
        while not done.empty():
            check = done.get()
            if check is None:
                page.write(_sum(seen), "head")
                return
            seen.append(check)
            _write(page, check)
        page.root.after(LOOKS, look)

    page.clear()
    threading.Thread(target=work, name="doctor", daemon=True).start()
    look()


def _write(page: Page, check: Check) -> None:
    mark, tone = MARKS[check.verdict]
    page.write(mark, tone)
    page.write(check.name, "name")
    page.write(f"   {check.text}\n")
    if check.fix:
        page.write(f"{check.fix}\n", "quiet")


def _sum(checks: list[Check]) -> str:
    bad = [check.name for check in checks if check.verdict is Verdict.FAIL]
    odd = [check.name for check in checks if check.verdict is Verdict.WARN]
    if bad:
        return f"\nTo mend: {', '.join(bad)}."
    return f"\nIt works; worth a look: {', '.join(odd)}." if odd else "\nAll is well."
