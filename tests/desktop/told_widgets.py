"""Runs a page of the menu, and tells what stands in it: one JSON line of all its widgets for each line that it reads.

In a process of its own: Tk ends the process whose X server goes.

told_widgets.py PAGE [WINDOW]
"""

import json
import sys
import tkinter as tk
from importlib import import_module


def widgets(parent: tk.Misc):
    for child in parent.winfo_children():
        options = child.keys() or ()
        yield {
            "kind": child.winfo_class(),
            "text": str(child.cget("text")) if "text" in options else "",
            "value": value(child),
            "lines": child.get(0, "end") if child.winfo_class() == "Listbox" else [],
            "able": not hasattr(child, "instate") or child.instate(["!disabled"]),
            "seen": bool(child.winfo_viewable()),
            "at": [
                child.winfo_rootx() + child.winfo_width() // 2,
                child.winfo_rooty() + child.winfo_height() // 2,
            ],
        }
        yield from widgets(child)


def value(widget: tk.Misc) -> str:
    if widget.winfo_class() == "Text":
        return widget.get("1.0", "end-1c")
    return widget.get() if hasattr(widget, "get") and widget.winfo_class() not in {"Listbox", "TScrollbar"} else ""


def tab(parent: tk.Misc) -> str:
    """The one that is shown of the first set of tabs, if there is any."""
    tabs = [child for child in parent.winfo_children() if child.winfo_class() == "TNotebook"]
    return tabs[0].tab(tabs[0].select(), "text") if tabs else ""


def main(page: str, window: str = "") -> None:
    answers = sys.stdout  # a check of the page's may put another one there for a moment
    root = tk.Tk(className="Gridpilot-page")
    import_module(f"gridpilot.gui.pages.{page}").fill(root, int(window) if window else None)

    def tell(*_: object) -> None:
        if not sys.stdin.readline():
            root.destroy()
            return
        focus = str(root.tk.call("focus"))  # a list is Tcl's own
        facts = {"tab": tab(root), "focus": focus, "widgets": list(widgets(root))}
        print(json.dumps(facts), file=answers, flush=True)

    root.createfilehandler(sys.stdin, tk.READABLE, tell)
    root.mainloop()


if __name__ == "__main__":
    main(*sys.argv[1:])
