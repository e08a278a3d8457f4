"""The tray icon's menu: shows the lines that it reads from stdin at the pointer, prints the chosen action, and ends."""

from __future__ import annotations

import json
import sys
import tkinter as tk
from typing import Any

COLOURS = {
    "background": "#fcfcfd",
    "foreground": "#1c2024",
    "activebackground": "#1f6feb",
    "activeforeground": "#ffffff",
    "disabledforeground": "#60646c",
    "selectcolor": "#1c2024",
}
LONGEST = 60  # characters; a longer status would make a menu as wide as the screen


def main() -> int:
    request = json.load(sys.stdin)
    root = tk.Tk()
    root.withdraw()
    menu = build(root, request["items"], lambda action: print(action, flush=True))
    menu.bind("<Unmap>", lambda _: root.after(50, root.destroy))  # after the chosen line's own call
    menu.tk_popup(request["x"], request["y"])
    root.mainloop()
    return 0


def build(root: tk.Tk, items: list[dict[str, Any]], choose: Any) -> tk.Menu:
    menu = tk.Menu(root, tearoff=False, borderwidth=1, relief="solid", activeborderwidth=4, **COLOURS)  # type: ignore[arg-type]
    for item in items:
        label, action = item["label"], item["action"]
        if label is None:
            menu.add_separator()
            continue
        short = label if len(label) <= LONGEST else label[: LONGEST - 1] + "…"
        state = "normal" if item["enabled"] else "disabled"
        if item["checked"] is None:
            menu.add_command(label=short, state=state, command=lambda action=action: choose(action))  # type: ignore[misc]
        else:
            mark = tk.BooleanVar(root, item["checked"])
            menu.add_checkbutton(label=short, state=state, variable=mark, command=lambda action=action: choose(action))  # type: ignore[misc]
            menu.__dict__.setdefault("marks", []).append(mark)  # Tk keeps only a name: the variable must live on
    return menu


if __name__ == "__main__":
    sys.exit(main())
