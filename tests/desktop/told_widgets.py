"""Runs the settings' form, and tells what stands in it: one JSON line of all its widgets for each line that it reads.

In a process of its own: Tk ends the process whose X server goes.
"""

import json
import sys
import tkinter as tk

from gridpilot.gui.pages import settings


def widgets(parent: tk.Misc):
    for child in parent.winfo_children():
        options = child.keys() or ()
        yield {
            "kind": child.winfo_class(),
            "text": str(child.cget("text")) if "text" in options else "",
            "value": child.get() if hasattr(child, "get") and child.winfo_class() != "Listbox" else "",
            "lines": child.get(0, "end") if child.winfo_class() == "Listbox" else [],
            "seen": bool(child.winfo_viewable()),
            "at": [
                child.winfo_rootx() + child.winfo_width() // 2,
                child.winfo_rooty() + child.winfo_height() // 2,
            ],
        }
        yield from widgets(child)


def main() -> None:
    root = tk.Tk(className="Gridpilot-page")
    form = settings.Form(root, settings.Saved())

    def tell(*_: object) -> None:
        if not sys.stdin.readline():
            root.destroy()
            return
        tab, focus = form._tabs.tab(form._tabs.select(), "text"), str(root.tk.call("focus"))  # a list is Tcl's own
        facts = {"tab": tab, "focus": focus, "widgets": list(widgets(root))}
        print(json.dumps(facts), flush=True)

    root.createfilehandler(sys.stdin, tk.READABLE, tell)
    root.mainloop()


if __name__ == "__main__":
    main()
