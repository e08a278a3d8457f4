"""The tray menu's Doctor: each check appears as it is done; Copy takes them all along for a report."""

from __future__ import annotations

import threading
import tkinter as tk
from queue import SimpleQueue

from gridpilot.cli.daemon_verbs import ask
from gridpilot.cli.doctor import tests
from gridpilot.doctor import Check, Verdict, examine
from gridpilot.errors import GridpilotError
from gridpilot.games.deeds import LOOK
from gridpilot.gui.pages.page import Page, live
from gridpilot.texts import menu_words

LOOKS = 40  # ms between two looks for the next check
EXAMINES = "doctor"  # the thread that does
LONGEST = 10.0  # s that it is waited for; not tuned: one check may hang, and this window is hidden meanwhile
MARKS = {
    Verdict.OK: ("✓  ", "good"),
    Verdict.WARN: ("!   ", "odd"),
    Verdict.FAIL: ("✗  ", "bad"),
    Verdict.SKIPPED: ("-   ", "quiet"),
}


def fill(root: tk.Tk, window: int | None) -> None:
    page = live(root, "Doctor", _examine, "Check again")
    page.button(menu_words.menu_labels()[LOOK.verb], lambda: _look(page, window))


def _look(page: Page, window: int | None) -> None:
    """Makes way for the board, and closes if what was read is shown there. `window`: the board's, where it is known."""
    page.root.withdraw()
    page.root.update()
    for thread in threading.enumerate():
        if thread.name == EXAMINES:
            thread.join(LONGEST)  # a check that takes a picture takes away what is shown
    try:
        report = ask(LOOK.verb, timeout=None, window=window)["report"]
    except GridpilotError as fault:
        report = {"sentence": fault.sentence}
    if report.get("over"):
        page.close()
        return
    page.root.deiconify()
    page.write(f"\n{report['sentence']}\n", "head")
    page.text.see("end")


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
    threading.Thread(target=work, name=EXAMINES, daemon=True).start()
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
